"""Methods of objects, annotated where their `def` stands, in; tools that can be called out."""

from __future__ import annotations

from functools import partial

import pytest

from schemac import Registry, Service
from schemac.runtime.errors import ContractError


class Shelf:
    """A shelf.

    Its methods are served one by one.
    """

    #: type key = String @min(1)

    def __init__(self, found: str) -> None:
        self.found = found

    #: (a: key) -> { found: String }
    def by_method(self, *, a: str) -> dict[str, str]:
        """Find one."""
        return {"found": self.found + a}

    #: (a: key) -> { found: String }
    @classmethod
    def by_class(cls, *, a: str) -> dict[str, str]:
        """Find one."""
        return {"found": cls.__name__ + a}

    #: (a: key) -> { found: String }
    @staticmethod
    def by_none(*, a: str) -> dict[str, str]:
        """Find one."""
        return {"found": a}

    #: (self: key) -> { found: String }
    def selfish(this, *, self: str) -> dict[str, str]:  # noqa: N805 - it is the point
        """Find one."""
        return {"found": this.found + self}


class Lower(Shelf):
    """One below."""


@pytest.mark.parametrize(
    ("target", "name", "found"),
    [
        (Shelf("s").by_method, "a", "sx"),
        (Lower("l").by_method, "a", "lx"),
        (Shelf.by_class, "a", "Shelfx"),
        (Lower("l").by_class, "a", "Lowerx"),
        (Shelf("s").by_none, "a", "x"),
        (Shelf("s").selfish, "self", "sx"),
        (partial(Shelf("p").by_method), "a", "px"),
    ],
)
def test_a_bound_method_is_served_by_its_own_annotation(
    target: object, name: str, found: str
) -> None:
    registry = Registry()
    registry.add(target, name="find", description="Find.")
    service = Service(registry, eager=True)
    assert service.call_tool("find", {name: "x"}, None).payload == {"found": found}
    assert not service.call_tool("find", {name: ""}, None).is_ok


def test_a_method_that_is_not_bound_is_refused() -> None:
    registry = Registry()
    registry.add(Shelf.by_method, name="find")
    with pytest.raises(ContractError, match="nothing passes its `self`"):
        Service(registry, eager=True).list_tools(None)
