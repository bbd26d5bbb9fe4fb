"""What the wire is shown of a call before it runs, so that it may refuse it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Admit"]


class Admit(Protocol):
    """Judges a call by what was sent beside it; it raises to refuse."""

    def __call__(
        self, schema: Mapping[str, object], arguments: Mapping[str, object], *, through_facade: bool
    ) -> None:
        """Judge it.

        `schema` is the caller's own input schema of the tool that runs, where that declares
        headers, and `arguments` are that tool's. Through a facade the client was told the facade's
        schema, which declares none: it owes no header then, but what it sends must still be true.
        """
