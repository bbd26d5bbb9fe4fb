"""An input declared as one record, held against its function and its signature."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.resolve.projects import Project


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
