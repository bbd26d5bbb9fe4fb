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

    from schemac.ir.decls import DescriptionMember, ImportedName, TypeParameter

__all__ = ["print_declaration", "print_declarations", "print_type"]

_Leaf: TypeAlias = Scalar | Anything | Nothing | LiteralType | Use
_Rest: TypeAlias = RecordType | ListType | MapType | TupleType | NameType | _Leaf

_WORD = re.compile(r"[^\W\d]\w*")
_NAMES = {
    "rbs": {"list": "Array", "set": "Set", "map": "Hash", "anything": "untyped"},
    "python": {"list": "list", "set": "set", "map": "dict", "anything": "Any"},
}


def print_type(
    type: Type,  # noqa: A002 - the word of the language
    spelling: Spelling = "rbs",
    *,
    name_of: Callable[[int], str] = "type_{}".format,
) -> str:
    """Print a type on one line; on several where fields have documentation comments.

    `name_of` names the types that a resolved program uses by number.
    """
    return _Printer(spelling, name_of).type(type)


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
    spelling: Spelling
    name_of: Callable[[int], str]

    def type(self, node: Type, indent: str = "") -> str:
        """Print a type; lines after its first begin with `indent`."""
        match node:
            case UnionType(members):
                return " | ".join(self._member(one, indent) for one in members)
            case IntersectionType(operands):
                return " & ".join(self._operand(one, indent) for one in operands)
            case OptionalType(inner):
                return f"{self._atom(inner, indent)}?"
            case Tagged(inner, tags):
                return self._tagged(inner, indent) + print_tags(tags)
            case Group(inner):
                return f"({self.type(inner, indent)})"
            case _:
                return self._container(node, indent)

    def _container(self, node: _Rest, indent: str) -> str:
        match node:
            case RecordType(fields):
                return self._record(fields, indent)
            case ListType(item, unique):
                return f"{self._name('set' if unique else 'list')}[{self.type(item, indent)}]"
            case MapType(key, value):
                return f"{self._name('map')}[{self._several((key, value), indent)}]"
            case TupleType(items):
                return f"[{self._several(items, indent)}]"
            case NameType(name, arguments):
                return f"{name}[{self._several(arguments, indent)}]" if arguments else name
            case _:
                return self._leaf(node)

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

    def _several(self, nodes: Iterable[Type], indent: str) -> str:
        return ", ".join(self.type(one, indent) for one in nodes)

    def _atom(self, node: Type, indent: str) -> str:
        grouped = isinstance(node, UnionType | IntersectionType | Tagged | OptionalType)
        return f"({self.type(node, indent)})" if grouped else self.type(node, indent)

    def _operand(self, node: Type, indent: str) -> str:
        grouped = isinstance(node, UnionType | IntersectionType | Tagged)
        return f"({self.type(node, indent)})" if grouped else self.type(node, indent)

    def _tagged(self, node: Type, indent: str) -> str:
        grouped = isinstance(node, UnionType | Tagged)
        return f"({self.type(node, indent)})" if grouped else self.type(node, indent)

    def _member(self, node: Type, indent: str) -> str:
        grouped = isinstance(node, UnionType)
        return f"({self.type(node, indent)})" if grouped else self.type(node, indent)

    def _record(self, fields: tuple[Field, ...], indent: str) -> str:
        if not fields:
            return "{}"
        if all(one.doc is None for one in fields):
            return "{ " + ", ".join(self._field(one, indent) for one in fields) + " }"
        return self._lines("{", fields, "}", indent)

    def _lines(self, opened: str, fields: tuple[Field, ...], closed: str, indent: str) -> str:
        inner = f"{indent}  "
        lines = (f"{_doc(one.doc, inner)}{inner}{self._field(one, inner)}" for one in fields)
        return f"{opened}\n" + ",\n".join(lines) + f"\n{indent}{closed}"

    def _field(self, one: Field, indent: str) -> str:
        key = one.name if _WORD.fullmatch(one.name) else quote(one.name)
        return f"{'?' if one.optional else ''}{key}: {self.type(one.type, indent)}"

    def declared(self, node: TypeDeclaration) -> str:
        """Print `type name[T] = body`."""
        head = ", ".join(self._parameter(one) for one in node.parameters)
        name = f"{node.name}[{head}]" if head else node.name
        return f"{_doc(node.doc)}type {name} = {self.type(node.body)}"

    def _parameter(self, one: TypeParameter) -> str:
        return one.name if one.default is None else f"{one.name} = {self.type(one.default)}"

    def signature(self, node: Signature) -> str:
        """Print `( name: T ) -> T`."""
        returns = "" if node.returns is None else f" -> {self.type(node.returns)}"
        if all(one.doc is None for one in node.parameters):
            return f"({', '.join(self._field(one, '') for one in node.parameters)}){returns}"
        return self._lines("(", node.parameters, ")", "") + returns
