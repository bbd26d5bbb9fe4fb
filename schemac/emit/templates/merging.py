"""A root's parts in, the same with names written out that are never definitions out.

A name that is used once in a schema stays inlined whoever asks. Where nobody else uses it, its
parts become parts of the whole; where others do, it is still drawn once for all of them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, assert_never

from schemac.emit.templates.parts import (
    Chain,
    Choice,
    Gated,
    Inline,
    Option,
    Row,
    Rows,
    Use,
    Variant,
)
from schemac.emit.templates.records import joined_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from schemac.emit.templates.parts import Part, TypeTemplate

__all__ = ["merged"]


def merged(root: Part, types: Mapping[int, TypeTemplate], is_shared: Callable[[int], bool]) -> Part:
    """Give the root; `is_shared` says whether a name is used elsewhere too."""
    counts = _counts(root, types)
    once = frozenset(target for target, count in counts.items() if count == 1)
    return _Merging(types, once, is_shared).part(root)


def _counts(root: Part, types: Mapping[int, TypeTemplate]) -> Counter[int]:
    """Count the uses in the root and in each type that it reaches: at most so many are seen."""
    counts: Counter[int] = Counter()
    todo: list[Part] = [root]
    while todo:
        for use in _uses(todo.pop()):
            core = types[use.target].core
            if use.target not in counts and core is not None:
                todo.append(core)
            counts[use.target] += 1
    return counts


def _uses(root: Part) -> Iterator[Use]:
    todo = [root]
    while todo:
        part = todo.pop()
        if isinstance(part, Use):
            yield part
        elif isinstance(part, Inline):
            # Where the root is a name, that may stand in it again, and then it is hoisted.
            yield part.use
            yield part.use
        else:
            todo.extend(_inside(part))


def _inside(part: Part) -> Sequence[Part]:
    match part:
        case str() | Variant() | Use() | Inline():
            return ()
        case Rows():
            return [row.inner for row in part.rows if row.inner is not None]
        case Chain():
            return part.parts
        case Choice():
            # A member stands among others or alone, never both.
            return [option.among for option in part.options]
        case Gated():
            return (part.part,)
        case _:
            assert_never(part)


class _Merging:
    def __init__(
        self,
        types: Mapping[int, TypeTemplate],
        once: frozenset[int],
        is_shared: Callable[[int], bool],
    ) -> None:
        self._types = types
        self._once = once
        self._is_shared = is_shared

    def part(self, part: Part) -> Part:
        match part:
            case str() | Variant() | Inline():
                return part
            case Use():
                return self._use(part) if part.target in self._once else part
            case Rows():
                return self._rows(part)
            case Chain():
                return _chained([self.part(inner) for inner in part.parts])
            case Choice():
                options = tuple(
                    Option(each.doors, self.part(each.among), self.part(each.alone))
                    for each in part.options
                )
                return Choice(part.before, options, part.null, part.clashes, part.after)
            case Gated():
                return Gated(part.doors, self.part(part.part))
            case _:
                assert_never(part)

    def _use(self, use: Use) -> Part:
        template = self._types[use.target]
        if template.core is None or self._is_shared(use.target):
            return Inline(use)
        whole = _around(use.before, self.part(template.core), use.after)
        doors = tuple(dict.fromkeys((*use.doors, *template.doors)))
        return Gated(doors, whole) if doors else whole

    def _rows(self, part: Rows) -> Part:
        rows: list[Row] = []
        for row in part.rows:
            inner = None if row.inner is None else self.part(row.inner)
            if isinstance(inner, str):
                rows.append(Row(row.doors, row.text + inner, None, row.required))
            else:
                rows.append(Row(row.doors, row.text, inner, row.required))
        return Rows(part.before, tuple(joined_rows(rows)), part.after)


def _around(before: str, core: Part, after: str) -> Part:
    match core:
        case Rows():
            return Rows(before + core.before, core.rows, core.after + after)
        case Choice():
            text = (before + core.before, core.after + after)
            return Choice(text[0], core.options, core.null, core.clashes, text[1])
        case _:
            return _chained([before, core, after])


def _chained(parts: Sequence[Part]) -> Part:
    """Give the parts as one, text that stands together in one piece."""
    found: list[Part] = []
    for part in parts:
        for inner in part.parts if isinstance(part, Chain) else (part,):
            last = found[-1] if found else None
            if isinstance(inner, str) and isinstance(last, str):
                found[-1] = last + inner
            else:
                found.append(inner)
    return found[0] if len(found) == 1 else Chain(tuple(found))
