"""A tool, arguments and a caller in, the enforced result out, with what was left behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.project.mounts import around
from schemac.testing.personas import caller
from schemac.testing.setup import calling_folder, config_of, service_of, tool_name

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from schemac.project.mounts import App
    from schemac.runtime.outcomes import CallOutcome, OutcomeKind
    from schemac.runtime.registry import Registry
    from schemac.service import Service

__all__ = ["CallResult", "call_tool", "usual_domain"]


@dataclass(frozen=True, slots=True)
class CallResult:
    """What a caller received, and what they did not.

    `payload` is the result as a client gets it (None where there is none), `reason` the words of a
    refusal or failure. `dropped` are pointers into the arguments, `projected_away` into the result;
    what nobody declared is `*` there.
    """

    kind: OutcomeKind
    payload: dict[str, object] | None
    reason: str
    dropped: tuple[str, ...]
    projected_away: tuple[str, ...]

    @property
    def is_ok(self) -> bool:
        """Whether the call came to a result."""
        return self.kind == "ok"

    @property
    def is_denied(self) -> bool:
        """Whether the handler refused it."""
        return self.kind == "denied"

    @property
    def is_error(self) -> bool:
        """Whether it failed: by its arguments, in the handler, or at the tool's own contract."""
        return self.kind not in {"ok", "denied"}


def call_tool(  # noqa: PLR0913 - all but two are named, and most calls have three
    tool: object,
    arguments: Mapping[str, object] | None = None,
    *,
    persona: object = None,
    registry: Registry | None = None,
    app: App | None = None,
    blueprint: str | None = None,
    domain: str | None = None,
    config: str | Path | None = None,
) -> CallResult:
    """Run one enforced call, as for a client.

    `tool` is a name, or the class or function that handles it. `persona` is the name of one, or any
    context; without it the caller holds nothing. The tool is looked for in `app`, in `registry`, or
    among what the configured modules register; without a domain, in one that has it. Raises
    UnknownToolError where the tool is not this caller's, and SetupError where nobody has it.
    """
    found = config_of(config, calling_folder())
    service = service_of(found, registry, app, blueprint)
    name = tool_name(service, tool)
    wanted = usual_domain(service, name) if domain is None else domain
    with around(app):
        context = caller(found, persona, wanted)
        return _result(service.surface.call_tool(name, arguments, context, wanted))


def usual_domain(service: Service, name: str) -> str | None:
    """Give a domain that a tool is in: None, the default one, where that has it."""
    tool = service.registry.get(name)
    domains = () if tool is None else tool.domains
    return None if not domains or service.settings.default_domain in domains else domains[0]


def _result(outcome: CallOutcome) -> CallResult:
    return CallResult(
        outcome.kind, outcome.structured, outcome.text, tuple(outcome.dropped), tuple(outcome.cut)
    )
