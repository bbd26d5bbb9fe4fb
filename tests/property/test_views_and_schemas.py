"""Random plans and answers in, laws of views and their schemas checked."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import jsonschema_rs
from hypothesis import HealthCheck, given, seed, settings
from mcp_types import Tool
from mcp_types.methods import serialize_server_result
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS

from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.emit.json_schema import Writer
from schemac.emit.keywords import KEY_ORDER
from schemac.plan.codec import decode, encode
from schemac.plan.decisions import is_open
from schemac.plan.nodes import NO_META, Anything, Const, Record, Ref, Scalar, Union
from schemac.plan.view import view_tool
from schemac.plan.walk import children, gates_on, walk
from tests.property.schemas import dereferenced, references, subschemas
from tests.property.strategies_plan import Options, answers, grants, plans

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from schemac.plan.gates import Answer, Gate, Side
    from schemac.plan.model import Plan, Shape, ToolView
    from schemac.plan.nodes import Node

TOKEN = re.compile(r"[a-z][0-9]{4}x")
modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def view_of(plan: Plan, given_answers: dict[int, Answer]) -> ToolView | None:
    return view_tool(plan, plan.tools[0], given_answers)


def shapes(view: ToolView | None) -> Iterator[Shape]:
    if view is not None:
        yield view.input
        yield view.output


def granting(names: frozenset[int]) -> dict[int, Answer]:
    return {atom: 1 if atom in names else 0 for atom in range(3)}


@modest
@given(plans(), answers())
def test_schemas_are_valid_and_their_keywords_in_order(
    plan: Plan, given_answers: dict[int, Answer]
) -> None:
    ranks = {key: rank for rank, key in enumerate(KEY_ORDER)}
    for shape in shapes(view_of(plan, given_answers)):
        for closed in (False, True):
            schema = emit_schema(shape, closed=closed)
            jsonschema_rs.meta.validate(schema)
            for part in subschemas(schema):
                assert [ranks[key] for key in part] == sorted(ranks[key] for key in part)


@modest
@given(plans(), answers())
def test_tools_are_tools_to_the_sdk(plan: Plan, given_answers: dict[int, Answer]) -> None:
    view = view_of(plan, given_answers)
    if view is None:
        return
    listed = {
        "name": "t",
        "description": view.description,
        "inputSchema": emit_schema(view.input),
        "outputSchema": emit_schema(view.output),
    }
    tool = Tool.model_validate(listed)
    assert tool.model_dump(by_alias=True, exclude_unset=True) == listed
    assert listed["inputSchema"]["type"] == "object"  # type: ignore[index]
    listing = {"tools": [listed], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    for version in KNOWN_PROTOCOL_VERSIONS:
        (sent,) = serialize_server_result("tools/list", version, listing)["tools"]
        assert sent == listed, version


@modest
@given(plans(), answers())
def test_no_dangling_and_no_dead_definitions(plan: Plan, given_answers: dict[int, Answer]) -> None:
    for shape in shapes(view_of(plan, given_answers)):
        schema = emit_schema(shape)
        used = list(dict.fromkeys(references(schema)))
        assert sorted(used) == sorted(schema.get("$defs", {}))
        assert "$defs" not in schema or list(schema)[-1] == "$defs"


@modest
@given(plans(Options(recursion=False, bounds_at_uses=False)), answers())
def test_hoisted_means_the_same_as_inlined(plan: Plan, given_answers: dict[int, Answer]) -> None:
    for shape in shapes(view_of(plan, given_answers)):
        schema = emit_schema(shape)
        writer = Writer(shape.types, {}, closed=False)
        inlined = writer.write(writer.inlined(shape.root))
        flat = dereferenced(schema, schema.get("$defs", {}))
        assert flat == ({"type": "object"} | inlined if "type" in flat else inlined)
        # The key of the definitions themselves is weighed by nobody.
        assert len(dumps(schema)) <= len(dumps({"type": "object"} | inlined)) + len(',"$defs":{}')


def member_names(union: Union) -> Iterator[int]:
    return (part.target for part in children(union) if isinstance(part, Ref))


@modest
@given(plans(), answers())
def test_views_hold_no_gates_and_no_bare_unions_in_unions(
    plan: Plan, given_answers: dict[int, Answer]
) -> None:
    for shape in shapes(view_of(plan, given_answers)):
        for body in (shape.root, *(named.body for named in shape.types.values())):
            for node in walk(body):
                assert list(gates_on(node)) == []
                if isinstance(node, Union):
                    assert len(node.members) > 1
                    inner = [part for part in children(node) if isinstance(part, Union)]
                    assert all(part.meta != NO_META for part in inner)
                    named = [shape.types[at] for at in member_names(node)]
                    leaves = [*children(node), *(each.body for each in named)]
                    assert not any(isinstance(part, Anything) for part in leaves)
                    assert not any(isinstance(each.body, Scalar | Const) for each in named)
                if isinstance(node, Ref):
                    assert node.target in shape.types


def tokens_in(*parts: object) -> set[str]:
    return set(TOKEN.findall(repr(parts)))


def closed_parts(node: Node, is_closed: Callable[[Gate | None], bool], side: Side) -> list[object]:
    """Give what stands on the node under a gate that is not open, or on the other side."""
    parts: list[object] = [part.value for part in node.meta.examples if is_closed(part.gate)]
    if isinstance(node, Record):
        for field in node.fields:
            elsewhere = field.read_only if side == "input" else field.write_only
            if elsewhere or is_closed(field.gate):
                parts.append(replace(field, depends_on=()))
            if field.default is not None and is_closed(field.default.gate):
                parts.append(field.default.value)
    if isinstance(node, Union):
        parts.extend(member for member in node.members if is_closed(member.gate))
    return parts


def hidden_tokens(plan: Plan, given_answers: dict[int, Answer], side: Side) -> set[str]:
    """Give the names that stand under a gate that is not open, whatever else is around them."""

    def is_closed(gate: Gate | None) -> bool:
        return not is_open(gate, given_answers, side)

    tool = plan.tools[0]
    hidden = tokens_in(*(named.body for named in plan.types if is_closed(named.gate)))
    for body in (tool.input, tool.output, *(named.body for named in plan.types)):
        for node in walk(body):
            hidden |= tokens_in(*closed_parts(node, is_closed, side))
    return hidden


@modest
@given(plans(), answers())
def test_nothing_hidden_is_in_the_bytes(plan: Plan, given_answers: dict[int, Answer]) -> None:
    view = view_of(plan, given_answers)
    if view is None:
        return
    sides: tuple[tuple[Side, Shape], ...] = (("input", view.input), ("output", view.output))
    for side, shape in sides:
        shown = set(TOKEN.findall(dumps(emit_schema(shape))))
        assert not shown & hidden_tokens(plan, given_answers, side)


@modest
@given(plans(Options(negation=False, covering=False, sayings=False)), grants(), grants())
def test_granting_more_never_removes(
    plan: Plan, fewer: frozenset[int], others: frozenset[int]
) -> None:
    assert not removed(plan, fewer, others)


@modest
@given(plans(Options(negation=False, covering=False)), grants(), grants())
def test_granting_more_removes_only_words_that_others_stand_upon(
    plan: Plan, fewer: frozenset[int], others: frozenset[int]
) -> None:
    assert {token[0] for token in removed(plan, fewer, others)} <= set("tde")


def removed(plan: Plan, fewer: frozenset[int], others: frozenset[int]) -> set[str]:
    """Give what callers see that they see no more when they are granted others, too."""
    small = view_of(plan, granting(fewer))
    large = view_of(plan, granting(fewer | others))
    if small is None:
        return set()
    assert large is not None
    gone: set[str] = set()
    for less, more in zip(shapes(small), shapes(large), strict=True):
        seen, left = (set(TOKEN.findall(dumps(emit_schema(each)))) for each in (less, more))
        gone |= seen - left
    return gone


@modest
@given(plans(), answers())
def test_plans_read_back_give_the_same_bytes(plan: Plan, given_answers: dict[int, Answer]) -> None:
    text = encode(plan)
    again = decode(text)
    assert again == plan
    assert encode(again) == text
    one, other = view_of(plan, given_answers), view_of(again, given_answers)
    assert one == other
    for left, right in zip(shapes(one), shapes(other), strict=True):
        assert dumps(emit_schema(left)) == dumps(emit_schema(right))


@modest
@given(plans(), answers(), answers())
def test_a_view_does_not_depend_on_views_made_before(
    plan: Plan, first: dict[int, Answer], second: dict[int, Answer]
) -> None:
    view_of(plan, second)
    fresh = replace(plan)
    assert view_of(plan, first) == view_of(fresh, first)


def test_bytes_do_not_depend_on_hash_seeds() -> None:
    texts: list[str] = []

    @seed(11)
    @settings(max_examples=40, deadline=None, database=None)
    @given(plans())
    def collect(plan: Plan) -> None:
        texts.append(encode(plan))

    collect()
    code = (
        "import sys, json\n"
        "from schemac.plan.codec import decode, encode\n"
        "from schemac.plan.view import view_tool\n"
        "from schemac.emit import emit_schema\n"
        "from schemac.emit.canonical import dumps\n"
        "for text in json.load(sys.stdin):\n"
        "    plan = decode(text)\n"
        "    print(encode(plan) == text)\n"
        "    for answers in ({}, {0: 1}, {0: 1, 1: 1, 2: 0}, {0: 1, 1: 1, 2: 1}):\n"
        "        view = view_tool(plan, plan.tools[0], answers)\n"
        "        if view is not None:\n"
        "            print(dumps(emit_schema(view.input)), dumps(emit_schema(view.output)))\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=json.dumps(texts),
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": number},
        ).stdout
        for number in ("0", "1", "4242")
    }
    assert len(outputs) == 1
    assert "False" not in outputs.pop().splitlines()
