"""A comparison of two plans in, text, Markdown, JSON or diagnostics out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from schemac.diagnostics.model import Diagnostic
from schemac.report.display import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from schemac.plan.diff import Change, Exposure, PlanDiff
    from schemac.plan.gates import Atom
    from schemac.source import Span

__all__ = [
    "FAILURES",
    "change_diagnostics",
    "counted_changes",
    "render_changes",
    "render_changes_json",
    "render_changes_markdown",
]

FAILURES = ("breaking", "risky", "exposure")
"""What a comparison can be told to fail on."""

_LONGEST = 80
_LONGEST_WORDS = 300
"""Of words that are new, so that they can be judged; `json` has all."""


_CODES = {"breaking": "SC701", "risky": "SC702"}
_KINDS = {
    "field-added-required": "new and required",
    "field-shown-required": "visible now, and required",
    "field-added-closed": "new in a record that was closed",
    "field-shown-closed": "visible now in a record that was closed",
    "field-removed-closed": "gone, and refused now",
    "field-hidden-closed": "hidden now, and refused",
    "key-removed-closed": "key gone, and refused now",
    "key-hidden-closed": "key hidden now, and refused",
    "key-removed-counted": "key gone, of which some are needed",
    "key-hidden-counted": "key hidden now, of which some are needed",
    "field-required": "required now",
    "field-optional": "may be absent now",
    "null-removed-optional": "null gone, and counts as absent now",
    "null-hidden-optional": "null hidden now, and counts as absent",
    "internal-begun": "internal now: selections that do not name it leave it out",
    "internal-ended": "internal no more: selections may take it in that do not name it",
    "inputs-closed": "arguments that nobody declared are refused now",
    "inputs-opened": "arguments that nobody declared are no longer refused",
    "schemas-closed": "all records are told as closed now",
    "schemas-opened": "records are no longer told as closed",
    "gates-opened": "gates stand open now to contexts that do not have their predicate",
    "not-listed": "too much to list: more of what is told elsewhere, here and in more places",
    "not-compared": "too much to compare: this and what follows may have changed",
}
_UNKNOWN = {
    "gates-opened": "contexts that lack a predicate see what is behind its gates now",
    "not-listed": "too much to list: more is visible, as told elsewhere, here and in more places",
    "not-compared": "too much to compare: more may be visible here and in what follows",
}
_UNREAD = ", or not read before, as OLD has errors"
_ENDINGS = {
    "added": "new",
    "removed": "gone",
    "shown": "visible now",
    "hidden": "hidden now",
    "changed": "another one",
    "closed": "closed now",
    "opened": "no longer closed",
    "wrapped": "wrapped in `data` now",
    "unwrapped": "no longer wrapped in `data`",
}


def render_changes(diff: PlanDiff) -> str:
    """Render what changed for people: tool by tool, then a line that counts; "" for nothing."""
    if not (diff.changes or diff.exposures):
        return ""
    lines: list[str] = []
    for tool in _tools(diff):
        lines += [one_line(tool) or "all tools", *(f"  {line}" for line in _lines(diff, tool)), ""]
    return "\n".join([*lines, counted_changes(diff)]) + "\n"


def render_changes_markdown(diff: PlanDiff) -> str:
    """Render a comment for a pull request: exposure first, as that is what reviewers ask."""
    if not (diff.changes or diff.exposures):
        return "### schemac: nothing changes for any caller\n"
    parts = [f"### schemac: {counted_changes(diff)}\n"]
    outer = [each for each in diff.exposures if each.within is None]
    if outer:
        rows = [(_tool(each), _where(each), _seen(each), _seers(each)) for each in outer]
        parts.append("#### Who sees more\n\n" + _table(("Tool", "Where", "What", "Who"), rows))
    rows = [
        (_tool(each), _where(each), f"{each.level}: {_said(each)}", _who(each.grants))
        for each in diff.changes
        if each.level != "safe"
    ]
    if rows:
        parts.append("#### What callers meet\n\n" + _table(("Tool", "Where", "What", "Who"), rows))
    return "\n".join(parts)


def render_changes_json(diff: PlanDiff) -> str:
    """Render everything as a JSON document."""
    document = {
        "version": 1,
        "level": diff.level,
        "changes": [_change(each) for each in diff.changes],
        "exposures": [_exposure(each) for each in diff.exposures],
    }
    return json.dumps(document, indent=2, ensure_ascii=True) + "\n"


def change_diagnostics(
    diff: PlanDiff,
    place: Callable[[Change | Exposure], Span | None],
    failures: Collection[str] = FAILURES,
) -> tuple[Diagnostic, ...]:
    """Give what is not safe as diagnostics; `place` says where it is declared.

    What is not among `failures` is only warned of.
    """
    changes = (
        Diagnostic(
            _CODES[each.level],
            f"{_tool(each)} {_where(each)}: {_said(each)}, for {_who(each.grants)}",
            place(each),
            lenient=each.level not in failures,
        )
        for each in diff.changes
        if each.level != "safe"
    )
    exposures = (
        Diagnostic(
            "SC703",
            f"{_tool(each)} {_where(each)}: {_seen(each)}, for {_seers(each)}",
            place(each),
            lenient="exposure" not in failures,
        )
        for each in diff.exposures
        if each.within is None
    )
    return (*changes, *exposures)


def counted_changes(diff: PlanDiff) -> str:
    """Count in one line."""
    tally = dict.fromkeys(("breaking", "risky", "safe"), 0)
    for each in diff.changes:
        tally[each.level] += 1
    outer = sum(each.within is None for each in diff.exposures)
    counts = [(count, level) for level, count in tally.items() if count]
    changes = ", ".join(f"{count} {level}" for count, level in counts)
    parts = [f"{changes} {'change' if counts[-1][0] == 1 else 'changes'}"] if counts else []
    if outer:
        parts.append(f"{outer} {'exposure' if outer == 1 else 'exposures'}")
    return " and ".join(parts)


def _tools(diff: PlanDiff) -> tuple[str, ...]:
    """Name the tools that differ; what belongs to no tool comes first."""
    changed = (each.tool for each in diff.changes)
    exposed = (each.tool for each in diff.exposures)
    return tuple(dict.fromkeys((*changed, *exposed)))


def _lines(diff: PlanDiff, tool: str) -> Iterator[str]:
    for seen in diff.exposures:
        if seen.tool == tool and seen.within is None:
            yield f"exposure  {_where(seen)}: {_seen(seen)}, for {_seers(seen)}"
    for level in ("breaking", "risky", "safe"):
        for each in diff.changes:
            if each.tool == tool and each.level == level:
                yield f"{level:<8}  {_where(each)}: {_said(each)}, for {_who(each.grants)}"


def _tool(each: Change | Exposure) -> str:
    return _code(each.tool) if each.tool else "all tools"


def _where(each: Change | Exposure) -> str:
    if each.side is None:
        return "itself"
    return f"{each.side} {_code(each.pointer)}" if each.pointer else each.side


def _said(each: Change) -> str:
    words = _KINDS.get(each.kind)
    if words is None:
        subject, _, ending = each.kind.partition("-")
        words = f"{subject} {_ENDINGS.get(ending, ending)}"
    if each.detail:
        is_long = each.kind in {"words-changed", "text-changed"}
        words += f": {_code(_beginning(each.detail, _LONGEST_WORDS) if is_long else each.detail)}"
    if each.unread:
        words += ", or not read, as NEW has errors" if each.kind == "tool-removed" else _UNREAD
    return words


def _seen(each: Exposure) -> str:
    ending = _UNREAD if each.unread else ""
    if each.subject == "unknown":
        return f"{_UNKNOWN[each.what]}{ending}"
    named = f" {_code(_beginning(each.what))}" if each.what and each.subject != "tool" else ""
    return f"{each.subject}{named} is visible now{ending}"


def _beginning(text: str, longest: int = _LONGEST) -> str:
    """Cut a description, which may be of any length, to what tells it from others."""
    return text if len(text) <= longest else f"{text[:longest].rstrip()}…"


def _who(grants: Sequence[Atom] | None) -> str:
    if grants is None:
        return "callers that nobody can tell"
    if not grants:
        return "everybody"
    pairs = (_code(f"{each.predicate}:{each.flag}") for each in grants)
    return f"callers with {' and '.join(pairs)}"


def _seers(each: Exposure) -> str:
    who = _who(each.grants)
    return f"{who}, among others" if each.others else who


def _code(text: str) -> str:
    """Quote what an author wrote, so that it can end neither its quotes nor its line."""
    return f"`{one_line(text).replace('`', chr(39))}`"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(map(_cell, line)) + " |\n" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _change(each: Change) -> dict[str, Any]:
    return {
        "tool": each.tool,
        "side": each.side,
        "pointer": each.pointer,
        "level": each.level,
        "kind": each.kind,
        "detail": each.detail,
        "grants": _grants(each.grants),
        **({"unread": True} if each.unread else {}),
    }


def _exposure(each: Exposure) -> dict[str, Any]:
    return {
        "tool": each.tool,
        "side": each.side,
        "pointer": each.pointer,
        "subject": each.subject,
        "what": each.what,
        "grants": _grants(each.grants),
        "within": each.within,
        **({"others": True} if each.others else {}),
        **({"unread": True} if each.unread else {}),
    }


def _grants(grants: Sequence[Atom] | None) -> list[dict[str, str]] | None:
    if grants is None:
        return None
    return [{"predicate": each.predicate, "flag": each.flag} for each in grants]
