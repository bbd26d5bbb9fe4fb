"""A context that decides at once is asked once, whatever the request and however it ends."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Registry, Service
from schemac.runtime.errors import UnknownToolError
from schemac.runtime.grouping import Grouped

if TYPE_CHECKING:
    from collections.abc import Callable

FLAGS = ("a", "b", "c")


class Deciding:
    """Holds one flag, and notes each time it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[tuple[str, str], ...]] = []

    def decide(self, atoms: tuple[tuple[str, str], ...]) -> dict[tuple[str, str], bool]:
        self.asked.append(atoms)
        return {atom: atom[1] == "a" for atom in atoms}


class Answering:
    """Answers one question at a time."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def requires(self, flag: str) -> bool:
        self.asked.append(flag)
        return flag == "a"


@pytest.fixture(scope="module")
def registry() -> Registry:
    made = Registry()
    for flag in FLAGS:
        made.add(
            lambda: {"ok": True, "more": "m"},
            name=f"tool_{flag}",
            description="d",
            signature=f"() -> {{ ok: true, ?more: String @requires(:{flag}{flag}) }}",
            requires=flag,
            category="open" if flag == "a" else "shut",
            examples=[{"input": {}}],
        )
    return made


def messages() -> list[tuple[str, dict[str, Any]]]:
    uris = [f"schemac://{kind}/tool_{flag}" for kind in ("tool", "examples") for flag in "ab?"]
    names = ("tool_a", "tool_b", "tool_z", "open_tools", "shut_tools")
    facades = [
        {"name": facade, "arguments": {"tool_name": f"tool_{flag}", "arguments": given}}
        for facade in ("open_tools", "shut_tools")
        for flag in "abz"
        for given in ({}, {"x": 1}, 5, "{")
    ]
    return [
        ("tools/list", {}),
        ("resources/list", {}),
        *(("resources/read", {"uri": uri}) for uri in ("schemac://surface", *uris)),
        *(("tools/call", {"name": name, "arguments": {}}) for name in names),
        *(("tools/call", call) for call in facades),
    ]


@pytest.mark.parametrize("grouped", [None, Grouped()])
@pytest.mark.parametrize(("method", "params"), messages())
def test_a_message_asks_once(
    method: str, params: dict[str, Any], grouped: Grouped | None, registry: Registry
) -> None:
    service = Service(registry, domains={"default": grouped}, resources=True)
    for _ in ("cold", "warm"):
        context = Deciding()
        answer = service.handle(
            {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, context
        )
        assert answer is not None
        assert len(context.asked) <= 1
        assert "tool_b" not in json.dumps(answer.get("result", {}))


@pytest.mark.parametrize(
    "asks",
    [
        lambda service, context: service.list_tools(context),
        lambda service, context: service.facades("default", context),
        lambda service, context: service.call_tool("tool_a", {}, context),
        lambda service, context: service.call_tool("open_tools", {"tool_name": "x"}, context),
    ],
)
def test_a_method_asks_once(asks: Callable[[Service, object], object], registry: Registry) -> None:
    context = Deciding()
    asks(Service(registry, domains={"default": Grouped()}), context)
    assert len(context.asked) == 1


def test_a_direct_call_asks_for_its_own_tool_alone(registry: Registry) -> None:
    context = Deciding()
    service = Service(registry, domains={"default": Grouped()})
    assert service.call_tool("tool_a", {}, context).payload == {"ok": True}
    with pytest.raises(UnknownToolError):
        service.call_tool("tool_b", {}, context)
    assert context.asked == [
        (("requires", "a"), ("requires", "aa")),
        (("requires", "b"), ("requires", "bb")),
    ]


def test_single_methods_are_asked_no_more_than_a_call_through_a_facade_needs() -> None:
    registry = Registry()
    for flag in FLAGS:
        registry.add(
            lambda: {"ok": True},
            name=f"tool_{flag}",
            description="d",
            signature="() -> { ok: true }",
            requires=flag,
            category="all",
        )
    service = Service(registry, domains={"default": Grouped()})
    context = Answering()
    called = service.call_tool("all_tools", {"tool_name": "tool_a", "arguments": {}}, context)
    assert (called.payload, context.asked) == ({"ok": True}, ["a"])
