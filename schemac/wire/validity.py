"""A request in, judged by the official package's own model of its method in its version.

A client sends nearly the same parameters again and again, and the same parameters have the same
verdict: those that were found good are remembered, as text. The arguments of a call are any object
to the package, so a call is remembered without them.
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

    _Key: TypeAlias = tuple[str, str, str]

__all__ = ["Telling", "telling", "validate"]

_MOST_KEPT: Final = 1024
_LONGEST_KEPT: Final = 2048
_ARGUMENTS: Final = "arguments"
_ANY_OBJECT: Final = dict[str, Any] | None

_good: dict[_Key, None] = {}


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
    if params is not None and type(params.get(_ARGUMENTS)) is dict:
        method = request.method
        if (method, version) in methods.CLIENT_REQUESTS and _takes_any(method, version):
            params = {**params, _ARGUMENTS: {}}
    return Telling(version, params, repr(params))


def validate(request: JSONRPCRequest, told: Telling) -> None:
    """Judge the parameters of a request. Raises WireError."""
    method = request.method
    key = (method, told.version, told.text)
    if key in _good:
        return
    try:
        methods.validate_client_request(method, told.version, request.params)
    except KeyError:
        raise WireError(method_not_found(method)) from None
    except ValidationError:
        raise WireError(invalid_params("Invalid request parameters", "")) from None
    if told.is_short:
        if len(_good) >= _MOST_KEPT:
            _good.clear()
        _good[key] = None


@cache
def _takes_any(method: str, version: str) -> bool:
    """Whether the package's model says no more of the arguments than that they are an object."""
    params = methods.CLIENT_REQUESTS[method, version].model_fields.get("params")
    fields = {} if params is None else getattr(params.annotation, "model_fields", {})
    found = fields.get(_ARGUMENTS)
    return found is not None and found.annotation == _ANY_OBJECT and not found.metadata
