"""Settings by name in, one checked and frozen object out; every adapter takes the same ones."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from schemac.diagnostics.suggest import did_you_mean
from schemac.runtime.settings import Limits, SurfaceSettings
from schemac.wire.setting_values import READERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from schemac.configuration import Configuration
    from schemac.runtime.facade import Grouped

__all__ = [
    "USUAL_SIG_PATHS",
    "Layer",
    "Settings",
    "check_names",
    "file_layer",
    "layered",
    "read_settings",
    "settings_of_file",
]

USUAL_SIG_PATHS = ("sig", "sig/shared")
"""The folders that imports are looked for in, where none are named."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What shapes a service.

    `limits.body` and `limits.output` are bytes, `limits.depth` and `limits.output_depth` levels;
    `listing_ttl` is seconds, `client_ttl_ms` milliseconds. `eager` and `explorer` are None where
    the adapter decides, `strict_schema` where the plan does. Relative paths are relative to the
    working directory.
    """

    server_name: str | None = None
    server_version: str | None = None
    instructions: str | None = None
    default_domain: str = "default"
    domains: Mapping[str, Grouped | None] = field(default_factory=dict)
    categories: Mapping[str, str] = field(default_factory=dict)
    modules: tuple[str, ...] = ()
    sig_paths: tuple[Path, ...] = tuple(map(Path, USUAL_SIG_PATHS))
    predicates: tuple[str, ...] = ()
    flags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    on_missing_predicate: Mapping[str, Literal["open"]] = field(default_factory=dict)
    plan: Path | None = None
    strict_schema: bool | None = None
    dialect: str = "mcp"
    undeclared: Literal["drop", "reject"] = "drop"
    ignored_input_keys: tuple[str, ...] = ()
    coerce: Literal["off", "lax"] = "off"
    limits: Limits = field(default_factory=Limits)
    eager: bool | None = None
    page_size: int | None = None
    client_ttl_ms: int = 0
    listing_cache: object = None
    listing_cache_client: object = None
    listing_cache_url: str | None = None
    listing_ttl: int = 3600
    allowed_origins: tuple[str, ...] = ()
    resource_metadata: Mapping[str, Any] | None = None
    resources: tuple[str, ...] = ("surface", "examples")
    explorer: bool | None = None

    def for_surface(self, **around: Any) -> SurfaceSettings:  # noqa: ANN401 - fields of the result
        """Give the part that the surface needs, with what the surroundings add to it."""
        shared = {one.name for one in fields(self)} & {one.name for one in fields(SurfaceSettings)}
        given = {one: getattr(self, one) for one in sorted(shared)}
        return SurfaceSettings(**{**given, **around})


def read_settings(given: Mapping[str, object]) -> Settings:
    """Check settings by name. Raises TypeError for an unknown name and for a wrong value."""
    check_names(given)
    return Settings(**{name: READERS[name](name, value) for name, value in given.items()})


@dataclass(frozen=True, slots=True)
class Layer:
    """Settings as one place gives them: `place` is what people call it, `file` its path if any.

    `prefix` is what that place writes before a setting's name, which it has in capitals then.
    """

    place: str
    values: Mapping[str, object]
    prefix: str = ""
    file: Path | None = None

    def without(self, name: str) -> Layer:
        """Give the layer without one of its settings."""
        return replace(self, values={key: self.values[key] for key in self.values if key != name})

    def differing(self, served: Settings) -> tuple[str, ...]:
        """Give the names, as they are written here, whose values are not the ones served."""
        return tuple(
            self.prefix + (name.upper() if self.prefix else name)
            for name, value in self.values.items()
            if not _is_served(name, value, served)
        )


def _is_served(name: str, value: object, served: Settings) -> bool:
    try:
        read: object = READERS[name](name, value)
    except (TypeError, ValueError):
        return False  # nobody looked at it, since another place gives one too
    return bool(read == getattr(served, name))


_ELSEWHERE = ("paths", "dialects", "personas", "persona_context")
"""Keys of `[tool.schemac]` that are for the command line."""


def settings_of_file(found: Configuration | None, start: Path) -> dict[str, object]:
    """Give the settings among a file's keys, its relative paths made absolute.

    `sig_paths` are always among them: where a file says nothing, the usual ones beside it, and
    without a file those in `start`. Raises TypeError for a key that nobody knows.
    """
    table = {} if found is None else found.table
    folder = start if found is None else found.folder
    check_names(table, _ELSEWHERE, "" if found is None else f"{found.file.name}: ")
    given = {name: value for name, value in table.items() if name in READERS}
    named = given.get("sig_paths", USUAL_SIG_PATHS)
    paths: tuple[Path, ...] = READERS["sig_paths"]("sig_paths", named)
    given["sig_paths"] = [folder / path for path in paths]
    if isinstance(given.get("plan"), str):
        given["plan"] = folder / str(given["plan"])
    return given


def file_layer(found: Configuration, filed: Mapping[str, object]) -> Layer:
    """Give the layer of a file: those of its settings that it has itself."""
    own = {name: value for name, value in filed.items() if name in found.table}
    return Layer(found.file.name, own, file=found.file)


def layered(file: Mapping[str, object], *above: Mapping[str, object]) -> dict[str, object]:
    """Lay settings over each other, those of a file lowest.

    Where there is a plan, `strict_schema` of a file is not looked at: the plan has its own.
    """
    own = {name: value for layer in above for name, value in layer.items()}
    if own.get("plan", file.get("plan")) is not None:
        file = {name: value for name, value in file.items() if name != "strict_schema"}
    return {**file, **own}


def check_names(names: Iterable[str], also: Iterable[str] = (), prefix: str = "") -> None:
    """Refuse names that are no settings, with the one that was probably meant.

    `also` are names that have a meaning elsewhere; `prefix` is how names are written there.
    """
    known = (*READERS, *also)
    for name in names:
        if name not in known:
            meant = did_you_mean(name, known)
            hint = f"; did you mean `{prefix}{meant}`?" if meant else ""
            raise TypeError(f"`{prefix}{name}` is no setting{hint}")
