"""Scheduling and listing interviews."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from schemac import Handler, ToolError, tool

if TYPE_CHECKING:
    import sqlite3

__all__ = ["ListInterviews", "ScheduleInterview"]


def _interview(row: sqlite3.Row) -> dict[str, Any]:
    return {
        "id": row["id"],
        "applicant_id": row["applicant_id"],
        "starts_at": datetime.fromisoformat(row["starts_at"]),
        "length": timedelta(minutes=row["minutes"]),
        "panel": [name for name in row["panel"].split(",") if name],
        "private_note": row["private_note"],
    }


@tool(
    "schedule_interview",
    requires="manage_workflows",
    domains=["default", "operator"],
    category="interviews",
    destructive=False,
)
class ScheduleInterview(Handler):
    """Schedule an interview with an applicant."""

    #: import interview
    #: type output = interview

    #: (
    #:   applicant_id: String           @min(1),
    #:   ## With an offset from UTC, for example 2026-12-01T09:30:00+01:00.
    #:   starts_at: DateTime,
    #:   ?length: Duration              @default(PT45M),
    #:   ?panel: Array[String @min(1)]  @max(6),
    #:   ## The time zone in which the invitation is written.
    #:   ?timezone: String              @default_for(:timezone),
    #:   ?private_note: String          @max(500) @requires(:compensation)
    #: ) -> output
    def call(
        self,
        *,
        applicant_id: str,
        starts_at: datetime,
        length: timedelta = timedelta(minutes=45),
        panel: list[str] | None = None,
        timezone: str = "UTC",
        private_note: str | None = None,
    ) -> dict[str, object]:
        """Keep the interview; times arrive as Python objects and leave as such."""
        with self.context.connect() as connection:
            known = connection.execute("select 1 from applicants where id = ?", (applicant_id,))
            if known.fetchone() is None:
                raise ToolError("No such applicant; search_applicants gives the ids.")
            cursor = connection.execute(
                "insert into interviews (applicant_id, starts_at, minutes, panel, private_note) "
                "values (?, ?, ?, ?, ?)",
                (
                    applicant_id,
                    starts_at.isoformat(),
                    int(length.total_seconds() // 60),
                    ",".join(panel or []),
                    private_note or f"Invitation in {timezone}.",
                ),
            )
            row = connection.execute(
                "select * from interviews where id = ?", (cursor.lastrowid,)
            ).fetchone()
        return _interview(row)


@tool("list_interviews", domains=["default", "operator"], category="interviews", read_only=True)
class ListInterviews(Handler):
    """List interviews, the next one first."""

    #: import interview
    #: type output = { interviews: Array[interview] }

    #: (?applicant_id: String @min(1), ?after: DateTime) -> output
    def call(
        self, *, applicant_id: str | None = None, after: datetime | None = None
    ) -> dict[str, object]:
        """List them in order of time."""
        with self.context.connect() as connection:
            rows = connection.execute("select * from interviews").fetchall()
        found = [_interview(row) for row in rows]
        if applicant_id is not None:
            found = [one for one in found if one["applicant_id"] == applicant_id]
        if after is not None:
            found = [one for one in found if _start(one) > after]
        return {"interviews": sorted(found, key=_start)}


def _start(interview: dict[str, Any]) -> datetime:
    start: datetime = interview["starts_at"]
    return start
