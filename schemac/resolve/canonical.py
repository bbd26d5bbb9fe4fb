"""Instances of generics in, their arguments as text out, and whether all may read that."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from schemac.ir.printer import print_type
from schemac.ir.types import Group, ListType, MapType, RecordType, TupleType, Use
from schemac.resolve.soundness import uses
from schemac.resolve.trees import fold, rebuilt
from schemac.resolve.whole import whole_arguments

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schemac.ir.types import Type
    from schemac.resolve.instances import Instance

__all__ = ["ArgumentText", "argument_texts"]

_BRACKETED = (RecordType, ListType, MapType, TupleType, Group)


@dataclass(frozen=True, slots=True)
class ArgumentText:
    """The arguments of an instance, "" where there are none.

    `whole` tells instances apart. `shown` is what a name is made of where every caller reads the
    same (`is_same`), and `spelled` is that with the file and class of every name, on one line and
    without parentheses that are not needed.
    """

    whole: str
    shown: str
    spelled: str
    is_same: bool = True


def argument_texts(types: Sequence[Instance], order: Sequence[int]) -> dict[int, ArgumentText]:
    """Give each instance the texts of its arguments.

    Two instances whose whole texts are the same, because two types have one name, get longer ones.
    What callers read of an instance never depends on which others there are: some may be hidden.
    """
    short = _Speller(types, _short_name, _as_written)
    full = _Speller(types, _full_name, _ungrouped)
    same = whole_arguments(types)
    texts = {
        at: ArgumentText(
            whole := short.arguments(at), whole, " ".join(full.arguments(at).split()), same[at]
        )
        for at in order
    }
    alike: dict[tuple[str, str, str, str], list[int]] = defaultdict(list)
    for at in order:
        scope = types[at].declared.scope
        alike[scope.file, scope.owner, types[at].declared.name, texts[at].whole].append(at)
    for group in alike.values():
        if len(group) > 1:
            texts.update((at, replace(texts[at], whole=full.arguments(at))) for at in group)
    return texts


def _as_written(written: Type) -> Type:
    return written


def _ungrouped(written: Type) -> Type:
    """Leave out parentheses; the printer writes those that are needed."""

    def combine(node: Type, parts: Sequence[Type]) -> Type:
        return parts[0] if isinstance(node, Group) else rebuilt(node, parts)

    return fold(written, combine)


def _short_name(instance: Instance) -> str:
    return instance.declared.name


def _full_name(instance: Instance) -> str:
    scope = instance.declared.scope
    return ":".join(part for part in (scope.file, scope.owner, instance.declared.name) if part)


class _Speller:
    """Writes arguments out, those of instances that they name included.

    `form` gives an argument in the form in which it is to be written.
    """

    def __init__(
        self,
        types: Sequence[Instance],
        name: Callable[[Instance], str],
        form: Callable[[Type], Type],
    ) -> None:
        self._types = types
        self._name = name
        self._form = form
        self._known: dict[int, str] = {}

    def arguments(self, at: int) -> str:
        """Give the text of the arguments of an instance."""
        if not self._types[at].arguments:
            return ""
        pending = [at]
        while pending:
            top = pending[-1]
            parts = [self._form(argument.type) for argument in self._types[top].arguments]
            inner = [target for part in parts for target in uses(part) if self._unspelled(target)]
            if inner:
                pending.extend(inner)
                continue
            self._known[pending.pop()] = ", ".join(map(self._text, parts))
        return self._known[at]

    def _unspelled(self, at: int) -> bool:
        return bool(self._types[at].arguments) and at not in self._known

    def _use(self, at: int) -> str:
        name = self._name(self._types[at])
        return f"{name}[{self._known[at]}]" if self._known.get(at) else name

    def _text(self, written: Type) -> str:
        """Print from the inside out: a part in brackets is printed before what is around it."""
        texts: list[str] = []

        def combine(node: Type, parts: Sequence[Type]) -> Type:
            if isinstance(node, Use):
                texts.append(self._use(node.target))
            elif isinstance(node, _BRACKETED):
                texts.append(print_type(rebuilt(node, parts), name_of=texts.__getitem__))
            else:
                return rebuilt(node, parts)
            return Use(len(texts) - 1, node.span)

        return print_type(fold(written, combine), name_of=texts.__getitem__)
