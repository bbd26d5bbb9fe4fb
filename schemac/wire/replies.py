"""Results and failures in, the bytes of JSON-RPC answers out."""

from __future__ import annotations

from dataclasses import dataclass
from json.encoder import encode_basestring
from typing import TYPE_CHECKING

from mcp_types.jsonrpc import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
)
from pydantic_core import PydanticSerializationError, to_json

from schemac.wire.json_bytes import dump

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = [
    "NOTHING",
    "Failure",
    "Reply",
    "WireError",
    "dump",
    "failed",
    "internal",
    "invalid_params",
    "invalid_request",
    "method_not_found",
    "parse_error",
    "quoted",
    "started",
    "succeeded",
    "succeeded_in_parts",
]

RequestId = int | str | None

_HEAD = b'{"jsonrpc":"2.0","id":'
_RESULT = b',"result":'


@dataclass(frozen=True, slots=True)
class Failure:
    """The `error` member of an answer. `data` is a JSON value, or None where there is none."""

    code: int
    message: str
    data: object = None


class WireError(Exception):
    """A request that ends in a JSON-RPC error instead of a result."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


class Reply:
    """An answer ready to send: UTF-8 JSON, and the error's code where it is an error.

    `pieces` one behind the other are the answer: a large one is not copied to be one. They are
    None where there is nothing to answer (a notification). `headers` go with it over HTTP.
    """

    __slots__ = ("code", "headers", "pieces")

    def __init__(self, body: bytes | None, code: int | None = None, *more: bytes) -> None:
        self.pieces = None if body is None else (body, *more)
        self.code = code
        self.headers: tuple[tuple[str, str], ...] = ()

    @property
    def body(self) -> bytes | None:
        """The answer in one piece."""
        if self.pieces is None or len(self.pieces) == 1:
            return None if self.pieces is None else self.pieces[0]
        return b"".join(self.pieces)


NOTHING = Reply(None)


def quoted(text: str) -> bytes:
    """Write a text as JSON, as `dump` does; the library that is there anyway writes fastest."""
    try:
        return to_json(text)
    except PydanticSerializationError:  # it holds half a character, which the other refuses too
        return encode_basestring(text).encode()


def succeeded(request_id: RequestId, result: Mapping[str, object]) -> Reply:
    """Answer a request with its result."""
    return Reply(b"".join((started(request_id), dump(result), b"}")))


def started(request_id: RequestId) -> bytes:
    """Give an answer up to its result; behind that, a brace ends it."""
    number = b"%d" % request_id if type(request_id) is int else dump(request_id)
    return b"".join((_HEAD, number, _RESULT))


def succeeded_in_parts(request_id: RequestId, parts: Iterable[bytes]) -> Reply:
    """Answer with a result that is already JSON in pieces."""
    number = b"%d" % request_id if type(request_id) is int else dump(request_id)
    return Reply(b"".join((_HEAD, number, _RESULT, *parts, b"}")))


def failed(request_id: RequestId, failure: Failure) -> Reply:
    """Answer a request with an error."""
    error: dict[str, object] = {"code": failure.code, "message": failure.message}
    if failure.data is not None:
        error["data"] = failure.data
    body = {"jsonrpc": "2.0", "id": request_id, "error": error}
    return Reply(dump(body), failure.code)


def parse_error(message: str) -> Failure:
    """Say that the message could not be read as JSON."""
    return Failure(PARSE_ERROR, message)


def invalid_request(message: str) -> Failure:
    """Say that the message is no JSON-RPC request, or came in no acceptable way."""
    return Failure(INVALID_REQUEST, message)


def invalid_params(message: str, data: object = None) -> Failure:
    """Say that the parameters do not fit the method."""
    return Failure(INVALID_PARAMS, message, data)


def method_not_found(method: str) -> Failure:
    """Say that there is no such method in this version, in the SDK's words."""
    return Failure(METHOD_NOT_FOUND, "Method not found", method)


def internal(correlation_id: str) -> Failure:
    """Say that something broke here; what it was stands in the log under the same id."""
    return Failure(INTERNAL_ERROR, "Internal error", {"correlationId": correlation_id})
