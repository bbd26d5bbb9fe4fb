"""Options that several commands share: who calls, and what is served."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["app_options", "caller_options", "domain_options", "one_domain"]

_Command = TypeVar("_Command", bound="Callable[..., object]")


def caller_options(command: _Command) -> _Command:
    """Add `--persona`, `--grant` and `--grant-all`."""
    named = click.option("--persona", metavar="NAME", help="Call as this persona.")
    grants = click.option(
        "--grant",
        "grants",
        multiple=True,
        metavar="PREDICATE:FLAG",
        help="Open this gate; repeatable.",
    )
    everything = click.option("--grant-all", is_flag=True, help="Open every gate.")
    return named(grants(everything(command)))


def domain_options(command: _Command) -> _Command:
    """Add a domain, as a word or as `--domain`: see `one_domain`."""
    word = click.argument("word", metavar="[DOMAIN]", required=False)
    return word(click.option("--domain", metavar="NAME", help="The same as DOMAIN.")(command))


def one_domain(word: str | None, option: str | None) -> str | None:
    """Give the domain that is meant. Raises click.UsageError where two are named."""
    if word is not None and option not in (None, word):
        raise click.UsageError(f"`{word}` and `--domain {option}` are two domains; name one")
    return option if word is None else word


def app_options(command: _Command) -> _Command:
    """Add `--app` and `--blueprint`."""
    app = click.option(
        "--app", metavar="MODULE:ATTR", help="A registry, a Service, a Flask app or its factory."
    )
    blueprint = click.option(
        "--blueprint", metavar="NAME", help="Of an app with several blueprints, this one."
    )
    return app(blueprint(command))
