"""Methods of objects, annotated where their `def` stands, in; tools that can be called out."""

from __future__ import annotations

from functools import partial
from typing import Generic, TypeVar

import pytest
from pydantic import BaseModel

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


T = TypeVar("T")


class Model(BaseModel, Generic[T]):
    """A generic one, of which pydantic makes others."""

    #: type output = { found: String }
    #: (a: String @min(1)) -> output
    def by_method(self, *, a: str) -> dict[str, str]:
        """Find one."""
        return {"found": f"m{a}"}


class LowerModel(Model[int]):
    """One below one of these."""


class Lower(Shelf):
    """One below."""


@pytest.mark.parametrize(
    ("target", "name", "found"),
    [
        (Shelf("s").by_method, "a", "sx"),
        (Lower("l").by_method, "a", "lx"),
        (Shelf.by_class, "a", "Shelfx"),
        (Lower("l").by_class, "a", "Lowerx"),
        (Model[int]().by_method, "a", "mx"),
        (LowerModel().by_method, "a", "mx"),
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


def test_a_handler_may_inherit_from_a_generic_model_given_types() -> None:
    class Find(Model[int]):
        """Find one."""

        #: (a: String) -> output
        def call(self, *, a: str) -> dict[str, str]:
            return {"found": a}

    registry = Registry()
    registry.add(Find, name="find")
    assert Service(registry, eager=True).call_tool("find", {"a": "x"}, None).is_ok


class Endless:
    """Has a `__wrapped__` for ever, as mocks have every attribute."""

    made = 0

    @property
    def __wrapped__(self) -> object:
        Endless.made += 1
        return Endless()

    def __call__(self) -> None:
        """Do nothing."""


def test_what_is_wrapped_for_ever_ends() -> None:
    registry = Registry()
    with pytest.raises(ContractError, match="nobody can tell in which"):
        registry.add(partial(Endless()), name="find")
    assert Endless.made < 20_000
