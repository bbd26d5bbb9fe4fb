"""Attacks 8 to 10 and neighbours: gates on all there is, and when each of them is asked."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Registry, Service
from schemac.runtime.errors import UnknownToolError
from tests.attacks import gated_tools
from tests.attacks.gated_tools import Public, names, schema_of, seen

if TYPE_CHECKING:
    from schemac.runtime.surface import Surface

surface = pytest.fixture(scope="module")(gated_tools.surface)
nothing_seen = pytest.fixture(autouse=True)(gated_tools.nothing_seen)


def test_8_when_every_variant_is_gated_the_tool_is_hidden_and_nothing_is_returned(
    surface: Surface,
) -> None:
    assert "only_gated" not in names(surface, Grants())
    with pytest.raises(UnknownToolError, match="Unknown tool: only_gated"):
        surface.call_tool("only_gated", {}, Grants())


def test_8_a_value_of_a_hidden_variant_is_an_error_and_not_the_raw_value(
    surface: Surface, caplog: pytest.LogCaptureFixture
) -> None:
    outcome = surface.call_tool("wrong", {}, Grants())
    assert (outcome.kind, outcome.structured) == ("contract", None)
    assert "secret" not in f"{outcome.content}{caplog.text}"
    granted = surface.call_tool("wrong", {}, Grants(requires="notes"))
    assert granted.structured == {"kind": "rich", "secret": "the secret"}


def test_9_a_permission_revoked_between_list_and_call_answers_like_an_unknown_tool(
    surface: Surface,
) -> None:
    class Revocable:
        allowed = True

        def requires(self, _flag: str) -> bool:
            return self.allowed

    context = Revocable()
    assert "admin_tool" in names(surface, context)
    context.allowed = False
    errors = []
    for name in ("admin_tool", "no_such_tool"):
        with pytest.raises(UnknownToolError) as caught:
            surface.call_tool(name, {"id": 1}, context)
        errors.append(str(caught.value).replace(name, "NAME"))
    assert errors == ["Unknown tool: NAME"] * 2


@pytest.mark.parametrize("granted", list(itertools.product([True, False, None], repeat=2)))
def test_10_two_gates_and_both_must_say_yes_each_asked_once(
    granted: tuple[bool | None, bool | None], surface: Surface
) -> None:
    asked: list[tuple[str, str]] = []

    class Context:
        def requires(self, flag: str) -> object:
            asked.append(("requires", flag))
            return granted[0]

        def feature(self, flag: str) -> object:
            asked.append(("feature", flag))
            return granted[1]

        def tier(self, flag: str) -> object:
            asked.append(("tier", flag))
            return False

    expected = ["id", "force"] if granted == (True, True) else ["id"]
    assert schema_of(surface, Context()) == expected
    assert len(asked) == len(set(asked)) == 8
    asked.clear()
    surface.call_tool("show", {"id": "a", "force": True}, Context())
    assert seen == [("a", granted == (True, True))]
    assert len(asked) == len(set(asked)) == 4


def test_10_the_order_of_gates_changes_nothing() -> None:
    registry = Registry()
    types = "type output = { ok: true, ?x: Integer GATES }"
    for name, gates in (
        ("a", "@requires(:a) @feature(:b)"),
        ("b", "@feature(:b) @requires(:a)"),
    ):
        registry.add(
            Public, name=name, signature="() -> output", types=types.replace("GATES", gates)
        )
    surface = Service(registry).surface
    for context in (None, Grants(), Grants(requires="a"), Grants(requires="a", feature="b")):
        one, other = surface.list_tools(context)
        assert one["outputSchema"] == other["outputSchema"]


def test_a_context_that_answers_differently_each_time_is_asked_once_a_request(
    surface: Surface,
) -> None:
    class Moody:
        times = 0

        def requires(self, flag: str) -> bool:
            if flag == "admin":
                self.times += 1
            return self.times % 2 == 1

    with surface.visit(Moody()) as visit:
        listed = [tool["name"] for tool in visit.tools()]
        assert "admin_tool" in listed
        assert visit.call("admin_tool", {}).kind == "ok"
