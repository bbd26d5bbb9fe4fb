"""Tools in, SC314 out: `@header` on what cannot travel in a header."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Label
from schemac.plan.nodes import Const, Nothing, Record, Ref, Scalar, Union
from schemac.plan.walk import references, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.tags import Tag
    from schemac.plan.nodes import Field, Node
    from schemac.planner.findings import Findings, Scope
    from schemac.planner.table import Entry, Ledger

__all__ = ["HeaderChecks"]

_CASE = "give it another name: capitals make no difference"
_LETTERS = "a name has letters, digits and `-`, and no blank: `@header(Tenant-Id)`"
_ONE_KIND = "a header carries one of these, the same for every caller, and never null"
_PARAMETER = "only what stands directly among the parameters of a signature can travel in a header"
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+\Z")
_TEXTS = ("string", "date", "datetime", "duration", "uuid", "decimal", "bytes")
_UNKNOWN = "unknown"
_CARRIED = ("string", "integer", "boolean")


class HeaderChecks:
    """Judges headers tool by tool; a record that is no input is read once for all of them."""

    def __init__(self, findings: Findings, entries: Sequence[Entry], ledger: Ledger) -> None:
        self._findings = findings
        self._entries = entries
        self._ledger = ledger
        self._seen: set[int] = set()

    def check(self, record: Record, output: Node, scope: Scope) -> None:
        """Judge the parameters of a tool, and that nothing else in it has a header."""
        if not self._ledger.headers:
            return
        names: dict[str, Tag] = {}
        for field in record.fields:
            tag = self._tag(field)
            if field.header is None or tag is None:
                continue
            problem = self._problem(field)
            first = names.setdefault(field.header.casefold(), tag)
            if problem is not None:
                self._report(scope, tag, *problem)
            elif first is not tag:
                label = Label(first.span, "it is here")
                message = f"the header `{field.header}` is taken"
                self._report(scope, tag, message, _CASE, label)
        self._check_inner([*(field.type for field in record.fields), output], scope)

    def _problem(self, field: Field) -> tuple[str, str] | None:
        if _TOKEN.match(field.header or "") is None:
            return f"`{field.header}` is no name of a header", _LETTERS
        kinds = self._kinds(field.type)
        if kinds == {_UNKNOWN} or (len(kinds) == 1 and kinds <= set(_CARRIED)):
            return None
        message = f"`{field.name}` is not a string, an integer or a boolean in every view"
        return message, _ONE_KIND

    def _check_inner(self, nodes: list[Node], scope: Scope) -> None:
        todo = list(nodes)
        while todo:
            node = todo.pop()
            for part in walk(node):
                for field in part.fields if isinstance(part, Record) else ():
                    tag = self._tag(field)
                    if field.header is not None and tag is not None:
                        message = f"`{field.name}` is no parameter of a tool"
                        self._report(scope, tag, message, _PARAMETER)
            for target in references(node):
                if target not in self._seen:
                    self._seen.add(target)
                    todo.append(self._entries[target].body or Nothing())

    def _kinds(self, node: Node) -> set[str]:
        kinds: set[str] = set()
        seen: set[int] = set()
        todo = [node]
        while todo:
            part = todo.pop()
            if isinstance(part, Union):
                todo.extend(member.type for member in part.members)
            elif isinstance(part, Ref):
                if part.target not in seen:
                    seen.add(part.target)
                    if self._entries[part.target].hole:
                        return {_UNKNOWN}
                    todo.append(self._entries[part.target].body or Nothing())
            elif isinstance(part, Scalar):
                kinds.add("string" if part.kind in _TEXTS else part.kind)
            else:
                kinds.add(part.kind if isinstance(part, Const) else "other")
        return kinds

    def _tag(self, field: Field) -> Tag | None:
        return None if field.origin is None else self._ledger.headers.get(field.origin)

    def _report(self, scope: Scope, tag: Tag, message: str, hint: str, *labels: Label) -> None:
        self._findings.report(scope, "SC314", message, tag.span, labels=labels, hint=hint)
