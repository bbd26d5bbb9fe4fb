"""A context in, a handler out: the base class that spares authors the wiring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac.runtime.pipeline import serving

if TYPE_CHECKING:
    from schemac.runtime.pipeline import Call, Serving

__all__ = ["Handler"]


class Handler:
    """A base class for tools; one instance serves one call.

    It is a convenience: any class with a method `call` will do. A subclass may define
    `description(self)`, which is then asked for each listing.
    """

    _schemac_serving: Serving | None = None

    context: Any
    """What the application's `context` callable made; a subclass may declare a narrower type."""

    def __init__(self, context: Any) -> None:  # noqa: ANN401 - any object can be a context
        self.context = context

    def __schemac_bind__(self, served: Serving, context: object) -> None:
        """Tie a new instance to its request, so that threads it starts find the same answers.

        One whose own `__init__` left the context out gets it here.
        """
        self._schemac_serving = served
        self.__dict__.setdefault("context", context)

    def _schemac_served(self) -> Serving | None:
        """Give what is being done: what the thread knows comes first, objects may be shared."""
        return serving.get(None) or self._schemac_serving

    def _schemac_call(self) -> Call | None:
        served = self._schemac_served()
        return None if served is None else served.call

    def can(self, flag: str) -> bool:
        """Say whether `requires` answers yes for the flag, from the decisions of this request."""
        served = self._schemac_served()
        return served is not None and served.decisions.can(flag)

    @property
    def user(self) -> object:
        """The user that a middleware assigned, else `context.current_user`, else None."""
        call = self._schemac_call()
        if call is not None and "user" in call.assigns:
            return call.user
        served = self._schemac_served()
        return None if served is None else served.decisions.user()

    @property
    def scope(self) -> object:
        """What a middleware assigned as scope; None without one."""
        call = self._schemac_call()
        return None if call is None else call.scope

    def progress(
        self, current: float, total: float | None = None, message: str | None = None
    ) -> None:
        """Tell the client how far the work is; nothing happens where nobody listens."""
        call = self._schemac_call()
        if call is not None:
            call.progress(current, total, message)

    @property
    def cancelled(self) -> bool:
        """Whether nobody waits for the answer any more."""
        call = self._schemac_call()
        return call is not None and call.cancelled
