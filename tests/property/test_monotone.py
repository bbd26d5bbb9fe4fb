"""Laws 1, 3 and 5 from one end to the other: annotations as text in, listings and calls out."""

from __future__ import annotations

import json
import logging
import os
import re
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemac import Grants, Registry, Service
from schemac.runtime.errors import UnknownToolError
from tests.property.strategies_programs import (
    LEAVES,
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
    is_open,
    programs,
    value_of,
    visible,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.runtime.outcomes import CallOutcome

TOKEN = re.compile(r"[fkv][0-9]{3}x")
CORRELATION = re.compile(r"correlation id [0-9a-f]+")
modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "15")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
flags = st.frozensets(st.sampled_from(("a", "b", "c")))


@pytest.fixture(autouse=True, scope="module")
def _no_warnings() -> Iterator[None]:
    """Keep what the compiler thinks of random programs out of the log."""
    log = logging.getLogger("schemac")
    before = log.level
    log.setLevel(logging.ERROR)
    yield
    log.setLevel(before)


class Served:
    """A service of one program; the handler notes its arguments and returns what it is told."""

    def __init__(self, program: Program) -> None:
        self.given: dict[str, Any] | None = None
        self.returns: Any = None
        registry = Registry()
        registry.add(
            self.handle,
            name="t",
            description="What a test calls.",
            signature=program.signature(),
            types=program.types(),
        )
        self.service = Service(registry, eager=True)

    def handle(self, **given: object) -> object:
        self.given = given
        return self.returns

    def listed(self, held: frozenset[str]) -> dict[str, Any] | None:
        return next(iter(self.service.list_tools(context(held))), None)

    def call(self, arguments: Any, returns: Any, held: frozenset[str]) -> CallOutcome | None:
        self.given, self.returns = None, returns
        try:
            return self.service.surface.call_tool("t", arguments, context(held), None)
        except UnknownToolError:
            return None


def context(held: frozenset[str]) -> Grants:
    return Grants(requires=held & {"a", "b"}, feature=held & {"c"})


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


@modest
@given(programs(), flags, st.data())
def test_law_3_programs_that_differ_in_what_is_hidden_answer_alike(
    program: Program, held: frozenset[str], data: st.DataObject
) -> None:
    other = Altering(data, program, held).program()
    one, two = Served(program), Served(other)
    assert json.dumps(one.listed(held)) == json.dumps(two.listed(held))
    slips = data.draw(st.booleans())
    arguments = value_of(data.draw, program.parameters, program, slips=slips)
    returns = value_of(data.draw, program.output, program, slips=slips)
    first, second = one.call(arguments, returns, held), two.call(arguments, returns, held)
    assert (first is None) is (second is None)
    assert one.given == two.given
    if first is not None and second is not None:
        assert masked(first) == masked(second)
        assert first.structured == second.structured


def masked(outcome: CallOutcome) -> str:
    return CORRELATION.sub("correlation id X", json.dumps(outcome.content))


class Altering:
    """Changes what one caller does not see of a program: types, names, gates, what is required."""

    def __init__(self, data: st.DataObject, program: Program, held: frozenset[str]) -> None:
        self.data = data
        self.whole = program
        self.held = held
        self.count = 900

    def program(self) -> Program:
        whole = self.whole
        return replace(
            whole,
            parameters=self.node(whole.parameters),
            output=self.node(whole.output),
            tree=self.node(whole.tree),
        )

    def node(self, node: Any) -> Any:
        match node:
            case Rec(parts=parts):
                referred = {part.depends_on for part in parts}
                altered = [self.part(part, is_referred=part.name in referred) for part in parts]
                return Rec((*altered, *self.more()))
            case Choice(parts=parts):
                return Choice(tuple(self.part(part, is_referred=True) for part in parts))
            case Keyed(parts=parts):
                return Keyed(tuple(self.key(part) for part in parts))
            case Items(item=item):
                return replace(node, item=self.node(item))
            case Map(item=item):
                return Map(self.node(item))
            case Pair(one=one, two=two):
                return Pair(self.node(one), self.node(two))
            case Maybe(inner=inner):
                return Maybe(self.node(inner))
            case _:
                return node

    def fresh(self) -> str:
        self.count += 1
        return f"f{self.count}x"

    def closed(self) -> str:
        gates = ("@requires(:zz)", "@feature(:zz & :yy)", "@requires(:a) @requires(:zz)")
        return self.data.draw(st.sampled_from(gates))

    def part(self, part: Part, *, is_referred: bool) -> Part:
        if is_open(part.gate, self.held):
            return replace(part, type=self.node(part.type))
        if is_referred:
            return replace(part, gate=self.closed())
        node = self.data.draw(
            st.sampled_from((part.type, Maybe(Rec((replace(part, depends_on=""),))), *LEAVES))
        )
        required = self.data.draw(st.booleans())
        return Part(self.fresh(), node, required, self.closed())

    def key(self, part: Part) -> Part:
        if is_open(part.gate, self.held):
            return part
        return replace(part, name=self.fresh(), gate=self.closed())

    def more(self) -> list[Part]:
        """Add a field that nobody sees; a record that had none must not come to have one."""
        if self.data.draw(st.booleans()):
            return []
        node = self.data.draw(st.sampled_from(LEAVES))
        return [Part(self.fresh(), node, self.data.draw(st.booleans()), self.closed())]


@modest
@given(programs(), flags, st.data())
def test_law_5_the_order_of_gates_and_of_keys_changes_no_bytes(
    program: Program, held: frozenset[str], data: st.DataObject
) -> None:
    one, two = Served(program), Served(turned(program))
    assert json.dumps(one.listed(held)) == json.dumps(two.listed(held))
    arguments = value_of(data.draw, program.parameters, program, slips=False)
    returns = value_of(data.draw, program.output, program, slips=False)
    first = one.call(arguments, returns, held)
    second = two.call(backwards(arguments), backwards(returns), held)
    assert one.given == two.given
    assert (first is None) is (second is None)
    if first is not None and second is not None:
        assert first.structured == second.structured
        assert masked(first) == masked(second)


def turned(node: Any) -> Any:
    """Write the gates of every part the other way round."""
    match node:
        case Program():
            inner = {name: turned(getattr(node, name)) for name in ("parameters", "output", "tree")}
            return replace(node, **inner)
        case Rec(parts=parts) | Choice(parts=parts) | Keyed(parts=parts):
            return type(node)(
                tuple(
                    replace(part, type=turned(part.type), gate=TURNED.get(part.gate, part.gate))
                    for part in parts
                )
            )
        case Items(item=item):
            return replace(node, item=turned(item))
        case Map(item=item):
            return Map(turned(item))
        case Pair(one=first, two=second):
            return Pair(turned(first), turned(second))
        case Maybe(inner=inner):
            return Maybe(turned(inner))
        case _:
            return node


TURNED = {
    "@requires(:a) @feature(:c)": "@feature(:c) @requires(:a)",
    "@requires(:a | :b)": "@requires(:b | :a)",
    "@requires(:a & (:b))": "@requires(:b) @requires(:a)",
}


def backwards(value: Any) -> Any:
    """Turn the order of keys round at every depth, but for those of maps, which are data."""
    if isinstance(value, list):
        return [backwards(each) for each in value]
    if isinstance(value, dict):
        is_map = any(key[0] in "pqk" and key != "kind" for key in value)
        names = list(value) if is_map else reversed(value)
        return {name: backwards(value[name]) for name in names}
    return value
