"""A context in, a handler out: the base class that spares authors the wiring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.runtime.pipeline import asking, current_call

if TYPE_CHECKING:
    from schemac.runtime.decide import Decisions
    from schemac.runtime.pipeline import Call

__all__ = ["Handler"]


class Handler:
    """A base class for tools; one instance serves one call.

    It is a convenience: any class with a method `call` will do. A subclass may define
    `description(self)`, which is then asked for each listing.
    """

    _schemac_call: Call | None = None
    _schemac_decisions: Decisions | None = None

    def __init__(self, context: object) -> None:
        self.context = context

    def __schemac_bind__(self, decisions: Decisions, call: Call | None) -> None:
        """Tie the instance to its request, so that threads it starts find the same answers."""
        self._schemac_decisions = decisions
        self._schemac_call = call

    def can(self, flag: str) -> bool:
        """Say whether `requires` answers yes for the flag, from the decisions of this request."""
        decisions = (
            self._schemac_decisions if self._schemac_decisions is not None else asking.get(None)
        )
        return decisions is not None and decisions.can(flag)

    @property
    def user(self) -> object:
        """The user that a middleware assigned, else `context.current_user`, else None."""
        call = self._schemac_call
        if call is not None and "user" in call.assigns:
            return call.user
        return None if self._schemac_decisions is None else self._schemac_decisions.user()

    @property
    def scope(self) -> object:
        """What a middleware assigned as scope; None without one."""
        return None if self._schemac_call is None else self._schemac_call.scope

    def progress(
        self, current: float, total: float | None = None, message: str | None = None
    ) -> None:
        """Tell the client how far the work is; nothing happens where nobody listens."""
        call = self._schemac_call if self._schemac_call is not None else current_call()
        call.progress(current, total, message)

    @property
    def cancelled(self) -> bool:
        """Whether nobody waits for the answer any more."""
        return self._schemac_call is not None and self._schemac_call.cancelled
