"""Finding and showing applicants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac import Handler, tool

if TYPE_CHECKING:
    import sqlite3

__all__ = ["AddNote", "SearchApplicants", "ShowApplicant"]


@tool("search_applicants", domains=["default", "operator"], category="applicants", read_only=True)
class SearchApplicants(Handler):
    """Search applicants by name and stage, a page at a time."""

    #: import applicant
    #: type output = applicant_page

    #: (
    #:   ## Part of the name, in any case.
    #:   ?name: String         @min(1) @max(100),
    #:   ?stage: stage,
    #:   ?min_salary: Integer  @min(0) @requires(:compensation),
    #:   ?page: Integer        @min(1) @default(1),
    #:   ?per_page: Integer    @min(1) @max(50) @default(10)
    #: ) -> output
    def call(
        self,
        *,
        name: str | None = None,
        stage: str | None = None,
        min_salary: int | None = None,
        page: int = 1,
        per_page: int = 10,
    ) -> dict[str, object]:
        """Find them; rows go out as they are, the annotation decides what leaves."""
        where = (
            "where (:name is null or instr(lower(name), lower(:name)) > 0)"
            " and (:stage is null or stage = :stage)"
            " and (:salary is null or salary_expectation >= :salary)"
        )
        values = {"name": name, "stage": stage, "salary": min_salary}
        with self.context.connect() as connection:
            count = f"select count(*) from applicants {where}"  # noqa: S608 - a constant text
            total = connection.execute(count, values).fetchone()[0]
            find = f"select * from applicants {where} order by id limit :limit offset :offset"  # noqa: S608 - a constant text
            rows = connection.execute(
                find, {**values, "limit": per_page, "offset": (page - 1) * per_page}
            ).fetchall()
        return {
            "items": [dict(row) for row in rows],
            "pagination": {"page": page, "per_page": per_page, "total": total},
        }


def _applicant(connection: sqlite3.Connection, applicant_id: str) -> dict[str, object] | None:
    row = connection.execute("select * from applicants where id = ?", (applicant_id,)).fetchone()
    return None if row is None else dict(row)


@tool("show_applicant", domains=["default", "operator"], category="applicants", read_only=True)
class ShowApplicant(Handler):
    """Show one applicant."""

    #: import hiring_error
    #: from applicant import applicant
    #: type output = { success: true, applicant: applicant } | error

    #: (applicant_id: String @min(1)) -> output
    def call(self, *, applicant_id: str) -> dict[str, object]:
        """Look the applicant up; pay is in the row and leaves only for those who may see it."""
        with self.context.connect() as connection:
            found = _applicant(connection, applicant_id)
        if found is None:
            hint = "Use search_applicants."
            error = {"code": "not_found", "message": "No such applicant.", "hint": hint}
            return {"success": False, "error": error}
        return {"success": True, "applicant": found}


@tool("add_note", requires="manage_workflows", category="applicants", destructive=False)
class AddNote(Handler):
    """Write a note into an applicant's trail."""

    #: type output = { saved: bool }

    #: (applicant_id: String @min(1), note: String @min(1) @max(2000)) -> output
    def call(self, *, applicant_id: str, note: str) -> dict[str, object]:
        """Keep the note beside the applicant's present stage."""
        with self.context.connect() as connection:
            found = _applicant(connection, applicant_id)
            if found is not None:
                connection.execute(
                    "insert into moves (applicant_id, stage, note) values (?, ?, ?)",
                    (applicant_id, found["stage"], note),
                )
        return {"saved": found is not None}
