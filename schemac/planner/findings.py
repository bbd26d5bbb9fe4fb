"""Findings of the planner in, ordered diagnostics and the owners that must not be served out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from schemac.diagnostics.catalog import severity
from schemac.diagnostics.model import Diagnostic, Fix, Label, Severity

if TYPE_CHECKING:
    from schemac.ir.tags import Tag
    from schemac.ir.types import Field
    from schemac.source import Span

__all__ = ["Findings", "Scope"]


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose text is being judged: a type or a tool, by its number in the program.

    `instance` is the generic instance (`page[Integer]`) that the text is read for, "" elsewhere.
    """

    kind: Literal["type", "tool"]
    number: int
    instance: str = ""
    used_at: Span | None = None


class Findings:
    """Collects diagnostics, each once, and remembers who is touched by an error."""

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], Diagnostic] = {}
        self._broken: set[tuple[str, int]] = set()

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All of them, in the order in which they were found."""
        return tuple(self._found.values())

    @property
    def has_unreadable_gate(self) -> bool:
        """Whether a gate was reported that is no predicate, or has no flag expression."""
        return any(each.code in {"SC311", "SC401"} for each in self._found.values())

    def is_broken(self, kind: Literal["type", "tool"], number: int) -> bool:
        """Tell whether an error was found in the text of this type or tool itself."""
        return (kind, number) in self._broken

    def report(  # noqa: PLR0913 - the parts of a diagnostic, by name
        self,
        scope: Scope,
        code: str,
        message: str,
        span: Span,
        *,
        labels: tuple[Label, ...] = (),
        notes: tuple[str, ...] = (),
        hint: str | None = None,
        fix: Fix | None = None,
        tool: str | None = None,
    ) -> None:
        """Add a finding; one that another instance of the same generic gave is not repeated."""
        if scope.instance:
            notes = (*notes, f"in `{scope.instance}`")
            if scope.used_at is not None:
                labels = (*labels, Label(scope.used_at, f"`{scope.instance}` is used here"))
        found = Diagnostic(code, message, span, labels, notes, hint, fix, tool)
        if severity(found) is Severity.ERROR:
            self._broken.add((scope.kind, scope.number))
        key = (code, span.source.name, span.start, span.end, message, tool)
        self._found.setdefault(key, found)

    def needs_optional(self, scope: Scope, tag: Tag, field: Field) -> None:
        """Report a default on a field that is always there."""
        start = field.name_span.start
        self.report(
            scope,
            "SC310",
            f"`@{tag.name}` on `{field.name}`, which is always given",
            tag.span,
            labels=(Label(field.name_span, "without `?`"),),
            hint=f"write `?{field.name}:` if it may be absent",
            fix=Fix(field.name_span.source.span(start, start), "?"),
        )
