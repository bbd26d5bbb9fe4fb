"""Attacks 34, 45, 46, 47 and 50: what hides leaks through no error, default, cache or neighbour."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Handler, Registry, Service, ToolError
from schemac.runtime.errors import UnknownToolError
from schemac.runtime.grouping import Grouped

if TYPE_CHECKING:
    from schemac.runtime.surface import Surface

ADMIN = Grants(requires={"admin"})


class Reroute(Handler):
    """Reroute an applicant."""

    seen: list[dict[str, object]]

    #: (
    #:   id: String,
    #:   ?stage: String @requires(:admin),
    #:   ?force: bool @requires(:admin) @default(false)
    #: ) -> { ok: true }
    def call(self, *, id: str, stage: str = "own", force: bool = True) -> object:  # noqa: A002 - its name
        type(self).seen.append({"id": id, "stage": stage, "force": force})
        return {"ok": True}


class Raises(Handler):
    """Raise what the test wants."""

    error: Exception

    #: () -> { ok: true }
    def call(self) -> object:
        raise type(self).error


class Secretive:
    def __repr__(self) -> str:
        return "Applicant(ssn=123-45-6789)"


@pytest.fixture
def registry() -> Registry:
    Reroute.seen = []
    made = Registry()
    made.add(Reroute, category="flow")
    made.add(Raises, category="flow")
    made.add(Reroute, name="reroute_admin", requires="admin", category="flow")
    return made


@pytest.fixture
def surface(registry: Registry) -> Surface:
    return Service(registry).surface


def test_45_no_text_type_or_repr_of_an_exception_is_told(surface: Surface) -> None:
    for error in (
        ValueError(Secretive()),
        KeyError("123-45-6789"),
        AttributeError("'Applicant' object has no attribute 'ssn'"),
        ExceptionGroup("123-45-6789", [ValueError("x")]),
    ):
        Raises.error = error
        outcome = surface.call_tool("raises", {}, None)
        assert outcome.text == f"internal error (correlation id {outcome.correlation_id})"


def test_45_a_chained_exception_tells_only_the_authors_words(surface: Surface) -> None:
    told = ToolError("try later")
    told.__cause__ = ValueError("123-45-6789")
    Raises.error = told
    assert surface.call_tool("raises", {}, None).text == "try later"


def test_45_unknown_names_are_answered_without_suggestions(surface: Surface) -> None:
    with pytest.raises(UnknownToolError) as caught:
        surface.call_tool("reroute_admi", {}, None)
    assert str(caught.value) == "Unknown tool: reroute_admi"


def test_45_violations_name_nothing_that_is_hidden(surface: Surface) -> None:
    sent: Any
    for sent in ({}, {"id": 5}, {"id": 5, "stage": 5, "force": "x"}):
        text = surface.call_tool("reroute", sent, None).text
        assert text.startswith("/id")
        assert not {"stage", "force"} & set(text.split("/"))


def test_50_a_hidden_argument_falls_back_to_pythons_default_and_never_to_the_schemas(
    surface: Surface,
) -> None:
    sent = {"id": "a", "stage": "sent", "force": False}
    surface.call_tool("reroute", sent, None)
    surface.call_tool("reroute", {"id": "a"}, ADMIN)
    surface.call_tool("reroute", sent, ADMIN)
    assert Reroute.seen == [
        {"id": "a", "stage": "own", "force": True},
        {"id": "a", "stage": "own", "force": False},
        {"id": "a", "stage": "sent", "force": False},
    ]


@pytest.mark.parametrize("value", [True, False, None, "x", 5, [], {}, "stage"])
def test_50_no_value_of_a_hidden_argument_gets_through(value: object, surface: Surface) -> None:
    outcome = surface.call_tool("reroute", {"id": "a", "stage": value, "force": value}, None)
    assert outcome.kind == "ok"
    assert Reroute.seen == [{"id": "a", "stage": "own", "force": True}]


@pytest.mark.parametrize("name", ["self", "context", "__class__", "__init__", "cls", "kwargs"])
def test_50_names_of_python_reach_nothing(name: str, surface: Surface) -> None:
    assert surface.call_tool("reroute", {"id": "a", name: "x"}, ADMIN).kind == "ok"
    assert Reroute.seen == [{"id": "a", "stage": "own", "force": False}]


def listed(surface: Surface, context: object) -> str:
    return json.dumps(surface.list_tools(context))


def test_47_callers_with_other_decisions_never_share_whatever_came_first() -> None:
    contexts = {
        "nobody": None,
        "member": Grants(),
        "admin": ADMIN,
        "flagged": Grants(feature={"a,b"}),
        "split": Grants(feature={"a", "b"}),
    }
    answers: dict[str, set[str]] = {name: set() for name in contexts}
    for order in itertools.islice(itertools.permutations(contexts), 0, 120, 17):
        registry = Registry()
        Reroute.seen = []
        registry.add(Reroute, requires="admin")
        registry.add(Raises, name="joined", gates={"feature": "a,b"})
        registry.add(Raises, name="both", gates={"feature": ["a", "b"]})
        surface = Service(registry).surface
        for name in order:
            answers[name].add(listed(surface, contexts[name]))
    assert {name: len(found) for name, found in answers.items()} == dict.fromkeys(contexts, 1)
    assert [json.loads(found.pop()) != [] for found in answers.values()] == [
        False,
        False,
        True,
        True,
        True,
    ]


def test_47_a_flag_that_is_flipped_shows_at_once(surface: Surface) -> None:
    class Flipped:
        flags: set[str]

        def requires(self, flag: str) -> bool:
            return flag in self.flags

    context = Flipped()
    seen = []
    for flags in ({"admin"}, set[str](), {"admin"}, set[str]()):
        context.flags = flags
        seen.append("reroute_admin" in listed(surface, context))
    assert seen == [True, False, True, False]


def test_47_a_predicate_asked_later_is_in_the_key_from_the_beginning() -> None:
    class Nested(Handler):
        """Has gates behind gates."""

        #: type output = { ?outer: { ok: true, ?inner: String @feature(:deep) } @requires(:admin) }

        #: () -> output
        def call(self) -> object:
            return {"outer": {"ok": True, "inner": "s"}}

    registry = Registry()
    registry.add(Nested)
    surface = Service(registry).surface
    first = listed(surface, Grants())
    deep = Grants(requires="admin", feature="deep")
    assert "inner" not in first + listed(surface, ADMIN) + listed(surface, Grants(feature="deep"))
    assert "inner" in listed(surface, deep)
    assert "inner" not in listed(surface, ADMIN)
    assert surface.call_tool("nested", {}, ADMIN).structured == {"outer": {"ok": True}}
    assert surface.call_tool("nested", {}, deep).structured == {"outer": {"ok": True, "inner": "s"}}


def test_47_a_fingerprint_never_opens_a_call(surface: Surface) -> None:
    class Lying:
        def __init__(self, *flags: str) -> None:
            self.flags = flags

        def requires(self, flag: str) -> bool:
            return flag in self.flags

        def mcp_cache_fingerprint(self) -> str:
            return "admin"

    assert "reroute_admin" in listed(surface, Lying("admin"))
    with pytest.raises(UnknownToolError):
        surface.call_tool("reroute_admin", {"id": "a"}, Lying())
    surface.call_tool("reroute", {"id": "a", "force": False}, Lying())
    assert Reroute.seen == [{"id": "a", "stage": "own", "force": True}]


def test_46_a_facade_shows_no_trace_of_a_hidden_tool(registry: Registry) -> None:
    registry.add(Raises, name="gated", requires="admin", category="secret", summary="Secret words")
    surface = Service(registry, domains={"default": Grouped()}).surface
    text = listed(surface, None)
    assert not [word for word in ("admin", "gated", "secret", "Secret") if word in text]
    assert "secret_tools" in listed(surface, ADMIN)


def test_34_a_facade_calls_no_facade_and_nothing_that_it_does_not_advertise(
    registry: Registry,
) -> None:
    surface = Service(registry, domains={"default": Grouped()}).surface
    for name in ("flow_tools", "reroute_admin", "Reroute", "reroute ", "rerоute", "ｒeroute"):  # noqa: RUF001 - that is the point
        outcome = surface.call_tool("flow_tools", {"tool_name": name, "arguments": {}}, None)
        assert outcome.text == "/tool_name: one of reroute, raises"
