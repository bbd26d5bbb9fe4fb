"""A source of chance in, annotation programs as text out: everything odd in combination."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

__all__ = ["SourceWriter"]

_FLAGS = (":a", ":b", ":c")
_SCALARS = (
    "String",
    "Integer",
    "Float",
    "bool",
    "Date",
    "Uuid",
    "Bytes",
    "Decimal",
    "DateTime",
    "Duration",
    "untyped",
    "nil",
    "String @min(1) @max(9)",
    "String @pattern(^[a-z]{2}$)",
    "String @format(email) @min(3)",
    "String @media_type(image/png) @encoding(base64)",
    "Integer @min(0) @max(9)",
    "Float @exclusive_min(0)",
)
_LITERALS = ('"a"', '"b"', ":c", "1", "2", "1.5", "1.0", "true", "false", '"{}"')
_WORDS = (
    " @desc(plain)",
    ' @desc("q\\"{}[]: ü \u2028 </script>")',
    ' @desc("$ref and items:{}")',
    " @title(T)",
    " @deprecated()",
)
_NAMES = ("alpha", "beta", "ke-y", "größe", "type", "class", "x1", "$defs", "items", "$ref")
_KEYS = ("String", "Symbol", '"p" | "q"', "String @pattern(^x)")


class SourceWriter:
    """Writes one tool's declarations; each program has its own liking for gates, words, circles."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._names: list[str] = []
        self._generic: set[str] = set()
        self._gated = random.choice((2, 3, 4, 9))
        self._worded = random.choice((2, 4, 99))
        self._round = random.choice((2, 30, 30))

    def program(self) -> str:
        """Write shared types, `type output` and `type input`."""
        lines = [self._declaration(at) for at in range(self._random.randrange(1, 7))]
        lines.append(
            f"type output = {self._random.choice((self._record, self._union, self._type))(2)}"
        )
        lines.append(f"type input = {self._record(2)}")
        return "\n".join(lines)

    def _chance(self, of: int) -> bool:
        return self._random.randrange(of) == 0

    def _gate(self) -> str:
        if not self._chance(self._gated):
            return ""
        one, other = self._random.choice(_FLAGS), self._random.choice(_FLAGS)
        some = (one, one, f"!{one}", f"{one} | {other}", f"{one} & {other}", f"!({one} | {other})")
        predicate = self._random.choice(("requires", "requires", "feature"))
        return f" @{predicate}({self._random.choice(some)})"

    def _word(self) -> str:
        return self._random.choice(_WORDS) if self._chance(self._worded) else ""

    def _declaration(self, at: int) -> str:
        kind = self._random.randrange(12)
        if kind in {4, 8, 9} and not self._chance(self._round):
            kind = self._random.choice((0, 1, 5, 6))
        doc = '## Docs, "odd" {x}\n' if self._chance(6) else ""
        name = f"{'rrrrgeuarulls'[kind]}{at}"
        match kind:
            case 0 | 1 | 2 | 3:
                gate = self._gate() if self._chance(3) else ""
                written = f"{doc}type {name} = {self._record(2)}{gate}"
            case 4:
                written = f"type {name}[T] = {self._record(2, 'items_of: Array[T]')}"
                self._generic.add(name)
            case 5:
                written = f"type {name} = {self._literals()}"
            case 6:
                written = f"type {name} = {self._union(2)}"
            case 7:
                written = f"type {name} = {self._name()}{self._word()}{self._gate()}"
            case 8:
                again = f"?again: Array[{name}]{self._gate()}"
                written = f"type {name} = {self._record(1, again)}"
            case 9:
                written = f"type {name} = {self._union(1)} | Array[{name}]"
            case 10:
                written = f"type {name} = Array[{self._type(1)}]"
            case _:
                written = f"type {name} = {self._random.choice(_SCALARS)}{self._word()}"
        self._names.append(name)
        return written

    def _name(self) -> str:
        if not self._names:
            return "String"
        name = self._random.choice(self._names)
        return f"{name}[{self._type(0)}]" if name in self._generic else name

    def _record_name(self, depth: int) -> str:
        records = [name for name in self._names if name.startswith("r")]
        if records and self._chance(2):
            return self._random.choice(records)
        return self._record(max(depth - 1, 0))

    def _literals(self) -> str:
        some: list[str] = []
        for _ in range(self._random.randrange(1, 4)):
            literal = self._random.choice(_LITERALS)
            worded = self._chance(4)
            some.append(f"({literal}{self._word()})" if worded else f"{literal}{self._gate()}")
        return f"({' | '.join(some)}{' | nil' if self._chance(4) else ''})"

    def _type(self, depth: int) -> str:  # noqa: C901, PLR0911 - a case a kind
        kind = self._random.randrange(13)
        below = depth - 1
        if kind < 4:
            return self._name()
        if kind == 4:
            return self._literals()
        if depth <= 0:
            return self._random.choice((self._random.choice(_SCALARS), self._name()))
        match kind:
            case 5:
                bound = self._random.choice(("", " @min(1)", " @max(3)", " @unique() @max(4)"))
                return f"Array[{self._type(below)}]{bound}"
            case 6:
                return f"Set[{self._type(below)}]"
            case 7:
                key = self._random.choice((*_KEYS, f'("p"{self._gate()}) | "q"'))
                return f"Hash[{key}, {self._type(below)}]"
            case 8:
                return self._record(below)
            case 9:
                return f"({self._type(below)})?"
            case 10:
                return self._union(below)
            case 11:
                return f"[{self._type(below)}, {self._type(below)}]"
            case _:
                return self._intersection()

    def _intersection(self) -> str:
        one, two, three = (
            f"{{ {self._random.choice(('', '?'))}{name}: {self._type(0)}{self._gate()}, "
            f"both: String{self._gate()} }}"
            for name in ("one", "two", "three")
        )
        return f"(({one}{self._gate()}) & ({two} | {three}{self._gate()}))"

    def _union(self, depth: int) -> str:
        makers = (self._record_name, self._record_name, self._record, self._type)
        some = [
            f"({self._random.choice(makers)(depth)}{self._word()}{self._gate()})"
            for _ in range(self._random.randrange(1, 4))
        ]
        return f"({' | '.join(some)}{' | nil' if self._chance(4) else ''})"

    def _record(self, depth: int, *more: str) -> str:
        fields = list(more)
        if self._chance(2):
            literal = self._random.choice(('"a"', '"b"', "true", "1"))
            fields.append(f"kind: {literal}{self._gate() if self._chance(3) else ''}")
        before = ""
        for name in self._random.sample(_NAMES, self._random.randrange(1, 5)):
            fields.append(self._field(name, before, depth))
            before = name
        self._random.shuffle(fields)
        return f"{{ {', '.join(fields)} }}{' @closed()' if self._chance(12) else ''}"

    def _field(self, name: str, before: str, depth: int) -> str:
        may_be_absent = self._chance(2)
        type_, tags = self._type(depth), self._gate() + self._word()
        if may_be_absent and self._chance(5):
            gated = f'("a" | ("b"{self._gate()}))'
            type_, value = self._random.choice((("String", "x"), (gated, '"b"'), ("Integer", "3")))
            tags = f" @default({value}){self._gate()}"
        elif may_be_absent and before.isidentifier() and self._chance(6):
            tags += f" @depends_on(:{before})"
        elif self._chance(12):
            tags += self._random.choice((" @read_only()", " @write_only()"))
        elif self._chance(12):
            type_ = f'("a" | ("b"{self._gate()})) @example(b) @example(a)'
        key = name if name.isalnum() else json.dumps(name)
        return f"{'?' if may_be_absent else ''}{key}: {type_}{tags}"
