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
from schemac.emit.templates.parts import SideTemplate, ToolTemplate, UnfitError
from schemac.emit.templates.reach import Reach, check_known
from schemac.emit.templates.roots import root_of
from schemac.emit.templates.verdicts import GateNumbers, Verdicts
from schemac.plan.facts import facts
from schemac.plan.view import empty_input

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.emit.templates.verdicts import Verdict
    from schemac.plan.gates import Answer, Side
    from schemac.plan.model import Plan, ToolPlan
    from schemac.plan.nodes import Node

__all__ = ["Drawing", "Templates"]

_MOST_KNOWN = 8


class Templates:
    """The templates of a plan's tools, each made when it is first asked for.

    Two threads may make the same one twice, which does no harm.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.numbers = GateNumbers()
        self._compilers: dict[tuple[Side, bool], Compiler] = {}

    def tool(
        self, tool: ToolPlan, *, closes_input: bool = False, closes_output: bool = False
    ) -> ToolTemplate | None:
        """Give the template of a tool whose records are closed or not; None where it has none."""
        if tool.defaults_asked:
            return None
        try:
            doors = doors_of((tool.gate,), "input")
            received = self._side(tool, tool.input, "input", closes_input)
            sent = self._side(tool, tool.output, "output", closes_output)
            words = self._words(tool)
        except UnfitError:
            return None
        bare = dumps(emit_schema(empty_input(self.plan, tool.input), closed=closes_input))
        asked = tuple(dict.fromkeys((*words, *received.asked, *sent.asked)))
        return ToolTemplate(doors, received, bare, sent, asked)

    def _words(self, tool: ToolPlan) -> tuple[int, ...]:
        """Give the numbers of the gates of the tool itself, of its words and of its examples."""
        gates = [tool.gate, *(text.gate for text in tool.descriptions)]
        gates.extend(example.gate for example in tool.examples)
        asked = [gate for gate in gates if gate is not None]
        check_known(asked, frozenset(tool.vocabulary))
        return self.numbers.of(asked, "input")

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

    def _side(
        self,
        tool: ToolPlan,
        root: Node,
        side: Side,
        closed: bool,  # noqa: FBT001 - a key
    ) -> SideTemplate:
        asked = self._reach.asked(root, frozenset(tool.vocabulary))
        compiler = self.compiler(side, closed)
        doors, part = root_of(compiler, root)
        if part is not None:
            part = merged(part, compiler.types, lambda target: self._users[target] > 1)
        return SideTemplate(side, doors, part, self.numbers.of(asked, side), closed=closed)

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
        self._verdicts = Verdicts(templates.numbers, answers)
        self._sheets: dict[tuple[Side, bool], Sheet] = {}

    def verdict(self, template: ToolTemplate) -> Verdict:
        """Give what decides all that the caller sees of a tool."""
        return self._verdicts.of(template.asked)

    def schemas(self, template: ToolTemplate) -> tuple[str, str] | None:
        """Give the input and the output schema as JSON; None where the tool is hidden."""
        if template.doors is None:
            return None
        if template.doors and not self._sheet("input", template.input.closed).opens(template.doors):
            return None
        sent = self._schema(template.output)
        if sent is None:
            return None
        received = self._schema(template.input)
        return template.bare_input if received is None else received, sent

    def _schema(self, side: SideTemplate) -> str | None:
        """Give a schema, the one that is known for this verdict if there is one."""
        key = self._verdicts.of(side.asked)
        try:
            return side.known[key]
        except KeyError:
            pass
        written = self._written(side)
        if len(side.known) >= _MOST_KNOWN:
            side.known.clear()
        side.known[key] = written
        return written

    def _written(self, side: SideTemplate) -> str | None:
        sheet = self._sheet(side.side, side.closed)
        return sheet.schema(side.part) if sheet.opens(side.doors) else None

    def _sheet(self, side: Side, closed: bool) -> Sheet:  # noqa: FBT001 - a key
        found = self._sheets.get((side, closed))
        if found is None:
            types = self._templates.compiler(side, closed).types
            found = Sheet(self._templates.plan, types, self._answers, side, closed=closed)
            self._sheets[side, closed] = found
        return found
