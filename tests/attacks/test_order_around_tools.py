"""Whether a tool is there is told before anything of what it is given, on every way in."""

from __future__ import annotations

from typing import Any

import pytest

from schemac.runtime.errors import InvalidArgumentsError, UnknownToolError
from schemac.runtime.grants import Grants
from schemac.runtime.grouping import Grouped
from schemac.runtime.registry import Registry
from schemac.runtime.results import Result
from schemac.service import Service
from tests.attacks.modern_envelope import META
from tests.e2e.served import REGISTRY

NO_OBJECTS: list[Any] = [[], ["a"], "", "{}", 0, 5, False, True]
OUTSIDE = {"hidden": "send_sms", "of another domain": "staff_only", "unknown": "no_such"}


@pytest.mark.parametrize("arguments", NO_OBJECTS)
@pytest.mark.parametrize("name", OUTSIDE.values(), ids=OUTSIDE)
def test_a_tool_that_is_not_there_is_unknown_whatever_it_is_given(
    name: str, arguments: Any
) -> None:
    service = Service(REGISTRY)
    caller = Grants(requires={"workflows"})
    for meta in ({}, {"_meta": META}):
        params = {"name": name, "arguments": arguments, **meta}
        request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        error = {"code": -32602, "message": f"Unknown tool: {name}"}
        assert service.handle(request, caller) == {"jsonrpc": "2.0", "id": 1, "error": error}
        known = {**request, "params": {**params, "name": "advance_step"}}
        error = {"code": -32602, "message": "Invalid request parameters", "data": ""}
        assert service.handle(known, caller) == {"jsonrpc": "2.0", "id": 1, "error": error}
    with pytest.raises(UnknownToolError, match=f"^Unknown tool: {name}$"):
        service.call_tool(name, arguments, caller)


class Unreadable(dict[str, object]):
    def items(self) -> Any:
        raise RuntimeError("no")


BROKEN: list[Any] = [Unreadable(), {1: 2}, {"a": "\ud800"}, [], "x"]


@pytest.mark.parametrize("arguments", BROKEN)
def test_in_process_too_the_tool_comes_before_what_cannot_be_read(arguments: Any) -> None:
    service, caller = Service(REGISTRY), Grants(requires={"workflows"})
    for name in OUTSIDE.values():
        with pytest.raises(UnknownToolError, match=f"^Unknown tool: {name}$"):
            service.call_tool(name, arguments, caller)
        with pytest.raises(UnknownToolError, match=f"^Unknown tool: {name}$"):
            service.call_tool(name, arguments, caller, "nowhere")
    with pytest.raises(InvalidArgumentsError):
        service.call_tool("advance_step", arguments, caller)


WRONG_BESIDE: list[dict[str, Any]] = [
    {"arguments": {}},
    {"arguments": "{"},
    {"arguments": [], "other": 1},
    {"applicant_id": "a"},
]


@pytest.mark.parametrize("name", ["send_sms", "no_such", 5, None])
@pytest.mark.parametrize("beside", WRONG_BESIDE)
def test_through_a_facade_too_the_tool_comes_before_its_arguments(
    name: object, beside: dict[str, Any]
) -> None:
    service = Service(REGISTRY, domains={"default": Grouped()})
    caller = Grants(requires={"workflows"})
    result = service.call_tool("uncategorized_tools", {"tool_name": name, **beside}, caller)
    names = "advance_step, count_up, wait_for_it, go_wrong, in_a_region"
    assert result == Result("error", None, f"/tool_name: one of {names}")


@pytest.mark.parametrize("arguments", BROKEN)
def test_a_facade_that_is_not_there_is_unknown_whatever_it_is_given(arguments: Any) -> None:
    registry = Registry()
    signature = "() -> { n: Integer }"
    registry.add(
        lambda: {"n": 1},
        name="hidden",
        signature=signature,
        requires="admin",
        category="secret",
        description="Read.",
    )
    service = Service(registry, domains={"default": Grouped()})
    for name in ("secret_tools", "no_such_tools"):
        with pytest.raises(UnknownToolError, match=f"^Unknown tool: {name}$"):
            service.call_tool(name, arguments, Grants())
    with pytest.raises(InvalidArgumentsError):
        service.call_tool("secret_tools", arguments, Grants(requires={"admin"}))
