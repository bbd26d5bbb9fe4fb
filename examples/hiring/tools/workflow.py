"""Moving applicants through the stages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from examples.hiring.database import STAGES
from schemac import Handler, tool

if TYPE_CHECKING:
    import sqlite3

__all__ = ["AdvanceStep", "Reroute", "StageCounts"]


def _refusal(code: str, message: str, hint: str) -> dict[str, object]:
    return {"success": False, "error": {"code": code, "message": message, "hint": hint}}


def _stage_of(connection: sqlite3.Connection, applicant_id: str) -> str | None:
    row = connection.execute(
        "select stage from applicants where id = ?", (applicant_id,)
    ).fetchone()
    return None if row is None else str(row["stage"])


def _move(connection: sqlite3.Connection, applicant_id: str, stage: str, note: str | None) -> None:
    connection.execute("update applicants set stage = ? where id = ?", (stage, applicant_id))
    connection.execute(
        "insert into moves (applicant_id, stage, note) values (?, ?, ?)",
        (applicant_id, stage, note),
    )


def _trail(connection: sqlite3.Connection, applicant_id: str) -> list[str]:
    rows = connection.execute(
        "select stage, note from moves where applicant_id = ? order by id", (applicant_id,)
    )
    return [f"{row['stage']}: {row['note'] or 'no reason given'}" for row in rows]


@tool(
    "advance_step",
    requires="manage_workflows",
    domains=["default", "operator"],
    category="workflow",
    destructive=False,
    open_world=False,
)
class AdvanceStep(Handler):
    """Advance an applicant to the next stage."""

    #: import hiring_error
    #: from applicant import stage
    #:
    #: description "Advance an applicant to the next stage, or move them to any stage."
    #:   @requires(:backward_routing)
    #:           | "Advance an applicant to the next stage."
    #:
    #: type advanced = { success: true, applicant_id: String, current_stage: stage }
    #: type rerouted = advanced & { previous_stage: stage, audit_trail: Array[String] }
    #: type output = advanced
    #:             | rerouted  @requires(:backward_routing)
    #:             | error

    #: (
    #:   ## The applicant's id, as search_applicants gives it.
    #:   applicant_id: String  @min(1),
    #:   ## Move to this stage instead of the next one.
    #:   ?stage_id: stage?     @requires(:backward_routing),
    #:   ?reason: String?      @max(500) @requires(:backward_routing) @depends_on(:stage_id)
    #: ) -> output
    def call(
        self, *, applicant_id: str, stage_id: str | None = None, reason: str | None = None
    ) -> dict[str, object]:
        """Advance, or reroute where a stage is given."""
        with self.context.connect() as connection:
            before = _stage_of(connection, applicant_id)
            if before is None:
                return _refusal("not_found", "No such applicant.", "Use search_applicants.")
            target = stage_id or _next_stage(before)
            if target is None:
                return _refusal("invalid_transition", f"No stage after {before}.", "Nothing to do.")
            if target == before:
                return _refusal("already_at_stage", f"Already at {before}.", "Pick another stage.")
            _move(connection, applicant_id, target, reason)
            # The handler always returns everything; who may not see the trail does not get it.
            return {
                "success": True,
                "applicant_id": applicant_id,
                "previous_stage": before,
                "current_stage": target,
                "audit_trail": _trail(connection, applicant_id),
            }


def _next_stage(stage: str) -> str | None:
    after = STAGES.index(stage) + 1 if stage in STAGES else len(STAGES)
    return STAGES[after] if after < len(STAGES) else None


@tool(
    "reroute",
    requires="manage_workflows & backward_routing",
    domains=["operator"],
    category="workflow",
    destructive=True,
    open_world=False,
)
class Reroute(Handler):
    """Move several applicants to one stage at once."""

    #: import hiring_error
    #: from applicant import stage
    #: type moved = { applicant_id: String, previous_stage: stage }
    #: type output = { success: true, moved: Array[moved] } | error

    #: (
    #:   applicant_ids: Array[String @min(1)]  @min(1) @max(50),
    #:   stage_id: stage,
    #:   reason: String  @min(3) @max(500)
    #: ) -> output
    def call(self, *, applicant_ids: list[str], stage_id: str, reason: str) -> dict[str, object]:
        """Move all of them, or none."""
        with self.context.connect() as connection:
            before = {one: _stage_of(connection, one) for one in applicant_ids}
            if None in before.values():
                return _refusal("not_found", "One of them does not exist.", "Nobody was moved.")
            for one in before:
                _move(connection, one, stage_id, reason)
        moved = [{"applicant_id": one, "previous_stage": stage} for one, stage in before.items()]
        return {"success": True, "moved": moved}


@tool("stage_counts", domains=["default", "operator"], category="workflow", read_only=True)
class StageCounts(Handler):
    """Count the applicants at each stage."""

    #: from applicant import stage
    #: type output = Hash[stage, Integer]

    #: () -> output
    def call(self) -> dict[str, int]:
        """Count by stage."""
        with self.context.connect() as connection:
            rows = connection.execute("select stage, count(*) from applicants group by stage")
            return {stage: count for stage, count in rows}  # noqa: C416 - rows are no pairs to mypy
