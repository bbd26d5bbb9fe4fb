"""What is broken is never missing: no mistake in a context opens a gate or finds another source."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import Mock, NonCallableMock

import pytest
from werkzeug.local import LocalProxy

from schemac import Grants, Registry, Service
from schemac.runtime.context import lacks

PREDICATES = ("requires", "feature", "tier")
OPEN = dict.fromkeys(PREDICATES, "open")


def yes(_flag: str) -> bool:
    return True


class Lacking:
    """An object that a property reaches for, and that has nothing."""


class Broken:
    """Its properties fail on their way, with the error that `getattr` swallows."""

    @property
    def _far(self) -> Any:
        return self.missing.entirely  # type: ignore[attr-defined] # the mistake

    requires = feature = tier = decide = current_user = _far


class SameName:
    """Its properties fail for the very name that they have."""

    @property
    def requires(self) -> Any:
        return Lacking().requires  # type: ignore[attr-defined] # the mistake

    @property
    def feature(self) -> Any:
        return Lacking().feature  # type: ignore[attr-defined] # the same

    @property
    def tier(self) -> Any:
        raise AttributeError


class Slotted:
    __slots__ = PREDICATES


class Delegating:
    """Hands every name on."""

    def __init__(self, inner: object) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class Intercepting:
    def __getattribute__(self, name: str) -> Any:
        raise AttributeError(name)


class Meta(type):
    @property
    def tier(cls) -> Any:
        raise AttributeError


class Class(metaclass=Meta):
    requires = feature = None


class Parent:
    requires = feature = tier = staticmethod(yes)


class Withdrawn(Parent):
    """Takes back what it inherits, as Python takes back `__hash__`."""

    requires = feature = tier = None  # type: ignore[assignment] # the same


def module() -> ModuleType:
    made = ModuleType("context")
    made.__dict__["__getattr__"] = lambda name: getattr(Lacking(), name)
    return made


def unbound() -> object:
    raise RuntimeError("outside a request")


BROKEN: dict[str, object] = {
    "properties": Broken(),
    "properties of the same name": SameName(),
    "slots that were never filled": Slotted(),
    "delegated to broken properties": Delegating(SameName()),
    "delegated to what has nothing": Delegating(Lacking()),
    "delegated twice": Delegating(Delegating(Broken())),
    "every look-up": Intercepting(),
    "a class": Class,
    "withdrawn": Withdrawn(),
    "None": SimpleNamespace(**dict.fromkeys(PREDICATES)),
    "False": SimpleNamespace(**dict.fromkeys(PREDICATES, False)),
    "True": SimpleNamespace(**dict.fromkeys(PREDICATES, True)),
    "flags instead of a method": SimpleNamespace(**{each: {"gold"} for each in PREDICATES}),
    "a module": module(),
    "a proxy of broken properties": LocalProxy(Broken),
    "an unbound proxy": LocalProxy(unbound),
    "a proxy of nobody": LocalProxy(lambda: None),
    "a mock that allows nothing": Mock(spec=[]),
    "a mock of values": NonCallableMock(requires=1, feature=1, tier=1),
    "nobody": None,
}


@pytest.fixture(scope="module")
def service() -> Service:
    registry = Registry()
    for predicate in PREDICATES:
        registry.add(
            lambda: {"ok": True},
            name=predicate,
            description="d",
            signature="() -> { ok: true }",
            gates={predicate: "gold"},
        )
    return Service(registry, predicates=["tier"], on_missing_predicate=OPEN)


def listed(service: Service, context: object) -> list[object]:
    return [tool["name"] for tool in service.list_tools(context)]


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_broken_stays_closed_whatever_may_be_missing(kind: str, service: Service) -> None:
    assert listed(service, BROKEN[kind]) == []


@pytest.mark.parametrize(
    "context",
    [
        object(),
        Lacking(),
        Lacking,
        SimpleNamespace(),
        ModuleType("context"),
        {},
        LocalProxy(Lacking),
        LocalProxy(lambda: LocalProxy(SimpleNamespace)),
        SimpleNamespace(current_user=Lacking()),
        SimpleNamespace(current_user=LocalProxy(Lacking)),
    ],
)
def test_what_is_nowhere_is_missing(context: object, service: Service) -> None:
    assert listed(service, context) == list(PREDICATES)


def fails(_self: object) -> Any:
    raise AttributeError


def reaches(self: Any) -> Any:
    return self.missing.entirely


def raises(_self: object) -> Any:
    raise RuntimeError


MISTAKES: dict[str, object] = {
    "a property that fails": property(fails),
    "a property that reaches for what is not there": property(reaches),
    "a property that raises": property(raises),
    "None": None,
    "False": False,
    "True": True,
    "the flags": frozenset({"gold"}),
}


def with_mistake(name: str, kind: str, **members: object) -> object:
    return type("Context", (), {name: MISTAKES[kind], **members})()


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_broken_requires_is_never_asked_of_the_user(kind: str, service: Service) -> None:
    context = with_mistake("requires", kind, current_user=SimpleNamespace(can=yes))
    assert listed(service, context) == ["feature", "tier"]


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_broken_decide_is_never_made_up_for_by_methods(kind: str, service: Service) -> None:
    methods = dict.fromkeys(PREDICATES, staticmethod(yes))
    assert listed(service, with_mistake("decide", kind, **methods)) == []
    assert listed(service, with_mistake("decide", kind)) == []
    assert listed(service, Delegating(with_mistake("decide", kind, **methods))) == []


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_user_with_a_broken_can_is_no_user_without_one(kind: str, service: Service) -> None:
    context = SimpleNamespace(current_user=with_mistake("can", kind))
    assert listed(service, context) == ["feature", "tier"]


@pytest.mark.parametrize("mistake", [property(fails), property(reaches), property(raises), None])
def test_a_broken_user_is_no_missing_user(mistake: object, service: Service) -> None:
    context = type("Context", (), {"current_user": mistake})()
    assert listed(service, context) == ["feature", "tier"]


def test_what_answers_for_all_names_itself_may_still_leave_it_to_methods_and_the_user(
    service: Service,
) -> None:
    """A wrapper without `decide` and `requires` is asked as what it wraps would be."""
    user = SimpleNamespace(can=yes)
    assert listed(service, Delegating(SimpleNamespace(current_user=user))) == ["requires"]
    assert listed(service, Delegating(SimpleNamespace(tier=yes))) == ["tier"]
    assert listed(service, Delegating(Grants(tier="gold"))) == ["tier"]


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        (Grants(), False),
        (Parent(), False),
        (Withdrawn(), True),
        (object(), True),
        (SimpleNamespace(decide=None, requires=yes), True),
        (SimpleNamespace(requires=None, current_user=SimpleNamespace(can=yes)), True),
        (SimpleNamespace(current_user=SimpleNamespace(can=yes)), False),
        (SimpleNamespace(current_user=SimpleNamespace(can=None)), True),
        (SimpleNamespace(current_user=None), True),
    ],
)
def test_a_check_of_contexts_looks_where_answers_are_looked_for(
    context: object, expected: object
) -> None:
    assert lacks(context, "requires") is expected


def test_a_user_is_fetched_once_for_a_request_and_an_awaited_one_is_awaited() -> None:
    registry = Registry()
    for flag in ("a", "b", "c"):
        registry.add(
            lambda: {"ok": True},
            name=flag,
            description="d",
            signature="() -> { ok: true }",
            requires=flag,
        )
    service = Service(registry)
    fetched: list[str] = []

    class Later:
        @property
        async def current_user(self) -> object:
            fetched.append("later")
            return SimpleNamespace(can=yes)

    class Failing:
        @property
        def current_user(self) -> object:
            fetched.append("failing")
            raise OSError

    assert listed(service, Later()) == ["a", "b", "c"]
    assert listed(service, Failing()) == []
    assert fetched == ["later", "failing"]
