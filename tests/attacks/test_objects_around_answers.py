"""Objects of the application that lie or raise wherever they are asked, around every answer.

No answer is a 500 for them, no gate opens, a refusal stays one, and nothing they say gets out.
"""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import flask
import pytest

from schemac import Forbidden, Grants, Registry, Service, Unauthorized
from schemac.flask import blueprint
from schemac.runtime.results import Denied, Result, ToolError

if TYPE_CHECKING:
    from collections.abc import Callable

SECRET = "123-45-6789"


class Name(str):
    """A text that raises at whatever is done to it."""

    __slots__ = ()

    def isprintable(self) -> bool:
        raise OSError(SECRET)

    def __getitem__(self, at: Any) -> str:
        raise OSError(SECRET)

    def __len__(self) -> int:
        raise OSError(SECRET)

    def __str__(self) -> str:
        raise OSError(SECRET)

    def __format__(self, spec: str) -> str:
        raise OSError(SECRET)

    def __eq__(self, other: object) -> bool:
        raise OSError(SECRET)

    __hash__ = str.__hash__


def raising(*_: object, **_kept: object) -> Any:
    raise OSError(SECRET)


def named(name: Callable[[object], object]) -> Callable[..., type]:
    """Make a maker of classes whose name is what a metaclass says."""
    made = type("Named", (type,), {"__name__": property(name)})
    return lambda *bases: made("Odd", bases, {})


DUNDERS = ("__eq__", "__hash__", "__bool__", "__len__", "__iter__", "__str__", "__repr__")
KINDS: dict[str, Callable[..., type]] = {
    "number": named(lambda _: 5),
    "nameless": named(raising),
    "misnamed": named(lambda _: Name(SECRET)),
    "two lines": lambda *bases: type(Name("Ev\nil"), bases, {}),
    "classless": lambda *bases: type("Odd", bases, {"__class__": property(raising)}),
    "a text": lambda *bases: type("Odd", bases, {"__class__": property(lambda _: str)}),
    "a mapping": lambda *bases: type("Odd", bases, {"__class__": property(lambda _: dict)}),
    "a result": lambda *bases: type("Odd", bases, {"__class__": property(lambda _: Result)}),
    "an exception": lambda *bases: type("Odd", bases, {"__class__": property(lambda _: Denied)}),
    "attributes": lambda *bases: type("Odd", bases, {"__getattr__": raising}),
    "dunders": lambda *bases: type("Odd", bases, dict.fromkeys(DUNDERS, raising)),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Callable[..., type]:
    """A maker of classes."""
    found: Callable[..., type] = KINDS[request.param]
    return found


def odd(kind: Callable[..., type], base: type = object) -> Any:
    return kind(base)()


def mapped(kind: Callable[..., type], base: type, *_: object) -> Any:
    return odd(kind, base)


def ask(method: str, **params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


def nothing() -> object:
    return {}


def served(
    tool: Callable[..., object] = nothing, registry: Registry | None = None, **options: Any
) -> Service:
    made = registry or Registry()
    made.add(tool, name="t", signature="() -> { ?x: Integer }", **{"description": "d", **options})
    return Service(made)


def answer(service: Service, method: str = "tools/call", context: object = None) -> Any:
    params = {"name": "t", "arguments": {}} if method == "tools/call" else {}
    text = service.handle(ask(method, **params), Grants() if context is None else context)
    assert text is not None
    assert SECRET not in text
    return json.loads(text)


def is_internal(told: Any) -> bool:
    result = told["result"]
    text: str = result["content"][0]["text"]
    return result["isError"] is True and text.startswith(
        ("internal error (correlation id ", "the tool's result breaks its contract (correlation id")
    )


@pytest.mark.parametrize("base", [Exception, BaseException, SystemExit])
def test_what_a_handler_raises_is_an_internal_error(
    kind: Callable[..., type], base: type[BaseException]
) -> None:
    def tool() -> object:
        raise kind(base)

    assert is_internal(answer(served(tool)))


@pytest.mark.parametrize("base", [Exception, BaseException])
def test_so_it_is_with_a_mapper_of_errors(
    kind: Callable[..., type], base: type[BaseException]
) -> None:
    def tool() -> object:
        raise kind(base)

    for made in (object, Exception):
        registry = Registry()
        registry.error_mapper = partial(mapped, kind, made)
        assert is_internal(answer(served(tool, registry)))


def test_what_a_handler_or_a_middleware_gives_is_cut_or_an_internal_error(
    kind: Callable[..., type],
) -> None:
    def middleware(_call: object, _call_next: object) -> object:
        return odd(kind)

    for service in (served(lambda: odd(kind)), served(middleware=[middleware])):
        told = answer(service)
        assert is_internal(told) or told["result"]["structuredContent"] == {}


@pytest.mark.parametrize("base", [ToolError, Denied])
def test_a_verdict_of_an_odd_class_stays_one(kind: Callable[..., type], base: type) -> None:
    def tool() -> object:
        raise kind(base)("no")

    told = answer(served(tool))["result"]
    assert told["isError"] is True
    assert told["content"][0]["text"] == ("no" if base is ToolError else "denied: no")


def test_words_that_are_no_text_are_no_words(kind: Callable[..., type]) -> None:
    class Words:
        def __init__(self, *_: object) -> None: ...

        def description(self) -> object:
            return odd(kind)

        def call(self) -> object:
            return Result("error", None, odd(kind))

    registry = Registry()
    registry.add(Words, name="t", signature="() -> { ?x: Integer }")
    service = Service(registry)
    (listed,) = answer(service, "tools/list")["result"]["tools"]
    assert listed["description"] == "t"
    assert is_internal(answer(service))


class Asked:
    """A context with one thing in it."""

    def __init__(self, **members: object) -> None:
        self.__dict__.update(members)


def odd_contexts(made: Callable[[], object]) -> list[object]:
    return [
        made(),
        Asked(requires=made()),
        Asked(requires=lambda _: made()),
        Asked(decide=made()),
        Asked(decide=lambda _: made()),
        Asked(decide=lambda questions: dict.fromkeys(questions, made())),
        Asked(current_user=Asked(can=lambda _: made())),
        Asked(current_user=Asked(can=made())),
    ]


def test_no_answer_of_an_odd_class_opens_a_gate_or_ends_a_listing(
    kind: Callable[..., type],
) -> None:
    def broken(error: BaseException) -> Callable[..., object]:
        def ask_of(_: object) -> object:
            raise error

        return ask_of

    service = served(requires="a")
    service_of_all = Service(service.registry, on_missing_predicate={"requires": "open"})
    for base in (object, Exception):
        contexts = odd_contexts(partial(odd, kind, base))
        for context in contexts:
            assert answer(service, "tools/list", context)["result"]["tools"] == []
            refused = answer(service, "tools/call", context)
            assert (refused["error"]["code"], refused["error"]["message"]) == (
                -32602,
                "Unknown tool: t",
            )
        for context in contexts[1:6]:
            assert answer(service_of_all, "tools/list", context)["result"]["tools"] == []
    for raised in (Exception, BaseException):
        error = kind(raised)()
        for context in (
            Asked(requires=broken(error)),
            Asked(decide=broken(error)),
            Asked(current_user=Asked(can=broken(error))),
        ):
            assert answer(service, "tools/list", context)["result"]["tools"] == []


PARTS = ("words", "scheme", "realm", "scope", "error", "error_description")


@pytest.mark.parametrize("refusal", [Unauthorized, Forbidden])
@pytest.mark.parametrize("place", ["message", "part", "class"])
def test_a_refusal_stays_one(
    kind: Callable[..., type], refusal: type[Unauthorized | Forbidden], place: str
) -> None:
    def context(_: object) -> object:
        if place == "message":
            raise refusal(odd(kind))
        if place == "class":
            raise kind(refusal)
        error = refusal()
        for name in PARTS:
            setattr(error, name, odd(kind))
        raise error

    status, challenge = asked_over_http(context)
    assert status == (401 if refusal is Unauthorized else 403)
    assert challenge in {"Bearer", 'Bearer error="insufficient_scope"'}


@pytest.mark.parametrize("refusal", [Unauthorized, Forbidden])
def test_a_part_that_is_an_odd_text_is_told(refusal: type[Unauthorized | Forbidden]) -> None:
    def context(_: object) -> object:
        error = refusal(Name("no"))
        error.scope = Name("one")
        raise error

    status, challenge = asked_over_http(context)
    assert status == (401 if refusal is Unauthorized else 403)
    assert challenge.endswith('scope="one"')


def asked_over_http(context: Callable[[object], object]) -> tuple[int, str]:
    app = flask.Flask("odd")
    registry = Registry()
    registry.add(nothing, name="t", description="d", signature="() -> { ?x: Integer }")
    app.register_blueprint(blueprint(context=context, registry=registry), url_prefix="/mcp")
    reply = app.test_client().post("/mcp", data=ask("ping"), content_type="application/json")
    assert SECRET not in reply.text
    return reply.status_code, reply.headers.get("WWW-Authenticate", "")


@pytest.mark.parametrize("mapper", [None, lambda *_: Result.fail("mapped")])
@pytest.mark.parametrize("said", [property(raising), property(lambda _: Result), Result, dict])
@pytest.mark.parametrize("place", ["root", "field"])
def test_a_result_that_lies_about_its_class_is_read_like_any_object(
    mapper: Any, said: Any, place: str
) -> None:
    wraps = place == "field"
    row = type("Row", (), {"ok": True, "__class__": said})()
    registry = Registry(error_mapper=mapper)
    output = "{ row: { ok: true } }" if wraps else "{ ok: true }"
    registry.add(
        lambda: {"row": row} if wraps else row,
        name="t",
        description="D.",
        signature=f"() -> {output}",
    )
    answer = Service(registry).call_tool("t", {}, Grants())
    assert answer == Result.ok({"row": {"ok": True}} if wraps else {"ok": True})
