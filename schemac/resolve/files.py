"""A path in, its text or a diagnostic out; what is no file, or too long, is never read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.resolve.disk import DISK
from schemac.syntax.decode import decode_python, decode_signature

if TYPE_CHECKING:
    from pathlib import Path

    from schemac.resolve.disk import Disk
    from schemac.source import Source, Span

__all__ = ["read_source"]


def read_source(
    path: Path, shown: str, asked: Span | None = None, disk: Disk = DISK
) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """Read a Python or signature file; `asked` is the text that named it, if any."""
    try:
        if not disk.is_file(path):
            what = "is a link to what is not there" if _leads_nowhere(path, disk) else "is no file"
            return None, (Diagnostic("SC001", f"`{shown}` {what}", asked),)
        data = disk.read(path)
    except (OSError, ValueError) as problem:
        message = f"`{shown}` cannot be read: {_reason(problem)}"
        return None, (Diagnostic("SC001", message, asked),)
    decode = decode_python if path.suffix in {".py", ".pyw"} else decode_signature
    return decode(shown, data)


def _leads_nowhere(path: Path, disk: Disk) -> bool:
    return disk.is_link(path) and not disk.exists(path)


def _reason(problem: OSError | ValueError) -> str:
    words = problem.strerror if isinstance(problem, OSError) else None
    return (words or "its name is not valid").lower()
