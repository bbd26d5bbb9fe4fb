"""The tests that a project like the example has: what each persona is told, gets, and does not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from examples.hiring.development import development_app
from examples.hiring.tools.workflow import AdvanceStep
from schemac import default_registry
from schemac.testing import assert_tool_matches, call_tool

if TYPE_CHECKING:
    from schemac.testing import McpClients, SchemaSnapshot

CONFIG = Path(__file__).parents[2] / "examples" / "hiring" / "schemac.toml"


def test_told(schema_snapshot: SchemaSnapshot) -> None:
    for tool in default_registry.tools():
        if tool.handler.__module__.startswith("examples.hiring."):
            assert_tool_matches(schema_snapshot, tool.name, config=CONFIG)


def test_a_member_moves_forward_only() -> None:
    wish = {"applicant_id": "a1", "stage_id": "screen", "reason": "A second talk."}
    result = call_tool(AdvanceStep, wish, persona="member", config=CONFIG)
    assert result.is_ok
    assert result.payload is not None
    assert result.payload["current_stage"] != "screen"
    assert result.dropped == ("/stage_id", "/reason")
    assert result.projected_away == ("/previous_stage", "/audit_trail")


def test_an_admin_may_move_back_and_sees_the_trail() -> None:
    wish = {"applicant_id": "a2", "stage_id": "applied", "reason": "A second talk."}
    result = call_tool("advance_step", wish, persona="admin", config=CONFIG)
    assert result.payload is not None
    assert result.payload["current_stage"] == "applied"
    assert result.payload["audit_trail"] == ["applied: A second talk."]
    assert (result.dropped, result.projected_away) == ((), ())


def test_over_the_wire_personas_see_their_own_tools(mcp_client: McpClients) -> None:
    app = development_app()
    member = mcp_client(app, persona="member", config=CONFIG)
    assert "bulk_message" not in [tool["name"] for tool in member.list_tools()]
    counts = member.call_tool("stage_counts")
    assert counts["isError"] is False
    admin = mcp_client(app, persona="admin", domain="operator", config=CONFIG)
    assert "reroute" in [tool["name"] for tool in admin.list_tools()]
