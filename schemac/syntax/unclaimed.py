"""A block that no place claims in, a diagnostic where it nearly is an annotation out."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from schemac.diagnostics.model import Diagnostic, Fix
from schemac.syntax.claims import (
    NearMiss,
    begins_with_gate,
    claim,
    first_line,
    is_parenthesised,
    near_miss,
    signature_line,
)
from schemac.syntax.commented import commented_annotations
from schemac.syntax.continuations import continues
from schemac.syntax.lookalikes import odd_character, plainly

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from schemac.ir.decls import Declaration, Signature
    from schemac.source import Span
    from schemac.syntax.blocks import Block
    from schemac.syntax.parser import Parsed
    from schemac.syntax.places import Place
    from schemac.syntax.standing import Standing

__all__ = ["local_declarations", "no_function", "no_tool", "unclaimed"]

_DIRECTLY = "a signature belongs on the lines directly above its `def`, with none between"
_OWN_BLOCK = "begin a block of its own with it, after a line without `#:`"
_LINE_BEGIN = "begin its line with it, right behind the `#:`"
_SAME_RUN = (
    "set it in as far as the lines above, `#:` included, with no blank line, no plain comment and "
    "no other marker between"
)
_NO_DECLARATION = "move it to the type or field that it is meant for, or quote it in backticks"
_MARKER = "begin it with `#:`, set in as far as the lines that it goes on; or quote it in backticks"
_STRING = "write it in a comment or in the docstring, or quote it in backticks"
_OLDER = "behind `# @rbs` only `type` and `import` are read: write the others behind `#:`"
_FLAG = re.compile(r"@(\w+)\([ \t]*:(\w+)[ \t]*\)")
_NO_MARKER = "the marker is `#:`, one `#` and a colon right behind it"
_PLAIN = "make it a plain `#` comment"
_SHAPE = f"begin it with `(name: Type`, or {_PLAIN}"
_TYPE_FORM = f"write `type name = …`, or {_PLAIN}"
_SIGNATURE_FORM = (
    f"begin it with its parenthesis, right above the `def`: `(name: Type) -> Type`; or {_PLAIN}"
)
_CHARACTER = "write a plain space or sign in its place, or delete it"
_READ = re.compile(r"#[ \t]*(?::|@rbs[ \t])")
_IN_FRONT = 6
"""Characters behind a marker that may be part of it."""
_UNEQUATED = re.compile(
    r"type[ \t]+(?!(?:of|for|in|is|as|to|and|or)\b)[^\W\d]\w*[ \t]+"
    r"(?:[A-Z]\w*|str|int|float|bool|nil|list|dict|any|untyped)(?:\[.*\])?\??"
)
"""A line that lacks its `=`; alone it may be a sentence, above a declaration it hardly is."""
_LONGEST = 60
"""Characters of a line that are shown."""


def unclaimed(standing: Standing) -> tuple[Diagnostic, ...]:
    """Judge a block of prose in a class or module that is annotated."""
    block, head, place = standing.block, standing.head, standing.place
    text = block.text.text
    if standing.below is not None and standing.below.is_class and begins_with_gate(text):
        return (_above_class(block),)
    if commented := commented_annotations(block.text):
        return commented
    if block.kind in {"plain", "trailing"}:
        return (_stray(block),)
    if block.kind == "string":
        message = f"a string that is no docstring is not read: `{_shown(text.strip())}`"
        return (_diagnostic(block, message, _STRING),)
    if block.kind == "unread":
        message = f"this line of a docstring is not read: `{_shown(text.strip())}`"
        return (_diagnostic(block, message, _MARKER),)
    if is_parenthesised(text) and claim(text) == "signature":
        if (place.node is not None and not place.is_function) or "->" in text:
            return (_diagnostic(block, "this signature is of no function", _DIRECTLY),)
    elif _is_misspelt(text):
        return _nearly(block, head)
    elif is_parenthesised(text) and head is not None and place.node is not None:
        return (_diagnostic(block, "this block is no signature", _SHAPE),)
    return _first_alone(block) or _below(standing) or _nearly(block, head)


def _below(standing: Standing) -> tuple[Diagnostic, ...]:
    """Find a signature that is not at the top of its block."""
    text = standing.block.text
    is_meant = standing.head is not None or "->" in text.text
    at = signature_line(text.text) if is_meant else None
    if at is None:
        return ()
    message = "a signature below other text is not read"
    return (Diagnostic("SC108", message, text.span(*at), hint=_OWN_BLOCK),)


def _first_alone(block: Block) -> tuple[Diagnostic, ...]:
    """Judge a first line that spoils those below it: what they are is not what is wrong."""
    text = block.text.text
    if "\n" not in text:
        return ()
    start, end = first_line(text)
    if not text[end:].strip():
        return ()
    if _UNEQUATED.fullmatch(text, start, end):
        return _told(block, NearMiss(start, end, "type"))
    found = near_miss(text[start:end])
    if found is None or found.kind not in ("type", "keyword"):
        return ()
    return _told(block, replace(found, start=start + found.start, end=start + found.end))


def _stray(block: Block) -> Diagnostic:
    text = block.text.text.strip()
    odd = _odd_in_front(block)
    if odd is not None:
        return odd
    if text[:1] == "@" and text[1:4].lower() == "rbs":
        return _diagnostic(block, "this `@rbs` comment is not read", _OLDER)
    if continues(text):
        return _diagnostic(block, f"this line continues nothing: `{_shown(text)}`", _SAME_RUN)
    found = near_miss(block.text.text)
    if claim(text) == "prose" and found is not None and found.kind == "tag":
        span = block.text.span(found.start, found.end)
        message = f"this gate stands in no annotation: `{_shown(span.text)}`"
        return Diagnostic("SC108", message, span, hint=_NO_DECLARATION)
    message = f"a comment that begins otherwise than with `#:` is not read: `{_shown(text)}`"
    return _diagnostic(block, message, _NO_MARKER)


def _odd_in_front(block: Block) -> Diagnostic | None:
    """Name the character that keeps the marker of a comment, or its first word, from being one."""
    start = block.text.span(0, 0).start
    source = block.text.span(0, 0).source
    before = source.text[source.line_starts[block.first - 1] : start]
    begin = start - len(before) + max(before.find("#"), 0)
    shown = source.text[begin : start + _IN_FRONT]
    found = _READ.match(plainly(shown))
    if found is None or _READ.match(shown):
        return None
    at = begin + odd_character(shown)
    return _odd(source.span(at, at + 1))


def _above_class(block: Block) -> Diagnostic:
    """Say where the gate of a whole tool is written."""
    line = block.text.span(*first_line(block.text.text)).text
    found = _FLAG.match(line)
    flag = found[2] if found else "flag"
    given = f'requires="{flag}"'
    if found and found[1] != "requires":
        given = f'gates={{"{found[1]}": "{flag}"}}'
    message = f"a gate above a class is not read: `{_shown(line)}`"
    hint = f'a tool is gated in its decorator: `@tool("name", {given})`'
    return _diagnostic(block, message, hint)


def _shown(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def no_function(signature: Signature) -> Diagnostic:
    """Report a signature behind declarations that stand above no function."""
    return Diagnostic("SC108", "this signature is of no function", signature.span, hint=_DIRECTLY)


def no_tool(read: Iterable[Parsed]) -> Iterator[Diagnostic]:
    """Report descriptions among the declarations of a module, which is no tool."""
    for description in (each for parsed in read for each in parsed.descriptions):
        text = "a description at the top of a module is of no tool"
        hint = "move it into the class, or directly above the signature of the function"
        yield Diagnostic("SC108", text, description.span, hint=hint)


def local_declarations(parsed: Parsed, place: Place) -> tuple[Diagnostic, ...]:
    """Report declarations among the statements of a function, where nothing can use them."""
    declared: tuple[Declaration, ...] = (*parsed.types, *parsed.imports, *parsed.descriptions)
    if not declared:
        return ()
    text = f"declarations in the body of `{place.qualname}` belong to nothing"
    hint = "move them into the class, or to the top of the module"
    return (Diagnostic("SC108", text, declared[0].span, hint=hint),)


def _nearly(block: Block, head: Place | None) -> tuple[Diagnostic, ...]:
    found = near_miss(block.text.text, above=head is not None)
    return () if found is None else _told(block, found)


def _told(block: Block, found: NearMiss) -> tuple[Diagnostic, ...]:
    span = block.text.span(found.start, found.end)
    match found.kind:
        case "late" if block.text.text[: found.start].rpartition("\n")[2].strip():
            text = "a declaration behind other text is not read"
            return (Diagnostic("SC108", text, span, hint=_LINE_BEGIN),)
        case "late":
            text = "a declaration below other text is not read"
            return (Diagnostic("SC108", text, span, hint=_OWN_BLOCK),)
        case "continuation":
            text = f"this line continues nothing: `{_shown(span.text)}`"
            return (Diagnostic("SC108", text, span, hint=_SAME_RUN),)
        case "tag":
            text = f"this tag stands in no declaration: `{_shown(span.text)}`"
            return (Diagnostic("SC108", text, span, hint=_NO_DECLARATION),)
        case "keyword":
            return (_misspelt(span, found.keyword),)
        case "type":
            text = f"this is no declaration of a type: `{_shown(span.text)}`"
            return (Diagnostic("SC108", text, span, hint=_TYPE_FORM),)
        case "signature":
            text = f"this is no signature: `{_shown(span.text)}`"
            return (Diagnostic("SC108", text, span, hint=_SIGNATURE_FORM),)
        case "character":
            return (_odd(span),)
        case _:
            assert_never(found.kind)


def _odd(span: Span) -> Diagnostic:
    name = unicodedata.name(span.text, "a control character")
    text = f"U+{ord(span.text):04X} ({name}) keeps this line from being read"
    return Diagnostic("SC108", text, span, hint=_CHARACTER)


def _is_misspelt(text: str) -> bool:
    """Whether a block begins with a word that is nearly a keyword: all else follows from that."""
    found = near_miss(text)
    return (
        found is not None
        and found.kind == "keyword"
        and text[found.start : found.end] != found.keyword
    )


def _misspelt(span: Span, keyword: str) -> Diagnostic:
    if span.text == keyword:
        text = f"this is no `{keyword}` declaration, though it begins like one"
        hint = f"see `schemac explain SC108` for the forms of `{keyword}`, or {_PLAIN}"
        return Diagnostic("SC108", text, span, hint=hint)
    text = f"`{span.text}` begins no declaration"
    hint = f"did you mean `{keyword}`?"
    return Diagnostic("SC108", text, span, hint=hint, fix=Fix(span, keyword))


def _diagnostic(block: Block, text: str, hint: str) -> Diagnostic:
    return Diagnostic("SC108", text, block.text.span(*first_line(block.text.text)), hint=hint)
