"""Instances of generics in, their arguments as text out: whole, and as all may read it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from schemac.ir.printer import print_type
from schemac.ir.types import Group, ListType, MapType, RecordType, TupleType, Use
from schemac.resolve.plain_arguments import is_plain
from schemac.resolve.shown import Shown
from schemac.resolve.soundness import uses
from schemac.resolve.trees import fold, rebuilt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schemac.ir.types import Type
    from schemac.resolve.instances import Instance

__all__ = ["ArgumentText", "argument_texts"]

_BRACKETED = (RecordType, ListType, MapType, TupleType, Group)


@dataclass(frozen=True, slots=True)
class ArgumentText:
    """The arguments of an instance, "" where there are none.

    `whole` tells instances apart. `shown` leaves out gates and all that they may hide, so that it
    can be told to any caller; `spelled` is the same with the file and class of every name. `told`
    are the arguments that callers read differently, () where all read the same.
    """

    whole: str
    shown: str
    spelled: str
    told: tuple[Type, ...] = ()


def argument_texts(types: Sequence[Instance], order: Sequence[int]) -> dict[int, ArgumentText]:
    """Give each instance the texts of its arguments.

    Two instances whose whole texts are the same, because two types have one name, get longer ones.
    What callers read of an instance never depends on which others there are: some may be hidden.
    """
    short, full = (_Speller(types, name, _whole) for name in (_short_name, _full_name))
    shown = Shown(types)
    seen, spelled = (_Speller(types, name, shown.of) for name in (_short_name, _full_name))
    standing = _Speller(types, _short_name, partial(_standing, shown))
    texts: dict[int, ArgumentText] = {}
    for at in order:
        whole, text = short.arguments(at), seen.arguments(at)
        told: tuple[Type, ...] = ()
        if text != whole and text != standing.arguments(at):
            parts = range(len(types[at].arguments))
            written = (_standing(shown, types[at], part) for part in parts)
            told = tuple(part for part in written if part is not None)
            told = told if all(is_plain(each, types) for each in told) else ()
        texts[at] = ArgumentText(whole, text, spelled.arguments(at), told)
    alike: dict[tuple[str, str, str, str], list[int]] = defaultdict(list)
    for at in order:
        scope = types[at].declared.scope
        alike[scope.file, scope.owner, types[at].declared.name, texts[at].whole].append(at)
    for group in alike.values():
        if len(group) > 1:
            texts.update((at, replace(texts[at], whole=full.arguments(at))) for at in group)
    return texts


def _standing(shown: Shown, instance: Instance, at: int) -> Type | None:
    """Give an argument with all that is gated in it, None where nobody is to read of it."""
    return instance.arguments[at].type if shown.occurs(instance, at) else None


def _whole(instance: Instance, at: int) -> Type | None:
    return instance.arguments[at].type


def _short_name(instance: Instance) -> str:
    return instance.declared.name


def _full_name(instance: Instance) -> str:
    scope = instance.declared.scope
    return ":".join(part for part in (scope.file, scope.owner, instance.declared.name) if part)


class _Speller:
    """Writes arguments out, those of instances that they name included.

    `part` gives what is to be written of an argument, None for nothing.
    """

    def __init__(
        self,
        types: Sequence[Instance],
        name: Callable[[Instance], str],
        part: Callable[[Instance, int], Type | None],
    ) -> None:
        self._types = types
        self._name = name
        self._part = part
        self._known: dict[int, str] = {}

    def arguments(self, at: int) -> str:
        """Give the text of the arguments of an instance."""
        if not self._types[at].arguments:
            return ""
        pending = [at]
        while pending:
            top = pending[-1]
            instance = self._types[top]
            written = (self._part(instance, at) for at in range(len(instance.arguments)))
            parts = [part for part in written if part is not None]
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
