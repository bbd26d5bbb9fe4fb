"""Settings in, where contracts come from out: sources that are compiled, or a plan file."""

from __future__ import annotations

import hashlib
import threading
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from schemac.diagnostics.catalog import severity
from schemac.diagnostics.model import Severity
from schemac.plan.declaration import InlineAnnotations
from schemac.runtime.contracts import Contracts
from schemac.runtime.errors import StalePlanError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.compiler import Compilation
    from schemac.diagnostics.model import Diagnostic
    from schemac.plan.declaration import ToolDeclaration
    from schemac.runtime.contracts import ContractSource
    from schemac.wire.settings import Settings

__all__ = ["CompiledContracts", "PlanContracts", "contract_source"]

_UNCOMPILED = "it could not be compiled"


class _Seen(NamedTuple):
    """A file as it was: time of change and size, and what it held. Nothing where it was absent."""

    stamp: tuple[int, int] | None
    digest: bytes


def contract_source(settings: Settings) -> ContractSource:
    """Choose: a plan file, where one is named, needs no compiler."""
    if settings.plan is not None:
        return PlanContracts(settings.plan)
    return CompiledContracts(settings)


class PlanContracts:
    """Contracts from a plan file, which is read again whenever they are asked for."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def contracts(self, declarations: Sequence[ToolDeclaration]) -> Contracts:
        """Read the plan. Raises StalePlanError where a declared tool is not in it."""
        from schemac.plan.codec import PlanFormatError, decode  # noqa: PLC0415 - only with a plan

        try:
            plan = decode(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError, PlanFormatError) as error:
            raise StalePlanError(f"the plan {self._file} cannot be read: {error}") from None
        planned = {tool.name for tool in plan.tools}
        missing = [one.name for one in declarations if one.name not in planned]
        if missing:
            raise StalePlanError(
                f"the plan {self._file} does not know {', '.join(missing)}: build it again"
            )
        return Contracts(plan)


class CompiledContracts:
    """Contracts compiled from the files in which handlers stand. It can tell when one changed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._seen: dict[Path, _Seen] = {}

    def contracts(self, declarations: Sequence[ToolDeclaration]) -> Contracts:
        """Compile the declared tools; one that has an error is left out and says why."""
        from schemac.compiler import CompileOptions, compile_tools  # noqa: PLC0415 - loads the parser

        given = self._settings
        options = CompileOptions(
            sig_paths=given.sig_paths,
            predicates=given.predicates,
            flags=given.flags,
            strict_schema=given.strict_schema,
        )
        compilation = compile_tools(declarations, options)
        with self._lock:
            self._seen = {file: _look(file) for file in compilation.files}
        problems = _problems(declarations, compilation)
        told = {one for found in problems.values() for one in found}
        rest = [one for one in compilation.diagnostics if one not in told]
        return Contracts(
            compilation.plan,
            {name: _lines(found) or _UNCOMPILED for name, found in problems.items()},
            _lines(rest),
        )

    def changed(self) -> bool:
        """Say whether a file that was read, or looked for, holds something else now."""
        with self._lock:
            seen = self._seen
        for file, before in seen.items():
            if _stamp(file) != before.stamp:
                now = _look(file)
                if now.digest != before.digest:
                    return True
                seen[file] = now
        return False


def _look(file: Path) -> _Seen:
    stamp = _stamp(file)
    try:
        return _Seen(stamp, hashlib.sha256(file.read_bytes()).digest())
    except OSError:
        return _Seen(stamp, b"")


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _problems(
    declarations: Sequence[ToolDeclaration], compilation: Compilation
) -> dict[str, tuple[Diagnostic, ...]]:
    """Give each tool that is not in the plan the errors of its file, or all of them."""
    planned = {tool.name for tool in compilation.plan.tools}
    return {
        one.name: _errors_of(one, compilation.errors)
        for one in declarations
        if one.name not in planned
    }


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
