"""What a handler says that it returns, beside the output that its class declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.resolve.projects import Project


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
