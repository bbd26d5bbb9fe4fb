"""A plan and the answers of several callers in, what each is told of each tool out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.enforce.outcomes import EnforceOptions
from schemac.plan.decisions import evaluate
from schemac.plan.nodes import Const, ListOf, MapOf, Record, Ref, Scalar, TupleOf, Union
from schemac.plan.view import view_tool
from schemac.report.matrix import Cell, Column, Matrix, Row
from schemac.runtime.frame import Frame
from schemac.runtime.page import Page, PageStyle

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from schemac.plan.gates import Answer
    from schemac.plan.model import Plan, Shape, ToolPlan
    from schemac.plan.nodes import Node

__all__ = ["fields_of", "matrix_of"]

_UNKNOWN = 2


def matrix_of(
    plan: Plan,
    tools: Sequence[ToolPlan],
    callers: Sequence[tuple[str, Mapping[int, Answer]]],
) -> Matrix:
    """Look at every tool as every caller; bytes are those of the listing."""
    rows = tuple(
        Row(tool.name, tuple(_cell(plan, tool, answers) for _, answers in callers))
        for tool in tools
    )
    columns = tuple(
        Column.of(name, [row.cells[at] for row in rows]) for at, (name, _) in enumerate(callers)
    )
    return Matrix(columns, rows)


def _style(plan: Plan, tool: ToolPlan) -> PageStyle:
    enforce = EnforceOptions(undeclared="reject" if plan.closes_input(tool) else "drop")
    return PageStyle(enforce, strict=plan.strict_schema, dialect=None)


def _cell(plan: Plan, tool: ToolPlan, answers: Mapping[int, Answer]) -> Cell:
    if evaluate(tool.gate, answers, "input") == _UNKNOWN:
        return Cell("unknown")
    view = view_tool(plan, tool, answers)
    if view is None:
        return Cell("hidden")
    size = len(Page(view, (), _style(plan, tool), Frame(tool)).fragment)
    inputs, _ = fields_of(view.input)
    outputs, variants = fields_of(view.output)
    return Cell("visible", tuple(inputs), tuple(outputs), variants, size)


def fields_of(shape: Shape) -> tuple[dict[str, None], int]:
    """Give the pointers of all fields in reading order, and how many variants there are.

    A named type is looked into where it is first used.
    """
    found: dict[str, None] = {}
    variants = 0
    met: set[int] = set()
    todo: list[tuple[str, Node]] = [("", shape.root)]
    while todo:
        pointer, node = todo.pop()
        if isinstance(node, Union):
            variants += _variants(node)
        if isinstance(node, Record):
            found.update(dict.fromkeys(place for place, _ in _below(pointer, node)))
        if isinstance(node, Ref):
            if node.target not in met:
                met.add(node.target)
                todo.append((pointer, shape.types[node.target].body))
        else:
            todo += reversed(list(_below(pointer, node)))
    return found, variants


def _variants(union: Union) -> int:
    """Count what a value may be one of; literals of an enumeration and null are no variants."""
    count = sum(
        not isinstance(member.type, Const) and member.type != Scalar("null")
        for member in union.members
    )
    return count if count > 1 else 0


def _below(pointer: str, node: Node) -> Iterator[tuple[str, Node]]:
    match node:
        case Record(fields):
            for field in fields:
                key = field.name.replace("~", "~0").replace("/", "~1")
                yield f"{pointer}/{key}", field.type
        case Union(members):
            for member in members:
                yield pointer, member.type
        case ListOf(item):
            yield f"{pointer}/*", item
        case TupleOf(items):
            for at, item in enumerate(items):
                yield f"{pointer}/{at}", item
        case MapOf(_, value):
            yield f"{pointer}/*", value
        case _:
            return
