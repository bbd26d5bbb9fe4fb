"""`schemac call`: a tool, arguments and a caller in, the enforced result out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from schemac.cli.app import AppError, loaded
from schemac.cli.callers import calling_context
from schemac.cli.loading import configured
from schemac.cli.options import app_options, caller_options
from schemac.cli.output import json_result, note
from schemac.diagnostics.suggest import did_you_mean
from schemac.enforce.read import ReadError, read_json_text
from schemac.report.display import one_line
from schemac.runtime.errors import InvalidArgumentsError, UnknownToolError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.runtime.outcomes import CallOutcome
    from schemac.service import Service

__all__ = ["command", "run_call", "tell_outcome"]

_EPILOG = """\b
Examples:
  schemac call advance_step --args '{"applicant_id": "a1"}' --persona member
  schemac call totals --app app.mcp:create_app --grant-all --format json
  schemac call totals --args - < arguments.json
"""


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
        outcome = run_call(served.service, tool, arguments, context, domain)
    ctx.exit(tell_outcome(outcome, form))


def read_arguments(text: str) -> dict[str, object]:
    """Read arguments as strictly as those of clients. Raises click.UsageError."""
    if text == "-":
        text = sys.stdin.read()
    try:
        arguments = read_json_text(text)
    except ReadError as error:
        raise click.UsageError(f"`--args` cannot be read: {error.reason}") from None
    if not isinstance(arguments, dict):
        raise click.UsageError('`--args` must be a JSON object, as in `{"id": "a1"}`')
    found: dict[str, object] = dict(arguments)
    return found


def run_call(
    service: Service,
    tool: str,
    arguments: Mapping[str, object],
    context: object,
    domain: str | None,
) -> CallOutcome:
    """Call; a tool that is not there, or not for this caller, ends the command."""
    try:
        return service.surface.call_tool(tool, arguments, context, domain)
    except UnknownToolError:
        raise _missing(service, tool, domain) from None
    except InvalidArgumentsError as problem:
        raise click.UsageError(str(problem)) from None


def tell_outcome(outcome: CallOutcome, form: str) -> int:
    """Print what came of a call, and give the status."""
    if form == "json":
        json_result(_document(outcome))
        return 1 if outcome.is_error else 0
    if outcome.is_error:
        text = outcome.text.removeprefix("denied").removeprefix(": ")
        note(f"{outcome.kind}: {_shown(text)}" if text else outcome.kind)
    else:
        json_result(outcome.structured)
    for places, what in (
        (outcome.dropped, "dropped from the arguments"),
        (outcome.cut, "cut from the result"),
    ):
        if places:
            note(f"{what}: {', '.join(_counted(places))}")
    return 1 if outcome.is_error else 0


def _missing(service: Service, tool: str, domain: str | None) -> click.ClickException:
    """Say why a tool cannot be called: locally there is no secret about it."""
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
    return click.ClickException(f"`{tool}` is hidden from this caller")


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
