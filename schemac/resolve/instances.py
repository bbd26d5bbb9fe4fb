"""Bound declarations in, program types out: generics are instantiated, one type an instance.

Types are numbered when they are first met and lowered later, from a queue, so that neither long
chains nor circles recurse. What an instance would cost is known before it is made.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from schemac.diagnostics.model import Diagnostic
from schemac.ir.types import (
    Anything,
    Group,
    IntersectionType,
    NameType,
    Tagged,
    UnionType,
    Use,
)
from schemac.ir.walk import NAMELESS, children
from schemac.resolve.interning import Interner
from schemac.resolve.program import hole, is_hole
from schemac.resolve.trees import fold, rebuilt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.ir.types import Type
    from schemac.resolve.scope import Declared, Table
    from schemac.source import Span

__all__ = ["Argument", "Instance", "Instances"]

LARGEST_ARGUMENT = 5_000
"""Nodes of one argument, the arguments of names in it written out."""
DEEPEST_ARGUMENT = 600
MOST_NODES = 100_000
"""Nodes of all instances of generics together."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of an instance, lowered, or a part of one. `key` tells equal ones.

    `inner` is what stands in the parentheses where it is all in parentheses.
    """

    type: Type
    key: int
    size: int
    depth: int
    inner: Argument | None = None


@dataclass(slots=True, eq=False)
class Instance:
    """A type of the program. `broken` says that it, itself, cannot be relied on.

    A `hollow` one is broken and has no body that would be worth a look.
    """

    declared: Declared
    arguments: tuple[Argument, ...]
    span: Span | None
    body: Type | None = None
    broken: bool = False
    hollow: bool = False


_Key: TypeAlias = tuple[int, ...]


@dataclass(slots=True)
class Instances:
    """All types of one program, and the queue of those to lower."""

    table: Table
    found: list[Diagnostic]
    types: list[Instance] = field(default_factory=list)
    _numbers: dict[_Key, int] = field(default_factory=dict)
    _queue: deque[Instance] = field(default_factory=deque)
    _interner: Interner = field(default_factory=Interner)
    _made: dict[_Key, tuple[int, int, int]] = field(default_factory=dict)
    _nodes: int = 0
    _reported: bool = False
    _instantiated: set[int] = field(default_factory=set)

    def lower(self, bound: Type) -> Type:
        """Give a bound type with program types for declarations; they are lowered too."""
        lowered = self._lowered(bound, {})
        self._drain()
        return lowered

    def declare(self, declared: Declared) -> int:
        """Give the program type of a declaration; of a generic, its instance with holes."""
        span = declared.declaration.name_span
        given = declared.declaration.parameters
        blank = self._leaf(hole(span))
        number = self._number(declared, (blank,) * len(given), None)
        self._drain()
        return number

    def unused(self, declared: Declared) -> bool:
        """Say whether a declaration has no program type yet."""
        return declared.number not in self._instantiated

    def _drain(self) -> None:
        while self._queue:
            instance = self._queue.popleft()
            declared = instance.declared
            instance.broken = declared.broken
            if declared.body is None or declared.hollow:
                instance.broken = instance.hollow = True
                continue
            names = (parameter.name for parameter in declared.declaration.parameters)
            instance.body = self._lowered(
                declared.body, dict(zip(names, instance.arguments, strict=True))
            )

    def _number(
        self, declared: Declared, arguments: tuple[Argument, ...], span: Span | None
    ) -> int:
        key = (declared.number, *(argument.key for argument in arguments))
        known = self._numbers.get(key)
        if known is not None:
            return known
        number = self._numbers[key] = len(self.types)
        made = Instance(declared, arguments, span)
        self.types.append(made)
        self._instantiated.add(declared.number)
        if span is not None and declared.generic and self._too_large(declared, arguments, span):
            made.broken = made.hollow = True
            # What is too large shall not be walked either.
            made.arguments = (self._leaf(hole(span)),) * len(arguments)
        else:
            self._queue.append(made)
        return number

    def _too_large(self, declared: Declared, arguments: tuple[Argument, ...], span: Span) -> bool:
        self._nodes += 1 + sum(argument.size for argument in arguments)
        size = max(argument.size for argument in arguments)
        depth = max(argument.depth for argument in arguments)
        if size <= LARGEST_ARGUMENT and depth <= DEEPEST_ARGUMENT and self._nodes <= MOST_NODES:
            return False
        if not self._reported:
            self._reported = True
            message = f"the arguments of `{declared.name}` grow too large"
            if self._nodes > MOST_NODES:
                message = f"there are too many instances of generics, here one of `{declared.name}`"
            hint = "declare a type for a part of it"
            self.found.append(Diagnostic("SC206", message, span, hint=hint))
        return True

    def _lowered(self, bound: Type, given: Mapping[str, Argument]) -> Type:
        def combine(node: Type, parts: Sequence[Type]) -> Type:
            self._nodes += 1 if given else 0
            if isinstance(node, Use):
                return self._use(node)
            if isinstance(node, NameType):
                return node if is_hole(node) else self._argument(node, given).type
            return rebuilt(node, parts)

        # Where something is given all nodes are counted.
        return fold(bound, combine, _outside_arguments, frozenset() if given else NAMELESS)

    def _use(self, node: Use) -> Use:
        number = self._number(self.table[node.target], (), node.span)
        return node if number == node.target else Use(number, node.span)

    def _argument(self, bound: Type, given: Mapping[str, Argument]) -> Argument:
        """Lower an argument and measure it."""

        def combine(node: Type, parts: Sequence[Argument]) -> Argument:
            if isinstance(node, Use):
                return self._leaf(self._use(node))
            if isinstance(node, NameType):
                return self._named(node, parts, given)
            return self._composed(node, parts)

        return fold(bound, combine)

    def _named(
        self, node: NameType, parts: Sequence[Argument], given: Mapping[str, Argument]
    ) -> Argument:
        if is_hole(node):
            return self._leaf(node)
        if not node.name.isdecimal():
            return self._placed(given[node.name])
        target = self.table[int(node.name)]
        arguments = [_ungrouped(part) for part in parts]
        # What a default stands for is made once: two that use one generic double at each step.
        asked = target.number, *(argument.key for argument in arguments)
        if asked not in self._made:
            self._made[asked] = self._filled(node, target, arguments)
        number, size, depth = self._made[asked]
        use = Use(number, node.span)
        return Argument(use, self._interner.key(use, ()), size, depth)

    def _filled(
        self, node: NameType, target: Declared, arguments: list[Argument]
    ) -> tuple[int, int, int]:
        """Give the number of an instance, what was left out filled in; its size and its depth."""
        names = [parameter.name for parameter in target.declaration.parameters]
        for default in target.defaults[len(arguments) :]:
            known = dict(zip(names, arguments, strict=False))
            blank = self._leaf(Anything(node.span, "untyped"))
            made = blank if default is None else _ungrouped(self._argument(default, known))
            arguments.append(made)
        number = self._number(target, tuple(arguments), node.span)
        size = 1 + sum(argument.size for argument in arguments)
        depth = 1 + max(argument.depth for argument in arguments)
        return number, size, depth

    def _leaf(self, node: Type) -> Argument:
        return Argument(node, self._interner.key(node, ()), 1, 1)

    def _composed(self, node: Type, parts: Sequence[Argument]) -> Argument:
        if isinstance(node, Group) and parts[0].inner is not None:
            return parts[0]
        whole = rebuilt(node, [part.type for part in parts])
        key = self._interner.key(node, [part.key for part in parts])
        size = 1 + sum(part.size for part in parts)
        depth = 1 + max((part.depth for part in parts), default=0)
        return Argument(whole, key, size, depth, parts[0] if isinstance(node, Group) else None)

    def _placed(self, argument: Argument) -> Argument:
        """Give an argument as it stands for a parameter: its tags bind to nothing outside."""
        node = argument.type
        if isinstance(node, UnionType | IntersectionType | Tagged):
            return self._composed(Group(node, node.span), (argument,))
        return argument


def _outside_arguments(node: Type) -> tuple[Type, ...]:
    return () if isinstance(node, NameType) else children(node)


def _ungrouped(argument: Argument) -> Argument:
    return argument if argument.inner is None else argument.inner
