"""Writing to applicants."""

from __future__ import annotations

from schemac import Handler, tool

__all__ = ["BulkMessage", "SendMessage"]


@tool("send_message", requires="manage_workflows", category="messages", destructive=False)
class SendMessage(Handler):
    """Send a message to one applicant."""

    #: type output = { sent: Integer }

    #: (applicant_id: String @min(1), body: String @min(1) @max(5000)) -> output
    def call(self, *, applicant_id: str, body: str) -> dict[str, int]:
        """Keep the message if the applicant exists."""
        return {"sent": _send(self, [applicant_id], body)}


@tool(
    "bulk_message",
    requires="manage_workflows",
    gates={"feature": "bulk_messages"},
    domains=["default", "operator"],
    category="messages",
    destructive=True,
)
class BulkMessage(Handler):
    """Send one message to every applicant at a stage."""

    #: from applicant import stage
    #: type output = { sent: Integer @min(0), ?stage: stage }

    #: (stage: stage, body: String @min(1) @max(5000)) -> output
    def call(self, *, stage: str, body: str) -> dict[str, object]:
        """Keep one message for each applicant at the stage."""
        with self.context.connect() as connection:
            rows = connection.execute("select id from applicants where stage = ?", (stage,))
            ids = [row["id"] for row in rows]
        return {"sent": _send(self, ids, body), "stage": stage}


def _send(handler: Handler, applicant_ids: list[str], body: str) -> int:
    with handler.context.connect() as connection:
        marks = ",".join("?" * len(applicant_ids))
        known = f"select id from applicants where id in ({marks})"  # noqa: S608 - only marks
        ids = [row["id"] for row in connection.execute(known, applicant_ids)]
        connection.executemany(
            "insert into messages (applicant_id, body) values (?, ?)", [(one, body) for one in ids]
        )
    return len(ids)
