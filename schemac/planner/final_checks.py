"""The ledger in, findings out: what can be judged only when every type is finished."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from schemac.diagnostics.suggest import did_you_mean
from schemac.plan.layers import join_constraints
from schemac.plan.nodes import Const, ListOf, MapOf, Nothing, Ref, Scalar, Union
from schemac.planner.bounds import Bounds, family
from schemac.planner.meant_values import hint_for
from schemac.planner.steps import run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.nodes import Field, Node
    from schemac.planner.acceptance import Acceptance
    from schemac.planner.bounds import Leaf
    from schemac.planner.findings import Findings, Scope
    from schemac.planner.steps import Steps
    from schemac.planner.table import (
        Entry,
        KeyCheck,
        Ledger,
        RecordCheck,
        UseCheck,
        ValueCheck,
    )

__all__ = ["FinalChecks"]

_MAX_LEAVES = 200


class FinalChecks:
    """Judges what lowering left, in the order in which it was left."""

    def __init__(
        self,
        findings: Findings,
        entries: Sequence[Entry],
        ledger: Ledger,
        acceptance: Acceptance,
        recursive: frozenset[int],
        *,
        all_read: bool,
    ) -> None:
        self._findings = findings
        self._entries = entries
        self._ledger = ledger
        self._acceptance = acceptance
        self._recursive = recursive
        self._all_read = all_read
        self._bounds = Bounds(findings, ledger)
        self._leaves: dict[int, tuple[Leaf, ...]] = {}

    def run(self) -> None:
        """Judge everything."""
        for use in self._ledger.uses:
            self._check_use(use)
        for key in self._ledger.keys:
            self._check_key(key)
        for record in self._ledger.records:
            self._check_record(record)
        for value in self._ledger.values:
            self._check_value(value)

    def _check_use(self, check: UseCheck) -> None:
        if self._is_reported(check.target):
            return
        leaves: tuple[Leaf, ...] = run(self._leaves_of(Ref(check.target)))
        kept = self._bounds.fitting(check.bounds, leaves, check.scope)
        self._bounds.warn(kept, check.scope)
        for bound in kept:
            if bound.name == "closed" and check.target in self._recursive:
                self._findings.report(
                    check.scope,
                    "SC302",
                    f"`@{bound.tag.name}` does not apply to a use of "
                    f"`{self._entries[check.target].name}`, which is recursive",
                    bound.tag.span,
                    hint="put it on the declaration of the type",
                )

    def _check_key(self, check: KeyCheck) -> None:
        if isinstance(check.node, Ref) and self._is_reported(check.node.target):
            return
        leaves: tuple[Node, ...] = run(self._key_leaves(check.node, {}))
        for leaf in leaves:
            if isinstance(leaf, Scalar | Const) and leaf.kind == "string":
                continue
            self._findings.report(
                check.where.scope,
                "SC305",
                "the keys of a map are strings",
                check.where.span,
                hint="write `String`, with a pattern perhaps, or a union of string literals",
            )
            return

    def _check_record(self, check: RecordCheck) -> None:
        if check.declared is not None and not self._stands_alone(check.declared):
            return
        fields = {field.name: field for field in check.record.fields}
        for field in check.record.fields:
            for other in field.depends_on:
                self._check_dependency(field, other, fields, check.scope)

    def _check_dependency(
        self, field: Field, other: str, fields: dict[str, Field], scope: Scope
    ) -> None:
        tag = None if field.origin is None else self._ledger.depends.get((field.origin, other))
        if tag is None:
            return
        if other == field.name:
            text = f"`{other}` cannot depend on itself"
            self._findings.report(scope, "SC308", text, tag.argument.span)
        elif other not in fields:
            meant = did_you_mean(other, [name for name in fields if name != field.name])
            self._findings.report(
                scope,
                "SC308",
                f"there is no field `{other}` for `{field.name}` to depend on",
                tag.argument.span,
                hint=None if meant is None else f"did you mean `:{meant}`?",
            )
        elif fields[other].required and not field.required:
            self._findings.report(
                scope,
                "SC315",
                f"`{other}` is always given, so `{field.name}` is required wherever both are seen",
                tag.span,
                hint=f"leave out `?` before `{field.name}`, or `@depends_on`",
            )

    def _check_value(self, check: ValueCheck) -> None:
        verdict = self._acceptance.of(check.node, json.loads(check.text))
        if self._acceptance.gave_up:
            self._findings.report(
                check.scope,
                "SC310",
                f"who may see this {check.name} depends on more gates than can be worked out",
                check.tag.argument.span,
                hint="gate fewer of the types inside its type",
            )
            return
        if verdict.sides or self._is_follow_up(check):
            return
        shown = check.text if len(check.text) <= 40 else f"{check.text[:39]}…"  # noqa: PLR2004 - enough to know it by
        self._findings.report(
            check.scope,
            "SC310",
            f"the {check.name} `{shown}` is none of the values of its type",
            check.tag.argument.span,
            hint=hint_for(check.name, check.text, check.node, self._acceptance, self._entries),
        )

    def _is_follow_up(self, check: ValueCheck) -> bool:
        """Tell whether only a gate that was reported as unreadable stands in the value's way."""
        if not self._findings.has_unreadable_gate:
            return False
        return bool(self._acceptance.but_for_mistakes(check.node, json.loads(check.text)).sides)

    def _is_reported(self, target: int) -> bool:
        return self._entries[target].impossible or self._entries[target].hole

    def _stands_alone(self, target: int) -> bool:
        """Tell whether the fields of a declared type are all there are in some use of it.

        Where some text could not be read, a type without a use may have its only one there.
        """
        if target in self._ledger.plain:
            return True
        return target not in self._ledger.operands and self._all_read

    def _leaves_of(self, node: Node) -> Steps[tuple[Leaf, ...]]:
        """Give what a node consists of, with the constraints that each has already."""
        if isinstance(node, Union):
            found: dict[Leaf, None] = {}
            for member in node.members:
                if len(found) < _MAX_LEAVES:
                    inner: tuple[Leaf, ...] = yield self._leaves_of(member.type)
                    found.update(dict.fromkeys(inner))
            return tuple(found)
        if isinstance(node, Ref):
            if self._entries[node.target].hole:
                return ()
            if node.target not in self._leaves:
                self._leaves[node.target] = ()
                body = self._entries[node.target].body or Nothing()
                self._leaves[node.target] = yield self._leaves_of(body)
            return tuple(
                (kind, None if old is None else join_constraints(old, node.constraints))
                for kind, old in self._leaves[node.target]
            )
        if isinstance(node, Scalar | ListOf | MapOf):
            return ((family(node), node.constraints),)
        return ((family(node), None),)

    def _key_leaves(self, node: Node, seen: dict[int, None]) -> Steps[tuple[Node, ...]]:
        if isinstance(node, Union):
            found: list[Node] = []
            for member in node.members:
                found.extend((yield self._key_leaves(member.type, seen)))
            return tuple(found)
        if isinstance(node, Ref):
            if node.target in seen or self._entries[node.target].hole:
                return ()
            seen[node.target] = None
            inner: tuple[Node, ...] = yield self._key_leaves(
                self._entries[node.target].body or Nothing(), seen
            )
            return inner
        return (node,)
