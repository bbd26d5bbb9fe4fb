"""The steps in which arguments of a generic are written in, their text for one caller out.

Steps stand one behind the other, inner ones first: a word is put on a stack, and a join takes its
parts off it and puts them back as one. So no depth of arguments is a depth of data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from schemac.plan.gates import Gate

__all__ = ["KINDS", "Join", "JoinKind", "Step", "Word", "gates_in", "is_whole", "spell"]

JoinKind: TypeAlias = Literal[
    "plain", "listed", "union", "intersection", "optional", "tagged", "tail", "named"
]
"""How parts become one text.

`plain` is one behind the other, `listed` with commas, `optional` with `?` behind; `tagged` and
`tail` are a type and its tags, the latter behind a union that is the type of a field; `named` is a
name and the text of its arguments.
"""

KINDS: tuple[JoinKind, ...] = get_args(JoinKind)


@dataclass(frozen=True, slots=True)
class Word:
    """A text; `full` is the same with the file and class of the name that it is."""

    text: str
    full: str | None = None


@dataclass(frozen=True, slots=True)
class Join:
    """Takes as many parts as it has gates: those whose gate is open become one."""

    kind: JoinKind
    gates: tuple[Gate | None, ...]


Step: TypeAlias = Word | Join


class _Written(NamedTuple):
    """A part: its text, the full one, and the kind whose signs stand open in it, "" for none."""

    text: str
    full: str
    loose: str = ""


_MARKS = {"listed": ", ", "union": " | ", "intersection": " & "}
_GROUPED: dict[str, frozenset[str]] = {
    "union": frozenset({"union"}),
    "intersection": frozenset({"union", "intersection", "tagged"}),
    "optional": frozenset({"union", "intersection", "tagged", "optional"}),
    "tagged": frozenset({"union", "tagged"}),
}
"""What needs parentheses inside."""


def gates_in(steps: Sequence[Step]) -> Iterator[Gate]:
    """Give the gates that decide what is written."""
    for step in steps:
        if isinstance(step, Join):
            yield from (gate for gate in step.gates if gate is not None)


def is_whole(steps: Sequence[Step]) -> bool:
    """Tell whether every join finds its parts, and one text is left at the end."""
    height = 0
    for step in steps:
        taken = len(step.gates) if isinstance(step, Join) else 0
        if taken > height:
            return False
        height += 1 - taken
    return height == 1


def spell(steps: Sequence[Step], is_open: Callable[[Gate | None], bool]) -> tuple[str, str]:
    """Give the text, and the same with the file and class of every name."""
    stack: list[_Written] = []
    for step in steps:
        if isinstance(step, Word):
            stack.append(_Written(step.text, step.text if step.full is None else step.full))
            continue
        start = len(stack) - len(step.gates)
        pairs = zip(stack[start:], step.gates, strict=True)
        parts = [part for part, gate in pairs if gate is None or is_open(gate)]
        del stack[start:]
        stack.append(_joined(step.kind, parts))
    whole = stack[-1]
    return whole.text, " ".join(whole.full.split())


def _joined(kind: JoinKind, parts: Sequence[_Written]) -> _Written:
    if kind == "named":
        name, *arguments = parts or [_Written("", "")]
        if not any(each.text for each in arguments):
            return name
        given = _concatenated(arguments)
        return _Written(f"{name.text}[{given.text}]", f"{name.full}[{given.full}]")
    if kind in {"union", "intersection", "tagged", "tail"} and len(parts) == 1:
        return parts[0]
    grouped = _GROUPED.get(kind, frozenset())
    held = [_in_parentheses(part) if part.loose in grouped else part for part in parts]
    whole = _concatenated(held, _MARKS.get(kind, ""))
    if kind == "optional":
        return _Written(f"{whole.text}?", f"{whole.full}?", kind)
    return _Written(whole.text, whole.full, kind if kind in _GROUPED else "")


def _in_parentheses(part: _Written) -> _Written:
    return _Written(f"({part.text})", f"({part.full})")


def _concatenated(parts: Sequence[_Written], mark: str = "") -> _Written:
    return _Written(mark.join(each.text for each in parts), mark.join(each.full for each in parts))
