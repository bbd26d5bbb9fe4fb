"""A JSON Schema in, a judge of exact JSON values out: the only file that knows jsonschema-rs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import jsonschema_rs

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Failure", "Validator", "accepts", "compile_pattern"]

Step: TypeAlias = "str | int"

UNJUDGED = "unjudged"
"""Keyword of the one failure of a value that the engine could not even take in."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing wrong with a value.

    `path` leads to the value, `schema_path` from the schema's root to the keyword that failed.
    `detail` is what the keyword asked for; `branches` are the failures of each member of a union.
    """

    path: tuple[Step, ...]
    keyword: str
    schema_path: tuple[Step, ...] = ()
    detail: Any = None
    instance: Any = None
    branches: tuple[tuple[Failure, ...], ...] = ()


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

    def failures(self, value: object) -> tuple[Failure, ...]:
        """List what is wrong, in the engine's order; empty for a valid value."""
        built = self._built or self._build()
        try:
            return _failures(built.iter_errors(value))
        except Exception:  # noqa: BLE001 - as above: never valid, never an exception
            return (Failure((), UNJUDGED),)

    def _build(self) -> jsonschema_rs.Draft202012Validator:
        built = _build(self.schema)
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


def _failures(errors: Iterable[jsonschema_rs.ValidationError]) -> tuple[Failure, ...]:
    return tuple(_failure(error) for error in errors)


def _failure(error: jsonschema_rs.ValidationError) -> Failure:
    kind = error.kind
    branches: tuple[tuple[Failure, ...], ...] = ()
    detail: Any = None
    if isinstance(kind, jsonschema_rs.ValidationErrorKind.PropertyNames):
        detail = kind.error.instance
    elif kind.name in {"anyOf", "oneOf"}:
        branches = tuple(_failures(branch) for branch in kind.as_dict().get("context", ()))
    else:
        detail = kind.as_dict()
    schema_path = tuple(error.schema_path)
    keyword = kind.name
    if schema_path and schema_path[-1] == "dependentRequired":
        keyword = "dependentRequired"
    return Failure(
        tuple(error.instance_path), keyword, schema_path, detail, error.instance, branches
    )
