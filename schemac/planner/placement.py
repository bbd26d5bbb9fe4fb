"""A field's type as written in, what its tags bind to out: the tail rule.

Tags behind the last member of a union are the field's where no other member bears one, and the
last member's elsewhere; where a reader might think otherwise, a warning asks for parentheses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.tags import TAGS
from schemac.ir.types import LiteralType, Tagged, UnionType
from schemac.ir.walk import bare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.tags import Tag
    from schemac.ir.types import Type
    from schemac.planner.findings import Findings, Scope
    from schemac.planner.predicates import GateReader
    from schemac.source import Span

__all__ = ["Placement", "lone_tail", "split_tags"]

_INLINE_SPELLINGS = ("", "|")


def lone_tail(union: UnionType) -> Tagged | None:
    """Give the last member where it alone bears tags."""
    last = union.members[-1]
    if not isinstance(last, Tagged) or any(isinstance(m, Tagged) for m in union.members[:-1]):
        return None
    return last


def split_tags(written: Type) -> tuple[Type, tuple[Tag, ...]]:
    """Split a field's type into the type proper and the tags that are the field's."""
    if isinstance(written, Tagged):
        return written.inner, written.tags
    if not isinstance(written, UnionType) or written.spelling not in _INLINE_SPELLINGS:
        return written, ()
    last = lone_tail(written)
    if last is None:
        return written, ()
    members = (*written.members[:-1], last.inner)
    return UnionType(members, written.span, written.spelling), last.tags


class Placement:
    """Says what tags bind to, and warns where it may not be what was meant."""

    def __init__(self, findings: Findings, gates: GateReader) -> None:
        self._findings = findings
        self._gates = gates

    def split(self, written: Type, scope: Scope) -> tuple[Type, tuple[Tag, ...]]:
        """Split a field's type as `split_tags` does, and warn where a gate moved."""
        core, tags = split_tags(written)
        if isinstance(written, UnionType) and written.spelling in _INLINE_SPELLINGS:
            self._warn_lonely(written, scope)
        is_moved = bool(tags) and isinstance(written, UnionType)
        if is_moved and isinstance(core, UnionType) and not all(map(_is_literal, core.members)):
            self._warn_moved(tags, core.members[-1], scope)
        return core, tags

    def check_tail(self, union: UnionType, scope: Scope) -> None:
        """Warn where tags on the last member may have been meant for the whole union."""
        last = lone_tail(union)
        if last is None:
            self._warn_lonely(union, scope)
            return
        gated = [tag for tag in last.tags if self._gates.is_gate(tag)]
        others = [tag for tag in last.tags if _is_about_types(tag)]
        for code, tags in (("SC403", gated), ("SC313", others)):
            if tags:
                self._warn_kept(code, tags, last, scope)

    def _warn_lonely(self, union: UnionType, scope: Scope) -> None:
        """Warn of the only gate of a union, which stays behind its member for others' bounds.

        Who puts a gate behind a member that has words of its own means that one.
        """
        *others, last = union.members
        tagged = [each for each in others if isinstance(each, Tagged)]
        if (
            not tagged
            or not isinstance(last, Tagged)
            or not all(map(self._gates.is_gate, last.tags))
        ):
            return
        if not any(self._gates.is_gate(tag) for each in tagged for tag in each.tags):
            self._warn_kept("SC403", last.tags, last, scope)

    def _warn_moved(self, tags: Sequence[Tag], last: Type, scope: Scope) -> None:
        gated = [tag for tag in tags if self._gates.is_gate(tag)]
        if not gated:
            return
        self._findings.report(
            scope,
            "SC403",
            f"`@{gated[0].name}` behind the last member hides the whole field",
            _run(gated),
            hint=f"for this member alone write `({_text(last.span)} {_text(_run(gated))})`, "
            f"for the field put the members in parentheses: `(A | B) {_text(_run(gated))}`",
        )

    def _warn_kept(self, code: str, tags: Sequence[Tag], last: Tagged, scope: Scope) -> None:
        verb = "hides" if code == "SC403" else "is about"
        written = _text(_run(tags))
        self._findings.report(
            scope,
            code,
            f"`@{tags[0].name}` {verb} the last member of this union only",
            _run(tags),
            hint=f"for this member write `({_text(last.inner.span)} {written})`, "
            f"for all of them `(A | B) {written}`",
        )


def _is_about_types(tag: Tag) -> bool:
    """Tags that stand on fields only are a mistake here, whatever stands around them."""
    spec = TAGS.get(tag.name)
    return spec is not None and not spec.field_only


def _is_literal(member: Type) -> bool:
    return isinstance(bare(member), LiteralType)


def _run(tags: Sequence[Tag]) -> Span:
    return tags[0].span.to(tags[-1].span)


def _text(span: Span) -> str:
    return " ".join(span.text.replace("#:", " ").split())
