"""What shapes a surface, as data; every adapter's settings end here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from schemac.runtime.grouping import Grouped

__all__ = ["Limits", "SurfaceSettings"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds: the body in bytes, input nesting, output in bytes of JSON, output nesting."""

    body: int = 1024 * 1024
    depth: int = 64
    output: int = 4 * 1024 * 1024
    output_depth: int = 64


@dataclass(frozen=True, slots=True)
class SurfaceSettings:
    """Settings of a surface.

    `modules` are imported before the registry is read. `domains` names grouped domains (and, with
    None, domains that no tool has). `strict_schema` is the plan's where None. `dialect` rewrites
    the schemas that are told. `sender` is the sender of signals; the surface where None.
    `listing_cache` is `"redis"`, or an object with `get(key)` and `set(key, value, seconds)`; it
    needs `secrets`, oldest first.
    """

    name: str = "schemac"
    default_domain: str = "default"
    domains: Mapping[str, Grouped | None] = field(default_factory=dict)
    categories: Mapping[str, str] = field(default_factory=dict)
    modules: tuple[str, ...] = ()
    on_missing_predicate: Mapping[str, Literal["open"]] = field(default_factory=dict)
    strict_schema: bool | None = None
    dialect: str = "mcp"
    undeclared: Literal["drop", "reject"] = "drop"
    ignored_input_keys: tuple[str, ...] = ()
    coerce: Literal["off", "lax"] = "off"
    limits: Limits = field(default_factory=Limits)
    listing_cache: object = None
    listing_cache_client: object = None
    listing_cache_url: str | None = None
    listing_ttl: int = 3600
    page_size: int | None = None
    server_name: str | None = None
    secrets: Callable[[], Sequence[str | bytes]] | None = None
    eager: bool = False
    debug: bool | Callable[[], bool] = False
    testing: bool | Callable[[], bool] = False
    sender: object = None

    @property
    def is_debug(self) -> bool:
        """Whether it is developed on, at this moment: an application may decide that late."""
        return self.debug() if callable(self.debug) else self.debug

    @property
    def is_testing(self) -> bool:
        """Whether tests run, at this moment."""
        return self.testing() if callable(self.testing) else self.testing
