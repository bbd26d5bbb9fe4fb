"""A `tools/call` in, its result out; the routing headers of its parameters are checked here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp.shared.inbound import MCP_PARAM_HEADER_PREFIX, validate_mcp_param_headers

from schemac.wire.replies import (
    Failure,
    WireError,
    dump,
    quoted,
    succeeded,
    succeeded_in_parts,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.runtime.admission import Admit
    from schemac.wire.about import About
    from schemac.wire.asking import Asked, Outcome, ToolSurface
    from schemac.wire.replies import Reply

__all__ = ["call_tool"]

_OF_TEXT = ["type", "text"]
"""The members of a block of text, in order."""


def call_tool(asked: Asked, surface: ToolSurface, about: About) -> Reply:
    """Run the call. Raises UnknownToolError, and InvalidArgumentsError for what is no object."""
    modern = asked.modern
    params: Mapping[str, Any] = asked.params  # as the SDK's model has checked, arguments aside
    arguments = params.get("arguments")
    outcome = surface.call_tool(
        params["name"],
        {} if arguments is None else arguments,
        asked.context,
        asked.domain,
        meta=asked.meta,
        progress=asked.progress,
        admit=_header_check(asked.headers) if modern and asked.headers is not None else None,
    )
    if outcome.meta:
        return succeeded(asked.id, about.for_era(asked, _result(outcome, outcome.meta)))
    head = about.head if modern else b""
    return succeeded_in_parts(asked.id, (b"{", head, *_members(outcome), b"}"))


def _result(outcome: Outcome, meta: Mapping[str, object]) -> dict[str, object]:
    result: dict[str, object] = {"content": outcome.content}
    if outcome.structured is not None:
        result["structuredContent"] = outcome.structured
    return {**result, "isError": outcome.is_error, "_meta": dict(meta)}


def _members(outcome: Outcome) -> tuple[bytes, ...]:
    """Write the members of a result. A value's text block is its JSON, so it is written once."""
    blocks, first = outcome.content, outcome.content[0]
    text = first.get("text")
    if isinstance(text, str) and len(blocks) == 1 and [*first] == _OF_TEXT:
        before, content, after = b'"content":[{"type":"text","text":', quoted(text), b"}]"
    else:
        before, content, after = b'"content":', dump(blocks), b""
    told = b',"isError":true' if outcome.is_error else b',"isError":false'
    if outcome.structured is None:
        return before, content, after, told
    value = text.encode() if isinstance(text, str) else dump(outcome.structured)
    return before, content, after, b',"structuredContent":', value, told


def _header_check(headers: Mapping[str, str]) -> Admit:
    """Compare `Mcp-Param-*` headers with the arguments, by the caller's own schema.

    A parameter that the caller does not see is in no schema of theirs, so its header is one that
    nobody declared, and ignored as such.
    """

    def admit(
        schema: Mapping[str, object], arguments: Mapping[str, object], *, through_facade: bool
    ) -> None:
        judged = _of_sent_headers(schema, headers) if through_facade else schema
        rejection = validate_mcp_param_headers(judged, arguments, headers)
        if rejection is not None:
            raise WireError(Failure(rejection.code, rejection.message, rejection.data))

    return admit


def _of_sent_headers(schema: Mapping[str, object], headers: Mapping[str, str]) -> dict[str, object]:
    """Give the schema without the parameters whose headers were not sent."""
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return dict(schema)
    kept = {
        name: _of_sent_headers(inner, headers)
        for name, inner in properties.items()
        if isinstance(inner, dict) and _is_sent(inner.get("x-mcp-header"), headers)
    }
    return {**schema, "properties": kept}


def _is_sent(header: object, headers: Mapping[str, str]) -> bool:
    """Whether a parameter's header was sent, or it has none."""
    return header is None or f"{MCP_PARAM_HEADER_PREFIX}{header}".lower() in headers
