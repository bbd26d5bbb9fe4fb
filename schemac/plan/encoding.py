"""A plan in, its JSON form out: flat tables of rows that name other rows by number."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, assert_never

from schemac.plan.format import NO_PLACE, VERSION, compact, laid_out
from schemac.plan.gates import Asked, Every, Inverse, Never, OnSide, Some
from schemac.plan.nodes import (
    NO_CONSTRAINTS,
    NO_META,
    Anything,
    Const,
    ListOf,
    MapOf,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.plan.walk import children

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.model import DescriptionMember, Plan, ToolExample, ToolPlan
    from schemac.plan.nodes import (
        Constraints,
        Default,
        Example,
        Field,
        Member,
        Meta,
        NamedType,
        Node,
        Origin,
    )

__all__ = ["encode"]

Row = dict[str, Any]
_WORDS = ("title", "category", "summary", "icons", "meta", "undeclared")


def encode(plan: Plan) -> str:
    """Give the plan's JSON text: ASCII, a row a line, the same for equal plans."""
    tables = _Tables()
    types = [_type_row(named, tables) for named in plan.types]
    tools = [_tool_row(tool, tables) for tool in plan.tools]
    document: Row = {
        "schemac_plan": VERSION,
        "strict_schema": plan.strict_schema,
        "undeclared": plan.undeclared,
        "predicates": list(plan.predicates),
        "sources": [[file.name, file.digest, file.content] for file in plan.sources],
        "atoms": [[atom.predicate, atom.flag] for atom in plan.atoms],
        "files": list(tables.files),
        "gates": tables.gates.rows,
        "fields": tables.fields.rows,
        "nodes": tables.nodes.rows,
        "types": types,
        "tools": tools,
    }
    return laid_out(document)


def _sparse(**parts: object) -> Row:
    """Give a row without what is not there: None, False, and empty tables; 0 and "" are there."""
    return {
        key.rstrip("_"): part
        for key, part in parts.items()
        if part is not None and part is not False and part not in ([], {})
    }


class _Rows:
    """A table in which equal rows stand once."""

    def __init__(self) -> None:
        self.rows: list[Row | list[Any]] = []
        self._numbers: dict[str, int] = {}

    def add(self, row: Row | list[Any]) -> int:
        key = compact(row)
        number = self._numbers.setdefault(key, len(self.rows))
        if number == len(self.rows):
            self.rows.append(row)
        return number


class _Tables:
    def __init__(self) -> None:
        self.gates = _Rows()
        self.fields = _Rows()
        self.nodes = _Rows()
        self.files: dict[str, int] = {}
        self._known: dict[int, int] = {}

    def gate(self, gate: Gate | None) -> int | None:
        """Give the row of a gate, inner gates before it."""
        match gate:
            case None:
                return None
            case Asked(atom):
                return self.gates.add(["asked", atom])
            case Inverse(inner):
                return self.gates.add(["inverse", self.gate(inner)])
            case Every(parts):
                return self.gates.add(["every", *map(self.gate, parts)])
            case Some(parts):
                return self.gates.add(["some", *map(self.gate, parts)])
            case OnSide(side):
                return self.gates.add(["side", side])
            case Never():
                return self.gates.add(["never"])
            case _:
                assert_never(gate)

    def node(self, node: Node) -> int:
        """Give the row of a node, those inside it before it; without a frame a level."""
        todo = [(node, False)]
        while todo:
            part, is_ready = todo.pop()
            if id(part) in self._known:
                continue
            if is_ready:
                self._known[id(part)] = self.nodes.add(self._node_row(part))
            else:
                todo.append((part, True))
                todo.extend((child, False) for child in reversed(children(part)))
        return self._known[id(node)]

    def origin(self, origin: Origin | None) -> list[int] | None:
        if origin is None:
            return None
        number = self.files.setdefault(origin.file, len(self.files))
        return [number, origin.line, origin.column]

    def _node_row(self, node: Node) -> Row:  # noqa: C901 - a case a node
        meta = self._meta(node.meta)
        match node:
            case Scalar():
                bounds = _bounds(node.constraints)
                return _sparse(is_="scalar", kind=node.kind, bounds=bounds, meta=meta)
            case Const():
                return _sparse(is_="const", kind=node.kind, text=node.text, meta=meta)
            case Anything():
                return _sparse(is_="anything", meta=meta)
            case Nothing():
                return _sparse(is_="nothing", meta=meta)
            case ListOf():
                bounds = _bounds(node.constraints)
                row = _sparse(is_="list", set=node.is_set, bounds=bounds, meta=meta)
                return {**row, "item": self._inside(node.item)}
            case TupleOf():
                items = [self._inside(item) for item in node.items]
                return _sparse(is_="tuple", items=items, meta=meta)
            case MapOf():
                bounds = _bounds(node.constraints)
                row = _sparse(is_="map", bounds=bounds, meta=meta)
                return {**row, "key": self._inside(node.key), "value": self._inside(node.value)}
            case Record():
                rows = [self.fields.add(self._field(field)) for field in node.fields]
                at = self._places(node.fields)
                return _sparse(is_="record", fields=rows, at=at, closed=node.closed, meta=meta)
            case Union():
                members = [self._inside(member.type) for member in node.members]
                gates = self._gates_of(node.members)
                at = self._places(node.members)
                return _sparse(is_="union", members=members, gates=gates, at=at, meta=meta)
            case Ref():
                row = _sparse(
                    is_="ref", bounds=_bounds(node.constraints), closed=node.closed, meta=meta
                )
                return {**row, "type": node.target}
            case _:
                assert_never(node)

    def _inside(self, node: Node) -> int:
        return self._known[id(node)]

    def _field(self, field: Field) -> Row:
        row = _sparse(
            optional=not field.required,
            deprecated=field.deprecated,
            read_only=field.read_only,
            write_only=field.write_only,
            default=self._gated(field.default),
            default_for=field.default_for,
            depends_on=list(field.depends_on),
            header=field.header,
        )
        return {
            "name": field.name,
            "type": self._inside(field.type),
            **self.gate_entry(field.gate),
            **row,
        }

    def _gates_of(self, members: Sequence[Member]) -> list[int | None]:
        """Give the gate of each member; [] where none has one."""
        gates = [self.gate(member.gate) for member in members]
        return [] if all(gate is None for gate in gates) else gates

    def _places(self, parts: Sequence[Field | Member]) -> list[int]:
        """Give where each part was written, three numbers each; [] where none is known."""
        origins = [part.origin for part in parts]
        if all(origin is None for origin in origins):
            return []
        return [number for each in origins for number in self.origin(each) or NO_PLACE]

    def gate_entry(self, gate: Gate | None) -> Row:
        """Give the entry of a gate; its number may be 0, which is not nothing."""
        return {} if gate is None else {"gate": self.gate(gate)}

    def _gated(self, part: Default | Example | None) -> list[Any] | None:
        return None if part is None else [part.value, self.gate(part.gate)]

    def _meta(self, meta: Meta) -> Row | None:
        if meta == NO_META:
            return None
        row = _sparse(
            examples=[self._gated(example) for example in meta.examples],
            deprecated=meta.deprecated,
            sayings=[
                {**(self._meta(saying.words) or {}), **self.gate_entry(saying.gate)}
                for saying in meta.sayings
            ],
        )
        return {**_words(title=meta.title, description=meta.description), **row}


def _words(**texts: str | None) -> Row:
    """Give the texts that are there; an empty one is."""
    return {key: text for key, text in texts.items() if text is not None}


def _bounds(constraints: Constraints) -> Row | None:
    if constraints == NO_CONSTRAINTS:
        return None
    values = ((part.name, getattr(constraints, part.name)) for part in fields(constraints))
    return {name: value for name, value in values if value is not None and value is not False}


def _type_row(named: NamedType, tables: _Tables) -> Row:
    row = _sparse(
        arguments=named.arguments or None,
        file=named.file or None,
        owner=named.owner or None,
        at=tables.origin(named.origin),
        shown=named.shown,
        spelled=named.spelled,
        told=None if named.told is None else tables.node(named.told),
    )
    body = tables.node(named.body)
    return {"name": named.name, "body": body, **tables.gate_entry(named.gate), **row}


def _tool_row(tool: ToolPlan, tables: _Tables) -> Row:
    handler = tool.handler
    row = _sparse(
        descriptions=[_description_row(member, tables) for member in tool.descriptions],
        dynamic=tool.dynamic,
        wraps=tool.wraps,
        vocabulary=list(tool.vocabulary),
        hints=[list(hint) for hint in tool.hints],
        domains=list(tool.domains),
        deferred=tool.deferred,
        internal=tool.internal,
        examples=[_example_row(example, tables) for example in tool.examples],
        defaults_asked=list(tool.defaults_asked),
        at=tables.origin(tool.origin),
    )
    words = _words(**{name: getattr(tool, name) for name in _WORDS})
    return {
        "name": tool.name,
        "input": tables.node(tool.input),
        "output": tables.node(tool.output),
        "handler": [
            *(handler.path, list(handler.parameters), handler.digest),
            *(list(map(list, handler.lineage)), list(handler.signatures)),
        ],
        **tables.gate_entry(tool.gate),
        **words,
        **row,
    }


def _description_row(member: DescriptionMember, tables: _Tables) -> Row:
    at = _sparse(at=tables.origin(member.origin))
    return {"text": member.text, **tables.gate_entry(member.gate), **at}


def _example_row(example: ToolExample, tables: _Tables) -> Row:
    words = _words(name=example.name, output=example.output, error=example.error)
    return {"input": example.input, **words, **tables.gate_entry(example.gate)}
