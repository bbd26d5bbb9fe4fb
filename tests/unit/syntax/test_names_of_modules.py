"""What the names of a module stand for: decorators, imports and bases."""

from __future__ import annotations

from schemac.syntax.host import Argument, NotLiteral
from tests.unit.syntax.read_modules import read


def test_reads_tool_decorators() -> None:
    (handler,) = read("""
        @other("x")
        @tool("show", requires=["a", "b"], read_only=True, gates={"feature": "x"}, title=TITLE)
        @registry.tool
        @app.registry.tool(NAME, *more, **rest)
        @tool(name="y", order=-1)
        class Show: ...
    """).classes
    first, bare, dynamic, named = handler.decorators
    assert first.name == Argument("show", first.span)
    assert first.complete
    assert dict(first.keywords) == {
        "requires": Argument(["a", "b"], first.span),
        "read_only": Argument(value=True, span=first.span),
        "gates": Argument({"feature": "x"}, first.span),
        "title": NotLiteral(first.span),
    }
    assert dict(first.keywords)["title"].span.text == "TITLE"
    assert first.span.text.startswith('tool("show"')
    assert (bare.name, bare.keywords, bare.complete) == (None, (), True)
    assert dynamic.name == NotLiteral(dynamic.span)
    assert not dynamic.complete
    assert named.name is None
    assert dict(named.keywords)["order"] == Argument(-1, named.span)


def test_knows_schemacs_tool_by_another_name() -> None:
    (function,) = read("""
        from schemac import tool as mcp_tool

        @mcp_tool("f")
        @functools.cache
        def f(): ...
    """).functions
    assert [each.name for each in function.decorators] == [Argument("f", function.name_span)]


def test_reads_what_imports_bind() -> None:
    module = read("""
        import os
        import os.path
        import a.b as c
        from x.y import z, w as v
        from . import sibling
        from ..up import thing
        from star import *
        def f():
            from local import os, inner
    """)
    assert module.imports == (
        ("os", "os"),
        ("c", "a.b"),
        ("z", "x.y.z"),
        ("v", "x.y.w"),
        ("sibling", ".sibling"),
        ("thing", "..up.thing"),
        ("*", "star.*"),
        ("inner", "local.inner"),
    )


def test_bases_are_text_without_arguments() -> None:
    (only,) = read("class A(Handler, base.Thing[int], make(1), metaclass=M): ...").classes
    assert only.bases == ("Handler", "base.Thing", "make(1)")


def test_names_that_python_normalises_have_their_span() -> None:
    (function,) = read("def ﬁnd(ﬁ): ...").functions
    assert (function.name, function.name_span.text) == ("find", "ﬁnd")
    assert (function.parameters[0].name, function.parameters[0].span.text) == ("fi", "ﬁ")


def test_bare_imports_without_any_other_annotation_may_be_prose() -> None:
    module = read("""
        #: import it first
        #: import me
        class A:
            #: import error
            x = 1

        class B:
            #: import error
            #: () -> error
            def call(self): ...
    """)
    first, second = module.classes
    assert first.declarations.tentative
    assert not second.declarations.tentative
    assert read("#: import me\n").declarations.tentative
    assert not read("#: import me\n#: type a = String\n").declarations.tentative
    assert not read("#: from me import a\n").declarations.tentative
