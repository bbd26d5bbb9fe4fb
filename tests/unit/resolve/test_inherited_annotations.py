"""Annotations are inherited from bases, wherever those stand and however many they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.counted import calls_at_most

if TYPE_CHECKING:
    from tests.unit.resolve.projects import Project

_BASE = """
    from schemac import Handler, tool

    class Base(Handler):
        #: import error
        #: type thing = { base: true }
        #: type output = { from_base: thing } | error

        #: (a: thing, ?b: Integer) -> output
        def call(self, *, a, b=None): ...
"""


def test_an_inherited_signature_is_read_where_it_was_written(project: Project) -> None:
    outcome = project.module(
        _BASE
        + """
    @tool("one")
    class One(Base):
        #: type thing = { one: true }
        #: type output = { from_one: thing }
        pass
    """
    )
    assert outcome.text == ""
    owners = {(each.name, each.owner) for each in outcome.program.types if each.file == "app.py"}
    assert owners >= {("thing", "Base"), ("thing", "One"), ("output", "One"), ("output", "Base")}
    tool = outcome.tool("one")
    types = outcome.program.types
    output = types[tool.output.target] if hasattr(tool.output, "target") else None
    assert output is not None
    assert output.owner == "One"
    assert [each.name for each in tool.parameters or ()] == ["a", "b"]


def test_the_output_of_a_base_class_is_inherited(project: Project) -> None:
    outcome = project.module(
        _BASE
        + """
    @tool("one")
    class One(Base):
        #: (c: String)
        def call(self, c): ...
    """
    )
    assert outcome.text == ""
    assert [each.name for each in outcome.tool("one").parameters or ()] == ["c"]


def test_an_override_without_an_annotation_keeps_the_inherited_one(project: Project) -> None:
    outcome = project.module(
        _BASE
        + """
    @tool("one")
    class One(Base):
        def call(self, *, a, b, **rest): ...
    """
    )
    assert outcome.text == (
        "app.py:8:20 [b] SC606 `b` may be absent and has no default in `call`\n"
        "  app.py:13:26 [b] here\n"
        "  hint: give it one: `b=None`"
    )


def test_types_of_a_base_class_are_no_scope(project: Project) -> None:
    outcome = project.module(
        _BASE
        + """
    @tool("one")
    class One(Base):
        #: type output = { x: thing }
        pass
    """
    )
    assert outcome.text == (
        "app.py:13:27 [thing] SC201 unknown type `thing`\n"
        "  hint: `Base` declares it for itself; declare it in the module to share it"
    )


def test_several_bases_in_the_order_of_python(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        class Top:
            #: type output = { top: true }
            #: ()
            def call(self): ...
        class Left(Top):
            pass
        class Right(Top):
            #: type output = { right: true }
            pass
        @tool("one")
        class One(Left, Right):
            pass
    """)
    assert outcome.text == ""
    assert outcome.type("output").owner == "Right"


def test_bases_in_other_files_are_found_by_the_imports(project: Project) -> None:
    project.write("pkg/__init__.py", "from .base import Base\n")
    project.write(
        "pkg/base.py",
        """
        from . import deeper
        class Base(deeper.Deep):
            #: type helper = { h: String }
            #: (a: helper) -> output
            def call(self, *, a): ...
        """,
    )
    project.write(
        "pkg/deeper.py",
        """
        class Deep:
            #: description "deep"
            #: type output = { deep: true }
            def description(self): ...
        """,
    )
    project.write("pkg/app/__init__.py", "")
    project.write(
        "pkg/app/tools.py",
        """
        from schemac import tool
        from pkg import Base
        from ..base import Base as Renamed
        import pkg.base
        import pkg.base as other

        @tool
        class One(Base): pass
        @tool
        class Two(Renamed): pass
        @tool
        class Three(pkg.base.Base): pass
        @tool
        class Four(other.Base[int]): pass
        class Outer:
            class Inner(Base): pass
            @tool
            class Five(Inner): pass
        """,
    )
    outcome = project.resolve("pkg/app/tools.py")
    assert outcome.text == ""
    assert outcome.tools == ["one", "two", "three", "four", "outer_five"]
    assert {(each.name, each.file, each.owner) for each in outcome.program.types} == {
        ("helper", "pkg/base.py", "Base"),
        ("output", "pkg/deeper.py", "Deep"),
    }
    one = outcome.tool("one")
    assert one.declaration.dynamic
    assert [member.text for member in one.descriptions] == ["deep"]


def test_bases_that_name_each_other_come_to_an_end(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool
        class A(B): pass
        @tool("b")
        class B(A): pass
    """)
    assert outcome.codes == ["SC612"]


def test_a_base_that_cannot_be_found_is_named(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool
        from elsewhere import Gone, Lost

        @tool("one")
        class One(Gone, Lost):
            pass

        @tool("two")
        class Two(Gone):
            #: (a: String)
            def call(self, a): ...

        @tool("three")
        class Three(Gone):
            #: (a: String) -> String
            def call(self, a): ...
    """)
    assert outcome.text == (
        "app.py:5:7 [One] SC612 `One` has no method `call`\n"
        "  note: the base classes `Gone`, `Lost` could not be found without importing them\n"
        "  hint: add `def call(self, *, …)` with a signature above it\n"
        "app.py:10:8 [(a: String)] SC603 `Two` does not say what it returns\n"
        "  note: the base class `Gone` could not be found without importing it\n"
        "  hint: declare `type output = …` in `Two`, or write `-> …` in its signature"
    )
    assert outcome.tools == ["three"]


def test_hierarchies_that_double_cost_nothing(project: Project) -> None:
    lines = ["class A0:", "    #: () -> String", "    def call(self): ...", "class B0: pass"]
    for at in range(1, 31):
        lines += [f"class A{at}(A{at - 1}, B{at - 1}): pass", f"class B{at}(B{at - 1}): pass"]
    lines += ["@tool('one')", "class One(A30): pass"]
    (project.root / "app.py").write_text("\n".join(lines), encoding="utf-8")
    outcome = project.resolve("app.py")
    assert outcome.text == ""
    assert outcome.tools == ["one"]


def test_a_hierarchy_taller_than_any_is_cut_and_said(project: Project) -> None:
    lines = ["class A0:", "    #: () -> String", "    def call(self): ..."]
    lines += [f"class A{at}(A{at - 1}): pass" for at in range(1, 2_000)]
    lines += ["@tool('one')", "class One(A1999): pass"]
    (project.root / "app.py").write_text("\n".join(lines), encoding="utf-8")
    outcome = project.resolve("app.py")
    assert outcome.text == (
        "app.py:2004:7 [One] SC612 `One` has no method `call`\n"
        "  note: the base class `A1949` could not be found without importing it\n"
        "  hint: add `def call(self, *, …)` with a signature above it"
    )


@pytest.mark.parametrize(("name", "count"), [("T{at}", 50), ("T", 0)])
def test_so_is_one_whose_classes_are_met_from_the_top_down(
    project: Project, name: str, count: int
) -> None:
    names = [name.format(at=at) for at in range(801)]
    lines = [f"class {names[0]}:", "    #: () -> String", "    def call(self): ..."]
    for at in range(1, 801):
        lines += [f"@tool('t{at}')", f"class {names[at]}({names[at - 1]}): pass"]
    (project.root / "app.py").write_text("\n".join(lines), encoding="utf-8")
    with calls_at_most(4_000_000):
        outcome = project.resolve("app.py")
    assert outcome.tools == [f"t{at}" for at in range(1, count + 1)]
    assert set(outcome.codes) == {"SC612"}


def test_handler_under_another_name_is_no_base_to_look_for(project: Project) -> None:
    outcome = project.module("""
        from schemac import Handler as Thing, tool
        import schemac as s

        @tool("one")
        class One(Thing, s.Handler): pass
    """)
    assert outcome.text == (
        "app.py:5:7 [One] SC612 `One` has no method `call`\n"
        "  hint: add `def call(self, *, …)` with a signature above it"
    )
