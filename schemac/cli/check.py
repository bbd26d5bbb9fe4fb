"""`schemac check`: paths in, all diagnostics out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemac.cli.baseline import read_baseline, without_known, write_baseline
from schemac.cli.cache_folder import cache_folder
from schemac.cli.dialect_names import read_dialects
from schemac.cli.findings import FORMATS, rendered
from schemac.cli.known_findings import KnownFindings, Question
from schemac.cli.loading import configured, sources_of
from schemac.cli.open_predicates import open_predicates
from schemac.cli.output import named, note, refused, result
from schemac.cli.selection import chosen, read_codes
from schemac.cli.sources import source_files
from schemac.cli.watch import watch
from schemac.cli.witness import Witness
from schemac.diagnostics.sink import errors
from schemac.report.summary import render_statistics
from schemac.resolve.disk import DISK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.cli.known_findings import Findings
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
    return watch((*paths, *config.sig_paths), partial(_check_on, config, request))


def _check_on(config: Config, request: _Request) -> int:
    """Check once; what stands in the way is told, and may be gone at the next change."""
    try:
        return _check(config, request)
    except click.ClickException as failure:
        failure.show()
        return failure.exit_code
    except click.exceptions.Exit as told:
        return told.exit_code
    except BrokenPipeError:
        raise
    except OSError as problem:
        note(f"error: {refused(problem)}")
        return 2


def _check(config: Config, request: _Request) -> int:
    """Check once, and give the status. Raises click.ClickException after what sources show."""
    looked, failure = _found(config, request)
    found = chosen(looked.diagnostics, request.select, request.ignore)
    if failure is not None:
        result(_written(found, request))
        raise failure
    if request.write:
        file = request.baseline or config.root / _BASELINE
        total = write_baseline(file, found)
        note(f"Wrote {total} {'warning' if total == 1 else 'warnings'} to {named(file)}.")
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


def _found(config: Config, request: _Request) -> tuple[Findings, click.ClickException | None]:
    """Give the findings, and why the app could not be looked at, where one is named."""
    cwd = Path.cwd()
    files = source_files(cwd / path for path in request.paths or sources_of(config))
    question = Question(config, cwd, files, request.dialects, signature_files=not request.paths)
    if request.app is None:
        found = _static(question)
        opened = open_predicates(config.values.open_predicates)
        return replace(found, diagnostics=(*found.diagnostics, *opened)), None
    from schemac.cli.checking import checked  # noqa: PLC0415 - it loads the compiler

    failure, imported = _imported(config, request.app, cwd)
    return checked(question, DISK, imported), failure


def _static(question: Question) -> Findings:
    """Give what sources alone show, as it is known, or found anew."""
    folder = cache_folder(question.config.root)
    known = None if folder is None else KnownFindings(folder, question)
    found = None if known is None else known.find()
    if found is None:
        from schemac.cli.checking import checked  # noqa: PLC0415 - it loads the compiler

        witness = Witness()
        found = checked(question, witness)
        if known is not None:
            known.keep(found, witness)
    return found


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
