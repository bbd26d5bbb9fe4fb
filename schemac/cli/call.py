"""`schemac call`: a tool, arguments and a caller in, the enforced result out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from schemac.cli.app import AppError, loaded
from schemac.cli.call_arguments import read_arguments
from schemac.cli.callers import NOBODY, calling_context, is_nobody
from schemac.cli.deciding import asked
from schemac.cli.dropped_keys import named_keys
from schemac.cli.gated import why_hidden
from schemac.cli.loading import configured
from schemac.cli.options import app_options, caller_options
from schemac.cli.output import json_result, note
from schemac.diagnostics.suggest import did_you_mean
from schemac.plan.view import view_tool
from schemac.report.display import one_line
from schemac.runtime.errors import InvalidArgumentsError, UnknownToolError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.runtime.outcomes import CallOutcome
    from schemac.service import Service

__all__ = ["Called", "command", "run_call", "tell_outcome"]

_EPILOG = """\b
Examples:
  schemac call advance_step --args '{"applicant_id": "a1"}' --persona member
  schemac call totals --app app.mcp:create_app --grant-all --format json
  schemac call totals --args - < arguments.json
"""


@dataclass(frozen=True, slots=True)
class Called:
    """What a call came to; `dropped` has the names of dropped keys, for its author alone."""

    outcome: CallOutcome
    dropped: Mapping[str, int]


@click.command("call", epilog=_EPILOG)
@click.argument("tool")
@click.option("--args", "text", metavar="JSON", default="{}", help="The arguments; `-` reads them.")
@click.option("--domain", metavar="NAME", help="Call it in this domain.")
@app_options
@caller_options
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "json")),
    default="text",
    help="The result alone, or one document with everything.",
)
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option, as click hands them over
    ctx: click.Context,
    *,
    tool: str,
    text: str,
    domain: str | None,
    app: str | None,
    blueprint: str | None,
    persona: str | None,
    grants: tuple[str, ...],
    grant_all: bool,
    form: str,
) -> None:
    """Call a tool once, enforced as it is for clients.

    The result goes to stdout; what was dropped from the arguments and cut from the result is told
    on stderr. The status is 1 where the call is refused or fails.
    """
    arguments = read_arguments(text)
    config = configured(ctx)
    with loaded(config, app, blueprint) as served:
        context = calling_context(
            config, served.service, grants, persona, domain, everything=grant_all
        )
        nobody = is_nobody(persona, grants, everything=grant_all)
        called = run_call(served.service, tool, arguments, context, domain, nobody=nobody)
    ctx.exit(tell_outcome(called, form))


def run_call(
    service: Service,
    tool: str,
    arguments: Mapping[str, object],
    context: object,
    domain: str | None,
    *,
    nobody: bool,
) -> Called:
    """Call; a tool that is not there, or not for this caller, ends the command.

    `nobody` says that the command line names no caller.
    """
    surface = service.surface
    try:
        outcome = surface.call_tool(tool, arguments, context, domain)
    except UnknownToolError:
        problem = _missing(service, tool, domain)
        raise problem or _hidden(service, tool, context, nobody=nobody) from None
    except InvalidArgumentsError as problem:
        raise click.UsageError(str(problem)) from None
    return Called(outcome, named_keys(outcome.dropped, arguments, surface.program().plan, tool))


def tell_outcome(called: Called, form: str) -> int:
    """Print what came of a call, and give the status."""
    outcome = called.outcome
    if form == "json":
        json_result(_document(outcome))
        return 1 if outcome.is_error else 0
    if outcome.is_error:
        text = outcome.text.removeprefix("denied").removeprefix(": ")
        note(f"{outcome.kind}: {_shown(text)}" if text else outcome.kind)
    else:
        json_result(outcome.structured)
    for places, what in (
        (called.dropped, "dropped from the arguments"),
        (outcome.cut, "cut from the result"),
    ):
        if places:
            note(f"{what}: {', '.join(_counted(places))}")
    return 1 if outcome.is_error else 0


def _missing(service: Service, tool: str, domain: str | None) -> click.ClickException | None:
    """Say why nobody can call a tool, None where some can: locally there is no secret about it."""
    names = [each.name for each in service.registry.tools()]
    if tool not in names:
        meant = did_you_mean(tool, names)
        return AppError(
            f"there is no tool `{tool}`" + (f"; did you mean `{meant}`?" if meant else "")
        )
    wanted = service.settings.default_domain if domain is None else domain
    if not service.surface.has_domain(domain):
        return AppError(f"`{domain}` is no domain")
    if tool not in service.surface.program().tools:
        return click.ClickException(f"`{tool}` cannot be served: why stands above")
    if tool not in service.surface.program().domain(wanted).tools:
        return AppError(f"`{tool}` is not in the domain `{wanted}`; name another with `--domain`")
    return None


def _hidden(service: Service, tool: str, context: object, *, nobody: bool) -> click.ClickException:
    """Say which gates keep this caller from a tool."""
    text = f"`{tool}` is hidden from this caller"
    plan = service.surface.program().plan
    answers = asked(service, context)
    for each in plan.tools:
        if each.name == tool and view_tool(plan, each, answers) is None:
            text += f": {why_hidden(plan, each, answers)}"
    return click.ClickException(f"{text}; {NOBODY}" if nobody else text)


def _document(outcome: CallOutcome) -> dict[str, object]:
    return {
        "outcome": outcome.kind,
        "result": outcome.structured,
        "error": outcome.text if outcome.is_error else None,
        "dropped": dict(outcome.dropped),
        "projectedAway": dict(outcome.cut),
    }


def _counted(places: Mapping[str, int]) -> list[str]:
    return [
        one_line(place) + (f" ({count} times)" if count > 1 else "")
        for place, count in places.items()
    ]


def _shown(text: str) -> str:
    return "\n".join(one_line(line) for line in text.splitlines())
