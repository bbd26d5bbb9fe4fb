"""A private comment with a gate in, whether it is an annotation that was commented out out.

What nobody reads any more was taken out together with its gate: it is read here as it was before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import LiteralType, NameType, RecordType
from schemac.ir.walk import bare, walk
from schemac.source import Source
from schemac.syntax.lexemes import words
from schemac.syntax.lost_gates import find_gate
from schemac.syntax.parser import parse_block

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from schemac.ir.types import Type
    from schemac.syntax.parser import Parsed

__all__ = ["was_commented_out"]

_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_JOINTS = ("|", "&")
_NAME = "commented"
_QUOTES = frozenset("\"'")
_OUTPUTS = ("output", "input")
"""What a signature names that stands elsewhere in its class."""


def was_commented_out(comment: str, declared: Container[str]) -> bool:
    """Whether a comment, from its `#` on, is a declaration, a field, a variant or a signature.

    One that names types which the text around it does not declare is words with a gate; `| other`
    is a variant whatever it names.
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
    """Whether it is `who: 'hr'`: rather a note than a field of one value."""
    (first, *more) = types
    if more or not isinstance(first, RecordType) or len(first.fields) != 1:
        return False
    only = bare(first.fields[0].type)
    return isinstance(only, LiteralType) and only.span.text[:1] in _QUOTES
