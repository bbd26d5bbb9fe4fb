"""A `tools/call` in, its result out; the routing headers of its parameters are checked here."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from mcp.shared.inbound import validate_mcp_param_headers

from schemac.wire.replies import Failure, WireError, dump, succeeded, succeeded_in_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from schemac.wire.about import About
    from schemac.wire.asking import Asked, Outcome, ToolSurface
    from schemac.wire.replies import Reply

__all__ = ["call_tool"]


def call_tool(asked: Asked, surface: ToolSurface, about: About) -> Reply:
    """Run the call. What the caller may not know of is an UnknownToolError of the surface."""
    arguments = cast("Mapping[str, object] | None", asked.params.get("arguments")) or {}
    outcome = surface.call_tool(
        cast("str", asked.params["name"]),
        arguments,
        asked.context,
        asked.domain,
        meta=asked.meta,
        progress=asked.progress,
        admit=_header_check(asked, arguments),
    )
    if outcome.meta:
        return succeeded(asked.id, about.for_era(asked, _result(outcome, outcome.meta)))
    head = about.head if asked.modern else b""
    return succeeded_in_parts(asked.id, (b"{", head, *_parts(outcome), b"}"))


def _result(outcome: Outcome, meta: Mapping[str, object]) -> dict[str, object]:
    result: dict[str, object] = {"content": outcome.content}
    if outcome.structured is not None:
        result["structuredContent"] = outcome.structured
    return {**result, "isError": outcome.is_error, "_meta": dict(meta)}


def _parts(outcome: Outcome) -> Iterator[bytes]:
    """Write the members of a result. A value's text block is its JSON, so it is written once."""
    yield b'"content":' + dump(outcome.content)
    if outcome.structured is not None:
        text = outcome.content[0].get("text")
        yield b',"structuredContent":'
        yield text.encode() if isinstance(text, str) else dump(outcome.structured)
    yield b',"isError":true' if outcome.is_error else b',"isError":false'


def _header_check(
    asked: Asked, arguments: Mapping[str, object]
) -> Callable[[Mapping[str, object]], None] | None:
    """Compare `Mcp-Param-*` headers with the arguments, by the caller's own schema.

    A parameter that the caller does not see is in no schema of theirs, so its header is one that
    nobody declared, and ignored as such.
    """
    headers = asked.headers
    if headers is None or not asked.modern:
        return None

    def admit(schema: Mapping[str, object]) -> None:
        rejection = validate_mcp_param_headers(schema, arguments, headers)
        if rejection is not None:
            raise WireError(Failure(rejection.code, rejection.message, rejection.data))

    return admit
