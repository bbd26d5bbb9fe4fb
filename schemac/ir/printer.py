"""Types and declarations in, canonical text out: what is printed reads back as the same IR."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, assert_never

from schemac.ir.builtins import SCALAR_NAMES, Spelling
from schemac.ir.decls import Declaration, Description, Import, Signature, TypeDeclaration
from schemac.ir.print_tags import print_tags
from schemac.ir.tag_text import quote
from schemac.ir.types import (
    Anything,
    Field,
    Group,
    IntersectionType,
    ListType,
    LiteralType,
    MapType,
    NameType,
    Nothing,
    OptionalType,
    RecordType,
    Scalar,
    Tagged,
    TupleType,
    Type,
    UnionType,
    Use,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import UnionType as UnionOfTypes

    from schemac.ir.decls import DescriptionMember, ImportedName, TypeParameter

__all__ = ["print_declaration", "print_declarations", "print_type"]

_Leaf: TypeAlias = Scalar | Anything | Nothing | LiteralType | Use
_Part: TypeAlias = str | tuple[Type, str]
_Rest: TypeAlias = RecordType | ListType | MapType | TupleType | NameType | _Leaf

_LOOSE = UnionType | IntersectionType | Tagged
_LOOSER = _LOOSE | OptionalType
_WORD = re.compile(r"[^\W\d]\w*")
_NAMES = {
    "rbs": {"list": "Array", "set": "Set", "map": "Hash", "anything": "untyped"},
    "python": {"list": "list", "set": "set", "map": "dict", "anything": "Any"},
}


def print_type(
    node: Type,
    spelling: Spelling = "rbs",
    *,
    name_of: Callable[[int], str] = "type_{}".format,
) -> str:
    """Print a type on one line; on several where fields have documentation comments.

    `name_of` names the types that a resolved program uses by number.
    """
    return _Printer(spelling, name_of).print((node, ""))


def print_declaration(declaration: Declaration, spelling: Spelling = "rbs") -> str:
    """Print a declaration, without a line break at the end."""
    printer = _Printer(spelling, "type_{}".format)
    match declaration:
        case TypeDeclaration():
            return printer.declared(declaration)
        case Import(path, names):
            return f"import {path}" if names is None else f"from {path} import {_imported(names)}"
        case Description(members):
            return "description " + " | ".join(_described(member) for member in members)
        case Signature():
            return printer.signature(declaration)
        case _:
            assert_never(declaration)


def print_declarations(declarations: Iterable[Declaration], spelling: Spelling = "rbs") -> str:
    """Print declarations as the text of a file or block."""
    return "".join(f"{print_declaration(one, spelling)}\n" for one in declarations)


def _imported(names: Iterable[ImportedName]) -> str:
    written = (one.name if one.alias is None else f"{one.name} as {one.alias}" for one in names)
    return ", ".join(written)


def _described(member: DescriptionMember) -> str:
    return quote(member.text) + print_tags(member.tags)


def _doc(text: str | None, indent: str = "") -> str:
    if text is None:
        return ""
    return "".join(f"{indent}{f'## {line}'.rstrip()}\n" for line in text.split("\n"))


@dataclass(frozen=True, slots=True)
class _Printer:
    """Takes types apart level by level: deep ones need no deep stack."""

    spelling: Spelling
    name_of: Callable[[int], str]

    def print(self, *parts: _Part) -> str:
        """Print parts: texts as they are, types (with the indent of their lines) taken apart."""
        printed: list[str] = []
        waiting = list(reversed(parts))
        while waiting:
            part = waiting.pop()
            if isinstance(part, str):
                printed.append(part)
            else:
                waiting.extend(reversed(self._parts(*part)))
        return "".join(printed)

    def _parts(self, node: Type, indent: str) -> list[_Part]:
        match node:
            case UnionType(members):
                grouped = [_grouped(one, UnionType, indent) for one in members]
                return _joined(" | ", grouped)
            case IntersectionType(operands):
                return _joined(" & ", [_grouped(one, _LOOSE, indent) for one in operands])
            case OptionalType(inner):
                return [*_grouped(inner, _LOOSER, indent), "?"]
            case Tagged(inner, tags):
                return [*_grouped(inner, UnionType | Tagged, indent), print_tags(tags)]
            case Group(inner):
                return ["(", (inner, indent), ")"]
            case _:
                return self._container(node, indent)

    def _container(self, node: _Rest, indent: str) -> list[_Part]:
        match node:
            case RecordType(fields):
                return self._record(fields, indent)
            case ListType(item, unique):
                return [f"{self._name('set' if unique else 'list')}[", (item, indent), "]"]
            case MapType(key, value):
                return [f"{self._name('map')}[", (key, indent), ", ", (value, indent), "]"]
            case TupleType(items):
                return ["[", *_several(items, indent), "]"]
            case NameType(name, ()):
                return [name]
            case NameType(name, arguments):
                return [f"{name}[", *_several(arguments, indent), "]"]
            case _:
                return [self._leaf(node)]

    def _leaf(self, node: _Leaf) -> str:
        match node:
            case Scalar(kind):
                return SCALAR_NAMES[self.spelling][kind]
            case Anything():
                return self._name("anything")
            case Nothing():
                return "bot"
            case LiteralType():
                return self._literal(node)
            case Use(target):
                return self.name_of(target)
            case _:
                assert_never(node)

    def _literal(self, node: LiteralType) -> str:
        match node.value:
            case str(text):
                return quote(text)
            case bool(value):
                return str(value) if self.spelling == "python" else str(value).lower()
            case value:
                return repr(value)

    def _name(self, what: str) -> str:
        return _NAMES[self.spelling][what]

    def _record(self, fields: tuple[Field, ...], indent: str) -> list[_Part]:
        if not fields:
            return ["{}"]
        if all(one.doc is None for one in fields):
            return ["{ ", *_joined(", ", [_field(one, indent) for one in fields]), " }"]
        return _lines("{", fields, "}", indent)

    def declared(self, node: TypeDeclaration) -> str:
        """Print `type name[T] = body`."""
        head = ", ".join(self._parameter(one) for one in node.parameters)
        name = f"{node.name}[{head}]" if head else node.name
        return self.print(f"{_doc(node.doc)}type {name} = ", (node.body, ""))

    def _parameter(self, one: TypeParameter) -> str:
        return one.name if one.default is None else self.print(f"{one.name} = ", (one.default, ""))

    def signature(self, node: Signature) -> str:
        """Print `( name: T ) -> T`."""
        returns: list[_Part] = [] if node.returns is None else [" -> ", (node.returns, "")]
        if all(one.doc is None for one in node.parameters):
            inside = _joined(", ", [_field(one, "") for one in node.parameters])
            return self.print("(", *inside, ")", *returns)
        return self.print(*_lines("(", node.parameters, ")", ""), *returns)


def _grouped(node: Type, loose: type | UnionOfTypes, indent: str) -> list[_Part]:
    """Put parentheses around what would otherwise be read with its neighbours."""
    return ["(", (node, indent), ")"] if isinstance(node, loose) else [(node, indent)]


def _joined(mark: str, groups: Iterable[list[_Part]]) -> list[_Part]:
    found: list[_Part] = []
    for group in groups:
        found += [mark, *group] if found else group
    return found


def _several(nodes: Iterable[Type], indent: str) -> list[_Part]:
    return _joined(", ", [[(one, indent)] for one in nodes])


def _field(one: Field, indent: str) -> list[_Part]:
    key = one.name if _WORD.fullmatch(one.name) else quote(one.name)
    return [f"{'?' if one.optional else ''}{key}: ", (one.type, indent)]


def _lines(opened: str, fields: tuple[Field, ...], closed: str, indent: str) -> list[_Part]:
    inner = f"{indent}  "
    lines: list[list[_Part]] = [
        [f"{_doc(one.doc, inner)}{inner}", *_field(one, inner)] for one in fields
    ]
    return [f"{opened}\n", *_joined(",\n", lines), f"\n{indent}{closed}"]
