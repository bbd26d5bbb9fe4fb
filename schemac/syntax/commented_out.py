"""A private comment with a gate in, whether it is an annotation that was commented out out.

What nobody reads any more was taken out together with its gate: it is read here as it was before.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from schemac.ir.tags import AllOf, AnyOf, Flag, GateArgument, Not
from schemac.ir.types import (
    Anything,
    ListType,
    LiteralType,
    MapType,
    NameType,
    RecordType,
    Scalar,
    Tagged,
)
from schemac.ir.walk import bare, walk
from schemac.source import Source, SubSource
from schemac.syntax.claims import declared_names
from schemac.syntax.lexemes import words
from schemac.syntax.lost_gates import find_gate
from schemac.syntax.parser import parse_block

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from schemac.ir.tags import Tag
    from schemac.ir.types import Field, Type
    from schemac.source import Text
    from schemac.syntax.parser import Parsed

__all__ = ["known_around", "was_commented_out"]

_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_JOINTS = ("|", "&")
_NAME = "commented"
_NOTES = frozenset(
    {
        *("access", "audience", "auth", "fixme", "for", "gate", "gated", "gates", "note", "only"),
        *("permission", "permissions", "restricted", "see", "todo", "visibility", "visible", "who"),
    }
)
"""Keys of what is said about a gate, wherever no type says otherwise."""
_IMPORT = re.compile(
    r"(?m)^[ \t\f]*(?:from[ \t]+[\w./-]+[ \t]+)?import[ \t]+"
    r"(?P<names>[\w./-]+(?:[ \t]+as[ \t]+\w+)?(?:[ \t]*,[ \t]*\w+(?:[ \t]+as[ \t]+\w+)?)*+)"
)
_MARKED = re.compile(r"(?m)^[ \t\f]*#:[ \t]*(?P<line>[^\r\n]*)")
_OUTPUTS = ("output", "input")
"""What a signature names that stands elsewhere in its class."""


def known_around(text: Text) -> frozenset[str]:
    """Give the names of types that a text, or the Python file that it stands in, knows."""
    return _of_python(text.host.text) if isinstance(text, SubSource) else _known(text.text)


@lru_cache(maxsize=4)
def _of_python(text: str) -> frozenset[str]:
    """Look behind the markers only: what Python imports or declares is no type of the language."""
    return _known("\n".join(found["line"] for found in _MARKED.finditer(text)))


@lru_cache(maxsize=4)
def _known(plain: str) -> frozenset[str]:
    found = set(declared_names(plain))
    for each in _IMPORT.finditer(plain):
        # A path brings what its file declares, which is called like the file more often than not.
        found.update(re.split(r"[\s./-]+", name)[-1] for name in each["names"].split(","))
    return frozenset(found)


def was_commented_out(comment: str, declared: Container[str]) -> bool:
    """Whether a comment, from its `#` on, is a declaration, a field, a variant or a signature.

    One that names types which nothing around it declares is words with a gate; `| other` is a
    variant whatever it names.
    """
    text = _balanced(comment.lstrip("#").strip())
    if find_gate(text) is None:  # it stands behind what ended here
        return False
    parsed, findings = parse_block(Source("", _as_declaration(text)), mode="block")
    if findings:
        return False
    if text.startswith(_JOINTS):
        return True
    own = {_NAME, *(each.name for each in parsed.types)}
    own.update(one.name for each in parsed.types for one in each.parameters)
    if parsed.signature is not None:
        own.update(_OUTPUTS)
    types = list(_types(parsed))
    names = (node.name for each in types for node in walk(each) if isinstance(node, NameType))
    return bool(types) and not _is_label(types) and all(n in own or n in declared for n in names)


def _balanced(text: str) -> str:
    """Close what is open, and end at what closes more: comments end with their lines."""
    opened: list[str] = []
    end = 0
    for word in words(text):
        if word.kind == "mark" and word.text in _CLOSERS:
            opened.append(_CLOSERS[word.text])
        closes = word.kind == "mark" and word.text in _CLOSERS.values()
        if closes and (not opened or opened.pop() != word.text):
            break
        end = word.end
    return text[:end].removesuffix(",") + "".join(reversed(opened))


def _as_declaration(text: str) -> str:
    if text.startswith(("type ", "type\t", "(")):
        return text
    if text.startswith(_JOINTS):
        return f"type {_NAME} = {{}} {text}"
    return f"type {_NAME} = {{\n{text}\n}}"


def _types(parsed: Parsed) -> Iterator[Type]:
    for declaration in parsed.types:
        yield declaration.body
    if parsed.signature is not None:
        for parameter in parsed.signature.parameters:
            yield parameter.type
        if parsed.signature.returns is not None:
            yield parsed.signature.returns


def _is_label(types: list[Type]) -> bool:
    """Whether it is `who: 'hr'`: rather a note than a field, as none of it names a type."""
    (first, *more) = types
    if more or not isinstance(first, RecordType):
        return False
    fields = first.fields
    if any(map(_is_named_note, fields)):
        return True
    return all(_is_vague(each.type) for each in fields) and any(map(_is_note, fields))


def _is_named_note(field: Field) -> bool:
    """Whether a note has the name of a type for a value, or the one that the gate asks for.

    `only: salary`, `Access: manager`, `boss: manager @requires(:manager)`; none is optional.
    """
    nodes = list(walk(field.type))
    if field.optional:
        return False
    names = {each.name for each in nodes if isinstance(each, NameType)}
    asked = {name for each in nodes if isinstance(each, Tagged) for name in _flags(each.tags)}
    is_said = field.name[:1].isupper() or field.name in _NOTES
    is_role = isinstance(bare(field.type), NameType) and bool(names & asked)
    return is_role or (bool(names) and is_said)


def _is_vague(written: Type) -> bool:
    """Whether a type is made of values, or of words that say as much in a sentence: `None`.

    Brackets and braces around them say no more.
    """
    return not any(
        isinstance(each, ListType | MapType | NameType)
        or (isinstance(each, Scalar) and each.kind != "null")
        for each in walk(written)
    )


def _is_note(field: Field) -> bool:
    """Whether a key and its values tell people of something, for all that they look like.

    Several values are those of a field, as is a symbol; the one that the gate asks for is none.
    """
    if field.optional:
        return False
    if field.name[:1].isupper() or field.name in _NOTES:
        return True
    nodes = list(walk(field.type))
    asked = {name for each in nodes if isinstance(each, Tagged) for name in _flags(each.tags)}
    values = [each for each in nodes if isinstance(each, LiteralType)]
    if any(each.value in asked for each in values):
        return True
    match bare(field.type):
        case LiteralType(span=span):
            return span.text[:1] != ":"
        case Scalar():
            return True
        case Anything(spelling=spelling):
            return spelling == "any"
        case _:
            return False


def _flags(tags: tuple[Tag, ...]) -> Iterator[str]:
    """Give the flags that gates ask for, whatever stands around each."""
    pending = [
        each
        for tag in tags
        if isinstance(tag.argument, GateArgument)
        for each in tag.argument.expressions
    ]
    while pending:
        match pending.pop():
            case Flag(name):
                yield name
            case Not(inner):
                pending.append(inner)
            case AllOf(parts) | AnyOf(parts):
                pending.extend(parts)
