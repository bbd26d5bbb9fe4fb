"""Lines that nearly are annotations, and annotations that belong to nothing or are broken."""

from __future__ import annotations

import pytest

from schemac.source import Source
from schemac.syntax.module import read_module
from tests.unit.syntax.read_modules import found, names


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
