"""Law 1 from one end to the other: annotations as text in, listings and calls out."""

from __future__ import annotations

import json
import logging
import re
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.property import served_programs
from tests.property.annotated_programs import (
    Choice,
    Items,
    Keyed,
    Map,
    Maybe,
    Node,
    Pair,
    Part,
    Program,
    Rec,
    Self,
    visible,
)
from tests.property.served_programs import Served, flags, modest
from tests.property.strategies_programs import programs, value_of

no_warnings = pytest.fixture(autouse=True, scope="module")(served_programs.no_warnings)
TOKEN = re.compile(r"[fkv][0-9]{3}x")


def shown(tool: dict[str, Any], side: str) -> set[str]:
    return set(TOKEN.findall(json.dumps(tool[side])))


@modest
@given(programs(), flags, flags)
def test_law_1a_and_what_is_seen_is_exactly_what_the_gates_leave(
    program: Program, fewer: frozenset[str], others: frozenset[str]
) -> None:
    served = Served(program)
    small, large = served.listed(fewer), served.listed(fewer | others)
    for tool, held in ((small, fewer), (large, fewer | others)):
        output = visible(program.output, program, held)
        assert (tool is None) is (not output)
        if tool is not None:
            assert shown(tool, "outputSchema") == output
            assert shown(tool, "inputSchema") == visible(program.parameters, program, held)
    if small is not None:
        assert large is not None
        for side in ("inputSchema", "outputSchema"):
            assert shown(small, side) <= shown(large, side)


@modest
@given(programs(), flags, flags, st.data())
def test_law_1b_fewer_grants_give_the_same_with_members_removed(
    program: Program, fewer: frozenset[str], others: frozenset[str], data: st.DataObject
) -> None:
    served = Served(program)
    arguments = value_of(data.draw, program.parameters, program, slips=False)
    returns = value_of(data.draw, program.output, program, slips=False)
    small = served.call(arguments, returns, fewer)
    got = served.given
    large = served.call(arguments, returns, fewer | others)
    if got is not None and served.given is not None:
        assert removed(got, served.given, program.parameters, program)
    if small is None or small.is_error or large is None or large.is_error:
        return
    assert removed(small.structured, large.structured, program.output, program, sets=True)


def removed(  # noqa: C901 - a closed union's cases
    small: Any, large: Any, node: Node, program: Program, *, sets: bool = False
) -> bool:
    """Say whether one value is the other with members removed; sets merged and sorted anew."""

    def inside(one: Any, other: Any, inner: Node) -> bool:
        return removed(one, other, inner, program, sets=sets)

    match node:
        case Maybe(inner=inner) if small is not None and large is not None:
            return inside(small, large, inner)
        case Self():
            return inside(small, large, program.tree)
        case Choice(parts=parts):
            [chosen] = [part for part in parts if part.name == large["kind"]]
            return inside(small, large, chosen.type)
        case Rec(parts=parts):
            inner_types = {part.name: part.type for part in parts}
            return all(
                name in large and inside(small[name], large[name], inner_types[name])
                for name in small
            )
        case Keyed():
            return all(large.get(key) == small[key] for key in small)
        case Map(item=item):
            return list(small) == list(large) and all(
                inside(small[key], large[key], item) for key in small
            )
        case Items(item=item, is_set=True) if sets:
            texts = [json.dumps(each, separators=(",", ":"), ensure_ascii=False) for each in small]
            return (
                texts == sorted(set(texts))
                and all(any(inside(one, other, item) for other in large) for one in small)
                and all(any(inside(one, other, item) for one in small) for other in large)
            )
        case Items(item=item):
            pairs = zip(small, large, strict=False)
            return len(small) == len(large) and all(inside(*pair, item) for pair in pairs)
        case Pair(one=first, two=second):
            return inside(small[0], large[0], first) and inside(small[1], large[1], second)
        case _:
            return bool(small == large)


def depending(side: Rec, program: Program) -> dict[str, set[str]]:
    """Give the fields that depend on others, with those others."""
    found: dict[str, set[str]] = {}
    todo: list[object] = [side, program.tree]
    while todo:
        node = todo.pop()
        if isinstance(node, Part) and node.depends_on:
            found.setdefault(node.name, set()).add(node.depends_on)
        if isinstance(node, tuple):
            todo.extend(node)
        elif is_dataclass(node):
            todo.extend(getattr(node, each.name) for each in fields(node))
    return found


class Breaches(logging.Handler):
    """Gathers the pointers of broken contracts from the log."""

    def __init__(self) -> None:
        super().__init__()
        self.pointers: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if isinstance(record.args, tuple) and "output contract" in record.msg:
            self.pointers.append(str(record.args[1]))


@modest
@given(programs(), flags, flags, st.data())
def test_law_1c_more_grants_fail_only_where_fewer_do_not_see(
    program: Program, fewer: frozenset[str], others: frozenset[str], data: st.DataObject
) -> None:
    served = Served(program)
    arguments = value_of(data.draw, program.parameters, program, slips=data.draw(st.booleans()))
    returns = value_of(data.draw, program.output, program, slips=data.draw(st.booleans()))
    small = served.call(arguments, returns, fewer)
    if small is None or small.is_error:
        return
    log = Breaches()
    logging.getLogger("schemac").addHandler(log)
    try:
        large = served.call(arguments, returns, fewer | others)
    finally:
        logging.getLogger("schemac").removeHandler(log)
    assert large is not None
    pointers = log.pointers
    if large.kind == "invalid":
        pointers = [line.split(": ", 1)[0] for line in large.text.splitlines()]
    assert bool(pointers) is large.is_error
    side = program.parameters if large.kind == "invalid" else program.output
    seen = visible(side, program, fewer)
    others_of = depending(side, program)
    for pointer in pointers:
        names = TOKEN.findall(pointer)
        # What a hidden field asks for is a pair that is hidden as a whole.
        assert set(names) - seen or others_of.get(names[-1], seen) - seen
