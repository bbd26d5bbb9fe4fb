"""Declared tools in, their contracts out, compiled from the files in which handlers stand."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from schemac.contract_sources.concerns import concerned
from schemac.contract_sources.watching import Watch
from schemac.diagnostics.catalog import severity
from schemac.diagnostics.model import Severity
from schemac.plan.declaration import InlineAnnotations
from schemac.runtime.contracts import Contracts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.compiler import Compilation
    from schemac.diagnostics.model import Diagnostic
    from schemac.plan.declaration import ToolDeclaration
    from schemac.wire.settings import Settings

__all__ = ["CompiledContracts"]

_UNCOMPILED = "it could not be compiled"


class CompiledContracts:
    """Contracts compiled from the files in which handlers stand. It can tell when one changed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._watch = Watch()

    def contracts(self, declarations: Sequence[ToolDeclaration]) -> Contracts:
        """Compile the declared tools; one that has an error is left out and says why."""
        from schemac.compiler import CompileOptions, compile_tools  # noqa: PLC0415 - loads the parser

        given = self._settings
        options = CompileOptions(
            sig_paths=given.sig_paths,
            predicates=given.predicates,
            flags=given.flags,
            strict_schema=bool(given.strict_schema),
            undeclared=given.undeclared,
        )
        begun = time.time_ns()
        compilation = compile_tools(declarations, options)
        self._watch.remember((*compilation.files, *compilation.places), begun)
        problems = _problems(declarations, compilation)
        told = {one for found in problems.values() for one in found}
        rest = [one for one in compilation.diagnostics if one not in told]
        return Contracts(
            compilation.plan,
            {name: _lines(found) or _UNCOMPILED for name, found in problems.items()},
            _lines(rest),
            errors=bool(compilation.errors),
        )

    def changed(self) -> bool:
        """Say whether a file that was read, or looked for, holds something else now."""
        return self._watch.changed()


def _problems(
    declarations: Sequence[ToolDeclaration], compilation: Compilation
) -> dict[str, tuple[Diagnostic, ...]]:
    """Give each tool that errors concern those errors; one without a plan never goes without."""
    planned = {tool.name for tool in compilation.plan.tools}
    found = concerned(declarations, compilation.plan, compilation.errors)
    for one in declarations:
        if one.name not in planned and one.name not in found:
            found[one.name] = _errors_of(one, compilation.errors)
    return {one.name: found[one.name] for one in declarations if one.name in found}


def _errors_of(
    declaration: ToolDeclaration, errors: tuple[Diagnostic, ...]
) -> tuple[Diagnostic, ...]:
    handler = declaration.handler
    if isinstance(handler, InlineAnnotations):
        return errors
    file = Path(handler.file).resolve()
    own = (
        one
        for one in errors
        if one.span is not None and Path(one.span.source.name).resolve() == file
    )
    return tuple(own) or errors


def _lines(diagnostics: Sequence[Diagnostic]) -> str:
    return "\n".join(_line(one) for one in diagnostics)


def _line(one: Diagnostic) -> str:
    word = "error" if severity(one) is Severity.ERROR else "warning"
    text = f"{word}[{one.code}]: {one.message}"
    if one.span is None:
        return text
    begin = one.span.begin
    return f"{one.span.source.name}:{begin.line}:{begin.column}: {text}"
