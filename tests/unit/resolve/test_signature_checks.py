"""A signature is held against the parameters of its function."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.resolve.checks import CHECKS

if TYPE_CHECKING:
    from tests.unit.resolve.projects import Project


def _function(signature: str, definition: str, types: str = "") -> str:
    lines = ("from schemac import tool", types, '@tool("one")', f"#: {signature}")
    return "\n".join((*lines, f"def one({definition}): ...", ""))


def _findings(project: Project, signature: str, definition: str, types: str = "") -> str:
    (project.root / "app.py").write_text(_function(signature, definition, types))
    return project.resolve("app.py").text


def test_the_checks_stand_in_the_order_of_their_codes() -> None:
    codes = [(check.__doc__ or "").partition(":")[0] for check in CHECKS]
    assert codes == ["SC602", "SC603", "SC609", "SC604", "SC605", "SC606", "SC607", "SC614"]


@pytest.mark.parametrize(
    ("signature", "definition"),
    [
        ("(a: String) -> String", "a"),
        ("(a: String) -> String", "*, a"),
        ("(a: String) -> String", "*args, a"),
        ("(a: String) -> String", "**kwargs"),
        ("(?a: String) -> String", "**kwargs"),
        ("(?a: String) -> String", "a=None"),
        ("(a: String) -> String", "a, b=1, *args, **kwargs"),
        ("() -> String", ""),
        ("() -> String", "a=1"),
        ('("content-type": String) -> String', "**kwargs"),
        ("(self: String) -> String", "self"),
    ],
)
def test_what_agrees(project: Project, signature: str, definition: str) -> None:
    assert _findings(project, signature, definition) == ""


def test_a_parameter_that_the_function_does_not_have(project: Project) -> None:
    assert _findings(project, "(a: String, aplicant: String) -> String", "a, applicant=None") == (
        "app.py:4:16 [aplicant] SC604 `one` has no parameter `aplicant`\n"
        "  app.py:5:5 [one] the `def`\n"
        "  hint: did you mean `applicant`?"
    )
    assert _findings(project, "(a: String, zebra: String) -> String", "a") == (
        "app.py:4:16 [zebra] SC604 `one` has no parameter `zebra`\n"
        "  app.py:5:5 [one] the `def`\n"
        "  hint: add it to the `def`: `one(…, zebra)`"
    )


@pytest.mark.parametrize("name", ["class", "x-y", "1"])
def test_a_name_that_no_parameter_can_have(project: Project, name: str) -> None:
    source = f"""
        from schemac import tool

        @tool("one")
        #: ("{name}": String) -> String
        def one(REST): ...
    """
    outcome = project.module(source.replace("REST", ""))
    hint = "Python has no parameter of that name: `one(…, **others)` takes it, in `others`"
    assert "SC604" in outcome.text
    assert outcome.text.endswith(f"hint: {hint}")
    assert project.module(source.replace("REST", "**others")).text == ""


def test_a_parameter_that_cannot_be_passed_by_keyword(project: Project) -> None:
    assert _findings(project, "(a: String, args: String) -> String", "a, /, *args") == (
        "app.py:4:5 [a] SC605 `a` of `one` cannot be passed by keyword\n"
        "  app.py:5:9 [a] here\n"
        "  hint: move it behind the `/`\n"
        "app.py:4:16 [args] SC605 `args` of `one` cannot be passed by keyword\n"
        "  app.py:5:16 [args] here\n"
        "  hint: take off the `*`"
    )


@pytest.mark.parametrize(
    ("parameter", "why"),
    [
        ("?a: String", "may be absent"),
        ("?a: String @requires(:x)", "may be absent"),
        ("a: String @requires(:x)", "is hidden from some callers"),
        ("a: String @tier(:gold)", "is hidden from some callers"),
        ('a: "x" | "y" @feature(:x)', "is hidden from some callers"),
        ('a: ("x" @feature(:x))', "is hidden from some callers"),
        ("a: secret", "is hidden from some callers"),
        ("a: secret?", "is hidden from some callers"),
        ("a: secret | nil", "is hidden from some callers"),
        ("a: Array[secret]", "is hidden from some callers"),
        ("a: Hash[String, secret]", "is hidden from some callers"),
        ("a: [String, secret]", "is hidden from some callers"),
        ("a: { b: secret, ?c: String @requires(:y) }", "is hidden from some callers"),
        ("a: { b: String } & { b: secret }", "is hidden from some callers"),
        ("a: { b: String } & hidden_record", "is hidden from some callers"),
        ("a: { b: String @read_only() }", "is hidden from some callers"),
        ("a: box[secret]", "is hidden from some callers"),
        ("a: Hash[secret, String]", "is hidden from some callers"),
        ("a: hush?", "is hidden from some callers"),
        ("a: nil | (nil @requires(:x))", "is hidden from some callers"),
        ("a: void | maybe", "is hidden from some callers"),
        ("a: (String @requires(:x)) | void", "is hidden from some callers"),
        ("a: secret | void?", "is hidden from some callers"),
    ],
)
def test_what_may_be_missing_needs_a_default(project: Project, parameter: str, why: str) -> None:
    types = (
        "#: type secret = String @requires(:x)\n"
        "#: type box[T] = { held: T }\n"
        "#: type hidden_record = { b: String @requires(:x) }\n"
        "#: type void = nil\n"
        "#: type hush = void @requires(:x)\n"
        "#: type maybe = hush?\n"
    )
    column = 6 if parameter.startswith("?") else 5
    assert _findings(project, f"({parameter}) -> String", "a", types) == (
        f"app.py:10:{column} [a] SC606 `a` {why} and has no default in `one`\n"
        "  app.py:11:9 [a] here\n"
        "  hint: give it one: `a=None`"
    )
    assert _findings(project, f"({parameter}) -> String", "a=None", types) == ""


@pytest.mark.parametrize(
    "parameter",
    [
        "a: String",
        "a: String?",
        "a: secret | String",
        "a: { b: secret, c: String }",
        "a: {}",
        "a: Array[secret | nil | String]",
        "a: { b: String } & { c: secret }",
        "a: secret & { b: String } | Integer",
        'a: "x" | "y" @feature(:x) | "z" @feature(:x)',
        'a: "x" | ("y" @feature(:x))',
        "a: tree",
        "a: untyped",
        "a: Hash['a' | secret, String]",
        "a: void",
        "a: void?",
        "a: void | (nil)",
        "a: String | maybe",
    ],
)
def test_what_is_always_there_needs_none(project: Project, parameter: str) -> None:
    types = (
        "#: type secret = String @requires(:x)\n"
        "#: type tree = { label: String, cost: Integer @requires(:y), kids: Array[tree] }\n"
        "#: type void = nil\n"
        "#: type maybe = (void @requires(:x))?\n"
    )
    assert _findings(project, f"({parameter}) -> String", "a", types) == ""


def test_a_required_parameter_that_the_signature_lacks(project: Project) -> None:
    assert _findings(project, "(a: String) -> String", "a, b, c=1, *, d, **e") == (
        "app.py:5:12 [b] SC607 `b` of `one` has no default and is not in the signature\n"
        "  app.py:4:4 [(a: String) -> String] these are the arguments it gets\n"
        "  hint: annotate it, `b: Type`, or give it a default\n"
        "app.py:5:23 [d] SC607 `d` of `one` has no default and is not in the signature\n"
        "  app.py:4:4 [(a: String) -> String] these are the arguments it gets\n"
        "  hint: annotate it, `d: Type`, or give it a default"
    )


def test_self_is_no_parameter_and_a_static_method_has_none(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        class One:
            #: type output = String
            #: (a: String)
            def call(this, a): ...

        @tool("two")
        class Two:
            #: type output = String
            #: (a: String)
            @staticmethod
            def call(a): ...

        @tool("three")
        class Three:
            #: type output = String
            #: (a: String)
            @classmethod
            async def call(cls, a): ...

        @tool("four")
        class Four:
            #: type output = String
            #: (a: String)
            def call(*args, **kwargs): ...
    """)
    assert outcome.text == ""


def test_a_parameter_that_stands_twice(project: Project) -> None:
    assert _findings(project, "(a: String, ?a: Integer) -> String", "a=None") == (
        "app.py:4:17 [a] SC301 the signature has `a` twice\n"
        "  app.py:4:5 [a] it stands here first\n"
        "  hint: remove one of them"
    )


def test_two_tools_of_one_name(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("same")
        #: () -> String
        def one(): ...

        @tool
        #: () -> String
        def same(): ...
    """)
    assert outcome.text == (
        "app.py:9:5 [same] SC610 there are two tools named `same`\n"
        '  app.py:3:7 ["same"] the first one\n'
        '  hint: give one of them another name: `@tool("…")`'
    )
    assert outcome.tools == ["same"]


@pytest.mark.parametrize("second", ["?a: Integer", "a: Integer @requires(:x)"])
def test_a_parameter_that_stands_twice_is_one_mistake(project: Project, second: str) -> None:
    found = _findings(project, f"(a: String, {second}) -> String", "a")
    codes = [line.split("] ")[1][:5] for line in found.splitlines() if not line.startswith(" ")]
    assert codes == ["SC301"]


def test_a_name_that_is_no_literal_is_looked_up_no_more(project: Project) -> None:
    found = _findings(project, '(a: Literal["b", Foo]) -> Literal[Array[Foo]?]', "a")
    assert found == (
        "app.py:4:21 [Foo] SC101 `Literal[…]` takes literals only\n"
        "app.py:4:38 [Array[Foo]?] SC101 `Literal[…]` takes literals only"
    )
