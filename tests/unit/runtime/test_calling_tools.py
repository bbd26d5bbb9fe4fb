from __future__ import annotations

import asyncio
import datetime as dt
import logging
import re
import threading
from typing import TYPE_CHECKING, Any, cast

import pytest

from schemac import Denied, Grants, Handler, Registry, Result, ToolError, current_call
from schemac.runtime.errors import InvalidArgumentsError, UnknownToolError

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.outcomes import CallOutcome
    from schemac.runtime.pipeline import Call
    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

ADMIN = Grants(requires={"admin"})
ID = r"[0-9a-f]{16}"


class Advance(Handler):
    """Advance an applicant."""

    #: type output = {
    #:   success: true, got: Hash[String, untyped], ?secret: String @requires(:admin)
    #: }

    #: (id: String, ?force: bool @requires(:admin), ?when: Date) -> output
    def call(self, **given: object) -> object:
        got = {key: str(value) for key, value in given.items()}
        return {"success": True, "got": got, "secret": "hidden", "more": 1}


class Whatever(Handler):
    """Does what the test wants."""

    answer: object = None

    #: () -> { x: Integer }
    def call(self) -> object:
        answer = type(self).answer
        if isinstance(answer, BaseException):
            raise answer
        return answer


class Scalar(Handler):
    """Gives a number."""

    #: () -> Integer
    def call(self) -> object:
        return 7


class Picture(Handler):
    """Gives bytes."""

    #: type output = {
    #:   image: Bytes @media_type(image/png),
    #:   file: Bytes @media_type(application/pdf),
    #:   ?secret: Bytes @media_type(image/png) @requires(:admin)
    #: }

    #: () -> output
    def call(self) -> object:
        return {"image": b"PNG", "file": b"PDF", "secret": b"SECRET"}


class Later(Handler):
    """Takes its time."""

    #: (text: String) -> { text: String, thread: Integer }
    async def call(self, *, text: str) -> object:
        await asyncio.sleep(0)
        return {
            "text": f"{text} {current_call().arguments['text']}",
            "thread": threading.get_ident(),
        }


class Asks(Handler):
    """Asks what it may."""

    #: () -> { admin: bool, other: bool, user: String?, scope: String? }
    def call(self) -> object:
        found: list[bool] = []
        thread = threading.Thread(target=lambda: found.append(self.can("admin")))
        thread.start()
        thread.join()
        return {
            "admin": found[0],
            "other": self.can("other") or self.can("other"),
            "user": self.user,
            "scope": self.scope,
        }


@pytest.fixture
def registry() -> Registry:
    made = Registry()
    for handler in (Advance, Whatever, Scalar, Picture, Later, Asks):
        made.add(handler)
    made.add(Scalar, name="hidden", requires="admin")
    return made


@pytest.fixture
def surface(registry: Registry, surface_of: SurfaceOf) -> Surface:
    return surface_of(registry)


def run(surface: Surface, answer: object) -> CallOutcome:
    Whatever.answer = answer
    return surface.call_tool("whatever", {}, None)


def test_arguments_and_result_are_cut_to_what_the_caller_sees(surface: Surface) -> None:
    sent: dict[str, Any] = {"id": "a", "force": True, "when": "2024-02-29", "nonsense": 1}
    outcome = surface.call_tool("advance", sent, None)
    assert outcome.structured == {"success": True, "got": {"id": "a", "when": "2024-02-29"}}
    assert outcome.content == [
        {"type": "text", "text": '{"success":true,"got":{"id":"a","when":"2024-02-29"}}'}
    ]
    assert (outcome.kind, outcome.is_error, outcome.text) == ("ok", False, "")
    assert re.fullmatch(ID, outcome.correlation_id)
    granted = surface.call_tool("advance", sent, ADMIN)
    assert granted.structured == {
        "success": True,
        "got": {"id": "a", "force": "True", "when": "2024-02-29"},
        "secret": "hidden",
    }
    assert sent == {"id": "a", "force": True, "when": "2024-02-29", "nonsense": 1}


def test_arguments_that_do_not_fit_are_answered_so_that_a_model_can_mend_them(
    surface: Surface,
) -> None:
    outcome = surface.call_tool("advance", {"force": 1}, None)
    assert outcome.is_error
    assert outcome.kind == "invalid"
    assert outcome.structured is None
    assert outcome.text.startswith("/id: ")
    assert "force" not in outcome.text
    assert outcome.content == [{"type": "text", "text": outcome.text}]
    assert "/force: " in surface.call_tool("advance", {"id": "a", "force": 1}, ADMIN).text


def test_no_arguments_are_none_and_other_things_are_refused(surface: Surface) -> None:
    assert surface.call_tool("scalar", None, None).structured == {"data": 7}
    wrong: Any
    for wrong in ([], "x", 5, False, 0, ""):
        with pytest.raises(InvalidArgumentsError):
            surface.call_tool("scalar", wrong, None)


@pytest.mark.parametrize("name", ["hidden", "nothing", "", "SCALAR", "scalar ", "\u0455calar"])
def test_hidden_and_unknown_are_the_same_answer(name: str, surface: Surface) -> None:
    with pytest.raises(UnknownToolError) as caught:
        surface.call_tool(name, {}, Grants())
    assert str(caught.value) == f"Unknown tool: {name}"


def test_a_hidden_tool_is_unknown_before_its_arguments_are_looked_at(surface: Surface) -> None:
    wrong: Any = []
    with pytest.raises(UnknownToolError):
        surface.call_tool("hidden", wrong, None)
    assert surface.call_tool("hidden", {}, ADMIN).structured == {"data": 7}
    with pytest.raises(UnknownToolError, match="Unknown tool: hidden"):
        surface.call_tool("hidden", {}, ADMIN, "no_such_domain")


@pytest.mark.parametrize(
    ("answer", "kind", "text"),
    [
        (ToolError("bad\x00 luck"), "error", "bad luck"),
        (Result.fail("bad luck"), "error", "bad luck"),
        (Denied("not yours"), "denied", "denied: not yours"),
        (Result.deny("not yours"), "denied", "denied: not yours"),
        (Denied(), "denied", "denied"),
    ],
)
def test_a_handlers_own_words_are_told(
    answer: object, kind: str, text: str, surface: Surface
) -> None:
    outcome = run(surface, answer)
    assert (outcome.kind, outcome.text, outcome.is_error) == (kind, text, True)
    assert outcome.structured is None


@pytest.mark.parametrize(
    "answer",
    [
        ValueError("123-45-6789"),
        KeyError("secret"),
        RecursionError(),
        TimeoutError("x"),
        UnknownToolError("hidden"),
        TypeError("secret"),
    ],
)
def test_any_other_exception_is_an_internal_error_with_an_id_that_the_log_shares(
    answer: BaseException, surface: Surface, caplog: pytest.LogCaptureFixture
) -> None:
    outcome = run(surface, answer)
    assert outcome.kind == "internal"
    assert outcome.text == f"internal error (correlation id {outcome.correlation_id})"
    assert outcome.correlation_id in caplog.text
    assert type(answer).__name__ in caplog.text
    assert run(surface, answer).correlation_id != outcome.correlation_id


class CodedError(ToolError):
    def __init__(self, code: object) -> None:
        self.code = code


@pytest.mark.parametrize(
    "answer",
    [
        CodedError("123-45-6789"),
        Result("error", None, cast("str", ValueError("123-45-6789"))),
        Result("denied", None, cast("str", 5)),
    ],
)
def test_words_that_are_no_text_are_an_internal_error(answer: object, surface: Surface) -> None:
    outcome = run(surface, answer)
    assert (outcome.kind, "123-45" in outcome.text) == ("internal", False)


def test_a_result_made_by_hand_is_cleaned_too(surface: Surface) -> None:
    assert run(surface, Result("error", None, "a\x00" + "b" * 3000)).text == "a" + "b" * 1999


@pytest.mark.parametrize(
    "answer",
    [None, {}, {"x": "secret"}, {"x": True}, [{"x": 1}], "secret", {"y": 1}, Result.ok({"x": "s"})],
)
def test_a_result_that_breaks_its_contract_is_one_fixed_sentence(
    answer: object, surface: Surface, caplog: pytest.LogCaptureFixture
) -> None:
    outcome = run(surface, answer)
    assert outcome.kind == "contract"
    mark = outcome.correlation_id
    assert outcome.text == f"the tool's result breaks its contract (correlation id {mark})"
    assert outcome.structured is None
    assert mark in caplog.text
    assert "secret" not in caplog.text


def test_a_plain_value_is_a_result(surface: Surface) -> None:
    assert run(surface, {"x": 1}).structured == {"x": 1}
    assert run(surface, Result.ok({"x": 1.0, "y": 2})).structured == {"x": 1}


def test_bytes_of_a_media_type_are_sent_as_blocks_too_and_hidden_ones_are_not(
    surface: Surface,
) -> None:
    outcome = surface.call_tool("picture", {}, None)
    assert outcome.structured == {"image": "UE5H", "file": "UERG"}
    assert outcome.content[1:] == [
        {"type": "image", "data": "UE5H", "mimeType": "image/png"},
        {
            "type": "resource",
            "resource": {
                "uri": "schemac://result/file",
                "mimeType": "application/pdf",
                "blob": "UERG",
            },
        },
    ]


def test_a_coroutine_runs_in_the_calling_thread_and_knows_its_call(surface: Surface) -> None:
    outcome = surface.call_tool("later", {"text": "hi"}, None)
    assert outcome.structured == {"text": "hi hi", "thread": threading.get_ident()}


def test_a_coroutine_called_out_of_a_running_loop_works_too(surface: Surface) -> None:
    async def outside() -> CallOutcome:
        return surface.call_tool("later", {"text": "hi"}, None)

    outcome = asyncio.run(outside())
    assert outcome.structured is not None
    assert outcome.structured["text"] == "hi hi"


def test_a_handler_asks_the_decisions_of_its_request_from_threads_too(surface: Surface) -> None:
    asked: list[str] = []

    class Context:
        current_user = "Bo"

        def requires(self, flag: str) -> bool:
            asked.append(flag)
            return flag == "admin"

    outcome = surface.call_tool("asks", {}, Context())
    assert outcome.structured == {"admin": True, "other": False, "user": "Bo", "scope": None}
    assert asked == ["admin", "other"]


def test_one_object_that_serves_all_answers_each_caller_by_their_own_decisions(
    surface_of: SurfaceOf,
) -> None:
    registry = Registry()
    both_inside = threading.Barrier(2)

    class Shared(Handler):
        """Is one object."""

        #: () -> { admin: bool, user: String }
        def call(self) -> object:
            both_inside.wait(20)
            return {"admin": self.can("admin"), "user": self.user}

    registry.add(Shared(None), name="shared")
    surface = surface_of(registry)
    surface.listing(None)
    found: dict[str, object] = {}

    def ask(context: Grants) -> None:
        found[context.current_user] = surface.call_tool("shared", {}, context).structured  # type: ignore[index] # a str here

    threads = [
        threading.Thread(target=ask, args=(context,))
        for context in (Grants(requires="admin", user="Al"), Grants(user="Bo"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert found == {
        "Al": {"admin": True, "user": "Al"},
        "Bo": {"admin": False, "user": "Bo"},
    }


def test_a_call_inside_a_call_has_its_own_caller(surface_of: SurfaceOf) -> None:
    registry, made = Registry(), list["Surface"]()

    class Inner(Handler):
        """Say who."""

        def description(self) -> str:
            return f"{self.user}"

        #: () -> { user: String, admin: bool }
        def call(self) -> object:
            return {"user": self.user, "admin": self.can("admin")}

    class Outer(Handler):
        """Call another."""

        #: () -> { inner: { user: String, admin: bool }, user: String, listed: String }
        def call(self) -> object:
            other = Grants(user="Bo")
            return {
                "inner": made[0].call_tool("inner", {}, other).structured,
                "listed": made[0].list_tools(other)[0]["description"],
                "user": self.user,
            }

    registry.add(Inner)
    registry.add(Outer)
    made.append(surface_of(registry))
    assert made[0].call_tool("outer", {}, Grants(requires="admin", user="Al")).structured == {
        "inner": {"user": "Bo", "admin": False},
        "user": "Al",
        "listed": "Bo",
    }


def test_a_middleware_may_go_on_in_a_thread_that_knows_nothing(
    registry: Registry, surface: Surface
) -> None:
    def elsewhere(call: Call, call_next: Callable[[Call], Result]) -> Result:
        found: list[Result] = []
        thread = threading.Thread(target=lambda: found.append(call_next(call)))
        thread.start()
        thread.join(20)
        return found[0]

    registry.use(elsewhere)
    assert surface.call_tool("later", {"text": "a"}, None).kind == "ok"
    outcome = surface.call_tool("asks", {}, ADMIN)
    assert (outcome.structured or {})["admin"] is True


def test_there_is_no_current_call_outside_of_one(surface: Surface) -> None:
    run(surface, {"x": 1})
    with pytest.raises(LookupError, match="no tool is being called here"):
        current_call()


def test_a_new_instance_serves_each_call_and_an_object_serves_all(surface_of: SurfaceOf) -> None:
    made: list[object] = []

    class Plain:
        """No base class, no context."""

        def __init__(self) -> None:
            made.append(self)

        #: () -> { n: Integer }
        def call(self) -> object:
            return {"n": len(made)}

    registry = Registry()
    registry.add(Plain)
    registry.add(Plain(), name="one")
    surface = surface_of(registry)
    assert [surface.call_tool("plain", {}, None).structured for _ in range(2)] == [
        {"n": 2},
        {"n": 3},
    ]
    assert surface.call_tool("one", {}, None).structured == {"n": 3}


class Nothing(Handler):
    def __init__(self) -> None:
        self.made = True


class Itself(Handler):
    def __init__(self, given: object) -> None:
        self.given = given


class Passing(Handler):
    def __init__(self, given: object) -> None:
        super().__init__(given)


class Usual(Handler):
    """The one without a constructor of its own."""


class Deriving(Handler):
    """One that makes its context of what it was given."""

    def __init__(self, given: object) -> None:
        self._given = given

    @property
    def context(self) -> object:
        return self._given


@pytest.mark.parametrize("base", [Nothing, Itself, Passing, Usual, Deriving])
def test_a_handler_has_its_context_however_it_is_made(
    base: type[Handler], surface_of: SurfaceOf
) -> None:
    context = Grants(requires={"admin"})
    found: list[object] = []

    class Work(base):  # type: ignore[misc, valid-type] # one of several
        def description(self) -> str:
            found.append(self.context)
            return "d"

        #: () -> { can: bool }
        def call(self) -> object:
            found.append(self.context)
            return {"can": self.can("admin")}

    registry = Registry()
    registry.add(Work)
    surface = surface_of(registry)
    assert len(surface.list_tools(context)) == 1
    assert surface.call_tool("work", {}, context).structured == {"can": True}
    assert found == [context, context]


def test_a_function_is_a_tool(surface_of: SurfaceOf) -> None:
    registry = Registry()

    #: (day: Date) -> { next: Date }
    @registry.tool
    def next_day(*, day: dt.date) -> object:
        """Give the day after."""
        return {"next": day + dt.timedelta(days=1)}

    outcome = surface_of(registry).call_tool("next_day", {"day": "2024-02-28"}, None)
    assert outcome.structured == {"next": "2024-02-29"}


def test_a_default_of_the_caller_is_supplied_where_it_is_left_out(surface_of: SurfaceOf) -> None:
    registry = Registry()

    #: (?zone: String @default_for(:zone) @max(4)) -> { zone: String }
    @registry.tool
    def zoned(*, zone: str = "none") -> object:
        """Give the zone."""
        return {"zone": zone}

    surface = surface_of(registry)

    def zone(context: object, **sent: object) -> object:
        return (surface.call_tool("zoned", sent, context).structured or {})["zone"]

    assert zone(Grants(defaults={"zone": "CET"})) == "CET"
    assert zone(Grants(defaults={"zone": "CET"}), zone="UTC") == "UTC"
    assert zone(Grants(defaults={"zone": "too long"})) == "none"
    assert zone(None) == "none"


def test_admit_is_shown_the_callers_schema_where_it_has_headers_and_may_refuse(
    surface_of: SurfaceOf,
) -> None:
    registry, seen = Registry(), list[object]()
    registry.add(
        Advance,
        name="routed",
        signature="(id: String, ?region: String @header(Region) @requires(:admin)) -> output",
        types="type output = { a: String }",
    )
    surface = surface_of(registry)

    def admit(schema: Any, arguments: object, *, through_facade: bool) -> None:
        seen.append((schema["properties"], arguments, through_facade))
        raise PermissionError

    with pytest.raises(PermissionError):
        surface.call_tool("routed", {"id": "a"}, ADMIN, admit=admit)
    assert surface.call_tool("routed", {"id": "a"}, None, admit=admit).kind == "contract"
    region = {"type": "string", "x-mcp-header": "Region"}
    assert seen == [({"id": {"type": "string"}, "region": region}, {"id": "a"}, False)]


def test_undeclared_arguments_are_refused_where_the_registry_says_so(
    surface_of: SurfaceOf,
) -> None:
    registry = Registry(undeclared="reject")
    registry.add(Scalar)
    registry.add(Scalar, name="lax", undeclared="drop")
    surface = surface_of(registry, ignored_input_keys=("trace",))
    assert surface.call_tool("scalar", {"trace": 1}, None).kind == "ok"
    refused = surface.call_tool("scalar", {"nonsense": "secret"}, None)
    assert (refused.kind, "secret" in refused.text) == ("invalid", False)
    assert surface.call_tool("lax", {"nonsense": 1}, None).kind == "ok"


class Sink:
    def __init__(self) -> None:
        self.steps: list[object] = []
        self.cancelled = False

    def report(self, current: float, total: float | None, message: str | None) -> None:
        self.steps.append((current, total, message))


def test_progress_grows_is_cleaned_and_goes_nowhere_without_a_listener(
    surface_of: SurfaceOf,
) -> None:
    registry = Registry()

    @registry.tool
    class Work(Handler):
        """Work."""

        #: () -> { cancelled: bool }
        def call(self) -> object:
            for step in (1, 1, 0.5, float("nan"), 2):
                self.progress(step, 2, "at\x00 it")
            self.progress(3)
            sink.cancelled = True
            return {"cancelled": self.cancelled}

    surface, sink = surface_of(registry), Sink()
    assert surface.call_tool("work", {}, None, progress=sink).structured == {"cancelled": True}
    assert sink.steps == [(1, 2, "at it"), (2, 2, "at it"), (3, None, None)]
    assert surface.call_tool("work", {}, None).structured == {"cancelled": False}


def test_a_progress_message_that_is_no_text_is_a_mistake_of_the_handler(
    surface_of: SurfaceOf,
) -> None:
    registry = Registry()

    @registry.tool
    class Work(Handler):
        """Work."""

        #: () -> { ok: true }
        def call(self) -> object:
            wrong: Any = ValueError("secret")
            self.progress(1, 2, wrong)
            return {"ok": True}

    outcome = surface_of(registry).call_tool("work", {}, None, progress=Sink())
    assert outcome.kind == "internal"


def test_a_request_keeps_the_program_and_the_answers_that_it_began_with(
    registry: Registry, surface: Surface
) -> None:
    flags = {"admin"}

    class Context:
        def requires(self, flag: str) -> bool:
            return flag in flags

    with surface.visit(Context()) as visit:
        assert "hidden" in [tool["name"] for tool in visit.tools()]
        flags.clear()
        registry.add(Scalar, name="new")
        assert visit.call("hidden", {}).kind == "ok"
        with pytest.raises(UnknownToolError):
            visit.call("new", {})
    with pytest.raises(UnknownToolError):
        surface.call_tool("hidden", {}, Context())
    assert surface.call_tool("new", {}, Context()).kind == "ok"


def test_the_tool_objects_of_a_visit_are_those_listed(surface: Surface) -> None:
    with surface.visit(ADMIN) as visit:
        listed = [tool for tool in surface.list_tools(ADMIN) if tool["name"] == "advance"]
        assert [visit.tool("advance")] == listed
    with surface.visit(None) as visit, pytest.raises(UnknownToolError):
        visit.tool("hidden")


def test_error_mapper_words_other_exceptions_and_the_standard_holds_where_it_fails(
    registry: Registry, surface: Surface, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[object] = []

    def mapper(exception: Exception, call: Call) -> Result:
        seen.append((type(exception), call.tool.name))
        if isinstance(exception, KeyError):
            raise OSError
        if isinstance(exception, ValueError):
            return Result.deny("mapped")
        return cast("Result", "no result")

    registry.error_mapper = mapper
    with caplog.at_level(logging.CRITICAL):
        assert run(surface, ValueError("x")).text == "denied: mapped"
        assert run(surface, KeyError("x")).kind == "internal"
        assert run(surface, OSError("x")).kind == "internal"
        assert run(surface, ToolError("own")).text == "own"
        assert run(surface, Denied("own")).text == "denied: own"
    assert seen == [(kind, "whatever") for kind in (ValueError, KeyError, OSError)]
