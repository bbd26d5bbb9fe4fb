from __future__ import annotations

import tempfile
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from schemac.ir.types import NameType, Use
from schemac.ir.walk import walk
from schemac.resolve.program import is_hole
from tests.unit.resolve.projects import Outcome, Project

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_NAMES = ("a", "b", "c", "d")

_MODULE = '''
from schemac import Handler, tool
from other import Elsewhere

#: import pagination
#: from error import error as failure
#: type page[T = untyped] = { items: Array[T], ?next: page[T]?, p: pagination }
#: type tree = { label: String, ?cost: Integer @requires(:x), kids: Array[tree] @max(3) }

@tool("one", requires="a", gates={"feature": "b"}, domains=["x"])
class One(Handler):
    """Do it."""
    #: description "a" @requires(:x) | "b"
    #: type output = page[tree] | failure | (page["x" | "y"] @feature(:z))

    #: (
    #:   id: String @min(1),
    #:   ?tree: tree & { extra: nil }  @requires(:x | !:y) @depends_on(:id)
    #: ) -> output
    def call(self, *, id, tree=None): ...

@tool
class Two(One):
    #: type input = { a: [String, Integer], "b-c": Hash[String, { d: bot }] }
    #: type output = { ok: true }
    def call(self, *, a, **rest): ...

@tool("three")
#: (a: page) -> Array[page[page[String]]]
def three(a): ...
'''


def _bodies() -> SearchStrategy[str]:
    leaves = st.sampled_from((*_NAMES, "String", "nil", '"x"', "untyped"))

    def larger(inner: SearchStrategy[str]) -> SearchStrategy[str]:
        return st.one_of(
            inner.map("({})?".format),
            inner.map("Array[{}]".format),
            inner.map("[{}]".format),
            inner.map("{{ x: {} }}".format),
            inner.map("{{ ?x: {} }}".format),
            st.tuples(inner, inner).map(lambda two: f"({two[0]}) | ({two[1]})"),
            st.tuples(inner, inner).map(lambda two: f"{{ x: {two[0]}, y: {two[1]} }}"),
        )

    return st.recursive(leaves, larger, max_leaves=5)


def _resolve(files: dict[str, str]) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder))
        for name, text in files.items():
            (project.root / name).write_text(text, encoding="utf-8", newline="")
        return project.resolve(
            *(name for name in files if name.endswith(".py")), signature_files=True
        )


def _check_form(outcome: Outcome) -> None:
    """Every name is looked up, every number is one of the program, every span is inside.

    Holes stand only where a mistake was reported, and no sound type or tool reaches one.
    """
    types = outcome.program.types
    sound = [each.body for each in types if each.sound]
    rest = [each.body for each in types if not each.sound]
    for tool in (*outcome.program.tools, *outcome.program.flawed):
        assert (tool.input is None) != (tool.parameters is None)
        written = [tool.output, *([tool.input] if tool.input else [])]
        written += [each.type for each in tool.parameters or ()]
        (sound if tool in outcome.program.tools else rest).extend(written)
    for node in (node for each in sound for node in walk(each)):
        assert not isinstance(node, NameType)
        assert not isinstance(node, Use) or types[node.target].sound
    for node in (node for each in rest for node in walk(each)):
        assert not isinstance(node, NameType) or (is_hole(node) and outcome.diagnostics)
        assert not isinstance(node, Use) or 0 <= node.target < len(types)
    for found in outcome.diagnostics:
        if found.span is not None:
            assert 0 <= found.span.start <= found.span.end <= len(found.span.source.text)


@settings(max_examples=120, deadline=None)
@given(st.tuples(*(_bodies() for _ in _NAMES)))
def test_exactly_the_types_that_some_finite_value_fits_remain(bodies: tuple[str, ...]) -> None:
    written = dict(zip(_NAMES, bodies, strict=True))
    outcome = _resolve({"sig/s.sig": "\n".join(f"type {n} = {b}" for n, b in written.items())})
    _check_form(outcome)
    assert set(outcome.codes) <= {"SC205"}
    circular = {name for name in _NAMES if name in _reach(written, name, _bare_names)}
    finite: set[str] = set()
    for _ in _NAMES:
        finite |= {name for name in _NAMES if _is_finite(written[name], finite)}
    bad = circular | (set(_NAMES) - finite)
    lost = {name for name in _NAMES if name in bad or bad & _reach(written, name, _all_names)}
    assert set(outcome.names) == set(_NAMES) - lost
    assert bool(outcome.codes) == bool(bad)


def _parts(body: str, mark: str = "|") -> list[str]:
    """Split a body at its top level: the members of a union, or the fields of a record."""
    depth, out, at = 0, [], 0
    for index, char in enumerate(body):
        depth += (char in "([{") - (char in ")]}")
        if depth == 0 and char == mark:
            out.append(body[at:index].strip())
            at = index + 1
    return [*out, body[at:].strip()]


def _is_finite(body: str, known: set[str]) -> bool:
    body = body.strip()
    members = _parts(body)
    if len(members) > 1:
        return any(_is_finite(each, known) for each in members)
    if body.endswith("?") or body.startswith("Array["):
        return True
    if body.startswith("("):
        return _is_finite(body[1:-1], known)
    if body.startswith("["):
        return _is_finite(body[1:-1], known)
    if body.startswith("{"):
        fields = _parts(body[1:-1], ",")
        return all(
            each.startswith("?") or _is_finite(each.partition(":")[2], known) for each in fields
        )
    return body not in _NAMES or body in known


def _bare_names(body: str) -> set[str]:
    """Give the names that no field, item or tuple stands around."""
    body = body.strip()
    members = _parts(body)
    if len(members) > 1:
        return reduce(set.union, (_bare_names(each) for each in members))
    if body.endswith("?"):
        return _bare_names(body[:-1])
    if body.startswith("("):
        return _bare_names(body[1:-1])
    return {body} & set(_NAMES)


def _all_names(body: str) -> set[str]:
    for mark in "()[]{}|,:?":
        body = body.replace(mark, " ")
    return set(body.split()) & set(_NAMES)


def _reach(written: dict[str, str], name: str, names: object) -> set[str]:
    assert callable(names)
    found: set[str] = set()
    pending = [name]
    while pending:
        fresh = names(written[pending.pop()]) - found
        found |= fresh
        pending += fresh
    return found


def _generic_bodies(own: tuple[str, ...]) -> SearchStrategy[str]:
    leaves = st.sampled_from((*own, *own, "String", "nil"))

    def larger(inner: SearchStrategy[str]) -> SearchStrategy[str]:
        return st.one_of(
            inner.map("f[{}]".format),
            st.tuples(inner, inner).map(lambda two: f"g[{two[0]}, {two[1]}]"),
            inner.map("h[{}]".format),
            inner.map("Array[{}]".format),
            inner.map("{{ ?x: {} }}".format),
            inner.map("{} @desc(x)".format),
        )

    return st.recursive(leaves, larger, max_leaves=4)


@settings(max_examples=150, deadline=None)
@given(_generic_bodies(("T",)), _generic_bodies(("A", "B")), _generic_bodies(("T",)))
def test_generics_end_or_are_said_to_grow(first: str, second: str, third: str) -> None:
    outcome = _resolve(
        {
            "sig/s.sig": f"type f[T] = {{ ?a: {first} }}\ntype g[A, B = nil] = {{ ?b: {second} }}\n"
            f"type h[T] = {{ ?c: {third} }}\ntype use = [f[String], g[nil, String], h[use?]]\n"
        }
    )
    _check_form(outcome)
    assert set(outcome.codes) <= {"SC206"}
    messages = {each.message for each in outcome.diagnostics}
    assert all("ever larger" in each for each in messages), "the growth was seen before it happened"
    assert (outcome.names == []) <= bool(messages)
    texts = [(each.name, each.arguments) for each in outcome.program.types]
    assert len(set(texts)) == len(texts), "each instance has a text of its own"


_EDITS = st.lists(
    st.tuples(
        st.integers(0, len(_MODULE)),
        st.integers(0, 6),
        st.sampled_from(
            [
                *("", "", " ", "|", "&", "@", "(", ")", "[", "]", "{", "}", ",", ":", "?", "#:"),
                *(
                    "page",
                    "output",
                    "input",
                    "tree",
                    "type x = x",
                    "import nothing",
                    "T",
                    "é",
                    "\n",
                ),
            ]
        ),
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=150, deadline=None)
@given(_EDITS)
def test_no_edit_of_a_module_makes_resolving_raise(edits: list[tuple[int, int, str]]) -> None:
    text = _MODULE
    for at, length, new in edits:
        text = text[:at] + new + text[at + length :]
    _check_form(_resolve({"app.py": text}))


def test_the_module_is_right_as_it_stands() -> None:
    outcome = _resolve({"app.py": _MODULE})
    assert outcome.text == ""
    assert outcome.tools == ["one", "two", "three"]


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab[]T,=type \n{}:?&|@()#imporf/.\"'", max_size=120))
def test_no_text_makes_resolving_raise(text: str) -> None:
    _check_form(_resolve({"sig/s.sig": text}))
