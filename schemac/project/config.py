"""A folder or a file in, the configuration that holds there out; or what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from schemac.configuration import (
    Configuration,
    ConfigurationError,
    find_configuration,
    read_configuration,
)
from schemac.diagnostics.model import Diagnostic
from schemac.emit.dialects import DIALECTS
from schemac.project.config_places import key_span, syntax_span
from schemac.project.config_values import Problem, Values, checked
from schemac.regular import read_regular_text
from schemac.source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.compiler import CompileOptions
    from schemac.project.config_values import Persona

__all__ = ["Config", "ConfigFailedError", "existing_paths", "load_config", "table_beside"]


_SHARED_FILE = "pyproject.toml"


class ConfigFailedError(Exception):
    """A configuration cannot be used; `diagnostics` say why."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics[0].message)
        self.diagnostics = diagnostics


@dataclass(frozen=True, slots=True)
class Config:
    """A checked configuration. `file` is None where none was found; paths are absolute."""

    file: Path | None
    root: Path
    values: Values

    @property
    def paths(self) -> tuple[Path, ...]:
        """The Python sources to read."""
        return tuple(self.root / path for path in self.values.paths)

    @property
    def sig_paths(self) -> tuple[Path, ...]:
        """The folders that imports are looked for in."""
        return tuple(self.root / path for path in self.values.sig_paths)

    @property
    def personas(self) -> Mapping[str, Persona]:
        """The named callers."""
        return self.values.personas

    def options(self, root: Path | None = None) -> CompileOptions:
        """Give the options of the compiler; paths are shown relative to `root`, else to ours."""
        from schemac.compiler import CompileOptions  # noqa: PLC0415 - who compiles loads the compiler

        return CompileOptions(
            self.root if root is None else root,
            self.sig_paths,
            self.values.predicates,
            self.values.flags,
            self.values.strict_schema,
            described=True,
            undeclared=self.values.undeclared,
        )


def load_config(file: Path | None, start: Path, top: Path | None = None) -> Config:
    """Read a given file, or the one that holds for `start`, at or below `top` where that is given.

    Raises ConfigFailedError.
    """
    found = _found(file, start, top)
    if found is None:
        return Config(None, start.resolve(), Values())
    values = checked(found.table, frozenset(DIALECTS))
    if values.problems:
        source = _source(found.file)
        prefix = _prefix(found.file)
        raise ConfigFailedError(
            tuple(_diagnostic(source, prefix, problem) for problem in values.problems)
        )
    return Config(found.file, found.folder, values)


def existing_paths(config: Config) -> tuple[Path, ...]:
    """Give the Python sources to read. Raises ConfigFailedError where one is not there.

    Only who reads sources asks: where tools are served they may be gone.
    """
    missing = [name for name in config.values.paths if not (config.root / name).exists()]
    if missing and config.file is not None:
        source, prefix = _source(config.file), _prefix(config.file)
        hint = f"paths start from the folder of `{config.file.name}`"
        problems = (Problem(("paths",), f"`{name}` is not there", hint) for name in missing)
        raise ConfigFailedError(tuple(_diagnostic(source, prefix, problem) for problem in problems))
    return config.paths


def _prefix(file: Path) -> tuple[str, ...]:
    return ("tool", "schemac") if file.name == _SHARED_FILE else ()


def table_beside(config: Config) -> Path | None:
    """Give the `pyproject.toml` whose table does not hold, as another file stands beside it."""
    if config.file is None or config.file.name == _SHARED_FILE:
        return None
    try:
        found = read_configuration(config.root / _SHARED_FILE)
    except ConfigurationError:
        return None
    return found.file if found.table else None


def _found(file: Path | None, start: Path, top: Path | None) -> Configuration | None:
    try:
        if file is None:
            return find_configuration(start, top)
        found = read_configuration(file)
    except ConfigurationError as error:
        raise ConfigFailedError((_unreadable(error),)) from None
    if not found.table and file.name == _SHARED_FILE:
        text = f"`{file}` has no table `[tool.schemac]`"
        raise ConfigFailedError((Diagnostic("SC006", text, None),))
    return found


def _unreadable(error: ConfigurationError) -> Diagnostic:
    source = _source(error.file)
    if not error.is_table:
        return Diagnostic("SC006", error.reason, key_span(source, ("tool", "schemac")))
    if not source.text:
        return Diagnostic("SC004", f"`{source.name}` cannot be read: {error.reason}", None)
    text = f"the configuration is no TOML: {error.reason}"
    return Diagnostic("SC004", text, syntax_span(source, error.reason))


def _source(file: Path) -> Source:
    cwd = Path.cwd()
    shown = file.relative_to(cwd) if file.is_relative_to(cwd) else file
    try:
        return Source(shown.as_posix(), read_regular_text(file))
    except (OSError, ValueError):
        return Source(shown.as_posix(), "")


def _diagnostic(source: Source, prefix: tuple[str, ...], problem: Problem) -> Diagnostic:
    code = "SC005" if problem.unknown else "SC006"
    span = key_span(source, (*prefix, *problem.path))
    return Diagnostic(code, problem.message, span, hint=problem.hint)
