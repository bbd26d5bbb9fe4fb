"""What is read of a handler: its signature, its output, its description and its digest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import RecordType

if TYPE_CHECKING:
    from tests.unit.resolve.projects import Project


def test_a_class_without_call(project: Project) -> None:
    outcome = project.module("""
        from schemac import Handler, tool

        @tool("one")
        class One(Handler):
            #: type output = String
            pass
    """)
    assert outcome.text == (
        "app.py:4:7 [One] SC612 `One` has no method `call`\n"
        "  hint: add `def call(self, *, …)` with a signature above it"
    )


def test_a_decorated_method_has_its_annotation(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        class One:
            #: type output = String
            #: (a: String)
            @retry(times=3)
            @logged
            def call(self, a): ...
    """)
    assert outcome.text == ""
    assert outcome.tools == ["one"]


def test_a_block_of_declarations_may_end_with_the_signature(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        #: type output = { a: thing }
        #: type thing = String
        #: (a: thing)
        def one(a): ...

        @tool("two")
        #: type output = { b: thing }
        #: type thing = Integer
        #: (b: thing)
        def two(b): ...

        @tool("three")
        class Three:
            #: type thing = nil
            #: type output = { c: thing }
            #: (c: thing)
            def call(self, c): ...
    """)
    assert outcome.text == ""
    assert [(each.name, each.owner) for each in outcome.program.types] == [
        ("thing", "one"),
        ("output", "one"),
        ("thing", "two"),
        ("output", "two"),
        ("thing", "Three"),
        ("output", "Three"),
    ]


def test_functions_share_the_output_of_their_module(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        #: type output = { shared: true }

        @tool("one")
        #: (a: String) -> output
        def one(a): ...

        @tool("two")
        #: (a: String)
        def two(a): ...

        @tool("three")
        #: (a: String) -> String
        def three(a): ...
    """)
    assert outcome.text == ""
    assert outcome.tools == ["one", "two", "three"]


def test_a_broken_signature_is_no_second_finding(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        class One:
            #: type output = String
            #: (a: , b: String)
            def call(self, a, b, c): ...
    """)
    assert [code for code in outcome.codes if not code.startswith("SC1")] == []
    assert outcome.tools == []


def test_descriptions_and_docstrings(project: Project) -> None:
    outcome = project.module('''
        from schemac import tool

        @tool("one")
        class One:
            """First paragraph
            of the docstring.

            And more.
            """
            #: description "for admins" @requires(:admin) | "for all"
            #: type output = String
            #: ()
            def call(self): ...

        @tool("two")
        class Two:
            #: type output = String
            #: ()
            def call(self):
                """What it does."""
    ''')
    assert outcome.text == ""
    one, two = outcome.program.tools
    assert [each.text for each in one.descriptions] == ["for admins", "for all"]
    assert one.docstring == "First paragraph of the docstring."
    assert two.docstring == "What it does."
    assert two.descriptions == ()


def test_two_descriptions_in_one_class(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        class One:
            #: description "a"
            #: description "b"
            #: type output = String
            #: ()
            def call(self): ...
    """)
    assert outcome.text == (
        'app.py:6:8 [description "b"] SC207 `description` is declared twice in one scope\n'
        '  app.py:5:8 [description "a"] declared here first\n'
        "  hint: keep one of them; texts for different callers are joined by `|`"
    )


def test_the_digest_follows_what_is_used_and_nothing_else(project: Project) -> None:
    text = """
        from schemac import tool

        #: type used = {{ a: String{used} }}
        #: type unused = {{ b: String{unused} }}

        @tool("one")
        class One:
            #: type output = used
            #: ()
            def call(self): ...
    """
    first = project.module(text.format(used="", unused="")).tool("one").digest
    other = project.module(text.format(used="", unused=", c: nil")).tool("one").digest
    changed = project.module(text.format(used=", c: nil", unused="")).tool("one").digest
    assert first == other
    assert first != changed
    assert len(first) == 64


def test_of_a_signature_and_an_input_the_nearer_one_holds(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        class Signed:
            #: type output = String
            #: (a: String)
            def call(self, a): ...

        class Typed:
            #: type output = String
            #: type input = { b: String }
            def call(self, b): ...

        @tool("one")
        class One(Signed):
            #: type input = { c: String }
            def call(self, c): ...

        @tool("two")
        class Two(Typed):
            #: (d: String)
            def call(self, d): ...

        @tool("three")
        class Three(Typed): pass

        class Returns:
            #: (a: String) -> { r: String }
            def call(self, a): ...

        @tool("four")
        class Four(Returns):
            #: type input = { c: String }
            def call(self, c): ...
    """)
    assert outcome.text == ""
    one, two, three, four = outcome.program.tools
    assert four.parameters is None
    assert isinstance(four.output, RecordType)
    assert one.parameters is None
    assert [each.name for each in two.parameters or ()] == ["d"]
    assert three.parameters is None
