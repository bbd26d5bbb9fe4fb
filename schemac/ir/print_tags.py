"""Tags in, their text out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, assert_never

from schemac.ir.tag_text import quote, write_quoted, write_raw
from schemac.ir.tags import AllOf, AnyOf, Flag, GateArgument, NoArgument, Not, TextArgument

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schemac.ir.tags import GateExpression, Tag

__all__ = ["print_gate", "print_tag", "print_tags"]

_SYMBOL = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")


def print_tags(tags: Iterable[Tag]) -> str:
    """Print tags, each with a space before it."""
    return "".join(f" {print_tag(one)}" for one in tags)


def print_tag(tag: Tag) -> str:
    """Print `@name(argument)`."""
    match tag.argument:
        case NoArgument():
            return f"@{tag.name}()"
        case TextArgument(text, quoted):
            raw = None if quoted else write_raw(tag.name, text)
            return f"@{tag.name}({write_quoted(tag.name, text) if raw is None else raw})"
        case GateArgument(expressions):
            return f"@{tag.name}({', '.join(print_gate(one) for one in expressions)})"
        case _:
            assert_never(tag.argument)


def print_gate(gate: GateExpression) -> str:
    """Print an expression of flags."""
    match gate:
        case Flag(name):
            return f":{name}" if _SYMBOL.fullmatch(name) else f":{quote(name)}"
        case Not(inner):
            return f"!{_grouped(inner, AllOf | AnyOf)}"
        case AllOf(parts):
            return " & ".join(_grouped(one, AllOf | AnyOf) for one in parts)
        case AnyOf(parts):
            return " | ".join(_grouped(one, AnyOf) for one in parts)
        case _:
            assert_never(gate)


def _grouped(gate: GateExpression, grouped: type | object) -> str:
    text = print_gate(gate)
    return f"({text})" if isinstance(gate, grouped) else text  # type: ignore[arg-type]  # a union of classes
