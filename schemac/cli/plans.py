"""A plan file, a project folder or `git:REV` in, a plan out."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemac.cli.code_digest import Revision, code_digest
from schemac.cli.findings import tell
from schemac.cli.git import GitError, git
from schemac.cli.output import named, note
from schemac.cli.progress import waited_for
from schemac.cli.sources import python_files
from schemac.compiler import compile_paths
from schemac.configuration import ConfigurationError, find_configuration
from schemac.plan.codec import PlanFormatError, decode
from schemac.project.config import ConfigFailedError, existing_paths, load_config
from schemac.regular import read_regular_text
from schemac.report.display import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from schemac.diagnostics.model import Diagnostic
    from schemac.plan.model import Plan

__all__ = ["PlanError", "Planned", "planned"]

_GIT = "git:"
_SUBMODULE = b"160000 "
"""The mode that git lists them with."""


class PlanError(click.ClickException):
    """There is no plan to compare."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, the folder of its sources (None for a file), and the errors in them.

    `code` is the digest of what the project comes with, by which gates that cannot be read are the
    same or not; None where there are none, and where nobody can tell. The gates of predicates that
    are `opened` stand open to contexts without them; no plan file says which.
    """

    plan: Plan
    root: Path | None
    errors: tuple[Diagnostic, ...] = ()
    code: str | None = None
    opened: frozenset[str] = frozenset()


def planned(place: str) -> Planned:
    """Read or make a plan. Raises click.ClickException (status 2) where there is none."""
    if place.startswith(_GIT):
        with _revision(place.removeprefix(_GIT)) as (folder, revision):
            return _of_folder(folder, place, revision)
    path = Path(place)
    if path.is_dir():
        return _of_folder(path, place)
    if not path.is_file():
        raise PlanError(f"{named(place)} is no plan file, no folder and no `git:REV`")
    try:
        return Planned(decode(read_regular_text(path)), None)
    except (OSError, ValueError, PlanFormatError) as problem:
        raise PlanError(f"{named(place)} is no plan: {one_line(str(problem))}") from None


def _of_folder(folder: Path, place: str, revision: Revision | None = None) -> Planned:
    try:
        config = load_config(None, folder, None if revision is None else revision.folder)
        if revision is not None and config.file is None:
            _note_other(place)
        paths = existing_paths(config)
    except ConfigFailedError as failed:
        tell(failed.diagnostics)
        raise PlanError(f"the configuration of {named(place)} is wrong") from None
    if revision is not None:
        _refuse_missing(revision, (*paths, *config.sig_paths), place)
    files = python_files(paths)
    compilation = compile_paths(files, config.options(), waited_for=waited_for)
    if compilation.errors:
        tell(compilation.errors)
        note(f"note: tools of {named(place)} with errors are compared as if they were not there")
    unread = [found for found in compilation.diagnostics if found.code == "SC608"]
    if unread:
        tell(unread)
        note(f"note: what cannot be read of {named(place)} (SC608) is compared by plans of `--app`")
    code = code_digest(config.root, files, revision) if unread else None
    opened = config.values.open_predicates
    return Planned(compilation.plan, config.root, compilation.errors, code, opened)


def _refuse_missing(revision: Revision, paths: Iterable[Path], place: str) -> None:
    """Refuse to compare what lies, or may lie, in a submodule that is not here."""
    for path in paths:
        for module in revision.missing:
            if path.is_relative_to(module) or module.is_relative_to(path):
                shown = named(str(module.relative_to(revision.folder)))
                raise PlanError(
                    f"the submodule {shown} is not here as it is in {named(place)}:"
                    " `git submodule update --init` gets it, with `git fetch` in it for an older"
                    " state"
                )


def _note_other(place: str) -> None:
    """Say that a revision has no configuration where the working directory has one."""
    try:
        found = find_configuration(Path.cwd())
    except ConfigurationError:  # whoever reads that folder is told
        return
    if found is not None:
        there = named(str(found.file))
        note(f"note: {named(place)} has no configuration and is read without one, {there} aside")


@contextmanager
def _revision(name: str) -> Iterator[tuple[Path, Revision]]:
    """Write out a revision of the repository around the working directory for a while.

    Gives the folder there that the working directory is here, and the whole revision.
    """
    top = Path(os.fsdecode(git(("rev-parse", "--show-toplevel")).removesuffix(b"\n")))
    asked = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    commit = git(asked, f"`{name}` is no revision of this repository").decode().strip()
    inside = Path.cwd().resolve().relative_to(top.resolve())
    with tempfile.TemporaryDirectory(prefix="schemac-") as folder:
        tree = Path(folder).resolve() / "tree"
        tree.mkdir()
        listed = _submodules(top, commit)
        missing = _write_out(top, commit, tree, index=tree.parent / "index")
        beside = _without_links(tree)
        place = tree / inside
        if not place.is_dir():
            raise PlanError(f"there is no folder {named(inside)} in {named(name)}")
        modules = tuple(tree / each.path for each in listed)
        lines = (*(each.line for each in listed), *beside)
        yield place, Revision(tree, lines, modules, tuple(missing))


@dataclass(frozen=True, slots=True)
class _Submodule:
    """A line of `git ls-tree`, and what it says."""

    line: bytes
    commit: str
    path: str


def _submodules(top: Path, commit: str) -> list[_Submodule]:
    """Give the submodules of a commit, each with the commit that it has there."""
    listed = git(("-C", str(top), "ls-tree", "-r", "-z", "--full-tree", commit))
    found = []
    for line in sorted(each for each in listed.split(b"\0") if each.startswith(_SUBMODULE)):
        head, _, path = line.partition(b"\t")
        found.append(_Submodule(line, head.split()[-1].decode(), os.fsdecode(path)))
    return found


def _write_out(top: Path, commit: str, tree: Path, index: Path) -> list[Path]:
    """Write the files of a commit, all of them: an archive would leave out `export-ignore`.

    Those of submodules are taken from where they are checked out. Gives the folders of those that
    are not, or not with that commit.
    """
    environment = {"GIT_INDEX_FILE": str(index)}
    whole = ("-C", str(top), "-c", "core.sparseCheckout=false")
    git((*whole, "read-tree", commit), environment=environment)
    to = ("checkout-index", "--all", f"--prefix={tree}{os.sep}")
    git((*whole, *to), environment=environment)
    missing = []
    for number, each in enumerate(_submodules(top, commit)):
        there, here = top / each.path, tree / each.path
        if _has(there, each.commit):
            inner = index.with_name(f"{index.name}-{number}")
            missing += _write_out(there, each.commit, here, inner)
        else:
            missing.append(here)
    return missing


def _has(repository: Path, commit: str) -> bool:
    if not (repository / ".git").exists():
        return False
    try:
        git(("-C", str(repository), "cat-file", "-e", f"{commit}^{{commit}}"))
    except GitError:
        return False
    return True


def _without_links(tree: Path) -> list[bytes]:
    """Take away the links that lead out of a revision, which are no part of it; give them."""
    beside = []
    for parent, folders, files in os.walk(tree):
        for each in (*folders, *files):
            link = Path(parent, each)
            if link.is_symlink() and not _is_within(link, tree):
                place = os.fsencode(link.relative_to(tree))
                beside.append(b"120000 %s\0%s" % (place, os.fsencode(link.readlink())))
                link.unlink()
    return sorted(beside)


def _is_within(link: Path, tree: Path) -> bool:
    try:
        return link.resolve().is_relative_to(tree)
    except (OSError, RuntimeError):
        return False
