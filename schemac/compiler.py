"""Paths or tool declarations in, a plan and diagnostics out: the driver of the compile wing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from schemac.diagnostics.catalog import severity
from schemac.diagnostics.model import Diagnostic, Severity
from schemac.emit import emit_schema
from schemac.enforce.validate import accepts, compile_pattern
from schemac.plan.collector import collector_paused
from schemac.plan.model import Shape
from schemac.planner.program import plan_program
from schemac.resolve.discover import discover
from schemac.resolve.disk import DISK, files_below
from schemac.resolve.loader import Loader
from schemac.resolve.resolver import resolve
from schemac.resolve.surroundings import Surroundings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from schemac.plan.declaration import ToolDeclaration
    from schemac.plan.model import Plan
    from schemac.plan.nodes import Node
    from schemac.resolve.disk import Disk
    from schemac.resolve.loader import ReadMemo
    from schemac.syntax.host import HostModule

__all__ = ["Compilation", "CompileOptions", "compile_paths", "compile_tools"]

_UNREAD = "SC2"
"""Codes before it are of text that is not read."""


@dataclass(frozen=True, slots=True)
class CompileOptions:
    """What shapes a compilation, sources aside.

    `root` is the folder that relative paths start from and that shown paths are relative to (the
    working directory without one). `predicates` are known beside `requires` and `feature`;
    `flags` are closed vocabularies by predicate. With `described` a tool that is read from sources
    must have a description, as it must have one to be served. `undeclared` says what becomes of
    arguments that nobody declared, for tools that do not say.
    """

    root: Path | None = None
    sig_paths: tuple[Path, ...] = ()
    predicates: tuple[str, ...] = ()
    flags: Mapping[str, Sequence[str]] = field(default_factory=dict)
    strict_schema: bool = False
    described: bool = False
    undeclared: Literal["drop", "reject"] = "drop"


@dataclass(frozen=True, slots=True)
class Compilation:
    """The plan of every tool without an error, and all diagnostics, in order of phase.

    `files` are the files that were read, or could not be, `places` those where imports looked for
    one, in vain perhaps, links as they are. Both are for those who watch them.
    """

    plan: Plan
    diagnostics: tuple[Diagnostic, ...]
    files: tuple[Path, ...] = ()
    places: tuple[Path, ...] = ()

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that are errors."""
        return tuple(one for one in self.diagnostics if severity(one) is Severity.ERROR)


def compile_paths(
    paths: Sequence[Path],
    options: CompileOptions | None = None,
    *,
    memo: ReadMemo | None = None,
    signature_files: bool = False,
    waited_for: Callable[[Sequence[Path]], Iterable[Path]] = iter,
    disk: Disk = DISK,
) -> Compilation:
    """Read Python files and folders without importing them; compile the tools they declare.

    Folders are searched for `*.py`, hidden folders and caches aside, in order of name; a signature
    file is read for its diagnostics. What is not there, or cannot be looked into, is a diagnostic.
    `memo` keeps what files gave from one compilation to the next. With `signature_files` all that
    imports could reach are read, whether something imports them or not. `waited_for` gets all
    Python files and gives each when it is to be read, so that people see how far the work is.
    `disk` is asked for all files but those in folders among `paths`.
    """
    options = options or CompileOptions()
    with collector_paused():
        loader = _loader(options, memo, disk)
        modules: list[HostModule] = []
        declarations: list[ToolDeclaration] = []
        found: list[Diagnostic] = []
        for path in waited_for(tuple(_python_files(paths, options, disk, found))):
            module = loader.module(path)
            if module is not None:
                modules.append(module)
        around = Surroundings(modules, loader)
        for module in modules:
            tools, diagnostics = discover(module, around, described=options.described)
            declarations.extend(tools)
            found.extend(diagnostics)
        return _compile(
            declarations, loader, modules, tuple(found), options, signature_files=signature_files
        )


def compile_tools(
    declarations: Sequence[ToolDeclaration], options: CompileOptions | None = None
) -> Compilation:
    """Compile declared tools, and the files in which their handlers stand."""
    options = options or CompileOptions()
    with collector_paused():
        return _compile(declarations, _loader(options), (), (), options)


def _loader(options: CompileOptions, memo: ReadMemo | None = None, disk: Disk = DISK) -> Loader:
    return Loader(options.sig_paths, base=options.root, memo=memo, disk=disk)


def _compile(
    declarations: Sequence[ToolDeclaration],
    loader: Loader,
    modules: Sequence[HostModule],
    found: tuple[Diagnostic, ...],
    options: CompileOptions,
    *,
    signature_files: bool = False,
) -> Compilation:
    program, resolving = resolve(
        declarations,
        loader,
        modules=modules,
        signature_files=signature_files,
        predicates=options.predicates,
    )
    unread = any(each.code < _UNREAD for each in (*found, *resolving))
    plan, planning = plan_program(
        replace(program, unread=unread),
        predicates=options.predicates,
        flags=options.flags,
        strict_schema=options.strict_schema,
        undeclared=options.undeclared,
        accepts_leaf=_accepts_leaf,
        check_pattern=compile_pattern,
    )
    return Compilation(plan, (*found, *resolving, *planning), loader.files, loader.folders.places)


def _accepts_leaf(node: Node, value: object) -> bool:
    """Ask the real validator whether a scalar takes a value, its pattern and format included."""
    return accepts(emit_schema(Shape(node, {})), value)


def _python_files(
    paths: Sequence[Path], options: CompileOptions, disk: Disk, found: list[Diagnostic]
) -> Iterator[Path]:
    root = options.root or Path.cwd()

    def refuse(error: OSError) -> None:
        folder = Path(error.filename)
        shown = folder.relative_to(root) if folder.is_relative_to(root) else folder
        reason = (error.strerror or "no reason is given").lower()
        message = f"cannot look into `{shown.as_posix()}`: {reason}"
        found.append(Diagnostic("SC001", message, None))

    for path in paths:
        place = root / path
        if not disk.is_dir(place):
            yield place
            continue
        yield from sorted(file for file in files_below(place, refuse) if file.suffix == ".py")
