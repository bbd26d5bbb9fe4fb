"""Judged tools and all types in, the program out: what a mistake reaches stands apart."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from schemac.ir.types import Use
from schemac.ir.walk import NAMELESS, with_type
from schemac.resolve.canonical import argument_texts
from schemac.resolve.program import Program, ResolvedTool, ResolvedType, hole
from schemac.resolve.provenance import Provenance
from schemac.resolve.soundness import reached, uses
from schemac.resolve.told_arguments import told_arguments
from schemac.resolve.trees import fold, rebuilt

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from schemac.ir.types import RecordType, Type
    from schemac.plan.model import SourceFile
    from schemac.resolve.drafts import Draft
    from schemac.resolve.instances import Instance
    from schemac.source import Span

__all__ = ["finish"]


def finish(
    drafts: Sequence[Draft],
    flawed: Sequence[Draft],
    types: Sequence[Instance],
    marks: Sequence[bool],
) -> Program:
    """Make the program; its types are numbered in order of first use by the tools that stand."""
    edges = [[] if each.body is None else uses(each.body) for each in types]
    roots = [_roots(draft) for draft in drafts]
    kept = [
        (draft, reach)
        for draft, reach in zip(drafts, (reached(each, edges) for each in roots), strict=True)
        if draft.output is not None and not any(marks[at] for at in reach)
    ]
    standing = {id(draft) for draft, _ in kept}
    out = [*(draft for draft in drafts if id(draft) not in standing), *flawed]
    used = {at for _, reach in kept for at in reach}
    hollow = _hollow(types)
    rest = [at for at in range(len(types)) if at not in used and not hollow[at]]
    order = [*sorted(used), *sorted(rest, key=lambda at: marks[at])]
    numbers = {at: number for number, at in enumerate(order)}
    texts, told = argument_texts(types, order), told_arguments(types, order)
    origins = _Origins(types)
    return Program(
        tuple(
            _type(types[at], texts[at], told.get(at), numbers, sound=not marks[at]) for at in order
        ),
        tuple(_tool(draft, numbers, origins.of(draft, reach)) for draft, reach in kept),
        tuple(_tool(draft, numbers, _Origin("", ())) for draft in out),
    )


def _hollow(types: Sequence[Instance]) -> list[bool]:
    """Say which types are left out whole, with those that have one among their arguments."""
    marks: list[bool] = []
    for instance in types:
        # What stands in an argument was numbered before what it is an argument of.
        inside = (at for argument in instance.arguments for at in uses(argument.type))
        marks.append(instance.hollow or any(marks[at] for at in inside))
    return marks


def _roots(draft: Draft) -> list[int]:
    written = [each.type for each in draft.parameters or ()]
    written += [each for each in (draft.input, draft.output) if each is not None]
    return list(dict.fromkeys(target for each in written for target in uses(each)))


def _type(
    instance: Instance,
    arguments: str,
    told: RecordType | None,
    numbers: Mapping[int, int],
    *,
    sound: bool,
) -> ResolvedType:
    declaration, scope = instance.declared.declaration, instance.declared.scope
    body = instance.body if instance.body is not None else hole(declaration.span)
    return ResolvedType(
        name=declaration.name,
        arguments=arguments,
        file=scope.file,
        owner=scope.owner,
        body=_renumbered(body, numbers),
        doc=declaration.doc,
        span=declaration.span,
        name_span=declaration.name_span,
        instance_span=instance.span if instance.declared.generic else None,
        sound=sound,
        told=_told(told, numbers),
    )


def _told(told: RecordType | None, numbers: Mapping[int, int]) -> Type | None:
    """Give new numbers to what is told of arguments; None where a type in it was left out."""
    if told is None or any(at not in numbers for at in uses(told)):
        return None
    return _renumbered(told, numbers)


def _tool(draft: Draft, numbers: Mapping[int, int], origin: _Origin) -> ResolvedTool:
    bound = draft.bound
    handler = bound.handler
    fields = draft.parameters
    if fields is not None:
        fields = tuple(with_type(each, _renumbered(each.type, numbers)) for each in fields)
    output = draft.output if draft.output is not None else hole(handler.span)
    description, dynamic = bound.declaration.description, bound.declaration.dynamic
    # An imported handler was asked already; what its text says may have been replaced since.
    if description is None and not dynamic and bound.declaration.runs is None:
        description, dynamic = handler.worded, handler.dynamic
    return ResolvedTool(
        declaration=replace(bound.declaration, dynamic=dynamic, description=description),
        parameters=fields,
        input=None if draft.input is None else _renumbered(draft.input, numbers),
        output=_renumbered(output, numbers),
        descriptions=tuple(each for text in handler.descriptions for each in text.members),
        docstring=handler.docstring,
        digest=origin.digest,
        span=handler.span,
        lineage=handler.lineage,
        signatures=origin.signatures,
    )


def _renumbered(written: Type, numbers: Mapping[int, int]) -> Type:
    def combine(node: Type, parts: Sequence[Type]) -> Type:
        if isinstance(node, Use):
            number = numbers.get(node.target)
            if number is None:
                return hole(node.span)
            return node if number == node.target else Use(number, node.span)
        return rebuilt(node, parts)

    return fold(written, combine, kept=NAMELESS)


class _Origin(NamedTuple):
    """What a tool was made of: the digest of all annotation text it uses, and signature files."""

    digest: str
    signatures: tuple[SourceFile, ...]


class _Origins:
    """Says what tools were made of; where a text stands does not matter for its digest."""

    def __init__(self, types: Sequence[Instance]) -> None:
        self._types = types
        self._known: dict[int, bytes] = {}
        self._provenance = Provenance()

    def of(self, draft: Draft, reached: Iterable[int]) -> _Origin:
        """Judge a tool, given the numbers of the types that it reaches."""
        reach = [self._types[at] for at in reached]
        return _Origin(self._digest(draft, reach), self._provenance.signatures(draft, reach))

    def _digest(self, draft: Draft, reach: Sequence[Instance]) -> str:
        handler = draft.bound.handler
        spans = [] if handler.signature is None else [handler.signature.span]
        spans += [description.span for description in handler.descriptions]
        parts = [_hashed(span) for span in spans]
        parts += dict.fromkeys(map(self._declared, reach))
        return hashlib.sha256(b"".join(parts)).hexdigest()

    def _declared(self, instance: Instance) -> bytes:
        number = instance.declared.number
        known = self._known.get(number)
        if known is None:
            known = self._known[number] = _hashed(instance.declared.declaration.span)
        return known


def _hashed(span: Span) -> bytes:
    return hashlib.sha256(span.text.encode("utf-8", "surrogatepass")).digest()
