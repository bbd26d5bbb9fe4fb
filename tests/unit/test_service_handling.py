"""What a service does in process for each caller, and with messages of a client."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

import pytest

from schemac.runtime.errors import ContractError, UnknownDomainError, UnknownToolError
from schemac.runtime.registry import Registry
from schemac.service import Service
from tests.unit import greeting_service
from tests.unit.greeting_service import ADMIN, greet

if TYPE_CHECKING:
    from collections.abc import Callable

service = pytest.fixture(scope="module")(greeting_service.service)
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
CLIENT = {"name": "c", "version": "1"}


def names(service: Service, context: object, domain: str | None = None) -> list[object]:
    return [tool["name"] for tool in service.list_tools(context, domain)]


def test_each_caller_has_a_listing(service: Service) -> None:
    assert names(service, None) == ["greet"]
    assert names(service, ADMIN) == ["greet", "numbers"]
    assert names(service, ADMIN, "default") == ["greet", "numbers"]
    assert names(service, ADMIN, "staff") == ["staff"]
    with pytest.raises(UnknownDomainError):
        service.list_tools(ADMIN, "nowhere")


def test_a_call_gives_what_a_client_would_receive(service: Service) -> None:
    arguments = {"name": "Ada", "secret": "x", "more": 1}
    result = service.call_tool("greet", arguments, None)
    assert (result.is_ok, result.payload) == (True, {"text": "Hello Ada"})
    result = service.call_tool("greet", arguments, ADMIN)
    assert result.payload == {"text": "Hello Ada", "secret": "x"}
    assert service.call_tool("numbers", None, ADMIN).payload == {"data": [1, 2]}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("told", "told so"),
        ("raised", "internal error"),
        ("broken", "contract"),
    ],
)
def test_a_failure_has_a_reason(service: Service, name: str, text: str) -> None:
    result = service.call_tool("greet", {"name": name}, None)
    assert (result.is_error, result.payload) == (True, None)
    assert text in result.reason
    assert "secret" not in result.reason


def test_a_refusal_has_a_reason(service: Service) -> None:
    result = service.call_tool("greet", {"name": "denied"}, None)
    assert (result.is_denied, result.reason) == (True, "not you")


def test_arguments_that_do_not_fit_are_an_error(service: Service) -> None:
    result = service.call_tool("greet", {}, None)
    assert (result.is_error, result.reason.split(":")[0]) == (True, "/name")


@pytest.mark.parametrize(
    ("name", "domain"),
    [("numbers", None), ("nobody", None), ("staff", None), ("greet", "staff"), ("greet", "no")],
)
def test_tools_that_are_not_there_raise_alike(
    service: Service, name: str, domain: str | None
) -> None:
    with pytest.raises(UnknownToolError) as caught:
        service.call_tool(name, {}, None, domain)
    assert str(caught.value) == f"Unknown tool: {name}"


def ask(service: Service, message: dict[str, object], context: object = None) -> Any:
    """Ask with an object and with text, and make sure that both say the same."""
    answer = service.handle(message, context)
    text = service.handle(json.dumps(message), context)
    assert (None if text is None else json.loads(text)) == answer
    return answer


def test_messages_are_answered(service: Service) -> None:
    assert ask(service, {"jsonrpc": "2.0", "id": "x", "method": "ping"}) == {
        "jsonrpc": "2.0",
        "id": "x",
        "result": {},
    }
    init = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": CLIENT}
    answer = ask(service, {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": init})
    assert answer["result"]["protocolVersion"] == "2025-06-18"
    assert answer["result"]["serverInfo"]["name"] == "schemac"
    answer = ask(service, {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert [tool["name"] for tool in answer["result"]["tools"]] == ["greet"]


def test_an_envelope_makes_a_message_modern(service: Service) -> None:
    params = {"_meta": ENVELOPE, "name": "greet", "arguments": {"name": "Ada"}}
    answer = ask(service, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    assert answer["result"]["resultType"] == "complete"
    assert answer["result"]["structuredContent"] == {"text": "Hello Ada"}
    answer = ask(service, {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": params})
    assert answer["error"]["code"] == -32601


def test_notifications_are_not_answered(service: Service) -> None:
    assert ask(service, {"jsonrpc": "2.0", "method": "notifications/initialized"}) is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", -32700),
        ("{", -32700),
        ("[]", -32600),
        ("5", -32600),
        ('{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32700),
        ('{"jsonrpc":"2.0","id":1,"method":"\\ud800"}', -32700),
        ("[" * 100_000, -32600),
    ],
)
def test_text_that_is_no_message_is_told_so(service: Service, text: str, code: int) -> None:
    answer = json.loads(service.handle(text, None) or "")
    assert (answer["id"], answer["error"]["code"]) == (None, code)


@pytest.mark.parametrize("as_text", [False, True])
def test_a_message_has_the_size_that_the_limits_allow(as_text: bool) -> None:  # noqa: FBT001 - one of two
    message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    size = len(json.dumps(message, separators=(",", ":")))

    def told(limit: int) -> Any:
        service = Service(Registry(), limits={"body": limit})
        if not as_text:
            return service.handle(message, None)
        answer = service.handle(json.dumps(message, separators=(",", ":")), None)
        return None if answer is None else json.loads(answer)

    assert told(size)["result"] == {}
    assert (told(size - 1)["id"], told(size - 1)["error"]["code"]) == (None, -32600)


@pytest.mark.parametrize("method", ["\ud800", "ping"])
@pytest.mark.parametrize("number", ["\ud800", 1])
def test_half_a_character_is_no_text(method: str, number: object) -> None:
    message: dict[str, Any] = {"jsonrpc": "2.0", "id": number, "method": method}
    text = '{"jsonrpc":"2.0","id":%s,"method":"%s"}'
    written = text % (f'"{number}"' if isinstance(number, str) else number, method)
    is_whole = "\ud800" not in (method, number)
    for given in (message, written):
        answer = Service(Registry()).handle(given, None)
        found: Any = json.loads(answer) if isinstance(answer, str) else answer
        assert ("result" in found) == is_whole


def loop() -> dict[str, object]:
    value: dict[str, object] = {}
    value["self"] = value
    return value


@pytest.mark.parametrize(
    "make_message",
    [
        lambda: {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": {1, 2}}},
        lambda: {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": float("nan")}},
        lambda: {"jsonrpc": "2.0", "id": "\ud800", "method": "ping"},
        loop,
    ],
)
def test_objects_that_are_no_json_are_told_so(
    service: Service, make_message: Callable[[], dict[str, object]]
) -> None:
    answer = service.handle(make_message(), None)
    assert answer is not None
    assert answer["id"] is None


def test_an_unknown_domain_has_no_tools(service: Service) -> None:
    answer = service.handle({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, None, "nowhere")
    assert answer is not None
    assert answer["error"] == {"code": -32602, "message": "Unknown domain: nowhere"}


def test_a_tool_that_does_not_compile_hides_itself_only(caplog: pytest.LogCaptureFixture) -> None:
    registry = Registry()
    registry.add(
        greet, name="greet", description="x", signature="(name: String) -> { text: String }"
    )
    registry.add(greet, name="bad", description="x", signature="(name: Strong) -> { text: String }")
    with caplog.at_level(logging.ERROR):
        assert names(Service(registry), None) == ["greet"]
    assert "Strong" in caplog.text
    with pytest.raises(ContractError, match="Strong"):
        Service(registry, eager=True)
