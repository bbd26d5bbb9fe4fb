"""Attacks 1 to 5: what a policy says, does not say, or says wrongly."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING
from unittest.mock import AsyncMock, MagicMock, Mock

import pytest

from schemac import Grants, Registry, Service
from schemac.runtime.errors import UnknownToolError
from tests.attacks import gated_tools
from tests.attacks.gated_tools import Public, names, schema_of, seen

if TYPE_CHECKING:
    from schemac.runtime.surface import Surface

surface = pytest.fixture(scope="module")(gated_tools.surface)
nothing_seen = pytest.fixture(autouse=True)(gated_tools.nothing_seen)
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
