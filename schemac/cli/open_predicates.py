"""Names of predicates in, a warning for each out: their gates stand open to who lacks them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["open_predicates"]


def open_predicates(names: Iterable[str]) -> Iterator[Diagnostic]:
    """Warn of what `on_missing_predicate` opens."""
    for predicate in sorted(names):
        text = f"the gates of `{predicate}` are open to a context that does not have it"
        hint = "give every context the method, and delete `on_missing_predicate`"
        yield Diagnostic("SC414", text, None, hint=hint)
