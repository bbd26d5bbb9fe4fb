"""Templates and one caller's answers in, the text of schemas out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from schemac.emit.canonical import dumps
from schemac.emit.json_schema import Writer
from schemac.emit.templates.gathering import gathered
from schemac.emit.templates.parts import Chain, Choice, Gated, Inline, Rows, Use, Variant
from schemac.emit.templates.words import Words, dressed, split
from schemac.plan.cut import Cutter
from schemac.plan.decisions import evaluate
from schemac.plan.facts import facts
from schemac.plan.nodes import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from schemac.emit.templates.gating import Doors
    from schemac.emit.templates.parts import Part, Piece, TypeTemplate
    from schemac.plan.gates import Answer, Side
    from schemac.plan.model import Plan

__all__ = ["Drawn", "Sheet"]

_MOST_VARIANTS = 64


@dataclass(slots=True, eq=False)
class Drawn:
    """A named type for one caller: its core in pieces, and what it weighs as a definition.

    `uses` are the names in it. `weight` is in bytes, and `definition` is `"name":{…}`, where no
    name is in it.
    """

    template: TypeTemplate
    pieces: tuple[Piece, ...]
    uses: tuple[Use, ...]
    weight: int
    definition: str


class Sheet:
    """One side of a plan for one caller: each named type is drawn once, whoever uses it."""

    def __init__(
        self,
        plan: Plan,
        templates: Mapping[int, TypeTemplate],
        answers: Mapping[int, Answer],
        side: Side,
        *,
        closed: bool,
    ) -> None:
        self._plan = plan
        self._templates = templates
        self._answers = answers
        self._side = side
        self._closed = closed
        self._types: dict[int, Drawn | None] = {}

    def schema(self, root: Part | None) -> str | None:
        """Give the schema with its definitions; None where nothing is left of it."""
        if root is None or isinstance(root, str):
            return root
        pieces: list[Piece] = []
        if not self._draw(root, pieces):
            return None
        return gathered(pieces, self.drawn)

    def drawn(self, target: int) -> Drawn | None:
        """Give a named type; None where nothing is left of it."""
        try:
            return self._types[target]
        except KeyError:
            made = self._types[target] = self._made(self._templates[target])
            return made

    def opens(self, doors: Doors) -> bool:
        """Tell whether the caller passes them all."""
        answers = self._answers
        for door in doors:
            if isinstance(door, int):
                if answers.get(door) != 1:
                    return False
            elif evaluate(door, answers, self._side) != 1:
                return False
        return True

    def _made(self, template: TypeTemplate) -> Drawn | None:
        pieces: list[Piece] = []
        if template.core is None or not self.opens(template.doors):
            return None
        if not self._draw(template.core, pieces):
            return None
        uses = tuple(piece for piece in pieces if type(piece) is not str)
        if uses:
            return Drawn(template, tuple(pieces), uses, 0, "")  # type: ignore[arg-type] # no texts
        core = "".join(pieces)  # type: ignore[arg-type] # texts only
        body = dressed(Words(template.before, template.after), core)
        weight = len(body) if body.isascii() else len(body.encode())
        return Drawn(template, (core,), (), weight, f'"{template.name}":{body}')

    def _draw(self, part: Part, out: list[Piece]) -> bool:
        """Add the pieces of a part; tell whether anything of it is left. What it added stays."""
        return self._ways[type(part)](self, part, out)

    def _text(self, part: str, out: list[Piece]) -> bool:
        out.append(part)
        return True

    def _chain(self, part: Chain, out: list[Piece]) -> bool:
        for inner in part.parts:
            if type(inner) is str:
                out.append(inner)
            elif not self._ways[type(inner)](self, inner, out):
                return False
        return True

    def _use(self, part: Use, out: list[Piece]) -> bool:
        if (part.doors and not self.opens(part.doors)) or self.drawn(part.target) is None:
            return False
        out.append(part)
        return True

    def _gated(self, part: Gated, out: list[Piece]) -> bool:
        return self.opens(part.doors) and self._draw(part.part, out)

    def _rows(self, part: Rows, out: list[Piece]) -> bool:
        out.append(part.before)
        start = len(out)
        required: list[str] = []
        answers = self._answers
        for row in part.rows:
            doors = row.doors
            if len(doors) == 1 and type(doors[0]) is int:
                if answers.get(doors[0]) != 1:  # what `opens` does, which would be a frame
                    continue
            elif doors and not self.opens(doors):
                continue
            mark = len(out)
            out.append(row.text if mark > start else row.text[1:])
            inner = row.inner
            if inner is not None and not self._ways[type(inner)](self, inner, out):
                del out[mark:]
            elif row.required:
                required.append(row.required)
        if required:
            out.append(f'}},"required":[{",".join(required)}]{part.after}')
        else:
            out.append(f"}}{part.after}")
        return len(out) > start + 1

    def _choice(self, part: Choice, out: list[Piece]) -> bool:
        shown: list[int] = []
        start = len(out)
        out.append("")
        for index, option in enumerate(part.options):
            if option.doors and not self.opens(option.doors):
                continue
            mark = len(out)
            if shown:
                out.append(",")
            among = option.among
            if self._ways[type(among)](self, among, out):
                shown.append(index)
            else:
                del out[mark:]
        has_null = part.null is not None and self.opens(part.null)
        if not shown or (len(shown) == 1 and not has_null):
            del out[start:]
            return bool(shown) and self._draw(part.options[shown[0]].alone, out)
        word = "oneOf" if len(shown) > 1 and _are_apart(shown, part.clashes) else "anyOf"
        out[start] = f'{part.before}"{word}":['
        out.append(f',{{"type":"null"}}]{part.after}' if has_null else f"]{part.after}")
        return True

    def _inline(self, part: Inline, out: list[Piece]) -> bool:
        use = part.use
        if use.doors and not self.opens(use.doors):
            return False
        drawn = self.drawn(use.target)
        if drawn is None:
            return False
        out.append(use.before)
        out.extend(drawn.pieces)
        out.append(use.after)
        return True

    def _variant(self, part: Variant, out: list[Piece]) -> bool:
        key = tuple([self.opens((door,)) for door in part.doors])
        try:
            text = part.known[key]
        except KeyError:
            if len(part.known) >= _MOST_VARIANTS:
                part.known.clear()
            text = part.known[key] = self._written(part)
        if text is None:
            return False
        out.append(text)
        return True

    def _written(self, part: Variant) -> str | None:
        """Ask the plain emitter."""
        cutter = Cutter(self._plan.types, facts(self._plan), self._answers, self._side)
        record = cutter.cut(part.node)
        if not isinstance(record, Record):
            return None
        (schema,) = Writer({}, {}, closed=self._closed).write(record)["properties"].values()
        return split(schema)[1] if part.is_core else dumps(schema)

    _ways: ClassVar[Mapping[type[Part], Callable[[Sheet, Any, list[Piece]], bool]]] = {
        str: _text,
        Use: _use,
        Inline: _inline,
        Rows: _rows,
        Chain: _chain,
        Gated: _gated,
        Choice: _choice,
        Variant: _variant,
    }
    """How each part is drawn: one step where a row of questions would be eight."""


def _are_apart(shown: list[int], clashes: frozenset[tuple[int, int]]) -> bool:
    return not clashes or not any(
        (one, other) in clashes for at, one in enumerate(shown) for other in shown[at + 1 :]
    )
