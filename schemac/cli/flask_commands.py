"""`flask mcp tools|call|explain`: a Flask app in, what its callers see and get out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click
import flask
from flask.cli import AppGroup

from schemac.cli.app import AppError, Served, working
from schemac.cli.call import run_call, tell_outcome
from schemac.cli.call_arguments import read_arguments
from schemac.cli.callers import calling_context, is_nobody
from schemac.cli.deciding import asked
from schemac.cli.explain import code_of, explained
from schemac.cli.findings import tell
from schemac.cli.list_tools import told_tools
from schemac.cli.options import caller_options, domain_options, one_domain
from schemac.cli.output import result
from schemac.diagnostics.suggest import did_you_mean
from schemac.project.config import ConfigFailedError, load_config
from schemac.project.mounts import MountError, chosen_mount

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schemac.project.config import Config
    from schemac.service import Service

__all__ = ["mcp"]

_Command = TypeVar("_Command", bound="Callable[..., object]")

mcp = AppGroup("mcp", help="Look at the tools of the app as its callers do.")


_blueprint = click.option("--blueprint", metavar="NAME", help="Of several blueprints, this one.")


def _common(command: _Command) -> _Command:
    """Add the options of what is done with one tool."""
    domain = click.option("--domain", metavar="NAME", help="In this domain.")
    return _blueprint(domain(caller_options(command)))


@mcp.command("tools", epilog="\b\nExample:\n  flask mcp tools --persona member --format text")
@domain_options
@_blueprint
@caller_options
@click.option("--format", "form", type=click.Choice(("json", "text")), default="json")
def _tools(
    *,
    word: str | None,
    blueprint: str | None,
    domain: str | None,
    persona: str | None,
    grants: tuple[str, ...],
    grant_all: bool,
    form: str,
) -> None:
    """Print the tools that a caller is told, as `tools/list` does."""
    domain = one_domain(word, domain)
    config, served = _here(blueprint)
    with working(served):
        context = calling_context(
            config, served.service, grants, persona, domain, everything=grant_all
        )
        tools = served.service.surface.list_tools(context, domain, insider=True)
    told_tools(tools, form, nobody=is_nobody(persona, grants, everything=grant_all))


@mcp.command("call", epilog="\b\nExample:\n  flask mcp call totals --args '{}' --persona member")
@click.argument("tool")
@click.option("--args", "text", metavar="JSON", default="{}", help="The arguments; `-` reads them.")
@_common
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text")
@click.pass_context
def _call(  # noqa: PLR0913 - one parameter an option, as click hands them over
    ctx: click.Context,
    *,
    tool: str,
    text: str,
    blueprint: str | None,
    domain: str | None,
    persona: str | None,
    grants: tuple[str, ...],
    grant_all: bool,
    form: str,
) -> None:
    """Call a tool once, enforced as it is for clients."""
    arguments = read_arguments(text)
    config, served = _here(blueprint)
    with working(served):
        context = calling_context(
            config, served.service, grants, persona, domain, everything=grant_all
        )
        nobody = is_nobody(persona, grants, everything=grant_all)
        called = run_call(served.service, tool, arguments, context, domain, nobody=nobody)
    ctx.exit(tell_outcome(called, form))


@mcp.command("explain", epilog="\b\nExample:\n  flask mcp explain advance_step --persona member")
@click.argument("tool")
@click.argument("pointer", required=False)
@_common
def _explain(
    *,
    tool: str,
    pointer: str | None,
    blueprint: str | None,
    domain: str | None,
    persona: str | None,
    grants: tuple[str, ...],
    grant_all: bool,
) -> None:
    """Say why a caller sees a part of a tool or does not, by asking that caller's context."""
    config, served = _here(blueprint)
    with working(served):
        context = calling_context(
            config, served.service, grants, persona, domain, everything=grant_all
        )
        text = _explained(served.service, tool, pointer, context, _who(persona, grants))
    result(text)


def _who(persona: str | None, grants: Sequence[str]) -> str:
    if persona is not None:
        return f"the persona `{persona}`"
    return f"a caller with {' and '.join(f'`{each}`' for each in grants)}" if grants else "a caller"


def _explained(service: Service, name: str, pointer: str | None, context: object, who: str) -> str:
    plan = service.surface.program().plan
    for tool in plan.tools:
        if tool.name == name:
            return explained(plan, tool, who, asked(service, context), pointer)
    meant = did_you_mean(name, [tool.name for tool in plan.tools])
    hint = f"; did you mean `{meant}`?" if meant else ""
    if code_of(name) is not None:
        hint = f"; `schemac explain {name}` explains the code"
    raise AppError(f"there is no tool `{name}`{hint}")


def _here(blueprint: str | None) -> tuple[Config, Served]:
    """Give the app that the command runs in, and the configuration that its blueprint reads."""
    app = flask.current_app._get_current_object()  # type: ignore[attr-defined] # noqa: SLF001 - documented for proxies
    try:
        _, service = chosen_mount(app, blueprint)
    except MountError as problem:
        raise AppError(str(problem)) from None
    root = Path(app.root_path)
    named = app.config.get("SCHEMAC_CONFIG")
    try:
        config = load_config(root / named if named else None, root)
    except ConfigFailedError as failed:
        tell(failed.diagnostics)
        raise AppError("the configuration of the app is wrong") from None
    return config, Served(service)  # its app context is here already
