"""A JSON Schema in, a judge of exact JSON values out: the only file that knows jsonschema-rs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn

import jsonschema_rs

from schemac.enforce.shallow import shallow

__all__ = ["Fault", "Validator", "accepts", "compile_pattern"]

UNJUDGED = "unjudged"
"""Keyword of the one fault of a value that the engine could not even take in."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A keyword at the top of a schema that a value fails, and what it asked for, if told."""

    keyword: str
    detail: Any = None


class Validator:
    """Draft 2020-12 with formats asserted, a linear regex engine, and no way to fetch anything.

    The engine's own form of the schema is built at the first use: many views are listed and never
    called. Two threads may then build it twice, which is harmless.
    """

    __slots__ = ("_built", "schema")

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema = schema
        self._built: jsonschema_rs.Draft202012Validator | None = None

    def is_valid(self, value: object) -> bool:
        """Say whether `value`, which must be of exact built-in types, is valid."""
        built = self._built or self._build()
        try:
            return built.is_valid(value)
        except Exception:  # noqa: BLE001 - what the engine cannot take in is not valid
            return False

    def faults(self, value: object) -> tuple[Fault, ...]:
        """List what is wrong with a value and a schema that are one level deep.

        Never use it on what a stranger sent whole: the engine makes every error of every member of
        every union.
        """
        built = self._built or self._build()
        try:
            return tuple(_fault(error) for error in built.iter_errors(value))
        except Exception:  # noqa: BLE001 - as above: never valid, never an exception
            return (Fault(UNJUDGED),)

    def _build(self) -> jsonschema_rs.Draft202012Validator:
        built = _build(shallow(self.schema))
        self._built = built
        return built


def accepts(schema: dict[str, Any], value: object) -> bool:
    """Judge one value once."""
    return Validator(schema).is_valid(value)


def compile_pattern(pattern: str) -> str | None:
    """Try a regular expression in the linear engine; the reason if it is refused."""
    try:
        _build({"pattern": pattern})
    except (jsonschema_rs.ValidationError, ValueError):
        return "the linear-time engine does not take this regular expression"
    return None


def _build(schema: dict[str, Any]) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(
        schema,
        validate_formats=True,
        retriever=_refuse,
        pattern_options=jsonschema_rs.RegexOptions(),
    )


def _refuse(_uri: str) -> NoReturn:
    msg = "schemas are never fetched"
    raise ValueError(msg)


def _fault(error: jsonschema_rs.ValidationError) -> Fault:
    path = tuple(error.schema_path)
    keyword = error.kind.name
    if path and path[-1] == "dependentRequired":
        keyword = "dependentRequired"
    return Fault(keyword, error.kind.as_dict().get("property"))
