"""Diagnostics in, their text in the format that was asked for out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from schemac.cli.output import colour, note
from schemac.cli.workspace import named_from_the_top
from schemac.diagnostics.sink import LIMIT, order
from schemac.report.concise import render_concise
from schemac.report.github import render_github
from schemac.report.json_document import render_json
from schemac.report.sarif import render_sarif
from schemac.report.text import render_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.diagnostics.model import Diagnostic

__all__ = ["FORMATS", "rendered", "tell"]

FORMATS = ("text", "concise", "json", "github", "sarif")
"""What `--format` takes. People get a hundred findings at most, machines all."""


def rendered(diagnostics: Sequence[Diagnostic], form: str, base: Path | None = None) -> str:
    """Render diagnostics in order; `base` is what names of files start from, if not from here.

    What a forge reads names files as it does.
    """
    ordered = order(diagnostics, limit=None)
    match form:
        case "json":
            return render_json(ordered)
        case "sarif":
            return render_sarif(named_from_the_top(ordered, base or Path.cwd()))
        case "github":
            return render_github(named_from_the_top(ordered, base or Path.cwd()))
        case "concise":
            return render_concise(ordered, limit=LIMIT)
        case _:
            return render_text(ordered, limit=LIMIT, colour=colour())


def tell(diagnostics: Sequence[Diagnostic]) -> None:
    """Tell people of findings on stderr: they are not what the command is to give."""
    if diagnostics:
        ordered = order(diagnostics, limit=None)
        text = render_text(ordered, limit=LIMIT, colour=colour(sys.stderr))
        note(text.rstrip("\n"))
