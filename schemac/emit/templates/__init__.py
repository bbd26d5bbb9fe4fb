"""A plan's tools in, templates out; a template and answers in, schemas as text out.

A template gives the very bytes that the plain emitter gives of the view; where that is not
certain there is none. The plain emitter stays the one that says what a schema is.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from schemac.emit.canonical import dumps
from schemac.emit.schema import emit_schema
from schemac.emit.templates.compiling import Compiler
from schemac.emit.templates.drawing import Sheet
from schemac.emit.templates.gating import doors_of
from schemac.emit.templates.merging import merged
from schemac.emit.templates.parts import ToolTemplate, UnfitError
from schemac.emit.templates.reach import Reach
from schemac.emit.templates.roots import root_of
from schemac.plan.facts import facts
from schemac.plan.view import empty_input

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.emit.templates.gating import Doors
    from schemac.emit.templates.parts import Part
    from schemac.plan.gates import Answer, Side
    from schemac.plan.model import Plan, ToolPlan
    from schemac.plan.nodes import Node

__all__ = ["Drawing", "Templates"]


class Templates:
    """The templates of a plan's tools, each made when it is first asked for.

    Two threads may make the same one twice, which does no harm.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._compilers: dict[tuple[Side, bool], Compiler] = {}

    def tool(
        self, tool: ToolPlan, *, closes_input: bool = False, closes_output: bool = False
    ) -> ToolTemplate | None:
        """Give the template of a tool whose records are closed or not; None where it has none."""
        if tool.defaults_asked:
            return None
        vocabulary = frozenset(tool.vocabulary)
        try:
            self._reach.check(tool.input, vocabulary)
            self._reach.check(tool.output, vocabulary)
            doors = doors_of((tool.gate,), "input")
            input_doors, received = self._root(tool.input, "input", closes_input)
            output_doors, sent = self._root(tool.output, "output", closes_output)
        except UnfitError:
            return None
        bare = dumps(emit_schema(empty_input(self.plan, tool.input), closed=closes_input))
        return ToolTemplate(
            doors,
            input_doors,
            received,
            bare,
            output_doors,
            sent,
            (closes_input, closes_output),
        )

    @cached_property
    def _reach(self) -> Reach:
        """What roots reach; it walks the whole plan, so not before it is needed."""
        return Reach(self.plan)

    @cached_property
    def _users(self) -> Counter[int]:
        """How many tools and named types use each named type."""
        known = facts(self.plan)
        users = Counter(used for each in known.references.values() for used in each)
        for tool in self.plan.tools:
            users.update({*known.used_in(tool.input), *known.used_in(tool.output)})
        return users

    def _root(
        self,
        node: Node,
        side: Side,
        closed: bool,  # noqa: FBT001 - a key
    ) -> tuple[Doors, Part | None]:
        compiler = self.compiler(side, closed)
        doors, part = root_of(compiler, node)
        if part is None:
            return doors, None
        return doors, merged(part, compiler.types, lambda target: self._users[target] > 1)

    def compiler(self, side: Side, closed: bool) -> Compiler:  # noqa: FBT001 - a key
        """Give what makes the templates of one side."""
        found = self._compilers.get((side, closed))
        if found is None:
            made = Compiler(self.plan, side, closed=closed)
            found = self._compilers.setdefault((side, closed), made)
        return found


class Drawing:
    """The templates of a plan for one caller's answers; for one request, in one thread."""

    def __init__(self, templates: Templates, answers: Mapping[int, Answer]) -> None:
        self._templates = templates
        self._answers = answers
        self._sheets: dict[tuple[Side, bool], Sheet] = {}

    def schemas(self, template: ToolTemplate) -> tuple[str, str] | None:
        """Give the input and the output schema as JSON; None where the tool is hidden."""
        closes_input, closes_output = template.closed
        inputs = self._sheet("input", closes_input)
        if template.doors is None or not inputs.opens(template.doors):
            return None
        outputs = self._sheet("output", closes_output)
        if not outputs.opens(template.output_doors):
            return None
        sent = outputs.schema(template.output)
        if sent is None:
            return None
        received = None
        if inputs.opens(template.input_doors):
            received = inputs.schema(template.input)
        return template.bare_input if received is None else received, sent

    def _sheet(self, side: Side, closed: bool) -> Sheet:  # noqa: FBT001 - a key
        found = self._sheets.get((side, closed))
        if found is None:
            types = self._templates.compiler(side, closed).types
            found = Sheet(self._templates.plan, types, self._answers, side, closed=closed)
            self._sheets[side, closed] = found
        return found
