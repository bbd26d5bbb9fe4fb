"""An imported registry in, what only run time knows to be wrong with it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.cli.app import load_served, registered_tools, working
from schemac.cli.open_predicates import open_predicates
from schemac.cli.registered import compiled_tools, first_line
from schemac.configuration import ConfigurationError, read_configuration
from schemac.contract_sources import plans_ignored
from schemac.diagnostics.model import Diagnostic
from schemac.enforce.kinds import kind_name
from schemac.project.mounts import setting_layers
from schemac.project.personas import persona_context
from schemac.runtime.context import lacks
from schemac.runtime.contracts import Contracts
from schemac.runtime.errors import FacadeNameCollisionError, UncategorizedToolError
from schemac.runtime.problems import find_problems
from schemac.wire.settings import file_layer, settings_of_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from schemac.cli.app import Served
    from schemac.compiler import Compilation
    from schemac.project.config import Config
    from schemac.runtime.definition import ToolDefinition
    from schemac.wire.settings import Layer

__all__ = ["app_diagnostics"]


def app_diagnostics(config: Config, place: str, root: Path) -> tuple[Diagnostic, ...]:
    """Import `place`, and check what it registers and how it is to be served."""
    with plans_ignored():  # sources are checked, and a plan is made of them later
        served = load_served(config, place)
    tools = registered_tools(served.registry)
    fit, compilation = compiled_tools(tools, config.options(root))
    return (
        *compilation.diagnostics,
        *_unfit(fit, compilation, root),
        *open_predicates(served.service.settings.on_missing_predicate),
        *_lacked_predicates(config, served, compilation),
        *_unserved_domains(served),
        *_overridden(config, served),
    )


def _unfit(
    tools: Sequence[ToolDefinition], compilation: Compilation, root: Path
) -> Iterator[Diagnostic]:
    """Report handlers that the plan's tools cannot be served by; the others have errors already."""
    planned = {tool.name for tool in compilation.plan.tools}
    problems = find_problems(tools, Contracts(compilation.plan))
    for tool in tools:
        problem = problems.get(tool.name)
        if problem is not None and tool.name in planned:
            text = f"the tool `{tool.name}` cannot be served: {problem}"
            yield Diagnostic("SC614", text, first_line(tool, root))


def _lacked_predicates(
    config: Config, served: Served, compilation: Compilation
) -> Iterator[Diagnostic]:
    """Make the context of each persona, and look for what gates ask it."""
    if config.values.persona_context is None:
        return
    asked = dict.fromkeys(atom.predicate for atom in compilation.plan.atoms)
    for name in config.personas:
        with working(served):
            context = persona_context(config, name)
            lacked = [(each, why) for each in asked if (why := _lack(context, each))]
        for predicate, why in lacked:
            text = f"the context of the persona `{name}` {why}, which gates ask: they stay closed"
            yield Diagnostic("SC415", text, None, hint=f"give it a method `{predicate}(flag)`")


def _lack(context: object, predicate: str) -> str | None:
    """Say why a context never answers; None where there is somebody to ask."""
    try:
        return f"has no `{predicate}`" if lacks(context, predicate) else None
    except Exception as problem:  # noqa: BLE001 - what a property of the application raises is told
        return f"raises {kind_name(problem)} for `{predicate}`"


def _unserved_domains(served: Served) -> Iterator[Diagnostic]:
    surface = served.service.surface
    grouped = [name for name, how in served.service.settings.domains.items() if how is not None]
    for domain in grouped:
        try:
            surface.program().domain(domain)
        except (FacadeNameCollisionError, UncategorizedToolError) as problem:
            text = f"the domain `{domain}` cannot be served: {problem}"
            yield Diagnostic("SC615", text, None)


def _overridden(config: Config, served: Served) -> Iterator[Diagnostic]:
    """Compare what each place says with what is served: one place wins over another."""
    for layer in _layers(config, served):
        for name in layer.differing(served.service.settings):
            text = f"`{name}` of `{layer.place}` is not what the app is served with"
            yield Diagnostic("SC009", text, None, hint="keep the value in one place")


def _layers(config: Config, served: Served) -> Iterator[Layer]:
    """Give the places: the app's own, and the file that this command reads where the app does not.

    Where there is a plan, `strict_schema` of a file is not looked at: the plan has its own.
    """
    layers = setting_layers(served.app, served.name)
    if config.file is not None and all(layer.file != config.file for layer in layers):
        layers = (*_read_layer(config.file), *layers)
    for layer in layers:
        ignored = layer.file is not None and served.service.settings.plan is not None
        yield layer.without("strict_schema") if ignored else layer


def _read_layer(file: Path) -> Iterator[Layer]:
    try:
        found = read_configuration(file)
        yield file_layer(found, settings_of_file(found, file.parent))
    except (ConfigurationError, TypeError):
        return  # the configuration was judged when it was read
