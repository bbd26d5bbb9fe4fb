"""What a module declares, and to which of its classes and functions it belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.source import Source
from schemac.syntax.module import read_module, read_signature_file
from tests.unit.syntax.read_modules import names, read, told

if TYPE_CHECKING:
    from schemac.syntax.host import HostClass, HostFunction, HostModule

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
