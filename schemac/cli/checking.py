"""A question to `check` in, its findings out: found anew, with what files gave as it is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.cli.dialects import dialect_warnings
from schemac.cli.ignores import find_ignores, without_ignored
from schemac.cli.known_findings import Findings
from schemac.cli.parse_cache import ParseCache, parse_cache
from schemac.cli.progress import waited_for
from schemac.compiler import compile_paths
from schemac.shipped import shipped

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from schemac.cli.known_findings import Question
    from schemac.diagnostics.model import Diagnostic
    from schemac.resolve.disk import Disk

__all__ = ["checked"]


def checked(question: Question, disk: Disk, more: Sequence[Diagnostic] = ()) -> Findings:
    """Compile, and take out what comments silence, also of `more` that was found elsewhere."""
    memo = parse_cache(question.config.root)
    compilation = compile_paths(
        question.files,
        question.config.options(question.cwd),
        memo=memo,
        signature_files=question.signature_files,
        waited_for=waited_for,
        disk=disk,
    )
    if isinstance(memo, ParseCache):
        memo.prune()
    lost = dialect_warnings(compilation.plan, question.dialects, question.cwd, disk)
    ignores = find_ignores(_named(compilation.files, question.cwd), disk)
    found = without_ignored((*compilation.diagnostics, *lost, *more), ignores)
    prelude = shipped("sig").resolve()
    read = [file for file in compilation.files if not file.is_relative_to(prelude)]
    return Findings(found, len(read))


def _named(files: Sequence[Path], cwd: Path) -> list[tuple[Path, str]]:
    """Give files with their names as the compiler shows them."""
    base = cwd.resolve()
    return [
        (file, (file.relative_to(base) if file.is_relative_to(base) else file).as_posix())
        for file in files
    ]
