"""One request as the methods see it: what was asked, by whom, in which version."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

    from schemac.runtime.admission import Admit
    from schemac.runtime.pipeline import ProgressSink
    from schemac.wire.eras import Era, Spoken

__all__ = ["Asked", "Listed", "Outcome", "ToolSurface", "Visited"]


class Listed(Protocol):
    """A caller's listing: JSON tool objects as bytes, in order."""

    @property
    def mark(self) -> str | None:
        """Where it came from, as a header tells it; None where nobody is to know."""

    @property
    def fragments(self) -> tuple[bytes, ...]:
        """The tools."""

    def enclosed(self, before: bytes, after: bytes) -> tuple[bytes, ...]:
        """Give the tools with commas between, and what stands around them, in pieces."""


class Outcome(Protocol):
    """What a tool call came to, projected and ready to be sent."""

    @property
    def content(self) -> list[dict[str, object]]:
        """The content blocks."""

    @property
    def structured(self) -> dict[str, object] | None:
        """The structured content; None where there is none."""

    @property
    def is_error(self) -> bool:
        """Whether a model should mend its call."""

    @property
    def meta(self) -> Mapping[str, object] | None:
        """More for the result's `_meta`."""


class Visited(Protocol):
    """One look at a caller's tools."""

    def __enter__(self) -> Self:
        """Begin."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End."""

    def tool(self, name: str) -> dict[str, object]:
        """Give one tool object as listed. Raises UnknownToolError."""

    def tools(self) -> list[dict[str, object]]:
        """Give all tools that the caller may use, whichever way they are listed."""


class ToolSurface(Protocol):
    """The tools as callers see them; `schemac.runtime.surface.Surface` is the one in service."""

    def listing(self, context: object, domain: str | None, era: Era) -> Listed:
        """Give the caller's listing."""

    def visit(self, context: object, domain: str | None) -> Visited:
        """Begin to look at the caller's tools."""

    def call_tool(
        self,
        name: str,
        arguments: Mapping[str, object] | None,
        context: object,
        domain: str | None,
        *,
        meta: Mapping[str, object] | None = None,
        progress: ProgressSink | None = None,
        admit: Admit | None = None,
    ) -> Outcome:
        """Run one enforced call; `admit` judges one of a tool that declares headers first.

        Raises UnknownToolError, else InvalidArgumentsError for arguments that are no object.
        """


@dataclass(slots=True)
class Asked:
    """A well-formed request. `headers` have lower-case names; None where there are none (stdio)."""

    id: int | str
    method: str
    params: Mapping[str, object]
    context: object
    domain: str | None
    spoken: Spoken
    headers: Mapping[str, str] | None = None
    progress: ProgressSink | None = None

    @property
    def modern(self) -> bool:
        """Whether the request is of the 2026-07-28 era."""
        return self.spoken.era == "modern"

    @property
    def meta(self) -> Mapping[str, object]:
        """The request's `_meta`; empty where there is none."""
        meta = self.params.get("_meta")
        return meta if isinstance(meta, dict) else {}
