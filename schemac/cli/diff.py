"""`schemac diff`: two plans in, what changes for callers and who sees more out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemac.cli.changed_places import place_in
from schemac.cli.dialects import Places
from schemac.cli.findings import FORMATS, rendered
from schemac.cli.output import note, result
from schemac.cli.plans import PlanError, planned
from schemac.plan.diff import Change, Exposure, PlanDiff, compare
from schemac.plan.diff.levels import level_of
from schemac.report.changes import (
    FAILURES,
    change_diagnostics,
    counted_changes,
    render_changes,
    render_changes_json,
    render_changes_markdown,
)
from schemac.source import Source

if TYPE_CHECKING:
    from schemac.cli.plans import Planned
    from schemac.plan.nodes import Origin
    from schemac.source import Span

__all__ = ["command"]

_EPILOG = """\b
Examples:
  schemac diff plan-of-production.json .
  schemac diff git:origin/main . --fail-on breaking,exposure --format github
"""


_OPENED = "gates-opened"
_FARTHEST = 1_000_000
"""Lines and columns that are believed of a plan whose sources are not here."""


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
    "--fail-on",
    metavar="WHAT",
    default="",
    help="Fail on `breaking`, `risky` (or breaking), `exposure`.",
)
@click.pass_context
def command(ctx: click.Context, *, old: str, new: str, form: str, fail_on: str) -> None:
    """Compare two states of the tools.

    OLD and NEW are each a plan file, a project folder, or `git:REV` for a revision of the
    repository around the working directory. Two questions are answered: what breaks for callers,
    and who sees something that no caller with the same grants saw before. What `--fail-on` names is
    an error, everything else that is not safe a warning; without it the status is 0, unless OLD or
    NEW has errors: then it is always 1.
    """
    failures = _failures(fail_on)
    before, after = planned(old), planned(new)
    if before.root is not None and before.root == after.root and not _is_one(old, new):
        raise PlanError(f"`{old}` and `{new}` are of one project: nothing can differ")
    diff = compare(before.plan, after.plan, same_code=_is_same_code(before, after))
    diff = _with_opened(_with_unread(diff, before, after), before, after)
    result(_written(diff, form, _Declared(before, after), failures, after.root))
    if not (diff.changes or diff.exposures):
        unread = ", as far as there are no errors" if before.errors or after.errors else ""
        note(f"Nothing changes for any caller{unread}.")
    failed = sorted(failures & _met(diff))
    if failed:
        note(f"Failed on {' and '.join(failed)}: {counted_changes(diff)}.")
    ctx.exit(1 if failed or before.errors or after.errors else 0)


def _with_unread(diff: PlanDiff, before: Planned, after: Planned) -> PlanDiff:
    """Mark what is told of tools that a state may lack only because they have errors there."""
    olds, news = ({tool.name for tool in side.plan.tools} for side in (before, after))
    doubted = set()
    if before.errors:
        doubted |= news - olds
    if after.errors:
        doubted |= olds - news
    return PlanDiff(
        tuple(replace(each, unread=each.tool in doubted) for each in diff.changes),
        tuple(replace(each, unread=each.tool in doubted) for each in diff.exposures),
    )


def _with_opened(diff: PlanDiff, before: Planned, after: Planned) -> PlanDiff:
    """Say first which gates stand open now to contexts without their predicate."""
    asked = {atom.predicate for atom in after.plan.atoms}
    opened = ", ".join(sorted((after.opened - before.opened) & asked))
    if not opened:
        return diff
    change = Change("", None, "", _OPENED, level_of(_OPENED, None), opened, None)
    exposure = Exposure("", None, "", "unknown", _OPENED, None)
    return PlanDiff((change, *diff.changes), (exposure, *diff.exposures))


def _is_same_code(before: Planned, after: Planned) -> bool | None:
    """Tell whether gates that cannot be read are the same; None where only plans are compared."""
    if before.root is None and after.root is None:
        return None
    return before.code is not None and before.code == after.code


def _is_one(old: str, new: str) -> bool:
    """Tell whether the very same folder is meant, so that nobody expects a difference."""
    return Path(old).resolve() == Path(new).resolve()


def _failures(text: str) -> frozenset[str]:
    """Read what to fail on; what is worse than `risky` is meant by that, too."""
    found = frozenset(part.strip() for part in text.split(",") if part.strip())
    for name in sorted(found - set(FAILURES)):
        raise click.UsageError(f"`--fail-on {name}`: there are {', '.join(FAILURES)}")
    return found | {"breaking"} if "risky" in found else found


def _met(diff: PlanDiff) -> frozenset[str]:
    levels = {change.level for change in diff.changes}
    return frozenset((*levels, "exposure") if diff.exposures else levels)


def _written(
    diff: PlanDiff, form: str, place: _Declared, failures: frozenset[str], root: Path | None
) -> str:
    match form:
        case "text":
            return render_changes(diff)
        case "markdown":
            return render_changes_markdown(diff)
        case "json":
            return render_changes_json(diff)
        case _:
            return rendered(change_diagnostics(diff, place, failures), form, root)


class _Declared:
    """Where what changed is declared in the new state, or was where nothing of it is left."""

    def __init__(self, before: Planned, after: Planned) -> None:
        self._places = None if after.root is None else Places(after.root)
        self._plan = after.plan
        self._tools = {tool.name: tool for tool in after.plan.tools}
        self._gone = {tool.name: tool.origin for tool in before.plan.tools}

    def __call__(self, each: Change | Exposure) -> Span | None:
        tool = self._tools.get(each.tool)
        if tool is None:
            return self._span(self._gone.get(each.tool))
        subject, what = _subject(each)
        place = place_in(self._plan, tool, each.side, each.pointer, subject, what)
        return self._span(place) or self._span(tool.origin)

    def _span(self, place: Origin | None) -> Span | None:
        """Give the word at a place; the place alone where there is no source."""
        found = None if self._places is None else self._places.span(place)
        return found or (None if place is None else _point(place))


def _point(place: Origin) -> Span | None:
    """Give a place in a file that is not here as one in a file with nothing else in it."""
    if place.line > _FARTHEST or place.column > _FARTHEST:
        return None
    text = "\n" * (place.line - 1) + " " * (place.column - 1)
    return Source(place.file, text).span(len(text), len(text))


def _subject(each: Change | Exposure) -> tuple[str, str]:
    """Say what changed, a field or something else, and what it is called."""
    if isinstance(each, Exposure):
        return each.subject, each.what
    return each.kind.partition("-")[0], each.detail
