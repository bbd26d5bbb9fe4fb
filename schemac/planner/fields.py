"""Tags of a field in, what the field says out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.gates import OnSide
from schemac.plan.nodes import Default
from schemac.planner.gates import every
from schemac.planner.judged import NO_TAGS
from schemac.planner.table import ValueCheck

if TYPE_CHECKING:
    from schemac.ir import types as ir
    from schemac.plan.drafts import FieldDraft
    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Node, Origin
    from schemac.planner.findings import Findings, Scope
    from schemac.planner.judged import FieldTags
    from schemac.planner.table import Ledger

__all__ = ["FieldFacts"]


class FieldFacts:
    """Judges the tags that are a field's own."""

    def __init__(self, findings: Findings, ledger: Ledger) -> None:
        self._findings = findings
        self._ledger = ledger

    def take(self, made: FieldDraft, own: FieldTags, written: ir.Field, scope: Scope) -> None:
        """Set on a field, whose name, type, place and gate are set, what its tags say of it."""
        made.required, made.deprecated = not written.optional, own.deprecated
        made.read_only, made.write_only = own.read_only is not None, own.write_only is not None
        made.default = made.default_for = made.header = None
        made.depends_on = ()
        if own is NO_TAGS.field:
            return
        self._note(own, made.origin)
        if made.read_only or made.write_only:
            made.gate = every(made.gate, *_sides(own))
        made.default = self._default(own, made.type, written, scope)
        made.default_for = self._default_for(own, written, scope)
        made.depends_on = tuple([name for name, _ in own.depends_on])
        made.header = None if own.header is None else own.header[0]

    def _note(self, own: FieldTags, origin: Origin | None) -> None:
        """Keep the tags that are judged once all types are known."""
        if origin is None:
            return
        for name, tag in own.depends_on:
            self._ledger.depends[origin, name] = tag
        if own.header is not None:
            self._ledger.headers[origin] = own.header[1]
        given = own.default or own.default_for
        if given is not None:
            self._ledger.defaults[origin] = given[1]
        if own.read_only is not None:
            self._ledger.sided[origin] = own.read_only

    def check_sides(self, own: FieldTags, scope: Scope, *, parameter: bool) -> None:
        """Check that the field is somewhere."""
        if own.read_only is not None and parameter:
            self._findings.report(
                scope,
                "SC302",
                "`@read_only` does not apply to a parameter: no caller could pass it",
                own.read_only.span,
            )
        elif own.read_only is not None and own.write_only is not None:
            self._findings.report(
                scope,
                "SC309",
                "a field that is `@read_only` and `@write_only` is nowhere",
                own.write_only.span,
            )

    def _default(
        self, own: FieldTags, node: Node, written: ir.Field, scope: Scope
    ) -> Default | None:
        """Give the default, which its own type is to accept."""
        if own.default is None:
            return None
        text, tag = own.default
        if not written.optional:
            self._findings.needs_optional(scope, tag, written)
            return None
        self._ledger.values.append(ValueCheck(node, text, "default", tag, scope))
        return Default(text)

    def _default_for(self, own: FieldTags, written: ir.Field, scope: Scope) -> str | None:
        """Give the key of the default that the context is asked for."""
        if own.default_for is None:
            return None
        key, tag = own.default_for
        if not written.optional:
            self._findings.needs_optional(scope, tag, written)
            return None
        return key


def _sides(own: FieldTags) -> tuple[Gate, ...]:
    """Give the gates of `@read_only` and `@write_only`."""
    gates: list[Gate] = []
    if own.read_only is not None:
        gates.append(OnSide("output"))
    if own.write_only is not None:
        gates.append(OnSide("input"))
    return tuple(gates)
