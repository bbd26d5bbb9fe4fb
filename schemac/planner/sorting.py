"""Tags of one place in, what they say out, sorted by what it is about.

Only the tags themselves are looked at here, not yet the type that they stand on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.model import Label
from schemac.ir.tags import TAGS
from schemac.plan.nodes import Example, Meta
from schemac.planner.arguments import ArgumentReader
from schemac.planner.gates import every
from schemac.planner.judged import NO_TAGS, Bound, FieldTags, Judged

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from schemac.ir.tags import Tag
    from schemac.plan.gates import Gate
    from schemac.planner.findings import Findings, Scope
    from schemac.planner.judged import BoundName, Position
    from schemac.planner.patterns import PatternJudge
    from schemac.planner.predicates import GateReader

__all__ = ["judge"]


def judge(
    tags: Sequence[Tag],
    position: Position,
    scope: Scope,
    findings: Findings,
    gates: GateReader,
    patterns: PatternJudge,
) -> Judged:
    """Sort the tags; each mistake is reported and its tag left out."""
    if not tags:
        return NO_TAGS
    sorter = _Sorter(position, scope, findings, gates, patterns)
    for tag in tags:
        sorter.take(tag)
    return sorter.judged()


class _Sorter:
    def __init__(
        self,
        position: Position,
        scope: Scope,
        findings: Findings,
        gates: GateReader,
        patterns: PatternJudge,
    ) -> None:
        self._patterns = patterns
        self._position = position
        self._scope = scope
        self._findings = findings
        self._gates = gates
        self._read = ArgumentReader(findings, scope)
        self._seen: dict[str, Tag] = {}
        self._asked: list[Gate | None] = []
        self._bounds: list[Bound] = []
        self._words: dict[str, str] = {}
        self._marks: dict[str, Tag] = {}
        self._values: dict[str, tuple[str, Tag]] = {}
        self._examples: list[tuple[str, Tag]] = []
        self._depends: list[tuple[str, Tag]] = []

    def take(self, tag: Tag) -> None:
        """Read one tag."""
        spec = TAGS.get(tag.name)
        if spec is None:
            self._asked.append(self._gates.of_tag(tag, self._scope))
            return
        if spec.field_only and self._position != "field":
            self._misplaced(tag)
            return
        first = self._seen.setdefault(tag.name, tag)
        if first is not tag and not spec.repeatable:
            self._repeated(tag, first)
            return
        _TAKERS[tag.name](self, tag)

    def judged(self) -> Judged:
        """Give what all of them said."""
        is_field = self._position == "field"
        deprecated = "deprecated" in self._marks
        return Judged(
            gate=every(*self._asked),
            bounds=tuple(self._bounds),
            meta=Meta(
                title=self._words.get("title"),
                description=self._words.get("desc"),
                examples=tuple(Example(text) for text, _ in self._examples),
                deprecated=deprecated and not is_field,
            ),
            examples=tuple(self._examples),
            field=self._of_field(),
        )

    def _of_field(self) -> FieldTags:
        if not (self._values or self._depends or self._marks):
            return NO_TAGS.field
        return FieldTags(
            default=self._values.get("default"),
            default_for=self._values.get("default_for"),
            depends_on=tuple(self._depends),
            deprecated="deprecated" in self._marks and self._position == "field",
            read_only=self._marks.get("read_only"),
            write_only=self._marks.get("write_only"),
            header=self._values.get("header"),
        )

    def mark(self, tag: Tag) -> None:
        """Take a tag without an argument that says something by being there."""
        if self._read.nothing(tag):
            self._marks[tag.name] = tag

    def word(self, tag: Tag) -> None:
        """Take a title or a description."""
        text = self._read.text(tag)
        if text is not None:
            self._words[tag.name] = text

    def number(self, tag: Tag) -> None:
        """Take a bound on a number, a length or a count."""
        value = self._read.number(tag)
        if value is None:
            return
        if tag.name == "multiple_of" and value <= 0:
            self._malformed(tag, "takes a number above 0")
            return
        self._bounds.append(Bound(_BOUND_NAMES[tag.name], value, tag))

    def switch(self, tag: Tag) -> None:
        """Take `@unique()`, `@closed()` or `@strict()`."""
        if self._read.nothing(tag):
            self._bounds.append(Bound(_BOUND_NAMES[tag.name], True, tag))  # noqa: FBT003 - a value

    def label(self, tag: Tag) -> None:
        """Take a media type or an encoding."""
        text = self._read.text(tag)
        if text is not None:
            self._bounds.append(Bound(_BOUND_NAMES[tag.name], text, tag))

    def format(self, tag: Tag) -> None:
        """Take a format."""
        text = self._read.text(tag)
        if text is not None:
            self._bounds.append(Bound("format", text, tag))

    def pattern(self, tag: Tag) -> None:
        """Take a pattern whose shape the linear engine and ECMA-262 have in common."""
        text = self._read.text(tag)
        if text is None:
            return
        fault = self._patterns.fault(text)
        if fault is not None:
            self._findings.report(
                self._scope, "SC303", fault.message, tag.argument.span, notes=(fault.note,)
            )
            return
        self._bounds.append(Bound("pattern", text, tag))

    def example(self, tag: Tag) -> None:
        """Take an example."""
        text = self._read.json(tag)
        if text is not None:
            self._examples.append((text, tag))

    def default(self, tag: Tag) -> None:
        """Take a default."""
        text = self._read.json(tag)
        if text is not None:
            self._values["default"] = (text, tag)

    def default_for(self, tag: Tag) -> None:
        """Take the key of a default that the context is asked for."""
        flag = self._read.flag(tag)
        if flag is not None:
            self._values["default_for"] = (flag.name, tag)

    def depends_on(self, tag: Tag) -> None:
        """Take the name of another field."""
        flag = self._read.flag(tag)
        if flag is not None and all(name != flag.name for name, _ in self._depends):
            self._depends.append((flag.name, tag))

    def header(self, tag: Tag) -> None:
        """Take a header's name."""
        text = self._read.text(tag)
        if text is not None:
            self._values["header"] = (text, tag)

    def _misplaced(self, tag: Tag) -> None:
        code = "SC314" if tag.name == "header" else "SC302"
        kind = "parameter" if tag.name == "header" else "field"
        spec = TAGS.get(tag.name)
        written = f"@{tag.name}({'' if spec is not None and spec.argument == 'none' else '…'})"
        self._findings.report(
            self._scope,
            code,
            f"`@{tag.name}` belongs to a {kind}, and this is none",
            tag.span,
            hint=f"put it behind the whole type of a {kind}: `name: T {written}`, or "
            f"`name: (A | B) {written}`",
        )

    def _repeated(self, tag: Tag, first: Tag) -> None:
        self._findings.report(
            self._scope,
            "SC309",
            f"`@{tag.name}` stands here twice",
            tag.span,
            labels=(Label(first.span, "it is here already"),),
        )

    def _malformed(self, tag: Tag, what: str) -> None:
        self._findings.report(self._scope, "SC312", f"`@{tag.name}` {what}", tag.argument.span)


_BOUND_NAMES: Mapping[str, BoundName] = {
    "min": "min",
    "max": "max",
    "exclusive_min": "exclusive_min",
    "exclusive_max": "exclusive_max",
    "multiple_of": "multiple_of",
    "unique": "unique",
    "closed": "closed",
    "strict": "closed",
    "media_type": "media_type",
    "encoding": "encoding",
}
_TAKERS: Mapping[str, Callable[[_Sorter, Tag], None]] = {
    **dict.fromkeys(
        ("min", "max", "exclusive_min", "exclusive_max", "multiple_of"), _Sorter.number
    ),
    **dict.fromkeys(("unique", "closed", "strict"), _Sorter.switch),
    **dict.fromkeys(("media_type", "encoding"), _Sorter.label),
    **dict.fromkeys(("desc", "title"), _Sorter.word),
    **dict.fromkeys(("deprecated", "read_only", "write_only"), _Sorter.mark),
    "pattern": _Sorter.pattern,
    "format": _Sorter.format,
    "example": _Sorter.example,
    "default": _Sorter.default,
    "default_for": _Sorter.default_for,
    "depends_on": _Sorter.depends_on,
    "header": _Sorter.header,
}
