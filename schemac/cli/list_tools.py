"""`schemac tools`: a caller and a domain in, the listing that this caller gets out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from schemac.cli.app import loaded
from schemac.cli.callers import NOBODY, calling_context, is_nobody
from schemac.cli.loading import configured
from schemac.cli.options import app_options, caller_options, domain_options, one_domain
from schemac.cli.output import json_result, note, result
from schemac.report.display import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["command", "told_tools"]

_EPILOG = """\b
Examples:
  schemac tools --persona member
  schemac tools operator --persona admin --format text
  schemac tools --app app.mcp:create_app --grant requires:admin
"""


@click.command("tools", epilog=_EPILOG)
@domain_options
@app_options
@caller_options
@click.option(
    "--format",
    "form",
    type=click.Choice(("json", "text")),
    default="json",
    help="Whole tool objects, or a line for each.",
)
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option, as click hands them over
    ctx: click.Context,
    *,
    word: str | None,
    domain: str | None,
    app: str | None,
    blueprint: str | None,
    persona: str | None,
    grants: tuple[str, ...],
    grant_all: bool,
    form: str,
) -> None:
    """Print the tools that a caller is told, as `tools/list` does.

    The code is imported: what `--app` names, else what the configured `modules` register. DOMAIN
    is one of the domains; without it the default one is listed.
    """
    domain = one_domain(word, domain)
    config = configured(ctx)
    with loaded(config, app, blueprint) as served:
        context = calling_context(
            config, served.service, grants, persona, domain, everything=grant_all
        )
        tools = served.service.surface.list_tools(context, domain, insider=True)
    told_tools(tools, form, nobody=is_nobody(persona, grants, everything=grant_all))


def told_tools(tools: Sequence[Mapping[str, Any]], form: str, *, nobody: bool) -> None:
    """Print a listing; `nobody` says that the command line names no caller."""
    if form == "json":
        json_result(tools)
    else:
        width = max((len(tool["name"]) for tool in tools), default=0)
        lines = (f"{tool['name']:<{width}}  {_first(tool)}".rstrip() for tool in tools)
        result("".join(f"{line}\n" for line in lines))
    if not tools:
        note("This caller is told of no tool" + (f"; {NOBODY}." if nobody else "."))


def _first(tool: Mapping[str, Any]) -> str:
    lines = str(tool.get("description", "")).splitlines()
    return one_line(lines[0]) if lines else ""
