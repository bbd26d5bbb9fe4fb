"""Settings of a service are checked, and hold."""

from __future__ import annotations

from typing import Any

import pytest

from schemac.service import Service
from tests.unit import greeting_service
from tests.unit.greeting_service import ADMIN, make

service = pytest.fixture(scope="module")(greeting_service.service)


def test_settings_are_checked() -> None:
    with pytest.raises(TypeError, match="did you mean `strict_schema`"):
        make(strict_shema=True)
    with pytest.raises(TypeError, match="Registry"):
        Service("registry")  # type: ignore[arg-type]


def test_settings_hold() -> None:
    service = make(server_name="hall", undeclared="reject", instructions="Be kind.")
    assert service.about.identity["name"] == "hall"
    result = service.call_tool("greet", {"name": "Ada", "secret": "x"}, None)
    assert result.is_error is True
    assert service.list_tools(None)[0]["inputSchema"]["additionalProperties"] is False  # type: ignore[index]


def test_pages_without_a_key_hold_in_this_process() -> None:
    service = make(page_size=1)
    first = ask_page(service, None)
    assert [tool["name"] for tool in first["tools"]] == ["greet"]
    second = ask_page(service, first["nextCursor"])
    assert [tool["name"] for tool in second["tools"]] == ["numbers"]
    assert "nextCursor" not in second
    assert make(page_size=1).handle(page_message(first["nextCursor"]), ADMIN) == {
        "jsonrpc": "2.0",
        "id": 1,
        "error": {"code": -32602, "message": "Invalid cursor"},
    }


def page_message(cursor: str | None) -> dict[str, object]:
    params = {} if cursor is None else {"cursor": cursor}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params}


def ask_page(service: Service, cursor: str | None) -> Any:
    answer = service.handle(page_message(cursor), ADMIN)
    assert answer is not None
    return answer["result"]
