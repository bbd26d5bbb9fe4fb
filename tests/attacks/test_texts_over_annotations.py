"""Annotations given as text never hide those that stand at the handler."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Handler, Registry, Service
from schemac.runtime.errors import ContractError

if TYPE_CHECKING:
    from collections.abc import Mapping

ANSWER = {"ok": True, "s": "S"}


class Typed(Handler):
    """A tool."""

    #: type output = { ok: bool, ?s: String @requires(:x) }
    kind = 1

    def call(self) -> object:
        return ANSWER


class Signed(Handler):
    """A tool."""

    #: () -> { ok: bool, ?s: String @requires(:x) }
    def call(self) -> object:
        return ANSWER


class Worded(Handler):
    """A tool.

    #: description | "A tool." @requires(:x)
    """

    def call(self) -> object:
        return ANSWER


class Plain(Handler):
    """A tool."""

    #: The largest one.
    limit = 3

    def call(self) -> object:
        return ANSWER

    #: () -> { ok: bool, ?s: String @requires(:x) }
    def other(self) -> object:
        """Give the same."""
        return ANSWER

    def plain(self) -> object:
        """Give the same."""
        return ANSWER


#: () -> { ok: bool, ?s: String @requires(:x) }
def signed() -> object:
    """Give it."""
    return ANSWER


def plain() -> object:
    """Give it."""
    return ANSWER


TEXTS: list[dict[str, Any]] = [
    {"signature": "() -> { ok: bool, ?s: String }"},
    {"types": "type output = { ok: bool, ?s: String }"},
]


@pytest.mark.parametrize("texts", TEXTS)
@pytest.mark.parametrize(
    "target",
    [Typed, Typed(None), Signed, Worded, signed, partial(signed), Plain(None).other],
)
def test_what_is_annotated_takes_none(target: Any, texts: Mapping[str, Any]) -> None:
    registry = Registry()
    registry.add(target, name="t", **texts)
    registry.add(plain, name="plain", **texts)
    listed = Service(registry, sig_paths=[]).list_tools(Grants.all())
    assert [tool["name"] for tool in listed] == ["plain"]
    with pytest.raises(ContractError, match=r"SC109.*has annotations of its own"):
        Service(registry, sig_paths=[], eager=True).list_tools(None)


@pytest.mark.parametrize("texts", TEXTS)
@pytest.mark.parametrize("target", [Plain, Plain(None), Plain(None).plain, plain])
def test_what_is_not_does(target: Any, texts: Mapping[str, Any]) -> None:
    registry = Registry()
    registry.add(target, name="t", **texts)
    (tool,) = Service(registry, sig_paths=[], eager=True).list_tools(Grants())
    assert tool["name"] == "t"
