"""What the methods about the server answer: `initialize` and `tools/list`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac.wire.eras import negotiated
from schemac.wire.paging import no_such_cursor
from schemac.wire.replies import Reply, WireError, dump, started

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.wire.about import About
    from schemac.wire.asking import Asked, ToolSurface
    from schemac.wire.paging import Pager

__all__ = ["initialized", "listed"]

_MARK_HEADER = "X-MCP-Tools-List-Cache"


def initialized(asked: Asked, about: About) -> bytes:
    """Answer the handshake. No session comes of it: each request stands alone."""
    params: Mapping[str, Any] = asked.params  # of the shape that the SDK's model has checked
    return about.greeting(negotiated(params["protocolVersion"]))


def listed(asked: Asked, surface: ToolSurface, about: About, pager: Pager | None) -> Reply:
    """Join the caller's tools, which are JSON already, into a listing or a page of one."""
    params: Mapping[str, Any] = asked.params
    cursor: str | None = params.get("cursor")
    listing = surface.listing(asked.context, asked.domain, asked.spoken.era)
    head = about.cacheable_head if asked.modern else b""
    before = b"".join((started(asked.id), b"{", head, b'"tools":['))
    if pager is None:
        if cursor is not None:
            raise WireError(no_such_cursor())
        first, *rest = listing.enclosed(before, b"]}}")
        reply = Reply(first, None, *rest)
    else:
        page = pager.page(listing.fragments, cursor)
        cursor_text = b"" if page.following is None else b',"nextCursor":' + dump(page.following)
        reply = Reply(b"".join((before, b",".join(page.fragments), b"]", cursor_text, b"}}")))
    if listing.mark is not None:
        reply.headers = ((_MARK_HEADER, listing.mark),)
    return reply
