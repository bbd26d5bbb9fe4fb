"""A first look that says "nothing here" is right: the closer one behind it would find nothing.

Most lines and texts are passed over at a glance. Each glance is set aside here, and what is found
then has to be the same, for all short texts that can be put together of what matters.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from itertools import product
from typing import TYPE_CHECKING, Literal

import pytest
from hypothesis import given, settings

from schemac.contract_sources import present
from schemac.ir.types import NameType, Use
from schemac.ir.walk import LEAVES, NAMELESS, holders, targets, walk
from schemac.plan.places import Places
from schemac.resolve.program import is_hole
from schemac.resolve.trees import fold, rebuilt
from schemac.source import Source
from schemac.syntax import bare_gates, commented, lost_gates, origins, scan, stray_comments
from schemac.syntax.claims import holds_signature
from schemac.syntax.commented import commented_annotations
from schemac.syntax.cut import cut
from schemac.syntax.lost_gates import find_gate
from schemac.syntax.places import layout
from tests.property.strategies_ir import types

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.ir.types import Type

ANYTHING = re.compile("")
"""A glance that sees something everywhere."""
DEEP = 40
"""Brackets nested deeper are counted exactly."""

GATES = ("@", "requires", "FEATURE", "(", ":a", ")", " ", "`", "x", "[", "\uff20", "\uff08")
RUBY = (
    "@requires",
    "\uff20feature",
    "@tier",
    "requires",
    ":a",
    " ",
    "'",
    "(",
    "!",
    "not ",
    "<",
    "=",
)
BARE = ("@", "tier", "requires", "(", "\uff08", ":", "a", " ", "`", "!")
COMMENTS = ("#", "#:", "@rbs ", "type a", "=", "\n", "\r", " ", "`", "@requires(:a)", "|")
SIGNED = (
    *("(", "a", ":", ")", "->", "\n", "\r", " ", "\t", "@min(", "'", '"', "[", "#", "type x = "),
)
ODD = (
    *("#", ":", "@", "requires", "(", "\n", "\r\n", "\r", " ", "\x0b", "\u2028", "rbs", "x"),
    *("type", "\uff1a", "%"),
)
NESTED = tuple(
    "type x = " + text * count + "("
    for text in ("[", "{}", "@min(", "[(")
    for count in (19, 20, 21, 38, 39, 40, 41, 99, 100, 200, 250)
)


def texts(pieces: Sequence[str], most: int = 4) -> Iterator[str]:
    for count in range(most + 1):
        yield from map("".join, product(pieces, repeat=count))


def test_lines_without_the_signs_of_a_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [*texts(GATES, 5), *texts(RUBY)]
    quick = [find_gate(line) for line in lines]
    monkeypatch.setattr(lost_gates, "_may_hold_one", lambda _: True)
    assert quick == [find_gate(line) for line in lines]
    assert any(quick)


def test_lines_whose_gates_have_their_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = [Source("a", f"#{text}") for text in texts(BARE, 5)]
    laid_out = layout(ast.parse(""), sources[0])
    quick = [bare_gates.bare_gates(each, laid_out) for each in sources]
    monkeypatch.setattr(bare_gates, "_lines", lambda _: (1,))
    assert quick == [bare_gates.bare_gates(each, laid_out) for each in sources]
    assert any(quick)


def test_texts_without_the_sign_of_a_comment(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = [Source("a", text) for text in texts(COMMENTS)]
    quick = [commented_annotations(source) for source in sources]
    monkeypatch.setattr(commented, "_SIGN", "")
    assert quick == [commented_annotations(source) for source in sources]
    assert any(quick)


@pytest.mark.parametrize("mode", ["block", "signature_file"])
def test_texts_in_which_no_line_begins_a_signature(
    mode: Literal["block", "signature_file"], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = [*texts(SIGNED), *NESTED]
    quick = [(cut(text, mode), holds_signature(text)) for text in written]
    monkeypatch.setattr(scan, "_MAY_SIGN", ANYTHING)
    for text, (pieces, signed) in zip(written, quick, strict=True):
        assert signed == holds_signature(text), text
        for piece, exact in zip(pieces, cut(text, mode), strict=True):
            told = (piece.kind, piece.start, piece.end, piece.deep)
            assert told == (exact.kind, exact.start, exact.end, exact.deep), text
            assert piece.depth == exact.depth or exact.depth <= piece.depth <= DEEP, text


def test_lines_of_a_file_one_by_one() -> None:
    for text in texts(ODD):
        source = Source("a", text)
        found = (each.end() - 1 for each in stray_comments._ODD.finditer(text))
        odd = dict.fromkeys(bisect_right(source.line_starts, at) for at in found)
        expected = [number for number in odd if "#" in source.line(number)]
        assert list(stray_comments._odd_lines(source, ())) == expected, text
        assert list(stray_comments._odd_lines(source, {1})) == [n for n in expected if n != 1], text


HEADS = ("class", "def", "async", " ", "\t", "\n", "\r", "\f", "a", "x=", "class ", "def b")
HEAD = re.compile(r"(?m)^[ \t\f]*(?:class|(?:async[ \t]+)?def)[ \t]+(\w+)")
BREAK = re.compile(r"\r\n?|\n")


def test_lines_and_heads_of_a_file() -> None:
    for text in texts(HEADS):
        source = Source("a", text)
        assert source.line_starts == (0, *(each.end() for each in BREAK.finditer(text))), text
        expected: dict[str, list[int]] = {}
        for each in HEAD.finditer(text):
            expected.setdefault(each[1], []).append(source.position(each.start(1)).line)
        assert present._heads(source) == expected, text


def test_places_one_by_one() -> None:
    places = Places(["a", "b"], [])
    numbers: tuple[object, ...] = (-2, -1, 0, 1, 2, 2**53 - 1, 2**53, True, 1.0, "1", None)
    for place in product(numbers, repeat=3):
        assert places._fits(*place) == places._fit([*place]), place


CODE = """
import a.b, c as d
from .e import f as g, h
async def i(j, /, k: int = (l := 1), *m, n=lambda o: o, **p: q) -> r:
    global s
    for t, (u, *v) in w: del t
    async with x as y, z() as (aa, ab.ac): pass
    return {ad: ae for ad, ae in af if ag}, [*ah], f"{ai!r:{aj}}"
@ak(al, am=an)
class ao(ap, metaclass=aq):
    ar: as_ = at
    au: av
    aw += ax[ay:az:ba]
try: bb = bc = bd
except be as bf: raise bg from bh
match bi:
    case bj(bk, bl=bm) | {"a": bn, **bo}: pass
    case [bp, *bq] if br: pass
    case bs as bt: pass
"""


def test_nodes_that_may_bind_a_name() -> None:
    tree = ast.parse(CODE)
    plain = [node for node in ast.walk(tree) if type(node) not in origins._PLAIN]
    assert {*map(id, origins._nodes(tree))} == {*map(id, plain)}
    met: set[int] = set()
    for node in origins._nodes(tree):
        assert met.isdisjoint(map(id, ast.walk(node)))
        met.add(id(node))


@pytest.mark.parametrize("kind", [each for each in vars(ast).values() if isinstance(each, type)])
def test_nodes_that_bind_no_name(kind: type) -> None:
    if not issubclass(kind, ast.AST) or kind in origins._BINDING or kind.__subclasses__():
        return
    for value in ("a", ast.Name("a", ast.Store()), [ast.Name("a", ast.Store())], ast.Store()):
        node = ast.AST.__new__(kind)
        for name in kind._fields:
            setattr(node, name, value)
        assert not list(origins._binds(node, set()))


def _numbered(written: Type) -> Type:
    """Let some names be those of numbered types, as they are once they are looked up."""

    def combine(node: Type, parts: Sequence[Type]) -> Type:
        if isinstance(node, NameType) and not parts:
            return Use(len(node.name) % 3, node.span)
        return rebuilt(node, parts)

    return fold(written, combine)


@settings(max_examples=60, deadline=None)
@given(types().map(_numbered))
def test_nodes_of_a_type_that_matter(written: Type) -> None:
    every = list(walk(written))
    assert list(holders(written)) == [node for node in every if type(node) not in LEAVES]
    assert not any(is_hole(node) for node in every if type(node) in LEAVES)
    used = (node.target for node in every if isinstance(node, Use))
    assert targets(written) == tuple(dict.fromkeys(used))


@settings(max_examples=60, deadline=None)
@given(types().map(_numbered))
def test_leaves_that_are_kept(written: Type) -> None:
    asked: list[Type] = []

    def combine(node: Type, parts: Sequence[Type]) -> Type:
        asked.append(node)
        return rebuilt(node, parts)

    assert fold(written, combine, kept=NAMELESS) == written
    assert not any(type(node) in NAMELESS for node in asked if node is not written)
