"""What the forerunner lost, dropped or mixed up while it looked names up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.ir.types import ListType, RecordType, Scalar, UnionType, Use
from schemac.ir.walk import bare

if TYPE_CHECKING:
    from schemac.ir.types import Type
    from tests.unit.resolve.projects import Outcome, Project


def _handler(project: Project, *lines: str, call: str = "self, **rest") -> Outcome:
    block = "\n".join(f"    #: {line}" for line in lines)
    text = f"from schemac import tool\n\n@tool('one')\nclass One:\n{block}\n"
    (project.root / "app.py").write_text(f"{text}    def call({call}): ...\n", encoding="utf-8")
    return project.resolve("app.py")


def _output(outcome: Outcome) -> Type:
    """Give the output of the tool, names of it looked through."""
    node = bare(outcome.tool("one").output)
    while isinstance(node, Use):
        node = bare(outcome.program.types[node.target].body)
    return node


@pytest.mark.parametrize(
    "shared",
    [
        "type r = { a: String }",
        "type r      = {a: String}",
        "type r =\n  { a: String }",
        "type r = {\n  a: String, # why\n}",
    ],
)
def test_one_line_and_aligned_and_long_records_are_the_same(project: Project, shared: str) -> None:
    project.write("sig/r.sig", shared)
    outcome = _handler(project, "import r", "type output = r", "()")
    assert outcome.text == ""
    body = _output(outcome)
    assert isinstance(body, RecordType)
    assert [each.name for each in body.fields] == ["a"]


def test_aliases_that_are_no_records_are_kept(project: Project) -> None:
    project.write("sig/ids.sig", "type ids = Array[name]\ntype name = String")
    outcome = _handler(project, "import ids", "type output = ids", "()")
    body = _output(outcome)
    assert isinstance(body, ListType)
    assert isinstance(body.item, Use)
    assert isinstance(outcome.program.types[body.item.target].body, Scalar)


def test_an_inline_record_is_an_output(project: Project) -> None:
    outcome = _handler(project, "type output = { a: String }", "()")
    assert isinstance(_output(outcome), RecordType)


def test_every_member_of_a_union_is_kept_however_it_is_laid_out(project: Project) -> None:
    outcome = _handler(
        project,
        'type mode = "AND" | "OR"',
        "type output = mode |",
        "  String @desc(one (of | them), or not)  # a comment",
        "  | { a: nil }",
        "(mode: mode)",
    )
    assert outcome.text == ""
    body = _output(outcome)
    assert isinstance(body, UnionType)
    assert len(body.members) == 3


def test_tags_do_not_confuse_the_contract(project: Project) -> None:
    outcome = _handler(
        project,
        "type output = { a: String @pattern(^(a|b){2,3}$) @desc(x (y) | z) } | nil",
        "(id: Integer @desc(The ID (NOT x), a | b) @min(1), other: String @default(,))",
    )
    assert [each for each in outcome.codes if each.startswith(("SC2", "SC6"))] == []
    assert [each.name for each in outcome.tool("one").parameters or ()] == ["id", "other"]


def test_a_reference_across_files_is_the_type_itself(project: Project) -> None:
    project.write("sig/one.sig", "import two\ntype one = { inner: two }")
    project.write("sig/two.sig", "type two = { deep: three }\ntype three = { x: nil }")
    outcome = _handler(project, "import one", "type output = one", "()")
    assert outcome.text == ""
    assert [(each.name, each.file) for each in outcome.program.types[:4]] == [
        ("output", "app.py"),
        ("one", "one.sig"),
        ("two", "two.sig"),
        ("three", "two.sig"),
    ]


def test_one_bad_shared_file_takes_only_its_users(project: Project) -> None:
    project.write("sig/bad.sig", "type bad = { a: }\ntype good = { a: String }")
    outcome = project.module("""
        from schemac import tool

        @tool("user")
        class User:
            #: import bad
            #: type output = bad
            #: ()
            def call(self): ...

        @tool("other")
        class Other:
            #: import bad
            #: type output = good
            #: ()
            def call(self): ...

        @tool("third")
        #: () -> String
        def third(): ...
    """)
    assert outcome.tools == ["other", "third"]
    assert all(code.startswith("SC1") for code in outcome.codes)


def test_a_missing_import_is_never_skipped(project: Project) -> None:
    outcome = _handler(project, "import missing", "type output = { a: thing }", "()")
    assert outcome.codes == ["SC202"]
    assert outcome.tools == []
