from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

import pytest
from mcp_types import methods

from schemac.runtime.errors import UnknownToolError
from schemac.wire.about import About
from schemac.wire.dispatch import Dispatcher, envelope, spoken_in

if TYPE_CHECKING:
    from types import TracebackType

SCHEMA = {"type": "object", "properties": {}}
EXAMPLES = [{"input": {}, "name": "plain"}]
TOOLS: list[dict[str, object]] = [
    {"name": "greet", "inputSchema": SCHEMA, "_meta": {"schemac/examples": EXAMPLES}},
    {"name": "part", "inputSchema": SCHEMA},
]
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


class FakeVisit:
    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None

    def tools(self) -> list[dict[str, object]]:
        return TOOLS

    def tool(self, name: str) -> dict[str, object]:
        for tool in TOOLS:
            if tool["name"] == name:
                return tool
        raise UnknownToolError(name)


class FakeSurface:
    def listing(self, *_: object) -> Any:
        raise NotImplementedError

    def call_tool(self, *_: object, **__: object) -> Any:
        raise NotImplementedError

    def visit(self, context: object, domain: str | None) -> FakeVisit:  # noqa: ARG002
        return FakeVisit()


def ask(
    method: str,
    params: dict[str, object] | None = None,
    *,
    modern: bool = False,
    kinds: tuple[str, ...] = ("surface", "examples", "tool"),
) -> Any:
    dispatcher = Dispatcher(FakeSurface, About("hall", "1", resources=kinds))
    given = {**(params or {}), **({"_meta": ENVELOPE} if modern else {})}
    message = envelope({"jsonrpc": "2.0", "id": 1, "method": method, "params": given})
    body = dispatcher.reply(message, spoken_in(message), None, None).body
    assert body is not None
    answer = json.loads(body)
    if "result" in answer:
        version = "2026-07-28" if modern else "2025-11-25"
        assert methods.serialize_server_result(method, version, answer["result"])
    return answer.get("result", answer.get("error"))


def test_the_list_names_what_there_is() -> None:
    uris = [entry["uri"] for entry in ask("resources/list")["resources"]]
    assert uris == [
        "schemac://surface",
        "schemac://examples/greet",
        "schemac://tool/greet",
        "schemac://tool/part",
    ]
    answer = ask("resources/list", modern=True, kinds=("surface",))
    assert [entry["uri"] for entry in answer["resources"]] == ["schemac://surface"]
    assert (answer["ttlMs"], answer["cacheScope"]) == (0, "private")


def test_templates_name_the_kinds_that_are_served() -> None:
    answer = ask("resources/templates/list", kinds=("surface", "examples"))
    found = [entry["uriTemplate"] for entry in answer["resourceTemplates"]]
    assert found == ["schemac://examples/{tool}"]


@pytest.mark.parametrize("modern", [False, True])
@pytest.mark.parametrize(
    ("uri", "value"),
    [
        ("schemac://surface", {"tools": TOOLS}),
        ("schemac://examples/greet", EXAMPLES),
        ("schemac://tool/part", TOOLS[1]),
    ],
)
def test_reading(uri: str, value: object, modern: bool) -> None:  # noqa: FBT001 - a table
    answer = ask("resources/read", {"uri": uri}, modern=modern)
    (content,) = answer["contents"]
    assert (content["uri"], content["mimeType"]) == (uri, "application/json")
    assert json.loads(content["text"]) == value


@pytest.mark.parametrize(
    "uri",
    [
        "schemac://tool/hidden",
        "schemac://examples/part",
        "schemac://examples/hidden",
        "schemac://tool/../surface",
        "schemac://tool/",
        "schemac://Surface",
        "file:///etc/passwd",
        "",
    ],
)
def test_hidden_and_unknown_addresses_are_answered_alike(uri: str) -> None:
    data = {"uri": uri}
    message = "Resource not found"
    assert ask("resources/read", {"uri": uri}) == {"code": -32002, "message": message, "data": data}
    assert ask("resources/read", {"uri": uri}, modern=True) == {
        "code": -32602,
        "message": message,
        "data": data,
    }


def test_a_kind_that_is_not_served_is_not_there() -> None:
    error = ask("resources/read", {"uri": "schemac://tool/greet"}, kinds=("surface",))
    assert error["code"] == -32002


def test_nothing_is_served_without_resources() -> None:
    assert ask("resources/list", kinds=())["code"] == -32601


def test_there_is_no_second_page() -> None:
    assert ask("resources/list", {"cursor": "x"})["code"] == -32602
