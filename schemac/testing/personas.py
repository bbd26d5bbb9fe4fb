"""A name or grants in, the context of a caller out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.project.personas import PersonaError, persona_context
from schemac.runtime.grants import Grants
from schemac.testing.setup import SetupError, calling_folder, config_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from schemac.project.config import Config

__all__ = ["caller", "grants", "persona"]


def persona(name: str, *, domain: str | None = None, config: str | Path | None = None) -> object:
    """Make the context of a persona of the configuration around the calling file.

    Where the configuration has a `persona_context`, that makes it. Raises SetupError.
    """
    return caller(config_of(config, calling_folder()), name, domain)


def grants(
    *,
    defaults: Mapping[str, object] | None = None,
    user: object = None,
    **predicates: str | Iterable[str],
) -> Grants:
    """Make a context that says yes to these flags and no to all others."""
    return Grants(defaults=defaults, user=user, **predicates)


def caller(config: Config, given: object, domain: str | None) -> object:
    """Give the context of a persona's name; nobody is someone who holds nothing.

    Anything else is a context already. Raises SetupError.
    """
    if given is None:
        return Grants()
    if not isinstance(given, str):
        return given
    try:
        return persona_context(config, given, domain)
    except PersonaError as problem:
        raise SetupError(str(problem)) from problem
