"""The text of a comment block or signature file in, its declarations and diagnostics out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, assert_never, cast

from lark.exceptions import UnexpectedInput

from schemac.diagnostics.model import Diagnostic
from schemac.ir.decls import (
    Declaration,
    Description,
    Import,
    Signature,
    TypeDeclaration,
)
from schemac.syntax.cut import Kind, Mode, Piece, cut
from schemac.syntax.deep import report_depth, too_deep
from schemac.syntax.driver import STOPPED
from schemac.syntax.errors import explain
from schemac.syntax.foreign import behind_keyword, unsupported
from schemac.syntax.lower_types import describes_nothing
from schemac.syntax.machine import drive, parser
from schemac.syntax.perhaps import perhaps_declared
from schemac.syntax.reading import READING, Reading
from schemac.syntax.stray import holds_more

if TYPE_CHECKING:
    from schemac.source import Text

__all__ = ["Parsed", "parse_block"]


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a text declares, in order.

    `broken` names types whose declarations have mistakes: they are reported already, so that an
    unknown name among them is no second finding. `signature_broken` says the same of a signature.
    `flawed` are those of them that could be read all the same: the rest of them is to be judged.
    `stray` says that something else is glued to one that could not, perhaps a signature. `perhaps`
    are the names that such a text may declare.
    """

    types: tuple[TypeDeclaration, ...] = ()
    imports: tuple[Import, ...] = ()
    descriptions: tuple[Description, ...] = ()
    signature: Signature | None = None
    broken: tuple[str, ...] = ()
    signature_broken: bool = False
    flawed: tuple[TypeDeclaration, ...] = ()
    stray: bool = False
    perhaps: tuple[str, ...] = ()


def parse_block(text: Text, *, mode: Mode) -> tuple[Parsed, tuple[Diagnostic, ...]]:
    """Read the declarations of a text; a mistake in one leaves the others alone.

    `block` is the text of a comment block, which may end with a signature; `signature_file` that
    of a file of shared types. Never raises.
    """
    reader = _Reader(text, mode)
    for piece in cut(text.text, mode):
        reader.read(piece)
    return reader.parsed(), tuple(reader.findings)


@dataclass(slots=True)
class _Reader:
    text: Text
    mode: Mode
    found: list[Declaration] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    flawed: list[TypeDeclaration] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    signature: Signature | None = None
    signature_broken: bool = False
    stray: bool = False
    perhaps: list[str] = field(default_factory=list)

    def read(self, piece: Piece) -> None:
        match piece.kind:
            case "declaration" | "signature":
                self._declaration(piece)
            case "foreign":
                self.findings.append(unsupported(self.text, piece.start))
                named = behind_keyword(self.text.text, piece.start)
                self.perhaps += perhaps_declared(self.text.text[named : piece.end])
            case "blank":
                self._blank(piece)
            case "member":
                pass
            case _:
                assert_never(piece.kind)

    def _declaration(self, piece: Piece) -> None:
        written = self.text.text[piece.start : piece.end]
        reading = Reading(self.text, piece.start, written)
        declaration = self._lower(piece, reading)
        self.findings += reading.findings
        if declaration is None or reading.findings:
            self._note_broken(piece.kind, written)
            if declaration is None:
                self.stray = self.stray or holds_more(written)
                self.perhaps += perhaps_declared(written)
            # What is nested too deep is judged by nobody: everything behind this counts on it.
            deep = any(one.code == "SC110" for one in reading.findings)
            if isinstance(declaration, TypeDeclaration) and not deep:
                self.flawed.append(declaration)
        else:
            self._keep(declaration)

    def _lower(self, piece: Piece, reading: Reading) -> Declaration | None:
        if piece.deep is not None:
            report_depth(reading, self.text.span(piece.deep, piece.deep + 1))
            return None
        token = READING.set(reading)
        try:
            tree = drive()(reading.written)
            if tree is STOPPED:
                reading.findings.clear()
                tree = parser().parse(reading.written)
        except UnexpectedInput as failure:
            found = explain(self.text, piece, failure)
            reading.findings[:] = [*_before(reading.findings, found), found]
            return None
        finally:
            READING.reset(token)
        declaration = cast("Declaration", tree)
        if piece.depth > _SHALLOW:
            too_deep(declaration, reading)
        return declaration

    def _note_broken(self, kind: Kind, written: str) -> None:
        if head := _NAME.match(written):
            self.broken.append(head[1])
        elif kind == "signature" or written.lstrip().startswith("("):
            self.signature_broken = True

    def _keep(self, declaration: Declaration) -> None:
        match declaration:
            case Signature() if self.mode == "block" and self.signature is None:
                self.signature = declaration
            case Signature():
                self.signature_broken = self.signature_broken or self.signature is not None
                self._refuse(declaration, "one signature" if self.signature else "no signatures")
            case Description() if self.mode == "signature_file":
                self._refuse(declaration, "no descriptions")
            case _:
                self.found.append(declaration)

    def _refuse(self, declaration: Signature | Description, holds: str) -> None:
        where = "a block" if self.mode == "block" else "a signature file"
        self.findings.append(Diagnostic("SC101", f"{where} holds {holds}", declaration.span))

    def _blank(self, piece: Piece) -> None:
        """Report `##` comments where nothing is declared."""
        reading = Reading(self.text)
        for found in _DOCS.finditer(self.text.text, piece.start, piece.end):
            describes_nothing(reading, self.text.span(found.start(1), found.end()))
        self.findings += reading.findings

    def parsed(self) -> Parsed:
        found = self.found
        return Parsed(
            tuple(one for one in found if isinstance(one, TypeDeclaration)),
            tuple(one for one in found if isinstance(one, Import)),
            tuple(one for one in found if isinstance(one, Description)),
            self.signature,
            tuple(self.broken),
            self.signature_broken,
            tuple(self.flawed),
            self.stray,
            tuple(self.perhaps),
        )


def _before(findings: list[Diagnostic], stop: Diagnostic) -> list[Diagnostic]:
    """Give what was found wrong before reading stopped; a stray comment may follow from that."""
    if stop.span is None:
        return []
    return [
        each
        for each in findings
        if each.code != "SC105" and each.span is not None and each.span.end <= stop.span.start
    ]


_SHALLOW = 40
"""Brackets this deep cannot hold a type of too many levels: a level has five nodes at most."""
_NAME = re.compile(r"(?:\s+|#[^\r\n]*)*+type\s+([^\W\d]\w*)")
_DOCS = re.compile(r"(?<![^\r\n])[ \t]*(##[^\r\n]*(?:(?:\r\n|\n|\r)[ \t]*##[^\r\n]*)*)")
