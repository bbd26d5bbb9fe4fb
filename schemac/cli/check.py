"""`schemac check`: paths in, all diagnostics out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemac.cli.baseline import read_baseline, without_known, write_baseline
from schemac.cli.dialects import dialect_warnings, read_dialects
from schemac.cli.findings import FORMATS, rendered
from schemac.cli.ignores import find_ignores, without_ignored
from schemac.cli.loading import configured, sources_of
from schemac.cli.output import note, result
from schemac.cli.parse_cache import ParseCache, parse_cache
from schemac.cli.progress import waited_for
from schemac.cli.selection import chosen, read_codes
from schemac.cli.sources import source_files
from schemac.cli.watch import watch
from schemac.compiler import compile_paths
from schemac.diagnostics.sink import errors
from schemac.report.summary import render_statistics
from schemac.shipped import shipped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.diagnostics.model import Diagnostic
    from schemac.project.config import Config

__all__ = ["command"]

_BASELINE = "schemac-baseline.json"
_EPILOG = """\b
Examples:
  schemac check                       # what the configuration names
  schemac check app --format concise
  schemac check --strict --ignore SC304
"""


@dataclass(frozen=True, slots=True)
class _Request:
    """What was asked for."""

    paths: tuple[Path, ...]
    form: str
    select: frozenset[str]
    ignore: frozenset[str]
    strict: bool
    statistics: bool
    baseline: Path | None
    write: bool
    dialects: tuple[str, ...]
    app: str | None


@click.command("check", epilog=_EPILOG)
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", help="How to write findings."
)
@click.option("--select", multiple=True, metavar="CODES", help="Of the warnings, only these.")
@click.option("--ignore", multiple=True, metavar="CODES", help="Leave these warnings out.")
@click.option("--strict", is_flag=True, help="Let warnings fail the check too.")
@click.option("--statistics", is_flag=True, help="Count findings by code instead.")
@click.option(
    "--baseline",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Leave out the warnings that this file holds.",
)
@click.option(
    "--dialect", "dialects", multiple=True, metavar="NAME", help="Warn of what is lost in it."
)
@click.option("--app", metavar="MODULE:ATTR", help="Import this too, and check what it registers.")
@click.option("--watch", "watching", is_flag=True, help="Check again whenever a file changes.")
@click.option("--write-baseline", "write", is_flag=True, help="Write the warnings of now to it.")
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option, as click hands them over
    ctx: click.Context,
    *,
    paths: tuple[Path, ...],
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    strict: bool,
    statistics: bool,
    baseline: Path | None,
    write: bool,
    dialects: tuple[str, ...],
    app: str | None,
    watching: bool,
) -> None:
    """Check annotations without importing the code.

    PATHS are Python files, folders and signature files; without any, those of the configuration.
    The status is 0 where nothing is wrong, 1 for findings, 2 where the check could not run.
    """
    chosen_codes = read_codes(select, "--select"), read_codes(ignore, "--ignore")
    if statistics and form not in {"text", "concise"}:
        raise click.UsageError("`--statistics` writes a table; it goes with no other format")
    named = read_dialects(dialects)
    config = configured(ctx)
    named = named or config.values.dialects
    request = _Request(paths, form, *chosen_codes, strict, statistics, baseline, write, named, app)
    if watching:
        ctx.exit(_watch(config, request))
    ctx.exit(_check(config, request))


def _watch(config: Config, request: _Request) -> int:
    """Check again and again; an app is imported once only, as Python keeps modules."""
    if request.app is not None or request.write:
        raise click.UsageError("`--watch` goes with neither `--app` nor `--write-baseline`")
    paths = request.paths or sources_of(config)
    return watch((*paths, *config.sig_paths), partial(_check, config, request))


@dataclass(frozen=True, slots=True)
class _Found:
    """What is not silenced, how many files were read, and why the app could not be looked at."""

    diagnostics: tuple[Diagnostic, ...]
    files: int
    failure: click.ClickException | None = None


def _check(config: Config, request: _Request) -> int:
    """Check once, and give the status. Raises click.ClickException after what sources show."""
    looked = _found(config, request)
    found = looked.diagnostics
    if looked.failure is not None:
        result(_written(found, request))
        raise looked.failure
    if request.write:
        file = request.baseline or config.root / _BASELINE
        total = write_baseline(file, found)
        note(f"Wrote {total} {'warning' if total == 1 else 'warnings'} to `{file}`.")
        found = errors(found)
    elif request.baseline is not None:
        found, gone = without_known(found, read_baseline(request.baseline))
        if gone:
            note(f"{gone} of the baseline are gone; `--write-baseline` takes them out.")
    result(_written(found, request))
    if not found:
        note(f"Nothing to report in {looked.files} {'file' if looked.files == 1 else 'files'}.")
    return 1 if (found if request.strict else errors(found)) else 0


def _written(found: Sequence[Diagnostic], request: _Request) -> str:
    return render_statistics(found) if request.statistics else rendered(found, request.form)


def _found(config: Config, request: _Request) -> _Found:
    """Compile, and look at the app where one is named."""
    cwd = Path.cwd()
    paths = source_files(cwd / path for path in request.paths or sources_of(config))
    memo = parse_cache(config.root)
    compilation = compile_paths(
        paths,
        config.options(cwd),
        memo=memo,
        signature_files=not request.paths,
        waited_for=waited_for,
    )
    if isinstance(memo, ParseCache):
        memo.prune()
    ignores = find_ignores(_named(compilation.files, cwd))
    lost = dialect_warnings(compilation.plan, request.dialects, cwd)
    failure, imported = _imported(config, request.app, cwd)
    found = without_ignored((*compilation.diagnostics, *lost, *imported), ignores)
    prelude = shipped("sig").resolve()
    read = [file for file in compilation.files if not file.is_relative_to(prelude)]
    return _Found(chosen(found, request.select, request.ignore), len(read), failure)


def _imported(
    config: Config, app: str | None, root: Path
) -> tuple[click.ClickException | None, tuple[Diagnostic, ...]]:
    """Give what only the imported app shows, or why it cannot be looked at."""
    if app is None:
        return None, ()
    from schemac.cli.app_checks import app_diagnostics  # noqa: PLC0415 - it loads the MCP library
    from schemac.cli.importing import told_elsewhere  # noqa: PLC0415 - the same

    try:
        with told_elsewhere():
            return None, app_diagnostics(config, app, root)
    except click.ClickException as failure:
        return failure, ()


def _named(files: Sequence[Path], cwd: Path) -> list[tuple[Path, str]]:
    """Give files with their names as the compiler shows them."""
    base = cwd.resolve()
    return [
        (file, (file.relative_to(base) if file.is_relative_to(base) else file).as_posix())
        for file in files
    ]
