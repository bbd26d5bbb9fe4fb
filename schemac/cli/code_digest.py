"""The folder of a project in, a digest of all that its gates may depend on out."""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from schemac.cli.git import GitError, git
from schemac.regular import read_regular

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Revision", "code_digest"]

_LARGEST = 1 << 28
_SKIPPED = frozenset({"__pycache__", "node_modules", "site-packages"})


@dataclass(frozen=True, slots=True)
class Revision:
    """The folder in which the files of a commit are, and what it has that is not among them.

    `beside` are the places of submodules, each with its commit, and of links that lead elsewhere.
    `modules` are the folders of the submodules, `missing` of those that could not be filled.
    """

    folder: Path
    beside: tuple[bytes, ...] = ()
    modules: tuple[Path, ...] = ()
    missing: tuple[Path, ...] = ()


def code_digest(root: Path, read: Sequence[Path], revision: Revision | None) -> str | None:
    """Give the digest (SHA-256, hex) of all files that a project comes with; None in doubt.

    A gate that cannot be read may be made of any of them, also of one that is no Python. These are
    all files of the revision; without one those of the repository around `root` that git does not
    ignore; without one those below `root` but caches and hidden folders; and those that were
    `read`, wherever they are.
    """
    root = root.resolve()
    try:
        if revision is not None:
            whole, modules = revision.folder, revision.modules
            own = (each for each in _below(whole) if not any(map(each.is_relative_to, modules)))
            return _digest(root, whole, [*own, *read], revision.beside)
        whole = _repository(root) or root
        files = [*_coming(whole)]
        inner = [each for each in files if each.is_dir() and not each.is_symlink()]
        beside = sorted(_submodule(whole, each) for each in inner)
        return _digest(root, whole, [*set(files).difference(inner), *read], beside)
    except (OSError, ValueError, GitError):
        return None


def _coming(whole: Path) -> Iterable[Path]:
    return _known_to_git(whole) if _is_repository(whole) else _below(whole, skip=True)


def _repository(root: Path) -> Path | None:
    return next(filter(_is_repository, (root, *root.parents)), None)


def _is_repository(folder: Path) -> bool:
    return (folder / ".git").exists()


def _known_to_git(whole: Path) -> list[Path]:
    listed = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = git(("-C", str(whole), *listed)).split(b"\0")
    return [Path(whole, os.fsdecode(name)) for name in names if name]


def _submodule(whole: Path, folder: Path) -> bytes:
    """Give what a revision has for a submodule. Raises ValueError where it is not just that."""
    here = ("-C", str(folder))
    asked = ("status", "--porcelain", "--untracked-files=normal", "--ignore-submodules=none")
    if not _is_repository(folder) or git((*here, *asked)):
        msg = "it is not there, or has changes that are not committed"
        raise ValueError(msg)
    commit = git((*here, "rev-parse", "HEAD")).strip()
    return b"160000 commit %s\t%s" % (commit, os.fsencode(folder.relative_to(whole)))


def _below(folder: Path, *, skip: bool = False) -> Iterator[Path]:
    for inside, folders, names in os.walk(folder, onerror=_refuse):
        if skip:
            folders[:] = [name for name in folders if name not in _SKIPPED and name[0] != "."]
        places = [Path(inside, name) for name in (*folders, *names)]
        yield from (place for place in places if place.is_symlink() or not place.is_dir())


def _refuse(error: OSError) -> NoReturn:
    raise error


def _digest(root: Path, whole: Path, files: Iterable[Path], beside: Sequence[bytes] = ()) -> str:
    """Tell the project's place first: two folders of one repository are not the same code."""
    digest = hashlib.sha256(os.fsencode(os.path.relpath(root, whole)))
    named = {os.path.relpath(file.parent.resolve() / file.name, whole): file for file in files}
    for name in sorted(named):
        content = _content(named[name], whole)
        if content is not None:
            digest.update(b"\0%s\0%d\0" % (os.fsencode(name), len(content)))
            digest.update(content)
    for each in beside:
        digest.update(b"\0\0" + each)
    return digest.hexdigest()


def _content(file: Path, whole: Path) -> bytes | None:
    """Give what is in a file, None where it is gone. Raises OSError, ValueError in doubt."""
    try:
        status = file.lstat()
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(status.st_mode):
        if not file.resolve().is_relative_to(whole):
            msg = "it leads out of what is digested"
            raise ValueError(msg)
        return os.fsencode(file.readlink())
    content = read_regular(file, _LARGEST)
    if len(content) == _LARGEST:
        msg = "it is too large"
        raise ValueError(msg)
    return content
