"""A tool's view in, its listed bytes and its enforcers out: what one kind of caller gets of it."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING, Any

from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.enforce.journal import journal
from schemac.enforce.project.cuts import no_names
from schemac.plan.nodes import Record
from schemac.plan.walk import walk
from schemac.runtime.cache import Cache

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.emit.dialects import Dialect
    from schemac.enforce import InputEnforcer, OutputEnforcer
    from schemac.enforce.outcomes import EnforceOptions
    from schemac.enforce.project.cuts import Names
    from schemac.plan.gates import Side
    from schemac.plan.model import ToolPlan, ToolView
    from schemac.plan.nodes import Field
    from schemac.runtime.decide import Vector
    from schemac.runtime.frame import Frame

__all__ = ["Page", "PageStyle"]

_KEPT_DEFAULTS = 16

_log = journal("schemac")


class PageStyle:
    """How the pages of a tool are written: shared by all of them.

    `strict` closes every record in what is told; `dialect` rewrites what is told, where it can.
    What is enforced follows the view and `enforce` alone.
    """

    __slots__ = ("dialect", "enforce", "strict")

    def __init__(self, enforce: EnforceOptions, *, strict: bool, dialect: Dialect | None) -> None:
        self.enforce = enforce
        self.strict = strict
        self.dialect = dialect

    @property
    def closes_input(self) -> bool:
        """Whether input records are closed for everybody: undeclared keys are an error."""
        return self.enforce.undeclared == "reject"

    def told(self, view: ToolView, side: Side, defaults: Mapping[Field, str]) -> dict[str, Any]:
        """Give the schema of one side as clients are told it."""
        shape = view.input if side == "input" else view.output
        closed = self.strict or (side == "input" and self.closes_input)
        schema = emit_schema(shape, closed=closed, defaults=defaults)
        if self.dialect is None:
            return schema
        rewritten = self.dialect(schema, side)
        if rewritten.refused:
            _log.warning("the dialect cannot say the %s of `%s`", side, view.tool.name)
        return rewritten.schema


class Page:
    """A tool for one kind of caller. What a listing does not need is made at the first call."""

    def __init__(
        self,
        view: ToolView,
        vector: Vector,
        style: PageStyle,
        frame: Frame,
        names: tuple[Names, Names] = (no_names, no_names),
    ) -> None:
        """Take the names that are declared in the input and in the output, gates aside.

        The view is what this caller may send and will receive.
        """
        self.view = view
        self._frame = frame
        self._names = names
        self._vector = vector
        self._style = style

    @property
    def tool(self) -> ToolPlan:
        """The tool's plan."""
        return self.view.tool

    @cached_property
    def digest(self) -> str:
        """A short hash of the decisions that this page stands for."""
        text = ",".join(
            f"{atom}={answer}"
            for atom, answer in zip(self.tool.vocabulary, self._vector, strict=True)
        )
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @cached_property
    def default_keys(self) -> tuple[str, ...]:
        """The keys of `@default_for` that this caller's view shows."""
        if not self.tool.defaults_asked:
            return ()
        shape = self.view.input
        roots = (shape.root, *(named.body for named in shape.types.values()))
        records = (node for root in roots for node in walk(root) if isinstance(node, Record))
        asked = {field.default_for for record in records for field in record.fields}
        return tuple(key for key in self.tool.defaults_asked if key in asked)

    @cached_property
    def headed(self) -> bool:
        """Whether this caller's view has a parameter with a header of its own."""
        return '"x-mcp-header":' in self.input_text({})

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        """The input schema as this caller is told it, without the defaults of one caller."""
        return self._input({})

    @cached_property
    def fragment(self) -> bytes:
        """The tool object as JSON, for all callers with these decisions."""
        head = self._frame.head(self.view.description)
        return self._written(head, dumps(self._input({})), self._output()).encode()

    def rendered(self, title: str | None, description: str, defaults: Mapping[Field, str]) -> str:
        """Give the tool object as JSON, in the given words and with one caller's defaults."""
        head = self._frame.head_in_words(title, description)
        return self._written(head, self.input_text(defaults), self._kept_output)

    def input_text(self, defaults: Mapping[Field, str]) -> str:
        """Give the input schema as JSON, with one caller's defaults in it."""
        key = tuple(defaults.items())
        return self._inputs.get(key) or self._inputs.put(key, dumps(self._input(defaults)))

    def _input(self, defaults: Mapping[Field, str]) -> dict[str, Any]:
        return self._style.told(self.view, "input", defaults)

    def _written(self, head: str, input_text: str, output_text: str) -> str:
        return self._frame.written(head, input_text, output_text, self.view.examples)

    @cached_property
    def _kept_output(self) -> str:
        return self._output()

    def _output(self) -> str:
        return dumps(self._style.told(self.view, "output", {}))

    @cached_property
    def _inputs(self) -> Cache[tuple[tuple[Field, str], ...], str]:
        return Cache(_KEPT_DEFAULTS)

    @cached_property
    def accepts(self) -> InputEnforcer:
        """The input enforcer."""
        from schemac.enforce import input_enforcer  # noqa: PLC0415 - the engine, at the first call

        shape, options = self.view.input, self._style.enforce
        schema = emit_schema(shape, closed=self._style.closes_input)
        return input_enforcer(shape, schema, options, self._names[0])

    @cached_property
    def projects(self) -> OutputEnforcer:
        """The output enforcer."""
        from schemac.enforce import output_enforcer  # noqa: PLC0415 - the same

        shape = self.view.output
        schema = emit_schema(shape)
        return output_enforcer(shape, schema, self._style.enforce, self._names[1])
