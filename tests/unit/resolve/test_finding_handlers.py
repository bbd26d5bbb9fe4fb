"""A handler is found by the line that it stands on, among others of its name."""

from __future__ import annotations

import pytest

from tests.unit.resolve.projects import Project, handler_of


def test_a_handler_is_found_by_its_line_among_others_of_its_name(project: Project) -> None:
    project.write(
        "app.py",
        """
        if x:
            class One:
                #: type output = { first: true }
                #: ()
                def call(self): ...
        else:
            class One:
                #: type output = { second: true }
                #: ()
                def call(self): ...
        """,
    )
    first = project.declared(handler_of("one", "One", line=2))
    last = project.declared(handler_of("one", "One", line=7))
    assert first.text == last.text == ""
    assert first.program.types[0].span.begin.line == 3
    assert last.program.types[0].span.begin.line == 8


@pytest.mark.parametrize("line", [None, 3, 99])
def test_of_several_classes_none_is_taken_by_its_name_alone(
    project: Project, line: int | None
) -> None:
    classes = """
        if x:
            class One:
                #: () -> { first: true }
                def call(self): ...
        else:
            class One:
                #: () -> { second: true }
                def call(self): ...
    """
    project.write("app.py", classes)
    told = project.declared(handler_of("one", "One", line=line))
    assert told.tools == []
    assert told.text.startswith(
        "app.py:6:11 [One] SC612 there are several classes `One` in this file"
    )
    project.write("app.py", classes.partition("        else:")[0])
    assert project.declared(handler_of("one", "One", line=line)).text == ""


def test_a_class_inside_a_function_is_found(project: Project) -> None:
    project.write(
        "app.py",
        """
        def make():
            class One:
                #: type output = String
                #: (a: String)
                def call(self, a): ...
            return One
        """,
    )
    outcome = project.declared(handler_of("one", "make.<locals>.One"))
    assert outcome.text == ""
    assert outcome.tools == ["one"]


def test_a_handler_that_is_not_in_the_file(project: Project) -> None:
    project.write("app.py", "x = 1\n")
    outcome = project.declared(handler_of("one", "One"))
    assert outcome.text == (
        "app.py:1:1 [] SC612 there is no class or function `One` in this file\n"
        "  hint: give the annotations of generated code as text: "
        "`registry.add(…, signature=…, types=…)`"
    )


def test_a_file_that_python_cannot_read_is_one_finding(project: Project) -> None:
    project.write("app.py", "def one(:\n")
    outcome = project.declared(handler_of("one", "one"), handler_of("two", "two"))
    assert outcome.codes == ["SC003"]
    assert outcome.tools == []
