"""A tool whose annotations were given as text in, others that stand at its handler out: SC109."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.syntax.host import HostFunction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.plan.declaration import HandlerLocation
    from schemac.resolve.loader import Loader
    from schemac.syntax.host import Declarations, HostClass, HostModule

__all__ = ["annotated_as_well"]


def annotated_as_well(written: HandlerLocation | None, loader: Loader) -> Diagnostic | None:
    """Report a handler that is annotated where it stands: text in its place would hide that."""
    host = None if written is None else loader.peek(written.file)
    if written is None or host is None:
        return None
    found = [each for each in _all(host) if each.qualname == written.qualname]
    at_line = [each for each in found if each.first_line == written.first_line]
    for each in at_line or found:
        if _is_annotated(each):
            message = f"`{each.qualname}` has annotations of its own, and others are given as text"
            hint = "keep one of them: leave out `signature=` and `types=`, or the comments"
            return Diagnostic("SC109", message, each.name_span, hint=hint)
    return None


def _all(host: HostModule | HostClass) -> Iterator[HostClass | HostFunction]:
    yield from host.functions
    for each in host.classes:
        yield each
        yield from _all(each)


def _is_annotated(host: HostClass | HostFunction) -> bool:
    if _declares(host.declarations):
        return True
    if isinstance(host, HostFunction):
        return host.signature is not None or host.broken
    return any(_is_annotated(each) for each in host.functions if each.name == "call")


def _declares(declared: Declarations) -> bool:
    read = declared.types or declared.descriptions or declared.broken or declared.flawed
    return bool(read or (declared.imports and not declared.tentative))
