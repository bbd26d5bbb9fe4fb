"""Attacks 1-5, 8-10 and neighbours: what a policy says, does not say, or says wrongly."""

from __future__ import annotations

import itertools
import logging
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock, MagicMock, Mock

import pytest

from schemac import Grants, Handler, Registry, Service
from schemac.runtime.errors import UnknownToolError

if TYPE_CHECKING:
    from schemac.runtime.surface import Surface


class Show(Handler):
    """Show an applicant."""

    #: type plain = { kind: "plain", name: String, ?pay: Integer @requires(:pay) }
    #: type rich = { kind: "rich", name: String, notes: String }
    #: type output = plain | rich @requires(:notes)

    #: (id: String, ?force: bool @requires(:force) @feature(:beta)) -> output
    def call(self, *, id: str, force: bool = False) -> object:  # noqa: A002 - the parameter's name
        seen.append((id, force))
        return {"kind": "plain", "name": id, "pay": 5}


class Public(Handler):
    """Say hello."""

    #: () -> { ok: true }
    def call(self) -> object:
        return {"ok": True}


class OnlyGated(Handler):
    """Has no variant left without its gate."""

    #: type output = { kind: "a", secret: String } @requires(:notes)

    #: () -> output
    def call(self) -> object:
        return {"kind": "a", "secret": "s"}


class Wrong(Handler):
    """Returns a variant that few may see."""

    #: type plain = { kind: "plain" }
    #: type rich = { kind: "rich", secret: String }
    #: type output = plain | rich @requires(:notes)

    #: () -> output
    def call(self) -> object:
        return {"kind": "rich", "secret": "the secret"}


seen: list[object] = []


@pytest.fixture(scope="module")
def surface() -> Surface:
    registry = Registry()
    registry.add(Show)
    registry.add(Public)
    registry.add(OnlyGated)
    registry.add(Wrong)
    registry.add(Public, name="admin_tool", requires="admin")
    registry.add(Public, name="tiered", gates={"tier": "gold"})
    registry.add(Public, name="negated", gates={"feature": "!legacy"})
    registry.add(Public, name="either", requires="admin | other")
    return Service(registry, predicates=["tier"]).surface


@pytest.fixture(autouse=True)
def _nothing_seen() -> None:
    seen.clear()


def names(surface: Surface, context: object) -> list[object]:
    return [tool["name"] for tool in surface.list_tools(context)]


def schema_of(surface: Surface, context: object) -> list[str]:
    (tool,) = [tool for tool in surface.list_tools(context) if tool["name"] == "show"]
    found: Any = tool["inputSchema"]
    return list(found["properties"])


UNGATED = ["show", "public", "wrong"]


def test_1_a_predicate_that_the_context_lacks_hides_field_variant_and_tool(
    surface: Surface,
) -> None:
    class Bare:
        """Answers nothing."""

    assert names(surface, Bare()) == UNGATED
    assert schema_of(surface, Bare()) == ["id"]
    outcome = surface.call_tool("show", {"id": "a", "force": True}, Bare())
    assert outcome.structured == {"kind": "plain", "name": "a"}
    assert seen == [("a", False)]


class Outage:
    """A policy whose database is down."""

    current_user = None

    def requires(self, flag: str) -> bool:
        raise ConnectionError(f"secret host, asked for {flag}")

    def feature(self, flag: str) -> bool:
        return flag == "beta"

    def tier(self, _flag: str) -> bool:
        return True


def test_2_a_predicate_that_raises_hides_and_leaves_the_rest_intact(
    surface: Surface, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "schemac"):
        assert names(surface, Outage()) == [*UNGATED, "tiered", "negated"]
        assert schema_of(surface, Outage()) == ["id"]
    assert "it raised ConnectionError" in caplog.text
    with pytest.raises(UnknownToolError, match="Unknown tool: admin_tool"):
        surface.call_tool("admin_tool", {}, Outage())


async def coroutine() -> bool:
    return False


@pytest.mark.parametrize(
    "answer",
    [None, "", 0, 1, "false", "true", "yes", [], object(), Mock(), MagicMock(), lambda: True],
)
def test_3_only_the_literal_true_grants(answer: object, surface: Surface) -> None:
    class Says:
        def requires(self, _flag: str) -> object:
            return answer

        feature = tier = requires

    assert names(surface, Says()) == UNGATED
    assert schema_of(surface, Says()) == ["id"]


def test_3_a_coroutine_is_not_true_because_it_is_there(surface: Surface) -> None:
    class Says:
        def __init__(self, *, answer: object) -> None:
            self.answer = answer

        async def requires(self, _flag: str) -> object:
            return self.answer

    assert names(surface, Says(answer=False)) == UNGATED
    assert names(surface, Says(answer="yes")) == UNGATED
    assert names(surface, Says(answer=True)) == [
        "show",
        "public",
        "only_gated",
        "wrong",
        "admin_tool",
        "either",
    ]


@pytest.mark.parametrize("context", [Mock(), MagicMock(), AsyncMock(), Mock(spec=Grants)])
def test_3_a_mock_as_context_opens_nothing(context: object, surface: Surface) -> None:
    assert names(surface, context) == UNGATED
    with pytest.raises(UnknownToolError):
        surface.call_tool("admin_tool", {}, context)


class NoUser:
    current_user = None


@pytest.mark.parametrize("context", [None, NoUser(), False, 0, "", "admin", {"requires": True}])
def test_4_nobody_sees_the_ungated_surface_only(context: object, surface: Surface) -> None:
    assert names(surface, context) == UNGATED
    assert schema_of(surface, context) == ["id"]


def test_4_an_unknown_negated_stays_closed_and_a_clear_no_opens(surface: Surface) -> None:
    assert "negated" not in names(surface, None)
    assert "negated" in names(surface, Grants())
    assert "negated" not in names(surface, Grants(feature="legacy"))


def test_5_a_misspelt_tag_hides_its_tool_and_never_opens_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    registry = Registry()
    registry.add(Public)
    registry.add(
        Public,
        name="typo",
        signature="() -> output",
        types="type output = { ok: true } @requries(:a)",
    )
    registry.add(Public, name="typo_in_python", gates={"requries": "a"})
    with caplog.at_level(logging.ERROR, "schemac"):
        assert names(Service(registry).surface, Grants.all()) == ["public"]
    assert "SC311" in caplog.text
    assert "requires" in caplog.text


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
