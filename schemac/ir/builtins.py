"""Built-in name in, what it means out: the one table of names that nobody can declare.

A spelling is a column of the table: `rbs` (`String`, `Array`) or `python` (`str`, `list`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.ir.types import ScalarKind

__all__ = [
    "ANYTHING",
    "BOOLEANS",
    "BUILTIN_NAMES",
    "LISTS",
    "MAPS",
    "NOTHING",
    "OTHER_SPELLING",
    "SCALARS",
    "SCALAR_NAMES",
    "SETS",
    "SPECIAL_FORMS",
    "Spelling",
]

Spelling: TypeAlias = Literal["rbs", "python"]

SCALARS: Mapping[str, ScalarKind] = {
    "String": "string",
    "str": "string",
    "Symbol": "string",
    "Integer": "integer",
    "int": "integer",
    "Float": "number",
    "float": "number",
    "Numeric": "number",
    "bool": "boolean",
    "boolish": "boolean",
    "nil": "null",
    "None": "null",
    "Date": "date",
    "date": "date",
    "DateTime": "datetime",
    "Time": "datetime",
    "datetime": "datetime",
    "Duration": "duration",
    "timedelta": "duration",
    "Uuid": "uuid",
    "UUID": "uuid",
    "Decimal": "decimal",
    "Bytes": "bytes",
    "bytes": "bytes",
}
ANYTHING: tuple[str, ...] = ("untyped", "top", "Any", "any")
NOTHING: tuple[str, ...] = ("bot",)
BOOLEANS: Mapping[str, bool] = {"true": True, "True": True, "false": False, "False": False}
LISTS: tuple[str, ...] = ("Array", "list")
SETS: tuple[str, ...] = ("Set", "set", "frozenset")
MAPS: tuple[str, ...] = ("Hash", "dict", "Mapping")
SPECIAL_FORMS: tuple[str, ...] = ("tuple", "Optional", "Union", "Literal")
"""Names that mean something only with brackets behind them."""

BUILTIN_NAMES: frozenset[str] = frozenset(
    (*SCALARS, *ANYTHING, *NOTHING, *BOOLEANS, *LISTS, *SETS, *MAPS, *SPECIAL_FORMS)
)

SCALAR_NAMES: Mapping[Spelling, Mapping[ScalarKind, str]] = {
    "rbs": {
        "string": "String",
        "integer": "Integer",
        "number": "Float",
        "boolean": "bool",
        "null": "nil",
        "date": "Date",
        "datetime": "DateTime",
        "duration": "Duration",
        "uuid": "Uuid",
        "decimal": "Decimal",
        "bytes": "Bytes",
    },
    "python": {
        "string": "str",
        "integer": "int",
        "number": "float",
        "boolean": "bool",
        "null": "None",
        "date": "date",
        "datetime": "datetime",
        "duration": "timedelta",
        "uuid": "UUID",
        "decimal": "Decimal",
        "bytes": "bytes",
    },
}

OTHER_SPELLING: Mapping[Spelling, Mapping[str, str]] = {
    spelling: {
        **{name: names[kind] for name, kind in SCALARS.items()},
        **dict.fromkeys(ANYTHING, "untyped" if spelling == "rbs" else "Any"),
        **dict.fromkeys(LISTS, "Array" if spelling == "rbs" else "list"),
        **dict.fromkeys(SETS, "Set" if spelling == "rbs" else "set"),
        **dict.fromkeys(MAPS, "Hash" if spelling == "rbs" else "dict"),
        **{
            name: str(value) if spelling == "python" else str(value).lower()
            for name, value in BOOLEANS.items()
        },
    }
    for spelling, names in SCALAR_NAMES.items()
}
"""Any built-in name → the name it has in one spelling."""
