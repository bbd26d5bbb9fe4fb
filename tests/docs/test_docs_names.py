"""Names that other pages list are those that exist: loggers, signals, parts of audit records."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from blinker import Signal

from schemac import middleware, signals
from schemac.runtime.audit import AuditRecord

_ROOT = Path(__file__).parents[2]
_DOCS = _ROOT / "docs"


def _page(name: str) -> str:
    return (_DOCS / name).read_text(encoding="utf-8")


def _column(text: str, head: str) -> list[str]:
    """Give the names in the first column of the table under a head."""
    table = text.partition(f"| {head} |")[2].partition("\n\n")[0]
    cells = [line.split(" | ")[0] for line in table.splitlines()[2:]]
    return [name for cell in cells for name in re.findall(r"`([\w.]+)`", cell)]


def test_loggers() -> None:
    used = {
        name
        for file in (_ROOT / "schemac").rglob("*.py")
        for name in re.findall(
            r'(?:getLogger|journal)\("([\w.]+)"\)', file.read_text(encoding="utf-8")
        )
    }
    assert sorted(_column(_page("deployment.md"), "Logger")) == sorted(used)


def test_signals() -> None:
    sent = [name for name in signals.__all__ if isinstance(getattr(signals, name), Signal)]
    assert sorted(_column(_page("cookbook/audit.md"), "Signal")) == sorted(sent)


def test_fields_of_the_audit_record_are_those_of_the_line_that_is_shown() -> None:
    (line,) = re.findall(r"^schemac\.audit (.*)$", _page("cookbook/audit.md"), re.MULTILINE)
    assert re.findall(r'"(\w+)":', line) == [one.name for one in fields(AuditRecord)]


def test_middlewares() -> None:
    page = _page("cookbook/rate-limit-and-timeout.md")
    assert [name for name in middleware.__all__ if f"`{name}" not in page] == []
