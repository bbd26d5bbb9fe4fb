"""The JSON form of a plan in, the plan out, or a `PlanFormatError`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

from schemac.plan.argument_texts import named_in
from schemac.plan.cycles import circular
from schemac.plan.format import LARGEST, VERSION, PlanFormatError, digest_of, is_digest_of_text
from schemac.plan.gates import Atom
from schemac.plan.left import solve
from schemac.plan.model import (
    DescriptionMember,
    HandlerRef,
    Plan,
    SourceFile,
    ToolExample,
    ToolPlan,
)
from schemac.plan.nodes import NamedType, Record, Ref, Union
from schemac.plan.rows import Row, as_list, as_text, keys_once
from schemac.plan.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from schemac.plan.nodes import Node

__all__ = ["decode"]

_UNDECLARED: tuple[Literal["drop", "reject"], ...] = ("drop", "reject")
_NO_VERSION = 10**9
"""No version of ours is so large."""


def decode(text: str) -> Plan:
    """Give the plan; raises nothing but `PlanFormatError`, whatever the text is."""
    document = Row(_document(text), "the plan")
    atoms = tuple(_atom(row) for row in document.items("atoms"))
    type_rows = document.items("types")
    tables = Tables(document, atoms=len(atoms), types=len(type_rows))
    sources = tuple(_source(row) for row in document.items("sources"))
    types = tuple(_type(Row(row, f"type {at}"), tables) for at, row in enumerate(type_rows))
    _refuse_endless(types)
    _refuse_unbounded(types)
    tools = tuple(
        _tool(Row(row, f"tool {at}"), tables, types, len(atoms), len(sources))
        for at, row in enumerate(document.items("tools"))
    )
    if tables.weight > LARGEST:
        raise PlanFormatError("The plan is damaged: it is too large.")
    if len({tool.name for tool in tools}) < len(tools):
        document.fail("has two tools of one name")
    plan = Plan(
        atoms,
        types,
        tools,
        strict_schema=document.flag("strict_schema"),
        undeclared=document.maybe_choice("undeclared", _UNDECLARED) or "drop",
        predicates=document.texts("predicates"),
        sources=sources,
    )
    document.end()
    return plan


def _document(text: str) -> dict[str, Any]:
    """Parse, and judge version and digest before anything else is believed."""
    try:
        document = json.loads(text, object_pairs_hook=keys_once)
    except PlanFormatError:
        raise
    except (ValueError, RecursionError):
        raise PlanFormatError("The plan is truncated or damaged: it is no JSON.") from None
    if not isinstance(document, dict) or "schemac_plan" not in document:
        raise PlanFormatError("This is no plan: `schemac build` writes one.")
    version = document.pop("schemac_plan")
    if type(version) is not int or not 0 < version < _NO_VERSION:
        raise PlanFormatError("The plan is of an unknown version.")
    if version != VERSION:
        told = f"The plan is of version {version}, made by"
        if version > VERSION:
            raise PlanFormatError(f"{told} a newer schemac; this one reads version {VERSION}.")
        raise PlanFormatError(f"{told} an older schemac: `schemac build` makes a new one.")
    digest = document.pop("digest", None)
    if not (isinstance(digest, str) and _is_whole(text, document, digest)):
        raise PlanFormatError("The plan is damaged: its digest does not fit what it holds.")
    return document


def _is_whole(text: str, document: Mapping[str, object], digest: str) -> bool:
    if is_digest_of_text(digest, text):
        return True
    try:
        return digest == digest_of({"schemac_plan": VERSION, **document})
    except (ValueError, RecursionError):
        return False


def _atom(value: object) -> Atom:
    predicate, flag = as_list(value, "an atom", 2)
    return Atom(as_text(predicate, "an atom"), as_text(flag, "an atom"))


def _source(value: object) -> SourceFile:
    name, digest, content = (as_text(part, "a source") for part in as_list(value, "a source", 3))
    return SourceFile(name, digest, content)


def _type(row: Row, tables: Tables) -> NamedType:
    named = NamedType(
        row.text("name"),
        tables.root(row, "body"),
        row.maybe_text("arguments") or "",
        row.maybe_text("file") or "",
        row.maybe_text("owner") or "",
        tables.gate(row),
        tables.origin(row),
        row.maybe_text("shown"),
        row.maybe_text("spelled"),
        tables.maybe_root(row, "told"),
    )
    row.end()
    return named


def _handler(row: Row, sources: int) -> HandlerRef:
    path, parameters, digest, lineage, signatures = as_list(row.items("handler"), row.place, 5)
    return HandlerRef(
        as_text(path, row.place),
        tuple(as_text(name, row.place) for name in as_list(parameters, row.place)),
        as_text(digest, row.place),
        tuple(_ancestor(part, row, sources) for part in as_list(lineage, row.place)),
        tuple(row.checked_index(part, sources) for part in as_list(signatures, row.place)),
    )


def _ancestor(value: object, row: Row, sources: int) -> tuple[str, int | None]:
    name, file = as_list(value, row.place, 2)
    number = None if file is None else row.checked_index(file, sources)
    return as_text(name, row.place), number


def _tool(
    row: Row, tables: Tables, types: Sequence[NamedType], atoms: int, sources: int
) -> ToolPlan:
    tool = ToolPlan(
        name=row.text("name"),
        input=tables.root(row, "input"),
        output=tables.root(row, "output"),
        handler=_handler(row, sources),
        title=row.maybe_text("title"),
        descriptions=tuple(
            _description(part, row.place, tables) for part in row.items("descriptions")
        ),
        dynamic=row.flag("dynamic"),
        gate=tables.gate(row),
        wraps=row.flag("wraps"),
        vocabulary=_vocabulary(row, atoms),
        hints=tuple(_hint(part, row.place) for part in row.items("hints")),
        domains=row.texts("domains"),
        category=row.maybe_text("category"),
        summary=row.maybe_text("summary"),
        icons=row.maybe_json_text("icons"),
        meta=row.maybe_json_text("meta"),
        deferred=row.flag("deferred"),
        internal=row.flag("internal"),
        undeclared=row.maybe_choice("undeclared", _UNDECLARED),
        examples=tuple(_example(part, row.place, tables) for part in row.items("examples")),
        defaults_asked=row.texts("defaults_asked"),
        origin=tables.origin(row),
    )
    row.end()
    root = tool.input
    while isinstance(root, Ref):
        root = types[root.target].body
    return tool if isinstance(root, Record) else row.fail("has an input that is no record")


def _vocabulary(row: Row, atoms: int) -> tuple[int, ...]:
    numbers = tuple(row.numbers("vocabulary", atoms))
    if len(set(numbers)) < len(numbers):
        row.fail("asks the same twice")
    return numbers


def _hint(value: object, place: str) -> tuple[str, bool]:
    name, is_set = as_list(value, place, 2)
    if not isinstance(is_set, bool):
        raise PlanFormatError(f"The plan is damaged: {place} has a hint that is no boolean.")
    return as_text(name, place), is_set


def _description(value: object, place: str, tables: Tables) -> DescriptionMember:
    row = Row(value, f"a description of {place}")
    member = DescriptionMember(row.text("text"), tables.gate(row), tables.origin(row))
    row.end()
    return member


def _example(value: object, place: str, tables: Tables) -> ToolExample:
    row = Row(value, f"an example of {place}")
    example = ToolExample(
        row.maybe_text("name"),
        row.json_text("input"),
        row.maybe_json_text("output"),
        row.maybe_text("error"),
        tables.gate(row),
    )
    row.end()
    return example


def _refuse_endless(types: Sequence[NamedType]) -> None:
    """Refuse names that stand for themselves, by alias or as members of their own union."""
    direct = {at: tuple(_direct(named.body)) for at, named in enumerate(types)}
    grounded = solve(direct, direct, lambda at, found: all(used in found for used in direct[at]))
    if len(grounded) < len(types):
        at = min(set(direct) - grounded)
        raise PlanFormatError(f"The plan is damaged: type {at} stands for itself.")


def _refuse_unbounded(types: Sequence[NamedType]) -> None:
    """Refuse arguments in names that hold themselves."""
    told = {at: each.told for at, each in enumerate(types) if each.told is not None}
    named = {
        at: tuple(each for each in named_in(node) if each in told) for at, node in told.items()
    }
    endless = circular(named, named)
    if endless:
        raise PlanFormatError(
            f"The plan is damaged: the arguments of type {min(endless)} have no end."
        )


def _direct(body: Node) -> Iterator[int]:
    todo = [body]
    while todo:
        node = todo.pop()
        if isinstance(node, Ref):
            yield node.target
        elif isinstance(node, Union):
            todo.extend(member.type for member in node.members)
