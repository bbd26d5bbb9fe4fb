from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.declaration import InlineAnnotations, InlineParameter, ToolDeclaration
from schemac.resolve.checks import CHECKS
from tests.unit.resolve.projects import Project

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


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


def test_a_handler_that_does_not_say_what_it_returns(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        class One:
            #: (a: String)
            def call(self, a): ...

        @tool("two")
        class Two:
            #: (a: String) -> output
            def call(self, a): ...

        @tool("three")
        class Three:
            def call(self): ...
    """)
    assert outcome.text == (
        "app.py:5:8 [(a: String)] SC603 `One` does not say what it returns\n"
        "  hint: declare `type output = …` in `One`, or write `-> …` in its signature\n"
        "app.py:10:23 [output] SC603 `Two` does not say what it returns\n"
        "  hint: declare `type output = …` in `Two`, or name another type here\n"
        "app.py:14:7 [Three] SC603 `Three` does not say what it returns\n"
        "  hint: declare `type output = …` in `Three`, or write `-> …` in its signature"
    )


@pytest.mark.parametrize(
    "placeholder",
    ["Hash[Symbol, untyped]", "dict[str, Any]", "untyped", "(Any)", "Hash", "dict", "(output)"],
)
def test_a_placeholder_means_the_declared_output(project: Project, placeholder: str) -> None:
    outcome = project.module(f"""
        from schemac import tool

        @tool("one")
        class One:
            #: type output = {{ a: String }}
            #: () -> {placeholder}
            def call(self): ...
    """)
    assert outcome.text == ""
    assert outcome.program.types[getattr(outcome.tool("one").output, "target", -1)].name == "output"


def test_a_placeholder_without_a_declared_output_is_what_it_says(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        #: () -> untyped
        def one(): ...
    """)
    assert outcome.text == ""
    assert type(outcome.tool("one").output).__name__ == "Anything"


@pytest.mark.parametrize(
    ("returns", "hint"),
    [
        ("String", "write `-> output`, or leave the arrow out"),
        ("Hash[String, Integer]", "write `-> output`, or leave the arrow out"),
        ("output | error", "write `-> output`, and put the rest into `type output`"),
        ("output @desc(x)", "write `-> output`, and put the rest into `type output`"),
    ],
)
def test_a_return_type_beside_the_output(project: Project, returns: str, hint: str) -> None:
    outcome = project.module(f"""
        from schemac import tool

        @tool("one")
        class One:
            #: type output = {{ a: String }}
            #: () -> {returns}
            def call(self): ...
    """)
    assert outcome.text == (
        f"app.py:6:14 [{returns}] SC609 the return type stands beside `type output`\n"
        "  app.py:5:13 [output] the output is declared here\n"
        f"  hint: {hint}"
    )
    assert outcome.tools == []


def test_an_input_as_one_record(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        class One:
            #: type output = String
            #: type input = { a: String, ?b: Integer } @closed()
            def call(self, a, b=None): ...

        @tool("two")
        class Two:
            #: type output = String
            #: type part = { a: String }
            #: type input = (part & { ?b: Integer }) @desc(what it takes)
            def call(self, a, b=None): ...
    """)
    assert outcome.text == ""
    one, two = outcome.program.tools
    assert one.parameters is two.parameters is None
    assert one.input is not None
    assert two.input is not None


def test_an_input_that_the_function_does_not_fit(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        class One:
            #: type output = String
            #: type input = { a: String, ?b: Integer, zebra: nil }
            def call(self, a, b, d): ...
    """)
    assert outcome.text == (
        "app.py:6:35 [b] SC606 `b` may be absent and has no default in `call`\n"
        "  app.py:7:23 [b] here\n"
        "  hint: give it one: `b=None`\n"
        "app.py:6:47 [zebra] SC604 `call` has no parameter `zebra`\n"
        "  app.py:7:9 [call] the `def`\n"
        "  hint: add it to the `def`: `call(…, zebra)`\n"
        "app.py:7:26 [d] SC607 `d` of `call` has no default and is not in `type input`\n"
        "  app.py:6:13 [input] these are the arguments it gets\n"
        "  hint: annotate it, `d: Type`, or give it a default"
    )


@pytest.mark.parametrize(
    "body",
    [
        "String",
        "{ a: String } | { b: String }",
        "{ a: String }?",
        "Array[{ a: String }]",
        "Hash[String, String]",
        "untyped",
    ],
)
def test_an_input_that_is_no_record(project: Project, body: str) -> None:
    outcome = project.module(f"""
        from schemac import tool

        @tool("one")
        class One:
            #: type output = String
            #: type input = {body}
            def call(self, a): ...
    """)
    assert outcome.text == (
        "app.py:6:13 [input] SC602 `type input` is no record\n"
        "  hint: write `type input = { name: Type, … }`: each field is an argument"
    )


def test_an_input_beside_a_signature(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        class One:
            #: type output = String
            #: type input = { a: String }
            #: (a: String)
            def call(self, a): ...
    """)
    assert outcome.text == (
        "app.py:6:13 [input] SC602 `type input` stands beside the parameters of `call`\n"
        "  app.py:7:8 [(a: String)] the signature\n"
        "  hint: keep one: the parameters of the signature, or `type input`"
    )


def test_an_input_beside_a_signature_without_parameters(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        class One:
            #: type input = { a: String }
            #: () -> { b: String }
            def call(self, a): ...

        #: type input = { z: String }

        @tool("two")
        #: () -> String
        def two(): ...
    """)
    assert outcome.text == ""
    one, two = outcome.program.tools
    assert one.parameters is None
    assert two.parameters == ()


def test_a_broken_input_is_one_finding(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        class One:
            #: type output = String
            #: type input = xylophone
            def call(self, a): ...
    """)
    assert outcome.codes == ["SC201"]


def test_an_input_with_parameters_of_its_own_is_no_type(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        class One:
            #: type output[T] = T
            #: type input[T] = { a: T }
            def call(self, a): ...
    """)
    assert outcome.text == (
        "app.py:5:13 [output] SC208 `type output` has parameters here, "
        "and a tool gives it no arguments\n"
        "  hint: write `type output = …`, and give the generic another name\n"
        "app.py:6:13 [input] SC208 `type input` has parameters here, "
        "and a tool gives it no arguments\n"
        "  hint: write `type input = …`, and give the generic another name"
    )
    assert outcome.tools == []


def test_a_parameter_that_stands_twice(project: Project) -> None:
    assert _findings(project, "(a: String, ?a: Integer) -> String", "a=None") == (
        "app.py:4:17 [a] SC301 the signature has `a` twice\n"
        "  app.py:4:5 [a] it stands here first\n"
        "  hint: remove one of them"
    )


def _inline(
    signature: str | None, types: str | None, *parameters: InlineParameter
) -> ToolDeclaration:
    return ToolDeclaration("made", InlineAnnotations(signature, types, parameters or None))


def test_annotations_given_as_text(project: Project) -> None:
    outcome = project.declared(
        ToolDeclaration(
            "made",
            InlineAnnotations(
                "(id: String, ?b: thing) -> output",
                "import pagination\ntype output = { a: thing, p: pagination }\ntype thing = nil",
                (
                    InlineParameter("id", "keyword_only", has_default=False),
                    InlineParameter("b", "keyword_only", has_default=True),
                ),
                docstring="Do it.\n\nWith care.",
            ),
        )
    )
    assert outcome.text == ""
    tool = outcome.tool("made")
    assert [each.name for each in tool.parameters or ()] == ["id", "b"]
    assert tool.docstring == "Do it."
    assert outcome.type("output").file == "made"


def test_mistakes_in_annotations_given_as_text(project: Project) -> None:
    outcome = project.declared(
        _inline(
            "(id: Strng, ?b: String) -> output",
            "type output = { a: String }",
            InlineParameter("b", "keyword_only", has_default=False),
            InlineParameter("c", "keyword_only", has_default=False),
        )
    )
    assert outcome.text == (
        "made:2:1 [(id: Strng, ?b: String) -> output] SC607 `c` of `made` has no default "
        "and is not in the signature\n"
        "  hint: annotate it, `c: Type`, or give it a default\n"
        "made:2:2 [id] SC604 `made` has no parameter `id`\n"
        "  hint: add it to the `def`: `made(…, id)`\n"
        "made:2:6 [Strng] SC201 unknown type `Strng`\n"
        "  hint: did you mean `String`?\n"
        "  fix: made:2:6 [Strng] String\n"
        "made:2:14 [b] SC606 `b` may be absent and has no default in `made`\n"
        "  hint: give it one: `b=None`"
    )
    assert outcome.tools == []


@pytest.mark.parametrize(
    ("signature", "types", "line", "spanned"),
    [
        ("#: () -> output", "type output = { a: String }", 2, "#: () -> output"),
        ("  # : () -> output", None, 1, "# : () -> output"),
        ("()", "#: type output = { a: String }", 1, "#: type output = { a: String }"),
        ("() -> nil", "type a = nil\n#: @requires(:x)", 2, "#: @requires(:x)"),
        ("() -> nil", "# @rbs type output = nil", 1, "# @rbs type output = nil"),
    ],
)
def test_annotations_given_as_text_that_are_comments(
    project: Project, signature: str, types: str | None, line: int, spanned: str
) -> None:
    outcome = project.declared(_inline(signature, types))
    assert outcome.tools == []
    column = 3 if signature.startswith(" ") else 1
    assert outcome.text.startswith(
        f"made:{line}:{column} [{spanned}] SC108 this annotation is a comment: `{spanned}`\n"
        "  hint: leave the `#:` out: what stands behind a `#` is not read here"
    )


@pytest.mark.parametrize("signature", ["# () -> nil", "type x = nil", " # nothing\n"])
def test_a_text_given_as_signature_that_is_none(project: Project, signature: str) -> None:
    outcome = project.declared(_inline(signature, "type output = nil"))
    assert outcome.tools == []
    bare, column = signature.strip(), 2 if signature[0] == " " else 1
    assert outcome.text.splitlines()[:2] == [
        f"made:2:{column} [{bare}] SC108 the text given as `signature` is none",
        "  hint: write it as `(name: Type) -> output`, without a `#` before it",
    ]


def test_annotations_of_something_whose_parameters_nobody_knows(project: Project) -> None:
    outcome = project.declared(_inline("(id: String) -> String", None))
    assert outcome.text == ""
    assert outcome.tools == ["made"]


def test_text_that_holds_no_signature(project: Project) -> None:
    outcome = project.declared(_inline("(id: String", "type output = nil"))
    assert outcome.tools == []
    assert all(code.startswith("SC1") for code in outcome.codes)
    outcome = project.declared(_inline(None, "type output = nil"))
    assert outcome.text == ""
    assert outcome.tools == ["made"]


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


def test_a_return_type_that_is_unknown_is_one_mistake(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        class One:
            #: type output = { a: String }
            #: () -> Array[ouput]
            def call(self): ...
    """)
    assert outcome.text == (
        "app.py:6:20 [ouput] SC201 unknown type `ouput`\n"
        "  hint: did you mean `output`?\n"
        "  fix: app.py:6:20 [ouput] output"
    )


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
