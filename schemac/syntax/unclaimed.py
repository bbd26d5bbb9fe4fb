"""A block that no place claims in, a diagnostic where it nearly is an annotation out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic, Fix
from schemac.syntax.claims import claim, first_line, is_parenthesised, near_miss

if TYPE_CHECKING:
    from schemac.ir.decls import Declaration, Signature
    from schemac.syntax.blocks import Block
    from schemac.syntax.parser import Parsed
    from schemac.syntax.places import Place

__all__ = ["local_declarations", "no_function", "unclaimed"]

_DIRECTLY = "a signature belongs on the lines directly above its `def`, with none between"
_SHAPE = "begin it with `(name: Type`, or make it a plain `#` comment"
_OWN_BLOCK = "begin a block of its own with it, after a line without `#:`"


def unclaimed(block: Block, head: Place | None, place: Place) -> tuple[Diagnostic, ...]:
    """Judge a block of prose in a class or module that is annotated."""
    text = block.text.text
    if is_parenthesised(text) and place.node is not None:
        if claim(text) == "signature":
            return (_diagnostic(block, "this signature is of no function", _DIRECTLY),)
        if head is not None:
            return (_diagnostic(block, "this block is no signature", _SHAPE),)
    return _nearly(block)


def no_function(signature: Signature | None) -> tuple[Diagnostic, ...]:
    """Report a signature behind declarations that stand above no function."""
    if signature is None:
        return ()
    text = "this signature is of no function"
    return (Diagnostic("SC108", text, signature.span, hint=_DIRECTLY),)


def local_declarations(parsed: Parsed, place: Place) -> tuple[Diagnostic, ...]:
    """Report declarations among the statements of a function, where nothing can use them."""
    declared: tuple[Declaration, ...] = (*parsed.types, *parsed.imports, *parsed.descriptions)
    if not declared:
        return ()
    text = f"declarations in the body of `{place.qualname}` belong to nothing"
    hint = "move them into the class, or to the top of the module"
    return (Diagnostic("SC108", text, declared[0].span, hint=hint),)


def _nearly(block: Block) -> tuple[Diagnostic, ...]:
    found = near_miss(block.text.text)
    if found is None:
        return ()
    span = block.text.span(found.start, found.end)
    if found.keyword is None:
        text = "a declaration below other text is not read"
        return (Diagnostic("SC108", text, span, hint=_OWN_BLOCK),)
    if span.text == found.keyword:
        text = f"this is no `{found.keyword}` declaration, though it begins like one"
        hint = f"see `schemac explain SC108` for the forms of `{found.keyword}`"
        return (Diagnostic("SC108", text, span, hint=hint),)
    text = f"`{span.text}` begins no declaration"
    hint = f"did you mean `{found.keyword}`?"
    return (Diagnostic("SC108", text, span, hint=hint, fix=Fix(span, found.keyword)),)


def _diagnostic(block: Block, text: str, hint: str) -> Diagnostic:
    return Diagnostic("SC108", text, block.text.span(*first_line(block.text.text)), hint=hint)
