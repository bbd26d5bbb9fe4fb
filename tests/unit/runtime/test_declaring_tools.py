"""What a declaration carries: the class, where it stands, and all it was given."""

from __future__ import annotations

import functools
import inspect
import json
from typing import TYPE_CHECKING, Any

import pytest
from mcp_types import Tool

from schemac import Handler, Registry
from schemac.plan.declaration import HandlerLocation, InlineAnnotations, InlineParameter
from schemac.runtime.errors import ContractError, DuplicateToolError

if TYPE_CHECKING:
    from collections.abc import Callable

registry = Registry()


@registry.tool(
    "advance_step",
    requires="manage_workflows",
    gates={"feature": "sms", "tier": ["gold", "a | b"]},
    domains=["operator"],
    category="workflows",
    title="Advance a step",
    destructive=False,
    idempotent=True,
    open_world=False,
)
class AdvanceStep(Handler):
    """Advance an applicant to the next stage."""

    def call(self, *, applicant_id: str) -> None: ...


def passing(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*args: object, **kwargs: object) -> Any:
        return function(*args, **kwargs)

    return wrapper


@passing
@registry.tool
@passing
@passing
def say_hello(*, name: str) -> str:
    return name


FIRST_LINE_OF_CLASS = inspect.getsourcelines(AdvanceStep)[1]
FIRST_LINE_OF_HELLO = inspect.unwrap(say_hello).__code__.co_firstlineno


class Outer:
    @registry.tool
    class HTTPServerInfo(Handler):
        def call(self) -> None: ...


def test_a_class_is_given_back_and_registered_with_all_it_was_given() -> None:
    declared = registry.tool("advance_step")
    assert declared.handler is AdvanceStep
    assert declared.name == "advance_step"
    assert declared.gates == (
        ("requires", "manage_workflows"),
        ("feature", "sms"),
        ("tier", "gold"),
        ("tier", "a | b"),
    )
    assert declared.domains == ("operator",)
    assert declared.category == "workflows"
    assert declared.annotations == {
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    }


def test_a_class_is_found_by_file_qualified_name_and_first_line_of_its_decorators() -> None:
    location = registry.tool("advance_step").source
    assert location == HandlerLocation(__file__, "AdvanceStep", FIRST_LINE_OF_CLASS, __name__)


def test_a_function_behind_wrapping_decorators_is_found_where_its_author_wrote_it() -> None:
    location = registry.tool("say_hello").source
    assert location == HandlerLocation(__file__, "say_hello", FIRST_LINE_OF_HELLO, __name__)


def test_a_name_is_the_snake_case_of_the_class_with_the_classes_around_it() -> None:
    assert registry.tool("outer_http_server_info").handler is Outer.HTTPServerInfo


def test_a_class_inside_a_function_is_called_after_itself_only() -> None:
    inner = Registry()

    @inner.tool
    class FindThing(Handler):
        def call(self) -> None: ...

    assert [one.name for one in inner.tools()] == ["find_thing"]


def test_the_declaration_carries_everything_to_the_compiler() -> None:
    declaration = registry.tool("advance_step").definition.declaration()
    assert declaration.hints == (
        ("destructive", False),
        ("idempotent", True),
        ("open_world", False),
    )
    assert declaration.title == "Advance a step"
    assert declaration.dynamic is False
    assert declaration.description is None
    assert declaration.place.endswith(f"test_declaring_tools.py:{FIRST_LINE_OF_CLASS}")


def test_json_arguments_become_compact_text() -> None:
    made = Registry()
    made.tool(
        "t",
        icons=[{"src": "https://x/y.png"}],
        meta={"a": [1, "é"]},
        examples=[{"name": "one", "input": {"x": 1}, "output": {"y": None}}],
        deferred=True,
        internal=True,
        read_only=True,
    )(AdvanceStep)
    declaration = made.tool("t").definition.declaration()
    assert declaration.icons == '[{"src":"https://x/y.png"}]'
    assert declaration.meta == '{"a":[1,"é"]}'
    assert declaration.examples == ('{"name":"one","input":{"x":1},"output":{"y":null}}',)
    assert (declaration.deferred, declaration.internal) == (True, True)
    assert declaration.hints == (("read_only", True),)


@pytest.mark.parametrize("name", ["", "a b", "é", "a.b", "x" * 65, "a/b", "a\n"])
def test_a_name_outside_the_rule_is_an_error(name: str) -> None:
    with pytest.raises(ContractError, match="cannot be the name of a tool"):
        Registry().tool(name)(AdvanceStep)


@pytest.mark.parametrize(
    "options",
    [
        {"requires": ""},
        {"requires": "  "},
        {"requires": []},
        {"requires": ["a", ""]},
        {"requires": None},
        {"requires": {"a"}},
        {"gates": {"feature": ""}},
        {"gates": {"feature": ()}},
        {"gates": {"": "x"}},
        {"gates": {"no name": "x"}},
        {"gates": "feature"},
        {"domains": []},
        {"domains": ["explorer"]},
        {"domains": ["a/b"]},
        {"domains": [".."]},
        {"category": "Orders"},
        {"category": ""},
        {"read_only": 1},
        {"internal": "yes"},
        {"undeclared": "ignore"},
        {"require": "admin"},
        {"title": 5},
        {"title": "half\ud800"},
        {"summary": "half\ud800"},
        {"icons": {"src": "x"}},
        {"icons": "https://x/i.png"},
        {"icons": ["https://x/i.png"]},
        {"icons": [{}]},
        {"icons": [{"foo": 1}]},
        {"icons": [{"src": 1}]},
        {"icons": [{"src": ""}]},
        {"icons": [{"src": "https://"}]},
        {"icons": [{"src": "http://x/i.png"}]},
        {"icons": [{"src": "/i.png"}]},
        {"icons": [{"src": "javascript:alert(1)"}]},
        {"icons": [{"src": "file:///etc/passwd"}]},
        {"icons": [{"src": " https://x/i.png"}]},
        {"icons": [{"src": "https://x/i.png\njavascript:x"}]},
        {"icons": [{"src": "https://x/\ud800"}]},
        {"icons": [{"src": "https://x/i.png"}, {"src": "x"}]},
        {"icons": [{"src": "https://x/i.png", "mimeType": 1}]},
        {"icons": [{"src": "https://x/i.png", "mime_type": "image/png"}]},
        {"icons": [{"src": "https://x/i.png", "sizes": "48x48"}]},
        {"icons": [{"src": "https://x/i.png", "sizes": ["big"]}]},
        {"icons": [{"src": "https://x/i.png", "sizes": [48]}]},
        {"icons": [{"src": "https://x/i.png", "theme": "blue"}]},
        {"meta": []},
        {"meta": {1: "x"}},
        {"meta": {"x": "\ud800"}},
        {"meta": {"schemac/examples": []}},
        {"meta": {"schemac/deferred": False}},
        {"meta": {"schemac/anything": 1}},
        {"meta": {"Schemac/examples": 1}},
        {"meta": {"x": float("nan")}},
        {"meta": {"x": object()}},
        {"examples": [{"output": {}}]},
        {"examples": [{"input": {}, "result": 1}]},
        {"middleware": [1]},
    ],
)
def test_a_doubtful_argument_is_an_error_and_never_a_public_tool(options: dict[str, Any]) -> None:
    made = Registry()
    with pytest.raises(ContractError):
        made.tool("t", **options)(AdvanceStep)
    assert made.tools() == ()


def test_icons_and_meta_that_clients_can_read_are_kept() -> None:
    made = Registry()
    icons: list[dict[str, Any]] = [
        {"src": "data:image/png;base64,AA==", "mimeType": "image/png", "sizes": ("48x48", "any")},
        {"src": "HTTPS://x/i.svg", "theme": "dark"},
    ]
    meta = {"schemac": 1, "schemacs/x": 2, "com.example/schemac": {"schemac/x": 3}}
    one = made.add(AdvanceStep, icons=icons, meta=meta)
    written = json.loads(one.icons or "")
    assert written == [{**icons[0], "sizes": ["48x48", "any"]}, icons[1]]
    assert json.loads(one.meta or "") == meta
    listed = {"name": "x", "inputSchema": {"type": "object"}, "icons": written, "_meta": meta}
    assert Tool.model_validate(listed).icons is not None


def test_two_tools_of_one_name_are_an_error_that_names_both_places() -> None:
    made = Registry()

    @made.tool("same")
    class One(Handler):
        def call(self) -> None: ...

    with pytest.raises(DuplicateToolError) as caught:

        @made.tool("same")
        class Two(Handler):
            def call(self) -> None: ...

    lines = [inspect.getsourcelines(One)[1], inspect.getsourcelines(One)[1] + 6]
    assert all(f"test_declaring_tools.py:{line}" in str(caught.value) for line in lines)
    assert [one.handler for one in made.tools()] == [One]


def test_the_same_class_may_serve_under_several_names_but_not_twice_under_one() -> None:
    made = Registry()
    made.add(AdvanceStep, name="a")
    made.add(AdvanceStep, name="b", requires="x")
    with pytest.raises(DuplicateToolError):
        made.add(AdvanceStep, name="a")
    assert [(one.name, one.gates) for one in made.tools()] == [
        ("a", ()),
        ("b", (("requires", "x"),)),
    ]


def test_a_class_given_as_text_has_the_parameters_of_its_call_without_self() -> None:
    made = Registry()
    made.add(AdvanceStep, name="x", signature="(applicant_id: String) -> { a: String }")
    annotated = made.tool("x").definition.annotated
    assert isinstance(annotated, InlineAnnotations)
    assert annotated.parameters == (
        InlineParameter("applicant_id", "keyword_only", has_default=False),
    )


def test_an_object_with_a_call_and_a_partial_are_tools() -> None:
    made = Registry()
    made.add(AdvanceStep(None), name="object")
    made.add(functools.partial(say_hello, name="x"), name="partial")
    kinds = [(one.name, one.kind) for one in made.tools()]
    assert kinds == [("object", "instance"), ("partial", "function")]
    source = made.tool("partial").source
    assert source is not None
    assert source.first_line == FIRST_LINE_OF_HELLO


def test_lazy_texts_are_left_to_the_request() -> None:
    class Lazy:
        def __str__(self) -> str:
            raise AssertionError("not now")

    made = Registry()
    definition = made.add(AdvanceStep, title=Lazy(), summary=Lazy(), description=Lazy())
    declaration = definition.declaration()
    assert (declaration.title, declaration.summary) == (None, None)
    assert declaration.description == "advance_step"
    assert definition.lazy
