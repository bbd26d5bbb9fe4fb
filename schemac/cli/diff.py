"""`schemac diff`: two plans in, what changes for callers and who sees more out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from schemac.cli.dialects import Places
from schemac.cli.findings import FORMATS, rendered
from schemac.cli.output import note, result
from schemac.cli.plans import planned
from schemac.plan.diff import compare
from schemac.report.changes import (
    change_diagnostics,
    counted_changes,
    render_changes,
    render_changes_json,
    render_changes_markdown,
)

if TYPE_CHECKING:
    from schemac.cli.plans import Planned
    from schemac.plan.diff import PlanDiff
    from schemac.source import Span

__all__ = ["command"]

_FAILURES = ("breaking", "risky", "exposure")
_EPILOG = """\b
Examples:
  schemac diff plan-of-production.json .
  schemac diff git:origin/main . --fail-on breaking,exposure --format github
"""


@click.command("diff", epilog=_EPILOG)
@click.argument("old")
@click.argument("new")
@click.option(
    "--format",
    "form",
    type=click.Choice((*FORMATS, "markdown")),
    default="text",
    help="How to write what changed.",
)
@click.option(
    "--fail-on", metavar="WHAT", default="", help="Fail on `breaking`, `risky`, `exposure`."
)
@click.pass_context
def command(ctx: click.Context, *, old: str, new: str, form: str, fail_on: str) -> None:
    """Compare two states of the tools.

    OLD and NEW are each a plan file, a project folder, or `git:REV` for a revision of the
    repository around the working directory. Two questions are answered: what breaks for callers,
    and who sees something that no caller with the same grants saw before.
    """
    failures = _failures(fail_on)
    before, after = planned(old), planned(new)
    diff = compare(before.plan, after.plan)
    result(_written(diff, form, after))
    if not (diff.changes or diff.exposures):
        note("Nothing changes for any caller.")
    failed = sorted(failures & _met(diff))
    if failed:
        note(f"Failed on {' and '.join(failed)}: {counted_changes(diff)}.")
    ctx.exit(1 if failed or after.errors else 0)


def _failures(text: str) -> frozenset[str]:
    found = frozenset(part.strip() for part in text.split(",") if part.strip())
    for name in sorted(found - set(_FAILURES)):
        raise click.UsageError(f"`--fail-on {name}`: there are {', '.join(_FAILURES)}")
    return found


def _met(diff: PlanDiff) -> frozenset[str]:
    levels = {change.level for change in diff.changes}
    return frozenset((*levels, "exposure") if diff.exposures else levels)


def _written(diff: PlanDiff, form: str, after: Planned) -> str:
    match form:
        case "text":
            return render_changes(diff)
        case "markdown":
            return render_changes_markdown(diff)
        case "json":
            return render_changes_json(diff)
        case _:
            return rendered(change_diagnostics(diff, _Declared(after)), form)


class _Declared:
    """Where the tools of a plan are declared."""

    def __init__(self, after: Planned) -> None:
        self._places = None if after.root is None else Places(after.root)
        self._origins = {tool.name: tool.origin for tool in after.plan.tools}

    def __call__(self, tool: str) -> Span | None:
        return None if self._places is None else self._places.span(self._origins.get(tool))
