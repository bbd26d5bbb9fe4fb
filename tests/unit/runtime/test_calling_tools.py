"""A call: arguments and results are cut to what the caller sees."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Registry
from schemac.runtime.errors import InvalidArgumentsError, UnknownToolError
from tests.unit.runtime import applicants
from tests.unit.runtime.applicants import ADMIN, Advance, Scalar

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

registry = pytest.fixture(applicants.registry)
surface = pytest.fixture(applicants.surface)
ID = r"[0-9a-f]{16}"


def test_arguments_and_result_are_cut_to_what_the_caller_sees(surface: Surface) -> None:
    sent: dict[str, Any] = {"id": "a", "force": True, "when": "2024-02-29", "nonsense": 1}
    outcome = surface.call_tool("advance", sent, None)
    assert outcome.structured == {"success": True, "got": {"id": "a", "when": "2024-02-29"}}
    assert outcome.content == [
        {"type": "text", "text": '{"success":true,"got":{"id":"a","when":"2024-02-29"}}'}
    ]
    assert (outcome.kind, outcome.is_error, outcome.text) == ("ok", False, "")
    assert re.fullmatch(ID, outcome.correlation_id)
    granted = surface.call_tool("advance", sent, ADMIN)
    assert granted.structured == {
        "success": True,
        "got": {"id": "a", "force": "True", "when": "2024-02-29"},
        "secret": "hidden",
    }
    assert sent == {"id": "a", "force": True, "when": "2024-02-29", "nonsense": 1}


def test_arguments_that_do_not_fit_are_answered_so_that_a_model_can_mend_them(
    surface: Surface,
) -> None:
    outcome = surface.call_tool("advance", {"force": 1}, None)
    assert outcome.is_error
    assert outcome.kind == "invalid"
    assert outcome.structured is None
    assert outcome.text.startswith("/id: ")
    assert "force" not in outcome.text
    assert outcome.content == [{"type": "text", "text": outcome.text}]
    assert "/force: " in surface.call_tool("advance", {"id": "a", "force": 1}, ADMIN).text


def test_no_arguments_are_none_and_other_things_are_refused(surface: Surface) -> None:
    assert surface.call_tool("scalar", None, None).structured == {"data": 7}
    wrong: Any
    for wrong in ([], "x", 5, False, 0, ""):
        with pytest.raises(InvalidArgumentsError):
            surface.call_tool("scalar", wrong, None)


@pytest.mark.parametrize("name", ["hidden", "nothing", "", "SCALAR", "scalar ", "\u0455calar"])
def test_hidden_and_unknown_are_the_same_answer(name: str, surface: Surface) -> None:
    with pytest.raises(UnknownToolError) as caught:
        surface.call_tool(name, {}, Grants())
    assert str(caught.value) == f"Unknown tool: {name}"


def test_a_hidden_tool_is_unknown_before_its_arguments_are_looked_at(surface: Surface) -> None:
    wrong: Any = []
    with pytest.raises(UnknownToolError):
        surface.call_tool("hidden", wrong, None)
    assert surface.call_tool("hidden", {}, ADMIN).structured == {"data": 7}
    with pytest.raises(UnknownToolError, match="Unknown tool: hidden"):
        surface.call_tool("hidden", {}, ADMIN, "no_such_domain")


def test_bytes_of_a_media_type_are_sent_as_blocks_too_and_hidden_ones_are_not(
    surface: Surface,
) -> None:
    outcome = surface.call_tool("picture", {}, None)
    assert outcome.structured == {"image": "UE5H", "file": "UERG"}
    assert outcome.content[1:] == [
        {"type": "image", "data": "UE5H", "mimeType": "image/png"},
        {
            "type": "resource",
            "resource": {
                "uri": "schemac://result/file",
                "mimeType": "application/pdf",
                "blob": "UERG",
            },
        },
    ]


def test_a_default_of_the_caller_is_supplied_where_it_is_left_out(surface_of: SurfaceOf) -> None:
    registry = Registry()

    #: (?zone: String @default_for(:zone) @max(4)) -> { zone: String }
    @registry.tool
    def zoned(*, zone: str = "none") -> object:
        """Give the zone."""
        return {"zone": zone}

    surface = surface_of(registry)

    def zone(context: object, **sent: object) -> object:
        return (surface.call_tool("zoned", sent, context).structured or {})["zone"]

    assert zone(Grants(defaults={"zone": "CET"})) == "CET"
    assert zone(Grants(defaults={"zone": "CET"}), zone="UTC") == "UTC"
    assert zone(Grants(defaults={"zone": "too long"})) == "none"
    assert zone(None) == "none"


def test_admit_is_shown_the_callers_schema_where_it_has_headers_and_may_refuse(
    surface_of: SurfaceOf,
) -> None:
    registry, seen = Registry(), list[object]()
    registry.add(
        Advance,
        name="routed",
        signature="(id: String, ?region: String @header(Region) @requires(:admin)) -> output",
        types="type output = { a: String }",
    )
    surface = surface_of(registry)

    def admit(schema: Any, arguments: object, *, through_facade: bool) -> None:
        seen.append((schema["properties"], arguments, through_facade))
        raise PermissionError

    with pytest.raises(PermissionError):
        surface.call_tool("routed", {"id": "a"}, ADMIN, admit=admit)
    assert surface.call_tool("routed", {"id": "a"}, None, admit=admit).kind == "contract"
    region = {"type": "string", "x-mcp-header": "Region"}
    assert seen == [({"id": {"type": "string"}, "region": region}, {"id": "a"}, False)]


def test_undeclared_arguments_are_refused_where_the_registry_says_so(
    surface_of: SurfaceOf,
) -> None:
    registry = Registry(undeclared="reject")
    registry.add(Scalar)
    registry.add(Scalar, name="lax", undeclared="drop")
    surface = surface_of(registry, ignored_input_keys=("trace",))
    assert surface.call_tool("scalar", {"trace": 1}, None).kind == "ok"
    refused = surface.call_tool("scalar", {"nonsense": "secret"}, None)
    assert (refused.kind, "secret" in refused.text) == ("invalid", False)
    assert surface.call_tool("lax", {"nonsense": 1}, None).kind == "ok"


def test_a_request_keeps_the_program_and_the_answers_that_it_began_with(
    registry: Registry, surface: Surface
) -> None:
    flags = {"admin"}

    class Context:
        def requires(self, flag: str) -> bool:
            return flag in flags

    with surface.visit(Context()) as visit:
        assert "hidden" in [tool["name"] for tool in visit.tools()]
        flags.clear()
        registry.add(Scalar, name="new")
        assert visit.call("hidden", {}).kind == "ok"
        with pytest.raises(UnknownToolError):
            visit.call("new", {})
    with pytest.raises(UnknownToolError):
        surface.call_tool("hidden", {}, Context())
    assert surface.call_tool("new", {}, Context()).kind == "ok"


def test_the_tool_objects_of_a_visit_are_those_listed(surface: Surface) -> None:
    with surface.visit(ADMIN) as visit:
        listed = [tool for tool in surface.list_tools(ADMIN) if tool["name"] == "advance"]
        assert [visit.tool("advance")] == listed
    with surface.visit(None) as visit, pytest.raises(UnknownToolError):
        visit.tool("hidden")
