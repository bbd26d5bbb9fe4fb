"""`schemac explain`: a code in, its page out."""

from __future__ import annotations

import click

from schemac.cli.output import result
from schemac.diagnostics.catalog import CATALOG
from schemac.diagnostics.page import page
from schemac.diagnostics.suggest import did_you_mean

__all__ = ["command"]

_EPILOG = """\b
Examples:
  schemac explain SC201
  schemac explain unknown-name
"""


@click.command("explain", epilog=_EPILOG)
@click.argument("subject", metavar="CODE")
def command(subject: str) -> None:
    """Explain a diagnostic: what is wrong, an example, and how to mend it."""
    code = _code(subject)
    text = None if code is None else page(code)
    if text is None:
        names = (*CATALOG, *(entry.name for entry in CATALOG.values()))
        meant = did_you_mean(subject, names)
        hint = f"; did you mean `{meant}`?" if meant else ""
        raise click.UsageError(f"`{subject}` is no code{hint}")
    result(text)


def _code(subject: str) -> str | None:
    """Read a code in any case, or the name of one."""
    if subject.upper() in CATALOG:
        return subject.upper()
    return next((code for code, entry in CATALOG.items() if entry.name == subject), None)
