from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from schemac.source import Source
from schemac.syntax.host import Argument, HostClass, HostFunction, HostModule, NotLiteral
from schemac.syntax.module import read_module, read_signature_file

if TYPE_CHECKING:
    from schemac.diagnostics.model import Diagnostic
    from schemac.syntax.host import Declarations


def read(python: str) -> HostModule:
    module, diagnostics = read_module(Source("m.py", dedent(python)))
    assert diagnostics == ()
    return module


def found(python: str) -> list[tuple[str, str, str]]:
    """Give code, message and spanned text of each diagnostic."""
    _, diagnostics = read_module(Source("m.py", dedent(python)))
    return [told(each) for each in diagnostics]


def told(each: Diagnostic) -> tuple[str, str, str]:
    return each.code, each.message, "" if each.span is None else each.span.text


def names(declarations: Declarations) -> list[str]:
    return [declared.name for declared in declarations.types]


HANDLER = '''
    from schemac import Handler, tool

    #: type shared = String

    @tool("advance_step", requires="manage_workflows")
    class AdvanceStep(Handler):
        """Advance an applicant.

        Further text.
        """

        #: import error
        #: type output = { ok: bool } | error

        #: (
        #:   id: String,
        #:   ?stage: shared?  @requires(:routing)
        #: ) -> output
        def call(self, *, id, stage=None): ...

        def other(self): ...
'''


def test_reads_a_handler() -> None:
    module = read(HANDLER)
    assert names(module.declarations) == ["shared"]
    (handler,) = module.classes
    assert (handler.name, handler.qualname, handler.bases) == (
        "AdvanceStep",
        "AdvanceStep",
        ("Handler",),
    )
    assert names(handler.declarations) == ["output"]
    assert [brought.path for brought in handler.declarations.imports] == ["error"]
    assert handler.docstring == "Advance an applicant.\n\nFurther text."
    assert handler.name_span.text == "AdvanceStep"
    call, other = handler.functions
    assert call.signature is not None
    assert [each.name for each in call.signature.parameters] == ["id", "stage"]
    assert other.signature is None
    assert not other.broken
    assert [(each.name, each.kind, each.has_default) for each in call.parameters] == [
        ("self", "positional_or_keyword", False),
        ("id", "keyword_only", False),
        ("stage", "keyword_only", True),
    ]


def test_first_lines_are_those_of_decorators() -> None:
    handler = read(HANDLER).classes[0]
    assert handler.first_line == 6
    assert [each.first_line for each in handler.functions] == [20, 22]


def test_reads_parameters_of_every_kind() -> None:
    (function,) = read("def f(a, b=1, /, c=2, *d, e, f=3, **g): ...").functions
    assert [
        (each.name, each.kind, each.has_default, each.span.text) for each in function.parameters
    ] == [
        ("a", "positional_only", False, "a"),
        ("b", "positional_only", True, "b"),
        ("c", "positional_or_keyword", True, "c"),
        ("d", "var_positional", False, "d"),
        ("e", "keyword_only", False, "e"),
        ("f", "keyword_only", True, "f"),
        ("g", "var_keyword", False, "g"),
    ]


def test_two_classes_of_a_file_keep_their_own() -> None:
    first, second = read("""
        class A:
            #: type output = String
            #: (a: String) -> output
            def call(self, *, a): ...

        class B:
            #: type output = Integer

            #: (b: String) -> output
            def call(self, *, b): ...
    """).classes
    assert names(first.functions[0].declarations) == []
    assert names(first.declarations) == ["output"]
    assert names(second.declarations) == ["output"]
    for handler, parameter in ((first, "a"), (second, "b")):
        signature = handler.functions[0].signature
        assert signature is not None
        assert [each.name for each in signature.parameters] == [parameter]


def test_nested_classes_and_local_ones_have_their_qualified_names() -> None:
    module = read("""
        class Outer:
            #: type a = String
            class Inner:
                #: type b = String
                #: () -> b
                def call(self): ...
            #: type c = String

        def function():
            class Local:
                #: type d = String
                x = 1
            #: () -> String
            def tool(): ...
    """)
    outer, local = module.classes
    assert names(outer.declarations) == ["a", "c"]
    (inner,) = outer.classes
    assert inner.qualname == "Outer.Inner"
    assert inner.functions[0].qualname == "Outer.Inner.call"
    assert local.qualname == "function.<locals>.Local"
    assert names(local.declarations) == ["d"]
    assert [(each.qualname, each.signature is not None) for each in module.functions] == [
        ("function", False),
        ("function.<locals>.tool", True),
    ]


def test_definitions_under_conditions_belong_to_the_same_place() -> None:
    module = read("""
        if X:
            #: type a = String
            class A:
                try:
                    #: () -> String
                    def call(self): ...
                except E:
                    def call(self): ...
                #: type b = String
        else:
            pass
            #: type c = String
        def f(): ...
    """)
    assert names(module.declarations) == ["a", "c"]
    (only,) = module.classes
    assert names(only.declarations) == ["b"]
    assert [each.signature is not None for each in only.functions] == [True, False]


def test_trailing_comments_belong_where_their_indentation_says() -> None:
    module = read("""
        class A:
            def call(self):
                pass
            #: type a = String

        #: type m = String
        class B:
            x = 1

            #: type b = String
        #: type n = String
    """)
    assert names(module.declarations) == ["m", "n"]
    assert [names(each.declarations) for each in module.classes] == [["a"], ["b"]]


def test_a_signature_may_stand_above_or_between_decorators() -> None:
    above, between = read("""
        #: () -> String
        @one
        @two(
            3)
        async def above(): ...

        @one
        #: () -> String
        @two
        @staticmethod
        def between(): ...
    """).functions
    assert above.signature is not None
    assert between.signature is not None
    assert (above.static, between.static) == (False, True)


def test_docstrings_mean_the_same() -> None:
    module = read('''
        class A:
            """Show it.

            #: type output = String
            """

            def call(self, *, id):
                """
                #: (id: String) -> output
                """

        def tool(id):
            """Tell it.

            #: type output = String
            #: (id: String) -> output
            """
    ''')
    (handler,) = module.classes
    assert names(handler.declarations) == ["output"]
    assert handler.docstring == "Show it."
    assert handler.functions[0].signature is not None
    assert handler.functions[0].docstring is None
    (function,) = module.functions
    assert function.signature is not None
    assert names(function.declarations) == ["output"]
    assert function.docstring == "Tell it."


def test_a_description_at_the_top_of_a_module_is_never_silent() -> None:
    text = '#: description "of all"\n\n#: description "of f"\n#: () -> nil\ndef f(): ...\n\n'
    text += '#: description "of nobody"\ndef g(): ...\n'
    _, diagnostics = read_module(Source("x.py", text))
    message = "a description at the top of a module is of no tool"
    assert [(one.code, one.message, one.span and one.span.text) for one in diagnostics] == [
        ("SC108", message, 'description "of all"'),
        ("SC108", message, 'description "of nobody"'),
    ]


def test_what_the_docstring_of_an_annotated_module_declares_is_never_silent() -> None:
    docstring = '"""Tools.\n\n#: type shared = { a: String }\n#: (prose)\n"""\n'
    handler = "class A:\n    #: () -> shared\n    def call(self): ...\n"
    module, diagnostics = read_module(Source("x.py", docstring + handler))
    assert module.declarations.types == ()
    assert [(found.code, found.message) for found in diagnostics] == [
        ("SC108", "annotations in the docstring of a module are not read")
    ]
    assert diagnostics[0].span is not None
    assert diagnostics[0].span.text == "type shared = { a: String }"
    assert read_module(Source("x.py", docstring + "SIZE = 1\n"))[1] == ()


def test_a_declaration_in_a_comment_and_in_the_docstring() -> None:
    assert found('''
        class A:
            """A.

            #: import error
            #: type output = String
            #: description "x"
            """
            #: import error
            #: type output = Integer
            #: description "y"

            #: () -> output
            def call(self):
                """
                #: () -> output
                """
    ''') == [
        ("SC109", "`A.call` has two signatures", "() -> output"),
        ("SC109", "`type output` stands in a comment and in the docstring", "output"),
        ("SC109", "the import of `error` stands in a comment and in the docstring", "error"),
        ("SC109", "the description stands in a comment and in the docstring", 'description "x"'),
    ]


def test_of_two_places_the_comment_is_read_on() -> None:
    module, _ = read_module(
        Source(
            "m.py",
            'class A:\n    """\n    #: type a = String\n    #: type b = String\n    """\n'
            "    #: type a = Integer\n",
        )
    )
    assert names(module.classes[0].declarations) == ["a", "b"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["#: typ x = String"], ("`typ` begins no declaration", "typ")),
        (["#: Type x = String"], ("`Type` begins no declaration", "Type")),
        (["#: imprt error"], ("`imprt` begins no declaration", "imprt")),
        (["#: form error import x"], ("`form` begins no declaration", "form")),
        (['#: descripton "x"'], ("`descripton` begins no declaration", "descripton")),
        (
            ['#: description: "x"'],
            ("this is no `description` declaration, though it begins like one", "description"),
        ),
        (
            ["#: import a, b"],
            ("this is no `import` declaration, though it begins like one", "import"),
        ),
        (
            ["#: type my-name = String"],
            ("this is no `type` declaration, though it begins like one", "type"),
        ),
        (
            ["#: (a: String) -> x", "", "def f(self, a): ..."],
            ("this signature is of no function", "(a: String) -> x"),
        ),
        (
            ["#: (a: String) -> x", "# why", "def f(self, a): ..."],
            ("this signature is of no function", "(a: String) -> x"),
        ),
        (["#: (a: String)", "y = 1"], ("this signature is of no function", "(a: String)")),
        (
            ["#: (deprecated) it", "def f(self): ..."],
            ("this block is no signature", "(deprecated) it"),
        ),
        (
            ["#: The types:", "#: type x = String"],
            ("a declaration below other text is not read", "type x = String"),
        ),
    ],
)
def test_a_near_miss_in_an_annotated_class(lines: list[str], expected: tuple[str, str]) -> None:
    body = "\n".join(f"    {line}" for line in ["#: type known = String", "", *lines])
    assert found(f"class A:\n{body}\n    z = 1\n") == [("SC108", *expected)]
    bare = "\n".join(f"    {line}" for line in lines)
    assert found(f"class A:\n{bare}\n    z = 1\n") == []


@pytest.mark.parametrize(
    "line",
    [
        "#: The maximum size.",
        "#: type of the widget",
        "#: (deprecated) use the other",
        "#: type: how it looks",
        "#: from the start",
        "#: import it before use",
        "#: description of the thing",
        "#: size = 3",
        "#:",
    ],
)
def test_prose_above_a_constant_is_never_a_near_miss(line: str) -> None:
    assert found(f"class A:\n    #: type known = String\n\n    {line}\n    MAX = 1\n") == []


def test_a_near_miss_has_a_fix() -> None:
    _, (only,) = read_module(
        Source("m.py", "class A:\n    #: type a = String\n\n    #: tpye b = String\n    x = 1\n")
    )
    assert only.hint == "did you mean `type`?"
    assert only.fix is not None
    assert (only.fix.span.text, only.fix.replacement) == ("tpye", "type")


def test_a_signature_behind_declarations_must_stand_above_its_function_too() -> None:
    assert found(
        "class A:\n    #: type a = String\n    #: () -> a\n\n    def call(self): ...\n"
    ) == [("SC108", "this signature is of no function", "() -> a")]


def test_declarations_in_the_body_of_a_function_belong_to_nothing() -> None:
    assert found("def f():\n    #: type a = String\n    return 1\n") == [
        ("SC108", "declarations in the body of `f` belong to nothing", "type a = String")
    ]


def test_a_broken_declaration_leaves_its_name_and_the_others() -> None:
    module, diagnostics = read_module(
        Source("m.py", "class A:\n    #: type a = {\n    #: type b = String\n    x = 1\n")
    )
    (handler,) = module.classes
    assert len(diagnostics) == 1
    assert names(handler.declarations) == ["b"]
    assert handler.declarations.broken == ("a",)


def test_a_broken_signature_is_known_to_be_one() -> None:
    module, diagnostics = read_module(
        Source("m.py", "class A:\n    #: (a: ) -> String\n    def call(self, a): ...\n")
    )
    assert len(diagnostics) == 1
    (call,) = module.classes[0].functions
    assert call.signature is None
    assert call.broken


def test_hidden_characters_are_reported_and_what_holds_them_left_out() -> None:
    module, diagnostics = read_module(
        Source(
            "m.py", '#: type a = "user\u202e"\n#: type b = String\n# plain \u202e\nX = "\u202e"\n'
        )
    )
    assert [told(each) for each in diagnostics] == [
        (
            "SC111",
            "an annotation holds the hidden character U+202E (RIGHT-TO-LEFT OVERRIDE)",
            "\u202e",
        )
    ]
    assert names(module.declarations) == ["b"]
    assert module.declarations.broken == ("a",)


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


def test_a_signature_file_needs_no_markers() -> None:
    file, diagnostics = read_signature_file(
        Source(
            "sig/a.sig", "import b\n\n## One.\ntype a = { id: String }\ntype c = {\ntype d = a\n"
        )
    )
    assert len(diagnostics) == 1
    assert names(file.declarations) == ["a", "d"]
    assert [each.path for each in file.declarations.imports] == ["b"]
    assert file.declarations.broken == ("c",)


def functions_of(item: HostModule | HostClass) -> list[HostFunction]:
    return [*item.functions, *(each for inner in item.classes for each in functions_of(inner))]


def test_reads_large_files_in_linear_time() -> None:
    one = (
        "class C{0}:\n    #: type output = String\n\n"
        "    #: (a: String) -> output\n    def call(self, *, a):\n        return a\n\n"
    )
    module, diagnostics = read_module(
        Source("m.py", "".join(one.format(number) for number in range(1000)))
    )
    assert diagnostics == ()
    assert sum(each.signature is not None for each in functions_of(module)) == 1000


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
