"""Annotations given as text in, the handler they describe out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.catalog import severity
from schemac.diagnostics.model import Diagnostic, Severity
from schemac.resolve.handlers import Handler
from schemac.resolve.parameters import Parameter
from schemac.source import Source
from schemac.syntax.bare_gates import bare_in
from schemac.syntax.digests import given_source
from schemac.syntax.docstrings import first_paragraph
from schemac.syntax.host import Declarations
from schemac.syntax.trusted import read_text

if TYPE_CHECKING:
    from schemac.plan.declaration import InlineAnnotations, InlineParameter
    from schemac.resolve.linking import Linker

__all__ = ["inline_handler"]


def inline_handler(
    name: str, given: InlineAnnotations, linker: Linker
) -> tuple[Handler, tuple[Diagnostic, ...]]:
    """Read annotations like a file called after the tool; a signature stands behind its types."""
    types, signature = given.types or "", given.signature or ""
    source = Source(name, f"{types}\n{signature}" if types and signature else types or signature)
    reading = read_text(source, "block")
    parsed = reading.parsed
    declared = Declarations(
        parsed.types,
        parsed.imports,
        parsed.descriptions,
        reading.broken,
        flawed=parsed.flawed,
    )
    bare = bare_in(source)
    scope = linker.scope(linker.without_bare(declared, bare), name, "", linker.prelude)
    linker.link()
    written = None if given.parameters is None else tuple(map(_parameter, given.parameters))
    missing = parsed.signature is None and bool(signature.strip())
    is_told = any(map(_is_error, reading.diagnostics))
    untold = (_no_signature(source, signature),) if missing and not is_told else ()
    handler = Handler(
        name=name,
        method=name,
        span=source.span(0, 0),
        method_span=None,
        signature=parsed.signature,
        scope=scope,
        own=(scope,),
        inputs=(scope,),
        parameters=written,
        descriptions=parsed.descriptions,
        docstring=first_paragraph(given.docstring),
        dynamic=False,
        worded=None,
        unread=(),
        misread=missing or is_told or scope.misread,
        decorators=(),
        lineage=((name, given_source(name, given)),),
    )
    return handler, reading.diagnostics + untold


def _no_signature(source: Source, signature: str) -> Diagnostic:
    start = source.text.rindex(signature) + len(signature) - len(signature.lstrip())
    span = source.span(start, start + len(signature.strip()))
    hint = "write it as `(name: Type) -> output`, without a `#` before it"
    return Diagnostic("SC108", "the text given as `signature` is none", span, hint=hint)


def _is_error(one: Diagnostic) -> bool:
    return severity(one) is Severity.ERROR


def _parameter(given: InlineParameter) -> Parameter:
    return Parameter(given.name, given.kind, given.has_default, None)
