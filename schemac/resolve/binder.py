"""Types with names as written in, types with names looked up out (SC201, SC208, SC301).

A *bound* type is written with the nodes of the IR: `Use(n)` is declaration number n, which takes
no arguments; `NameType("n", …)`, a name no author can write, is generic n with the arguments
written, a hole is what was reported; any other `NameType` is a parameter of the generic it stands
in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic, Fix, Label
from schemac.diagnostics.suggest import did_you_mean
from schemac.ir.builtins import BUILTIN_NAMES
from schemac.ir.types import NameType, RecordType, Use
from schemac.ir.walk import LEAVES
from schemac.resolve.program import hole, is_hole
from schemac.resolve.scope import Miss
from schemac.resolve.trees import fold, rebuilt
from schemac.resolve.whereabouts import Whereabouts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from schemac.ir.types import Field, Type
    from schemac.resolve.loader import Loader
    from schemac.resolve.scope import Declared, Lookup, Scope, Table
    from schemac.source import Span

__all__ = ["Binder", "Bound"]

_MOST_SUGGESTIONS = 100
_ELSEWHERE = {
    "array": "Array",
    "Bool": "bool",
    "boolean": "bool",
    "Boolean": "bool",
    "null": "nil",
    "Null": "nil",
    "number": "Float",
    "Number": "Float",
    "object": "Hash",
    "Object": "Hash",
    "undefined": "nil",
    "unknown": "untyped",
    "void": "nil",
}
"""What types of other languages are called here."""
_OF_RBS = re.compile(r"instance|_[A-Z]\w*")
"""Types of RBS, those of interfaces among them, where nothing of that name is declared."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound type; `sound` is False where a mistake in it was reported."""

    type: Type
    sound: bool


@dataclass(slots=True)
class _Place:
    """Where a type stands: its scope, the generic's parameters, names looked up beforehand.

    `alias` is what a name alone is to be called: nothing that was misspelt in it.
    """

    scope: Scope
    parameters: frozenset[str]
    given: Mapping[str, Lookup]
    sound: bool = True
    alias: str = ""


@dataclass(slots=True)
class Binder:
    """Binds every declaration of the table, and types that stand in signatures."""

    table: Table
    loader: Loader
    found: list[Diagnostic]
    _done: int = 0
    _suggestions: int = 0
    _owners: Mapping[str, str] | None = field(default=None)
    _whereabouts: Whereabouts = field(init=False)

    def __post_init__(self) -> None:
        """Begin with nothing looked for."""
        self._whereabouts = Whereabouts(self.loader)

    def bind_all(self) -> None:
        """Bind what was declared since the last time."""
        while self._done < len(self.table.declared):
            self._bind(self.table[self._done])
            self._done += 1

    def bind(self, written: Type, scope: Scope, given: Mapping[str, Lookup] | None = None) -> Bound:
        """Bind a type that stands in a signature; `given` goes before the scope."""
        return self._bound(written, _Place(scope, frozenset(), given or {}))

    def _bind(self, declared: Declared) -> None:
        declaration = declared.declaration
        known: list[str] = []
        defaults: list[Type | None] = []
        for parameter in declaration.parameters:
            if parameter.name in known or parameter.name in BUILTIN_NAMES:
                declared.broken = True
                self.found.append(_taken(declared, parameter.name, parameter.span))
            if parameter.default is None:
                defaults.append(None)
            else:
                place = _Place(declared.scope, frozenset(known), {})
                defaults.append(self._sound(declared, parameter.default, place))
            known.append(parameter.name)
        declared.defaults = tuple(defaults)
        place = _Place(declared.scope, frozenset(known), {})
        place.alias = declared.name if isinstance(declaration.body, NameType) else ""
        declared.body = self._sound(declared, declaration.body, place)

    def _sound(self, declared: Declared, written: Type, place: _Place) -> Type:
        bound = self._bound(written, place)
        declared.broken = declared.broken or not bound.sound
        return bound.type

    def _bound(self, written: Type, place: _Place) -> Bound:
        def combine(node: Type, parts: Sequence[Type]) -> Type:
            if isinstance(node, NameType):
                return self._name(node, parts, place)
            if isinstance(node, RecordType):
                place.sound &= not self.report_repeats(node.fields)
            return rebuilt(node, parts)

        bound = fold(written, combine, kept=LEAVES)
        return Bound(bound, place.sound)

    def report_repeats(self, fields: Iterable[Field], what: str = "the record") -> bool:
        """Report keys that stand twice (SC301); say whether there are any."""
        first: dict[str, Field] = {}
        repeats = False
        for each in fields:
            known = first.setdefault(each.name, each)
            if known is not each:
                repeats = True
                label = Label(known.name_span, "it stands here first")
                message = f"{what} has `{each.name}` twice"
                hint = "remove one of them"
                diagnostic = Diagnostic("SC301", message, each.name_span, (label,), hint=hint)
                self.found.append(diagnostic)
        return repeats

    def _name(self, node: NameType, parts: Sequence[Type], place: _Place) -> Type:
        if is_hole(node):
            place.sound = False
            return node
        if node.name in place.parameters:
            if parts:
                place.sound = False
                message = f"`{node.name}` is a parameter here and takes no arguments"
                self.found.append(Diagnostic("SC208", message, node.span))
                return hole(node.span)
            return node
        target = place.given.get(node.name, Miss.UNKNOWN)
        if target is Miss.UNKNOWN:
            target = place.scope.find(node.name)
        if isinstance(target, Miss):
            place.sound = False
            if target is Miss.UNKNOWN:
                self.found.append(self._unknown(node, place))
            return hole(node.span)
        return self._use(node, parts, self.table[target], place)

    def _use(self, node: NameType, parts: Sequence[Type], target: Declared, place: _Place) -> Type:
        if not target.fewest <= len(parts) <= len(target.declaration.parameters):
            place.sound = False
            is_written = node.span.text.startswith(node.name)
            found = _arguments(node, len(parts), target) if is_written else _implied(target)
            self.found.append(found)
            return hole(node.span)
        if not target.generic:
            return Use(target.number, node.span)
        return NameType(str(target.number), tuple(parts), node.span, node.name_span)

    def _unknown(self, node: NameType, place: _Place) -> Diagnostic:
        message = f"unknown type `{node.name}`"
        hint, fix = None, None
        if self._suggestions < _MOST_SUGGESTIONS:
            self._suggestions += 1
            known = {*place.scope.names(), *place.parameters, *BUILTIN_NAMES}
            near = _ELSEWHERE.get(node.name) or did_you_mean(node.name, known - {place.alias})
            path = self._whereabouts.path_of(node.name)
            owner = self._owner(node.name)
            if path is not None:
                hint = f"`import {path}` brings the types of `{path}`"
            elif owner is not None:
                hint = f"`{owner}` declares it for itself; declare it in the module to share it"
            elif near is not None:
                hint, fix = f"did you mean `{near}`?", Fix(node.name_span, near)
        if hint is None and _OF_RBS.fullmatch(node.name):
            message = f"`{node.name}` is not supported: a type here says what data is sent"
            return Diagnostic("SC107", message, node.name_span, hint="name the type that is meant")
        return Diagnostic("SC201", message, node.name_span, hint=hint, fix=fix)

    def _owner(self, name: str) -> str | None:
        """Give a class that declares the type, a base of this one perhaps."""
        if self._owners is None:
            found = reversed(self.table.declared)
            self._owners = {each.name: each.scope.owner for each in found if each.scope.owner}
        return self._owners.get(name)


def _taken(declared: Declared, name: str, span: Span) -> Diagnostic:
    why = (
        "a built-in type" if name in BUILTIN_NAMES else f"a parameter of `{declared.name}` already"
    )
    return Diagnostic("SC207", f"`{name}` is {why}", span, hint="give the parameter another name")


def _implied(target: Declared) -> Diagnostic:
    """Word that `type output` or `type input`, which nobody names, asks for arguments."""
    message = f"`type {target.name}` has parameters here, and a tool gives it no arguments"
    hint = f"write `type {target.name} = …`, and give the generic another name"
    return Diagnostic("SC208", message, target.declaration.name_span, hint=hint)


def _arguments(node: NameType, given: int, target: Declared) -> Diagnostic:
    most = len(target.declaration.parameters)
    count = str(most) if target.fewest == most else f"{target.fewest} to {most}"
    takes = "no arguments" if not most else f"{count} argument{'' if count == '1' else 's'}"
    here = {0: "are none", 1: "is 1"}.get(given, f"are {given}")
    message = f"`{node.name}` takes {takes}, here {here}"
    label = Label(target.declaration.name_span, "declared here")
    return Diagnostic("SC208", message, node.span, (label,))
