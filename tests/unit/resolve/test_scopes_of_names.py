"""Where a name is looked for, and what a broken declaration takes with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import RecordType, Use
from schemac.resolve.program import is_hole

if TYPE_CHECKING:
    from tests.unit.resolve.projects import Project


def test_class_scopes_from_the_inside_to_the_outside(project: Project) -> None:
    project.write("sig/far.sig", "type thing = { far: true }\ntype other = { far: true }")
    outcome = project.module("""
        from schemac import tool

        #: type thing = { module: true }
        #: type outermost = { module: true }

        class Outer:
            #: type thing = { outer: true }

            @tool("inner")
            class Inner:
                #: import far
                #: type output = { a: thing, b: other, c: outermost, d: pagination }
                #: () -> output
                def call(self): ...

            @tool("second")
            class Second:
                #: type output = { a: thing }
                #: () -> output
                def call(self): ...
    """)
    assert outcome.text == ""
    places = {(each.name, each.file, each.owner) for each in outcome.program.types}
    assert places == {
        ("output", "app.py", "Outer.Inner"),
        ("thing", "far.sig", ""),
        ("other", "far.sig", ""),
        ("outermost", "app.py", ""),
        ("pagination", "pagination.sig", ""),
        ("output", "app.py", "Outer.Second"),
        ("thing", "app.py", "Outer"),
        ("thing", "app.py", ""),
    }


def test_a_shared_type_sees_only_its_own_file(project: Project) -> None:
    project.write("sig/far.sig", "type thing = { x: local }")
    outcome = project.module("""
        from schemac import tool

        #: import far
        #: type local = String

        @tool("t")
        class T:
            #: type output = thing
            #: () -> output
            def call(self): ...
    """)
    assert outcome.text == "sig/far.sig:1:19 [local] SC201 unknown type `local`"
    assert outcome.tools == []


def test_two_classes_in_one_file_keep_their_own_types(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        class One:
            #: type output = { one: String }
            #: (a: String)
            def call(self, a): ...

        @tool("two")
        class Two:
            #: type output = { two: String }
            #: (b: String)
            def call(self, b): ...
    """)
    assert outcome.text == ""
    names = {
        tool.declaration.name: [each.name for each in tool.parameters or ()]
        for tool in outcome.program.tools
    }
    assert names == {"one": ["a"], "two": ["b"]}
    assert outcome.tool("one").output != outcome.tool("two").output


def test_a_broken_declaration_takes_only_its_users_with_it(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        #: type broken = { a: }
        #: type fine = { a: String }

        @tool("one")
        class One:
            #: type output = broken
            #: ()
            def call(self): ...

        @tool("two")
        class Two:
            #: type output = fine
            #: ()
            def call(self): ...
    """)
    assert [code for code in outcome.codes if not code.startswith("SC1")] == []
    assert outcome.tools == ["two"]


def test_a_broken_declaration_never_lets_an_outer_name_through(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        class One:
            #: type error = { a: }
            #: type output = error
            #: ()
            def call(self): ...
    """)
    assert outcome.tools == []
    assert [code for code in outcome.codes if not code.startswith("SC1")] == []


def test_a_tool_with_a_mistake_is_kept_apart(project: Project) -> None:
    project.write(
        "app.py",
        """
        from schemac import tool


        @tool("bad")
        class Bad:
            #: type output = { a: Strng, b: String }
            #: () -> output
            def call(self): ...


        @tool("good")
        class Good:
            #: type output = { b: String }
            #: () -> output
            def call(self): ...
        """,
    )
    outcome = project.resolve("app.py")
    assert outcome.codes == ["SC201"]
    assert outcome.tools == ["good"]
    [flawed] = outcome.program.flawed
    assert flawed.declaration.name == "bad"
    assert isinstance(flawed.output, Use)
    output = outcome.program.types[flawed.output.target]
    assert (output.name, output.sound) == ("output", False)
    assert isinstance(output.body, RecordType)
    assert [is_hole(field.type) for field in output.body.fields] == [True, False]
