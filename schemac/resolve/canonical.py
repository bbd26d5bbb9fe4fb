"""Instances of generics in, their arguments as text out."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from schemac.ir.printer import print_type
from schemac.ir.types import Group, ListType, MapType, RecordType, TupleType, Use
from schemac.resolve.soundness import uses
from schemac.resolve.trees import fold, rebuilt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schemac.ir.types import Type
    from schemac.resolve.instances import Instance

__all__ = ["argument_texts"]

_BRACKETED = (RecordType, ListType, MapType, TupleType, Group)


def argument_texts(types: Sequence[Instance], order: Sequence[int]) -> dict[int, str]:
    """Give each instance the text of its arguments, "" where there are none.

    Two instances whose texts are the same, because two types have one name, get longer ones.
    """
    short, full = _Speller(types, _short_name), _Speller(types, _full_name)
    texts = {at: short.arguments(at) for at in order}
    alike: dict[tuple[str, str, str, str], list[int]] = defaultdict(list)
    for at in order:
        scope = types[at].declared.scope
        alike[scope.file, scope.owner, types[at].declared.name, texts[at]].append(at)
    for group in alike.values():
        if len(group) > 1:
            texts.update((at, full.arguments(at)) for at in group)
    return texts


def _short_name(instance: Instance) -> str:
    return instance.declared.name


def _full_name(instance: Instance) -> str:
    scope = instance.declared.scope
    return ":".join(part for part in (scope.file, scope.owner, instance.declared.name) if part)


class _Speller:
    """Writes arguments out, those of instances that they name included."""

    def __init__(self, types: Sequence[Instance], name: Callable[[Instance], str]) -> None:
        self._types = types
        self._name = name
        self._known: dict[int, str] = {}

    def arguments(self, at: int) -> str:
        """Give the text of the arguments of an instance."""
        if not self._types[at].arguments:
            return ""
        pending = [at]
        while pending:
            top = pending[-1]
            parts = [argument.type for argument in self._types[top].arguments]
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
