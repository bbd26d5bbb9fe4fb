"""Codes from the command line in, the diagnostics that people asked for out.

Only warnings can be left out: what is wrong stays wrong whoever looks at it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from schemac.diagnostics.catalog import CATALOG, severity
from schemac.diagnostics.model import Severity
from schemac.diagnostics.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from schemac.diagnostics.model import Diagnostic

__all__ = ["chosen", "read_codes"]

_OWN = "SC9"
"""The family of bugs in schemac, which sources are never found to have."""


def read_codes(given: Iterable[str], option: str) -> frozenset[str]:
    """Read codes, names and beginnings of codes (`SC3`), separated by commas.

    Raises click.UsageError for what is none.
    """
    return frozenset(
        code
        for text in given
        for part in text.split(",")
        if part.strip()
        for code in _codes(part.strip(), option)
    )


def chosen(
    diagnostics: Sequence[Diagnostic], select: frozenset[str], ignore: frozenset[str]
) -> tuple[Diagnostic, ...]:
    """Keep all errors, and the warnings that are selected (all without `select`), not ignored."""
    return tuple(
        found
        for found in diagnostics
        if severity(found) is Severity.ERROR
        or ((not select or found.code in select) and found.code not in ignore)
    )


def _codes(text: str, option: str) -> tuple[str, ...]:
    names = {entry.name: code for code, entry in CATALOG.items()}
    upper = text.upper()
    exact = upper if upper in CATALOG else names.get(text)
    if exact is not None:
        if option == "--ignore" and CATALOG[exact].severity is Severity.ERROR:
            raise click.UsageError(f"`{exact}` is an error, and only warnings can be ignored")
        return (exact,)
    found = tuple(code for code in CATALOG if code.startswith(upper))
    if upper.startswith("SC") and not upper.startswith(_OWN) and found:
        return found
    meant = did_you_mean(text, (*CATALOG, *names))
    raise click.UsageError(f"`{text}` is no code" + (f"; did you mean `{meant}`?" if meant else ""))
