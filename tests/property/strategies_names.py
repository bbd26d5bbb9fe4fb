"""Programs with gated arguments, and for each caller the same without what is hidden from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from random import Random

__all__ = ["FLAGS", "MARK", "NameWriter"]

FLAGS = ("a", "b")
MARK = "zq"
"""Begins the name of every gated type, field and value, and of nothing else."""

_Held: TypeAlias = "frozenset[str] | None"
"""The flags of a caller whose program is written; None for the one with gates."""
_Written: TypeAlias = Callable[[_Held], str | None]
"""Writes a type; None where nothing of it is left."""

PAD = "padding_padding_padding_padding: String, more_padding_padding: Integer"


@dataclass(frozen=True)
class _Gate:
    text: str
    opens: Callable[[frozenset[str]], bool]

    def is_open(self, held: _Held) -> bool:
        return held is None or self.opens(held)

    def behind(self, written: str, held: _Held) -> str:
        return f"{written} {self.text}" if held is None else written


_GATES = (
    _Gate("@requires(:a)", lambda held: "a" in held),
    _Gate("@requires(:b)", lambda held: "b" in held),
    _Gate("@requires(!:a)", lambda held: "a" not in held),
    _Gate("@requires(:a | :b)", bool),
    _Gate("@requires(:a) @requires(:b)", lambda held: len(held) == 2),
)
_WRITE_ONLY = _Gate("@write_only()", lambda _: False)
_SCALARS = ("String", "Integer", "Float", "bool", "Date", "String @min(1)", "Integer @desc(x)")


_VEILS: tuple[tuple[str, str], ...] = (
    ("?i: Array[T] %G", ""),
    ("?i: [T, (Integer %G)]", ""),
    ("?i: page[T] %G", ""),
    ("?i: page[Array[T] | ([T] %G)]", "?i: page[Array[T]]"),
    ("?i: page[{ ?j: T %G, k: nil }]", "?i: page[{ k: nil }]"),
    ("?i: (T %G) | [Integer]", "?i: [Integer]"),
    ('?i: Hash[("k" %G), T]', ""),
    ("?i: Array[[T] | Date %G]", "?i: Array[[T]]"),
    ("?i: [T] | Date %G", ""),
    ("?i: inner[T] %G, ?j: Array[inner[T]]", "?j: Array[inner[T]]"),
    ("?i: { k: nil } & { ?l: { m: T } %G }", "?i: { k: nil }"),
    ("?i: Array[%N[T]] %G, ?j: T %G", ""),
    ("?i: { j: T } & { ?j: untyped %G }", ""),
    ("?i: { j: T } & ({ j: untyped, k: nil } %G)", ""),
    (
        "?i: { w: { z: T } } & { w: { ?y: Date %G, k: nil } }",
        "?i: { w: { z: T } } & { w: { k: nil } }",
    ),
    ("?i: { w: { z: T } } & { w: { ?z: untyped %G, k: nil } }", "?i: { w: { k: nil } }"),
    (
        "?i: { w: Array[{ z: T }] } & { w: Array[{ ?y: Date %G, k: nil }] }",
        "?i: { w: Array[{ z: T }] } & { w: Array[{ k: nil }] }",
    ),
    ("?i: { w: { z: T }, v: nil } & ({ w: { k: nil } } %G)", "?i: { v: nil }"),
    (
        "?i: { w: inner[T] } & { w: { ?o: { ?l: [Date] %G, k: nil } } }",
        "?i: { w: inner[T] } & { w: { ?o: { k: nil } } }",
    ),
    ("?i: listed[T] %G, ?j: listed[Date]", "?j: listed[Date]"),
    ("?i: Hash[String, [T, (Date %G)]], ?j: [listed[T]]", "?j: [listed[T]]"),
)
"""Places of a parameter behind a gate, and what is left where it is closed."""

_ALIKE = (("x y z",), ("x", "y z"), ("x y", "z"), ("x", "y", "z"), ("x|y", "z"))
"""Values of which names are alike, as all but letters is one sign in them."""


class NameWriter:
    """Writes programs of generics whose arguments are gated everywhere in all ways."""

    def __init__(self, random: Random, *, negation: bool = True) -> None:
        self._random = random
        self._gates = [gate for gate in _GATES if negation or "!" not in gate.text]
        self._numbers = count()
        self._names: list[tuple[str, _Written]] = []
        self._veils = [
            (f"veil{at}", random.choice(_VEILS), self._gate(), self._chance(3)) for at in range(2)
        ]
        for _ in range(random.randrange(1, 4)):
            self._declare()
        self._uses = [self._use(2) for _ in range(random.randrange(1, 4))]
        if self._chance(2):
            self._uses += [self._page_of(words) for words in random.sample(_ALIKE, 2)]

    def program(self, held: _Held = None) -> str:
        """Write the program as these flags see it; with all gates where none are given."""
        lines = ["type gone = { q: nil @requires(:never) }"]
        lines += [f"type page[T] = {{ items: Array[T], {PAD} }}"]
        lines += ["type box[T] = { ?i: page[T], ?j: T, " + PAD + " }"]
        lines += ["type inner[T] = { ?o: { p: T }, ?q: Integer }"]
        lines += ["type listed[T, U = Array[T]] = { y: U }"]
        for name, forms, gate, is_merged in self._veils:
            form = forms[0] if gate.is_open(held) else forms[1]
            places = form.replace("%G", gate.text if held is None else "").replace("%N", name)
            if is_merged and places:
                lines.append(f"type {name}[T] = {{ {places} }} & {{ {PAD} }}")
            else:
                lines.append(f"type {name}[T] = {{ {places}{', ' if places else ''}{PAD} }}")
        for name, written in self._names:
            body = written(held)
            if body is not None:
                lines.append(f"type {name} = {body}")
        fields: list[str] = []
        for at, use in enumerate(self._uses):
            text = use(held)
            if text is not None:
                fields += [f"a{at}: {text}", f"b{at}: {text}", f"c{at}: Array[{text}]"]
        return "\n".join((*lines, f"type output = {{ always: nil, {', '.join(fields)} }}"))

    def _chance(self, of: int) -> bool:
        return self._random.randrange(of) == 0

    def _gate(self) -> _Gate:
        return self._random.choice(self._gates)

    def _word(self, *, is_gated: bool) -> str:
        return f"{MARK if is_gated else 'w'}{next(self._numbers)}"

    def _declare(self) -> None:
        gate = self._gate() if self._chance(2) else None
        name = self._word(is_gated=gate is not None)
        body = self._record(1) if self._chance(2) else self._union(0)

        def written(held: _Held) -> str | None:
            text = body(held)
            if gate is None or text is None:
                return text
            return gate.behind(f"({text})", held) if gate.is_open(held) else None

        self._names.append((name, written))

    def _use(self, depth: int) -> _Written:
        names = ["page", "page", "box", *(veil[0] for veil in self._veils)]
        name, inner = self._random.choice(names), self._type(depth)
        return lambda held: f"{name}[{inner(held) or 'gone'}]"

    def _type(self, depth: int) -> _Written:
        kinds: list[Callable[[int], _Written]] = [self._scalar, self._name, self._literals]
        if depth:
            kinds += [self._record, self._union, self._union, self._around, self._use, self._both]
        return self._random.choice(kinds)(depth - 1)

    def _scalar(self, _: int) -> _Written:
        text = self._random.choice(_SCALARS)
        return lambda _: text

    def _name(self, depth: int) -> _Written:
        if not self._names:
            return self._scalar(depth)
        name, written = self._random.choice(self._names)
        return lambda held: name if written(held) is not None else None

    def _page_of(self, words: tuple[str, ...]) -> _Written:
        inner = self._values(words, mark="")
        return lambda held: f"page[{inner(held) or 'gone'}]"

    def _literals(self, _: int) -> _Written:
        return self._values([self._word(is_gated=False) for _ in range(3)])

    def _values(self, words: Sequence[str], mark: str = MARK) -> _Written:
        """Write values, with one of them as an example at times."""
        gates = [self._gate() if self._chance(2) else None for _ in words]
        values = [
            f'"{mark if gate else ""}{word}"' for gate, word in zip(gates, words, strict=True)
        ]
        quoted = self._random.choice((None, *values))

        def written(held: _Held) -> str | None:
            kept = [
                value if gate is None else f"({gate.behind(value, held)})"
                for value, gate in zip(values, gates, strict=True)
                if gate is None or gate.is_open(held)
            ]
            if not kept:
                return None
            text = " | ".join(kept)
            is_told = quoted is not None and quoted in text
            return f"({text}) @example({quoted})" if is_told else text

        return written

    def _record(self, depth: int) -> _Written:
        gates = [
            _WRITE_ONLY if self._chance(6) else self._gate() if self._chance(2) else None
            for _ in range(self._random.randrange(1, 4))
        ]
        fields = [
            (self._word(is_gated=gate is not None), gate, self._type(max(depth, 0)))
            for gate in gates
        ]
        is_depending = self._chance(2)

        def written(held: _Held) -> str | None:
            kept: list[str] = []
            first: str | None = None
            for name, gate, inner in fields:
                text = inner(held)
                if text is None or (gate is not None and not gate.is_open(held)):
                    continue
                text = f"({text})" if gate is None else gate.behind(f"({text})", held)
                if is_depending and name != fields[0][0] and (first or held is None):
                    text += f" @depends_on(:{fields[0][0]})"
                first = name if name == fields[0][0] else first
                kept.append(f"?{name}: {text}")
            return f"{{ {', '.join(kept)} }}" if kept else None

        return written

    def _both(self, depth: int) -> _Written:
        """Write two records as one: names would be no uses, which shows where one is left."""
        operands = [
            (self._record(depth), self._gate() if self._chance(3) else None) for _ in range(2)
        ]

        def written(held: _Held) -> str | None:
            kept: list[str] = []
            for operand, gate in operands:
                text = operand(held)
                if text is not None and gate is not None:
                    text = f"({gate.behind(text, held)})" if gate.is_open(held) else None
                kept += [] if text is None else [text]
            return " & ".join(kept) or None

        return written

    def _union(self, depth: int) -> _Written:
        members = [
            (self._type(max(depth, 0)), self._gate() if self._chance(2) else None)
            for _ in range(self._random.randrange(2, 4))
        ]

        def written(held: _Held) -> str | None:
            kept: list[str] = []
            for inner, gate in members:
                text = inner(held)
                if text is not None and (gate is None or gate.is_open(held)):
                    kept.append(f"({text})" if gate is None else gate.behind(f"({text})", held))
            return " | ".join(f"({text})" for text in kept) or None

        return written

    def _around(self, depth: int) -> _Written:
        form = self._random.choice(
            ("Array[{}]", "({})?", "Hash[String, {}]", "[{}, Integer]", "{}")
        )
        inner = self._type(max(depth, 0))

        def written(held: _Held) -> str | None:
            text = inner(held)
            return None if text is None else form.format(text)

        return written
