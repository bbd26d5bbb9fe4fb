"""A named caller of the configuration in, the context that stands for it out."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from schemac.diagnostics.suggest import did_you_mean
from schemac.enforce.kinds import told_error
from schemac.runtime.grants import Grants
from schemac.runtime.loop import RequestLoop

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.project.config import Config
    from schemac.project.config_values import Persona

__all__ = ["PersonaError", "find_persona", "grants_of", "make_importable", "persona_context"]


class PersonaError(Exception):
    """A persona is not there, or no context can be made of it."""


def find_persona(config: Config, name: str) -> Persona:
    """Find a persona by its name. Raises PersonaError."""
    known = config.personas.get(name)
    if known is not None:
        return known
    meant = did_you_mean(name, config.personas)
    listed = ", ".join(f"`{each}`" for each in config.personas)
    rest = f"did you mean `{meant}`?" if meant else f"there are {listed}"
    hint = rest if config.personas else "the configuration names none"
    raise PersonaError(f"`{name}` is no persona; {hint}")


def grants_of(persona: Persona) -> Grants:
    """Give the context that holds what a persona holds, and nothing else."""
    return Grants(defaults=persona.defaults, **persona.grants)


def persona_context(config: Config, name: str, domain: str | None = None) -> object:
    """Make the context of a persona: by `persona_context` where that is set, else a `Grants`.

    Call it inside an app context where there is an app. Raises PersonaError.
    """
    persona = find_persona(config, name)
    place = config.values.persona_context
    if place is None:
        return grants_of(persona)
    make_importable(config)
    made = _callable(place)
    try:
        with RequestLoop() as loop:
            context: object = loop.settle(made(name, persona, domain))
    except Exception as problem:
        raise PersonaError(
            f"`{place}` made no context of the persona `{name}`: {told_error(problem)}"
        ) from problem
    return context


def make_importable(config: Config) -> None:
    """Let modules of the project be imported: from the configuration's folder and from here."""
    for folder in (str(config.root), str(Path.cwd())):
        if folder not in sys.path:
            sys.path.insert(0, folder)


def _callable(place: str) -> Callable[[str, Persona, str | None], object]:
    module, _, attribute = place.partition(":")
    try:
        found: object = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except Exception as problem:
        raise PersonaError(
            f"`persona_context` cannot be imported from `{place}`: {told_error(problem)}"
        ) from problem
    if not callable(found):
        raise PersonaError(f"`persona_context`: `{place}` is not callable")
    return found
