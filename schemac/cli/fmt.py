"""`schemac fmt`: files in, the same files with their annotations laid out out."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from schemac.cli.findings import tell
from schemac.cli.loading import configured, sources_of
from schemac.cli.output import named, note, result
from schemac.cli.progress import waited_for
from schemac.cli.sources import source_files
from schemac.diagnostics.model import Diagnostic
from schemac.regular import read_regular
from schemac.report.display import one_line
from schemac.resolve.files import read_source
from schemac.syntax.decode import decode_python, decode_signature, encoded_like
from schemac.syntax.format import format_source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.source import Source

__all__ = ["command"]

_EPILOG = """\b
Examples:
  schemac fmt                      # what the configuration names
  schemac fmt app sig --check
  schemac fmt app/tools.py --diff --spelling python
"""


_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_NO_BREAK = "\\ No newline at end of file"


@dataclass(frozen=True, slots=True)
class _Formatted:
    """A file, its text as it is and as it should be, the bytes to write, and what is wrong."""

    file: Path
    name: str
    old: str = ""
    new: str = ""
    data: bytes = b""
    diagnostics: tuple[Diagnostic, ...] = ()


@click.command("fmt", epilog=_EPILOG)
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--check", is_flag=True, help="Write nothing; fail where a file would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change, and fail.")
@click.option(
    "--spelling",
    type=click.Choice(("rbs", "python")),
    help="Write `String`, `Array[T]`, `nil`, or `str`, `list[T]`, `None`; else as they are.",
)
@click.pass_context
def command(
    ctx: click.Context,
    *,
    paths: tuple[Path, ...],
    check: bool,
    diff: bool,
    spelling: Literal["rbs", "python"] | None,
) -> None:
    """Lay annotations out in place.

    PATHS are Python files, folders and signature files; without any, the `paths` and `sig_paths`
    of the configuration. Comments stay, and so does every byte of the code. A declaration with a
    mistake stays as it is, and is told.
    """
    config = configured(ctx)
    files = source_files(paths or (*sources_of(config), *filter(Path.exists, config.sig_paths)))
    formatted = [_format(file, spelling) for file in waited_for(files)]
    tell([found for each in formatted for found in each.diagnostics])
    changed = [each for each in formatted if each.new != each.old]
    broken = any(each.diagnostics for each in formatted)
    if diff:
        result("".join(_difference(each) for each in changed))
    elif check:
        result("".join(f"would change: {one_line(each.name)}\n" for each in changed))
    else:
        broken = not _write(changed) or broken
    _count(changed, len(files), done=not (check or diff))
    ctx.exit(1 if broken or (changed and (check or diff)) else 0)


def _format(file: Path, spelling: Literal["rbs", "python"] | None) -> _Formatted:
    name = _shown(file)
    if not file.is_file():  # a pipe would be waited for
        return _Formatted(file, name, diagnostics=read_source(file, name)[1])
    try:
        data = read_regular(file)
    except OSError as error:
        text = f"`{name}` cannot be read: {(error.strerror or 'unknown reason').lower()}"
        return _Formatted(file, name, diagnostics=(Diagnostic("SC001", text, None),))
    python = file.suffix == ".py"
    source, wrong = (decode_python if python else decode_signature)(name, data)
    if source is None:
        return _Formatted(file, name, diagnostics=wrong)
    text, wrong = format_source(source, spelling=spelling)
    wrong = tuple(found for found in wrong if found.code < "SC2")
    new = encoded_like(text, data, python=python)
    if new is None:
        return _Formatted(file, name, diagnostics=(*wrong, _unfaithful(source)))
    return _Formatted(file, name, source.text, text, new, wrong)


def _unfaithful(source: Source) -> Diagnostic:
    text = "the file is left alone: its encoding does not give its own bytes back"
    return Diagnostic("SC002", text, source.span(0, 0), hint="save it as UTF-8")


def _shown(file: Path) -> str:
    cwd = Path.cwd()
    return (file.relative_to(cwd) if file.is_relative_to(cwd) else file).as_posix()


def _difference(each: _Formatted) -> str:
    """Write what `patch` reads: lines end at line feeds only, and a last one without is marked."""
    old, new = (_LINE.findall(text) for text in (each.old, each.new))
    name = one_line(each.name)
    lines = difflib.unified_diff(old, new, name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n{_NO_BREAK}\n" for line in lines)


def _write(changed: Sequence[_Formatted]) -> bool:
    """Write the files; say which could not be, and whether all could."""
    done = True
    for each in changed:
        try:
            each.file.write_bytes(each.data)
            result(f"changed: {one_line(each.name)}\n")
        except OSError as error:
            note(f"error: {named(each.name)} cannot be written: {(error.strerror or '').lower()}")
            done = False
    return done


def _count(changed: Sequence[_Formatted], total: int, *, done: bool) -> None:
    files = f"{len(changed)} of {total} {'file' if total == 1 else 'files'}"
    note(f"{files} {'changed' if done else 'would change'}.")
