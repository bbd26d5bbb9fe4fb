"""`schemac matrix`: tools and personas in, who is told what and how much of it out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemac.cli.build import compiled_plan
from schemac.cli.findings import tell
from schemac.cli.grants import Caller, answers_of, caller_of, read_caller
from schemac.cli.loading import configured
from schemac.cli.output import named, note, result
from schemac.cli.sight import matrix_of
from schemac.cli.tools import note_if_empty
from schemac.diagnostics.suggest import did_you_mean
from schemac.report.matrix import render_matrix, render_matrix_json
from schemac.report.matrix_page import render_matrix_page
from schemac.report.summary import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.model import Plan, ToolPlan
    from schemac.project.config import Config

__all__ = ["command"]

_EPILOG = """\b
Examples:
  schemac matrix
  schemac matrix --persona member --persona admin --format json
  schemac matrix --domain operator --html matrix.html
"""


class _WriteError(click.ClickException):
    exit_code = 2


@click.command("matrix", epilog=_EPILOG)
@click.option("--persona", "personas", multiple=True, metavar="NAME", help="Only this persona.")
@click.option("--domain", metavar="NAME", help="Only the tools of this domain.")
@click.option("--app", metavar="MODULE:ATTR", help="Import this registry instead of reading files.")
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", help="How to write it."
)
@click.option(
    "--html",
    "page",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write one self-contained page into this file instead.",
)
@click.pass_context
def command(
    ctx: click.Context,
    *,
    personas: tuple[str, ...],
    domain: str | None,
    app: str | None,
    form: str,
    page: Path | None,
) -> None:
    """Show tools by personas: what each is told, in fields, bytes and estimated tokens.

    Without personas in the configuration, a caller who holds nothing stands beside one who holds
    everything. A `?` is a gate that cannot be read without running the code.
    """
    config = configured(ctx)
    callers = _callers(config, personas)
    compilation = compiled_plan(config, app)
    tell(compilation.errors)
    note_if_empty(compilation)
    plan = compilation.plan
    columns = [(name, answers_of(plan, caller)) for name, caller in callers]
    matrix = matrix_of(plan, _tools(config, plan, domain), columns)
    if page is not None:
        _write(page, render_matrix_page(matrix))
        tools, told = plural(len(matrix.rows), "tool"), plural(len(matrix.columns), "caller")
        note(f"Wrote {tools} for {told} to {named(page)}.")
    else:
        result(render_matrix(matrix) if form == "text" else render_matrix_json(matrix))
    ctx.exit(1 if compilation.errors else 0)


def _callers(config: Config, names: Sequence[str]) -> list[tuple[str, Caller]]:
    if names:
        wanted = dict.fromkeys(names)
        return [(name, read_caller(config, (), name, everything=False)) for name in wanted]
    found = [(name, caller_of(persona)) for name, persona in config.personas.items()]
    if found:
        return found
    everything = Caller(frozenset(), everything=True, name="every grant")
    return [("no grants", Caller(frozenset(), name="no grants")), ("every grant", everything)]


def _tools(config: Config, plan: Plan, domain: str | None) -> tuple[ToolPlan, ...]:
    if domain is None:
        return plan.tools
    default = str(config.values.service.get("default_domain", "default"))
    of_tools = [name for tool in plan.tools for name in tool.domains]
    known = dict.fromkeys((default, *of_tools))
    if domain not in known:
        meant = did_you_mean(domain, known)
        hint = f"; did you mean `{meant}`?" if meant else ""
        raise click.UsageError(f"`{domain}` is no domain{hint}")
    return tuple(tool for tool in plan.tools if domain in (tool.domains or (default,)))


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise _WriteError(f"{named(file)} cannot be written: {error.strerror}") from None
