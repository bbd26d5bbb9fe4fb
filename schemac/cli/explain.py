"""`schemac explain`: a code in, its page out; or a tool in, why a caller sees what of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from schemac.cli.gated import gate_text, gated_parts, is_seen
from schemac.cli.grants import answers_of, read_caller
from schemac.cli.loading import configured
from schemac.cli.output import result
from schemac.cli.pointers import existing_sides, leads, split
from schemac.cli.tools import compiled_tool
from schemac.diagnostics.catalog import CATALOG
from schemac.diagnostics.page import page
from schemac.diagnostics.suggest import did_you_mean
from schemac.plan.decisions import evaluate
from schemac.plan.view import view_tool
from schemac.report.display import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from schemac.cli.gated import Gated
    from schemac.cli.grants import Caller
    from schemac.plan.gates import Answer, Side
    from schemac.plan.model import Plan, ToolPlan, ToolView

__all__ = ["code_of", "command", "explained"]

_ANSWERS = {0: "no", 1: "yes", 2: "unknown"}
_EPILOG = """\b
Examples:
  schemac explain SC201
  schemac explain unknown-name
  schemac explain advance_step --persona member
  schemac explain advance_step /stage_id --grant requires:manage_workflows
"""


@click.command("explain", epilog=_EPILOG)
@click.argument("subject", metavar="CODE|TOOL")
@click.argument("pointer", required=False)
@click.option("--persona", metavar="NAME", help="Answer the gates as this persona does.")
@click.option(
    "--grant", "grants", multiple=True, metavar="PREDICATE:FLAG", help="Open this gate; repeatable."
)
@click.option("--grant-all", is_flag=True, help="Open every gate.")
@click.pass_context
def command(
    ctx: click.Context,
    *,
    subject: str,
    pointer: str | None,
    persona: str | None,
    grants: tuple[str, ...],
    grant_all: bool,
) -> None:
    """Explain a diagnostic, or why a caller sees a part of a tool or does not.

    CODE is a code or its name: what is wrong, an example, and how to mend it. TOOL is the name of
    a tool, or `path/file.py:Class`: each gate, its answer, and where it was written. POINTER, such
    as `/stage_id` or `output/items/*/salary`, picks the gates on the way to one part.
    """
    code = code_of(subject)
    if code is not None:
        result(page(code) or "")
        return
    if subject[:2].upper() == "SC" and subject[2:].isdecimal():
        raise click.UsageError(f"`{subject}` is no code{_meant(subject)}")
    config = configured(ctx)
    caller = read_caller(config, grants, persona, everything=grant_all)
    compilation, tool = compiled_tool(config, subject, f"no code and no tool{_meant(subject)}")
    answers = answers_of(compilation.plan, caller)
    result(explained(compilation.plan, tool, _called(caller), answers, pointer))


def code_of(subject: str) -> str | None:
    """Read a code in any case, or the name of one."""
    if subject.upper() in CATALOG:
        return subject.upper()
    return next((code for code, entry in CATALOG.items() if entry.name == subject), None)


def _meant(subject: str) -> str:
    names = (*CATALOG, *(entry.name for entry in CATALOG.values()))
    as_code = f"SC{subject}"
    meant = as_code if as_code in CATALOG else did_you_mean(subject, names)
    return f"; did you mean `{meant}`?" if meant else ""


def explained(
    plan: Plan, tool: ToolPlan, caller: str, answers: Mapping[int, Answer], pointer: str | None
) -> str:
    """Say of each gate of a tool what it answers this caller, who is named in words.

    Raises click.UsageError for a pointer to what no caller has.
    """
    view = view_tool(plan, tool, answers)
    sides = () if pointer is None else existing_sides(plan, tool, pointer)
    parts = [
        part for part in gated_parts(plan, tool) if pointer is None or leads(plan, part, pointer)
    ]
    lines = [f"{_subject(tool, pointer)}, for {caller}: {_verdict(view, pointer, sides)}"]
    lines += _rows(parts, plan, answers) if parts else ["  no gate stands on it"]
    return "\n".join(lines) + "\n"


def _subject(tool: ToolPlan, pointer: str | None) -> str:
    return f"`{tool.name}`" if pointer is None else f"`{one_line(pointer)}` of `{tool.name}`"


def _called(caller: Caller) -> str:
    if caller.name is not None:
        return f"the persona `{caller.name}`"
    if caller.everything:
        return "a caller with every grant"
    pairs = sorted(f"`{predicate}:{flag}`" for predicate, flag in caller.grants)
    return f"a caller with {' and '.join(pairs)}" if pairs else "a caller without grants"


def _verdict(view: ToolView | None, pointer: str | None, sides: Sequence[Side]) -> str:
    if view is None:
        return "hidden"
    if pointer is None:
        return "visible"
    place = split(pointer)[1]
    shapes = {"input": view.input, "output": view.output}
    seen = [side for side in sides if is_seen(shapes[side], place)]
    unseen = [side for side in sides if side not in seen]
    words = (("visible", seen), ("hidden", unseen))
    return ", ".join(f"{word} in the {' and the '.join(where)}" for word, where in words if where)


def _rows(parts: Sequence[Gated], plan: Plan, answers: Mapping[int, Answer]) -> Iterator[str]:
    cells = [
        (
            _ANSWERS[evaluate(part.gate, answers, part.side or "input")],
            one_line(f"{part.side or ''} {part.pointer}".strip()),
            one_line(part.what),
            one_line(gate_text(part.gate, plan.atoms)),
            "" if part.origin is None else f"{part.origin.file}:{part.origin.line}",
        )
        for part in parts
    ]
    widths = [max(len(row[at]) for row in cells) for at in range(4)]
    for row in cells:
        padded = (f"{cell:<{wide}}" for cell, wide in zip(row[:4], widths, strict=True))
        yield "  " + "  ".join([*padded, row[4]]).rstrip()
