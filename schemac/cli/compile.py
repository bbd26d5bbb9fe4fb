"""`schemac compile`: a tool and a caller in, the tool object that this caller is told out."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemac.cli.committed import differing, left_over, write_all
from schemac.cli.dialect_names import read_dialects
from schemac.cli.dialects import in_dialect
from schemac.cli.findings import tell
from schemac.cli.gated import why_hidden
from schemac.cli.grants import answers_of, read_caller
from schemac.cli.loading import configured
from schemac.cli.output import json_result, named, note, result
from schemac.cli.tool_object import tool_object
from schemac.cli.tools import compiled, compiled_tool
from schemac.report.display import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.cli.grants import Caller
    from schemac.plan.model import ToolPlan
    from schemac.project.config import Config

__all__ = ["command"]

_EPILOG = """\b
Examples:
  schemac compile advance_step --persona member
  schemac compile advance_step --grant requires:manage_workflows --dialect openai-strict
  schemac compile app/tools.py:AdvanceStep --persona admin
  schemac compile --all --persona member --out schemas/member --check
"""


@dataclass(frozen=True, slots=True)
class _Request:
    """What was asked for. Without a subject, all tools."""

    subject: str | None
    caller: Caller
    out: Path | None
    check: bool
    dialect: str


@click.command("compile", epilog=_EPILOG)
@click.argument("tool", required=False)
@click.option("--all", "every", is_flag=True, help="Compile all tools, to an array.")
@click.option(
    "--grant", "grants", multiple=True, metavar="PREDICATE:FLAG", help="Open this gate; repeatable."
)
@click.option("--grant-all", is_flag=True, help="Open every gate.")
@click.option("--persona", metavar="NAME", help="Open the gates of a persona.")
@click.option("--dialect", default="mcp", metavar="NAME", help="Write schemas for these clients.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write one file for each tool into this folder instead.",
)
@click.option("--check", is_flag=True, help="Write nothing; fail where files in `--out` differ.")
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option, as click hands them over
    ctx: click.Context,
    *,
    tool: str | None,
    every: bool,
    grants: tuple[str, ...],
    grant_all: bool,
    persona: str | None,
    out: Path | None,
    check: bool,
    dialect: str,
) -> None:
    """Print the MCP tool object that a caller is told.

    TOOL is the name of a tool, or `path/file.py:Class`. Sources are read, never imported. Without
    grants the caller has none.
    """
    if (tool is None) == (not every):
        raise click.UsageError("name one tool, or say `--all`")
    if check and out is None:
        raise click.UsageError("`--check` compares files: say which with `--out`")
    read_dialects([dialect])
    config = configured(ctx)
    caller = read_caller(config, grants, persona, everything=grant_all)
    ctx.exit(_compile(config, _Request(tool, caller, out, check, dialect)))


def _compile(config: Config, request: _Request) -> int:
    if request.subject is None:
        compilation = compiled(config)
        tools: Sequence[ToolPlan] = compilation.plan.tools
        status = 1 if compilation.errors else 0
    else:
        compilation, only = compiled_tool(config, request.subject)
        tell(compilation.diagnostics)
        tools, status = (only,), 1 if compilation.errors else 0
    answers = answers_of(compilation.plan, request.caller)
    told = [tool_object(compilation.plan, tool, answers) for tool in tools]
    seen = [each for each in told if each is not None]
    if request.subject is not None and not seen:
        why = why_hidden(compilation.plan, tools[0], answers)
        note(f"`{tools[0].name}` is hidden from a caller with these grants: {why}.")
        return 1
    seen, refused = _rewritten(seen, request.dialect)
    status = 1 if refused else status
    if request.out is not None:
        return max(status, _files(request, request.out, seen))
    if seen or request.subject is None:
        json_result(seen if request.subject is None else seen[0])
    return status


def _rewritten(seen: Sequence[dict[str, Any]], name: str) -> tuple[list[dict[str, Any]], bool]:
    """Rewrite tool objects, and tell what is lost; those that a dialect refuses are left out."""
    kept: list[dict[str, Any]] = []
    for told in seen:
        new, lost = in_dialect(told, name)
        tell(lost)
        if new is not None:
            kept.append(new)
    return kept, len(kept) < len(seen)


def _files(request: _Request, folder: Path, seen: Sequence[dict[str, Any]]) -> int:
    """Write the files, or tell which differ; where all tools are compiled, also what is left."""
    texts = {
        f"{each['name']}.json": json.dumps(each, indent=2, ensure_ascii=False) + "\n"
        for each in seen
    }
    left = () if request.subject is not None else left_over(folder, texts)
    if not request.check:
        write_all(folder, texts)
        note(f"Wrote {len(texts)} {'file' if len(texts) == 1 else 'files'} to {named(folder)}.")
        for file in left:
            note(f"note: {named(file)} is of no tool that this caller sees: remove it")
        return 0
    changes = differing(folder, texts)
    gone = [f"no such tool: {one_line(str(file))} (remove it)" for file in left]
    result("".join(f"{line}\n" for line in (*changes, *gone)))
    if changes:
        note("Write them anew with the same command without `--check`.")
    return 1 if changes or gone else 0
