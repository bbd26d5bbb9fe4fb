"""A request in, judged by the official package's own model of its method in its version.

A client sends nearly the same parameters again and again, and the same parameters have the same
verdict: those that were found good are remembered, as text, by the service that found them so. The
arguments of a call are any object to the package, so a call is judged without them: whether they
are an object is seen once there is a tool to give them to.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from mcp_types import methods
from pydantic import ValidationError

from schemac.wire.replies import WireError, invalid_params, method_not_found

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_types.jsonrpc import JSONRPCRequest

    from schemac.wire.replies import Failure

    _Key: TypeAlias = tuple[str, str, str]

__all__ = ["Telling", "Validity", "telling", "unfit"]

_MOST_KEPT: Final = 1024
_LONGEST_KEPT: Final = 2048
_ARGUMENTS: Final = "arguments"
_ANY_OBJECT: Final = dict[str, Any] | None


class Telling(NamedTuple):
    """The parameters that a verdict depends on, for one version, and all that they tell as text."""

    version: str
    params: Mapping[str, Any] | None
    text: str

    @property
    def is_short(self) -> bool:
        """Whether it may be kept."""
        return len(self.text) <= _LONGEST_KEPT


def telling(request: JSONRPCRequest, version: str) -> Telling:
    """Take what tells of a request that was read from JSON.

    `repr` tells all that JSON tells apart, and what it does not, such as `1` from `1.0`.
    """
    params = request.params
    if params is not None and params.get(_ARGUMENTS) is not None:
        method = request.method
        if (method, version) in methods.CLIENT_REQUESTS and _takes_any(method, version):
            params = {**params, _ARGUMENTS: {}}
    return Telling(version, params, repr(params))


class Validity:
    """The verdicts of one service. Thread-safe: what two threads find at once is the same."""

    __slots__ = ("good",)

    def __init__(self) -> None:
        self.good: dict[_Key, None] = {}

    def check(self, request: JSONRPCRequest, told: Telling) -> None:
        """Judge the parameters of a request, as they were told. Raises WireError."""
        method = request.method
        key = (method, told.version, told.text)
        if key in self.good:
            return
        try:
            methods.validate_client_request(method, told.version, told.params)
        except KeyError:
            raise WireError(method_not_found(method)) from None
        except ValidationError:
            raise WireError(unfit()) from None
        if told.is_short:
            if len(self.good) >= _MOST_KEPT:
                self.good.clear()
            self.good[key] = None


def unfit() -> Failure:
    """Say in the package's words that parameters do not fit their method."""
    return invalid_params("Invalid request parameters", "")


@cache
def _takes_any(method: str, version: str) -> bool:
    """Whether the package's model says no more of the arguments than that they are an object."""
    params = methods.CLIENT_REQUESTS[method, version].model_fields.get("params")
    fields = {} if params is None else getattr(params.annotation, "model_fields", {})
    found = fields.get(_ARGUMENTS)
    return found is not None and found.annotation == _ANY_OBJECT and not found.metadata
