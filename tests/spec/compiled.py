"""A literate case in, its compiled tool out: schemas, judgements and diagnostics by grants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from schemac.compiler import CompileOptions, compile_tools
from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.emit.templates import Drawing, Templates
from schemac.enforce import (
    Accepted,
    EnforceOptions,
    Projected,
    input_enforcer,
    output_enforcer,
)
from schemac.plan.declaration import HandlerLocation, InlineAnnotations, ToolDeclaration
from schemac.plan.view import view_tool
from schemac.source import Source
from schemac.syntax.module import read_module

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from schemac.diagnostics.model import Diagnostic
    from schemac.plan.gates import Answer
    from schemac.plan.model import Plan, Shape, ToolView
    from schemac.syntax.host import HostClass, HostFunction
    from tests.spec.literate import Block, Case

__all__ = ["Compiled", "compile_case"]

_PREDICATES = ("tier", "beta")


@dataclass(frozen=True)
class Compiled:
    """What became of a case."""

    plan: Plan
    findings: list[str]

    def hidden(self, grants: Sequence[str]) -> bool:
        """Say whether the tool is hidden from this caller."""
        view = self._view(grants)
        self._check_templates(view, grants)
        return view is None

    def description(self, grants: Sequence[str]) -> str:
        """Give the tool's description."""
        view = self._view(grants)
        assert view is not None, f"hidden from {grants}"
        return view.description

    def schema(self, side: str, grants: Sequence[str]) -> dict[str, Any]:
        """Give the emitted schema of a side."""
        schema = emit_schema(self._shape(side, grants), closed=self.plan.strict_schema)
        self._check_templates(self._view(grants), grants)
        return schema

    def called(self, arguments: object, grants: Sequence[str]) -> object:
        """Give the arguments that reach the handler, or the violations."""
        shape = self._shape("input", grants)
        enforcer = input_enforcer(shape, emit_schema(shape), EnforceOptions())
        assert isinstance(arguments, dict)
        answer = enforcer.accept(arguments)
        if isinstance(answer, Accepted):
            return dict(answer.arguments)
        return {"violations": [str(one) for one in answer.violations]}

    def received(self, value: object, grants: Sequence[str]) -> object:
        """Give what the caller gets of a result, or where its contract is broken."""
        shape = self._shape("output", grants)
        if self.plan.tools[0].wraps:
            value = {"data": value}
        answer = output_enforcer(shape, emit_schema(shape), EnforceOptions()).project(value)
        if isinstance(answer, Projected):
            return answer.value
        return {"breach": f"{answer.pointer} {answer.keyword}"}

    def fits(self, side: str, value: object, grants: Sequence[str]) -> bool:
        """Say whether a value is accepted."""
        if side == "input":
            answer = self.called(value, grants)
            return not (isinstance(answer, dict) and "violations" in answer)
        answer = self.received(value, grants)
        return not (isinstance(answer, dict) and "breach" in answer)

    def _shape(self, side: str, grants: Sequence[str]) -> Shape:
        view = self._view(grants)
        assert view is not None, f"hidden from {grants}; findings: {self.findings}"
        return view.input if side == "input" else view.output

    def _view(self, grants: Sequence[str]) -> ToolView | None:
        if not self.plan.tools:
            return None
        return view_tool(self.plan, self.plan.tools[0], self._answers(grants))

    def _check_templates(self, view: ToolView | None, grants: Sequence[str]) -> None:
        """Hold what a listing is written from against the emitter, closed records and open."""
        if not self.plan.tools:
            return
        for closed in (False, True):
            templates = Templates(self.plan)
            tool = templates.tool(self.plan.tools[0], closes_input=closed, closes_output=closed)
            if tool is None:
                continue
            drawn = Drawing(templates, self._answers(grants)).schemas(tool)
            shapes = None if view is None else (view.input, view.output)
            told = shapes and tuple(dumps(emit_schema(each, closed=closed)) for each in shapes)
            assert drawn == told

    def _answers(self, grants: Sequence[str]) -> dict[int, Answer]:
        held = set(grants)
        names = [f"{atom.predicate}:{atom.flag}" for atom in self.plan.atoms]
        return {
            number: 1 if name in held else 0
            for number, name in enumerate(names)
            if f"?{name}" not in held
        }


def compile_case(case: Case, folder: Path) -> Compiled:
    """Write the sources of a case into a folder and compile its one tool."""
    declaration: ToolDeclaration | None = None
    for block in case.of("source"):
        name = block.settings.get("file")
        if name is not None:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.body, encoding="utf-8")
        else:
            declaration = _declare(block, folder)
    assert declaration is not None, "a case without a source"
    options = CompileOptions(sig_paths=(folder,), predicates=_PREDICATES, root=folder)
    compilation = compile_tools([declaration], options)
    return Compiled(compilation.plan, [_finding(one) for one in compilation.diagnostics])


def _declare(block: Block, folder: Path) -> ToolDeclaration:
    body = block.body
    if block.language == "sig":
        return ToolDeclaration("t", InlineAnnotations(signature="()", types=body, parameters=()))
    path = folder / "case.py"
    path.write_text(body, encoding="utf-8")
    module, _ = read_module(Source("case.py", body))
    handlers: list[HostClass | HostFunction] = [*module.classes, *module.functions]
    name = block.settings.get("handler", handlers[0].qualname)
    (handler,) = (one for one in handlers if one.qualname == name)
    where = HandlerLocation(str(path), handler.qualname, handler.first_line)
    return ToolDeclaration("t", where)


def _finding(diagnostic: Diagnostic) -> str:
    if diagnostic.span is None:
        return f"- {diagnostic.code} {diagnostic.message}"
    place = diagnostic.span.begin
    return f"{place.line}:{place.column} {diagnostic.code} {diagnostic.message}"
