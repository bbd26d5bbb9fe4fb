"""A tool and a drawing of a caller's answers in, the tool object out without a view being cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.view import description_for, examples_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.emit.templates import Drawing, Templates
    from schemac.emit.templates.parts import ToolTemplate
    from schemac.emit.templates.verdicts import Verdict
    from schemac.plan.gates import Answer
    from schemac.plan.model import ToolPlan
    from schemac.runtime.decide import Vector
    from schemac.runtime.frame import Frame
    from schemac.runtime.page import PageStyle

__all__ = ["HIDDEN", "Sketch"]

HIDDEN = b""
"""Says that the tool is hidden from those who answer so."""


_MOST_KNOWN = 16


class Sketch:
    """The template of a tool, made at the second page: one page alone does not pay for it.

    What was written is kept for those to whom the tool's gates say the same, a few at most.
    """

    def __init__(
        self,
        tool: ToolPlan,
        atoms: Sequence[int],
        style: PageStyle,
        frame: Frame,
        templates: Templates | None,
    ) -> None:
        """Take the atoms that a vector answers."""
        self._tool = tool
        self._atoms = atoms
        self._frame = frame
        self._style = style
        self._templates = templates
        is_one_text = all(text.gate is None for text in tool.descriptions[:1])
        self._is_worded_alike = is_one_text and not tool.examples
        self._template: ToolTemplate | None = None
        self._is_made = templates is None
        self._was_asked = False
        self._known: dict[Verdict, bytes] = {}

    def drawn(self, vector: Vector, drawing: Drawing) -> bytes | None:
        """Give the tool object; HIDDEN, which is empty; or None where there is no template."""
        template = self._template if self._is_made else self._made()
        if template is None:
            return None
        verdict = drawing.verdict(template)
        found = self._known.get(verdict)
        if found is None:
            found = self._written(template, vector, drawing)
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[verdict] = found
        return found

    def _written(self, template: ToolTemplate, vector: Vector, drawing: Drawing) -> bytes:
        schemas = drawing.schemas(template)
        if schemas is None:
            return HIDDEN
        tool, frame = self._tool, self._frame
        if self._is_worded_alike:
            head = frame.head(tool.descriptions[0].text if tool.descriptions else "")
            return frame.written(head, *schemas, ()).encode()
        answers: dict[int, Answer] = dict(zip(self._atoms, vector, strict=True))
        head = frame.head(description_for(tool, answers))
        return frame.written(head, *schemas, examples_for(tool, answers)).encode()

    def _made(self) -> ToolTemplate | None:
        if not self._was_asked:
            self._was_asked = True
            return None
        if self._templates is not None:
            style = self._style
            self._template = self._templates.tool(
                self._tool,
                closes_input=style.strict or style.closes_input,
                closes_output=style.strict,
            )
        self._is_made = True
        return self._template
