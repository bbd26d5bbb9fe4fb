"""Tool declarations and the files they stand in, in; the resolved program and diagnostics out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.diagnostics.sink import order
from schemac.ir.tags import ALWAYS_PREDICATES
from schemac.ir.walk import with_type
from schemac.plan.declaration import HandlerLocation, InlineAnnotations
from schemac.resolve.binder import Binder
from schemac.resolve.circling_defaults import mark_circling
from schemac.resolve.drafts import Draft, bind_tool
from schemac.resolve.duplicates import without_duplicates
from schemac.resolve.finishing import finish
from schemac.resolve.growth import mark_growing
from schemac.resolve.handlers import Handler, locate
from schemac.resolve.inline import inline_handler
from schemac.resolve.instances import Instances
from schemac.resolve.judging import judge
from schemac.resolve.lineage import Ancestry
from schemac.resolve.linking import Linker
from schemac.resolve.loaded import differs_loaded
from schemac.resolve.modules import Modules
from schemac.resolve.recursion import mark_endless
from schemac.resolve.scope import Table
from schemac.resolve.signatures import bind_signatures
from schemac.resolve.soundness import tainted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.diagnostics.model import Diagnostic
    from schemac.plan.declaration import ToolDeclaration
    from schemac.resolve.drafts import BoundTool
    from schemac.resolve.loader import Loader
    from schemac.resolve.program import Program
    from schemac.syntax.host import HostModule

__all__ = ["resolve"]


def resolve(
    declarations: Sequence[ToolDeclaration],
    loader: Loader,
    *,
    modules: Sequence[HostModule] = (),
    signature_files: bool = False,
    predicates: Sequence[str] | None = None,
) -> tuple[Program, tuple[Diagnostic, ...]]:
    """Look up every name that the tools use; a tool with an error is left out of the program.

    Types of `modules`, of every signature file that was read, and with `signature_files` of all
    that could be, are resolved too. What the loader found in files is among the diagnostics.
    `predicates` are those configured beside the ones that are always known. A tag that is none is
    for the planner to report, and hides no argument from checks here; without them it does.
    """
    known = None if predicates is None else frozenset((*ALWAYS_PREDICATES, *predicates))
    session = _Session(loader, modules, known)
    if signature_files:
        loader.all_signatures()
    for host in modules:
        session.modules.enter(host)
    handlers = session.handlers(declarations)
    session.enter_signatures()
    bound, loose = session.bind(handlers)
    program = session.program(bound, loose)
    return program, order((*loader.diagnostics, *session.found), limit=None)


class _Session:
    """The state of one resolution."""

    def __init__(
        self, loader: Loader, given: Sequence[HostModule], gates: frozenset[str] | None
    ) -> None:
        self._gates = gates
        self.found: list[Diagnostic] = []
        self._loader = loader
        self._table = Table()
        self._linker = Linker(loader, self._table, self.found, gates or ())
        self.modules = Modules(loader, self._linker, given)
        self._ancestry = Ancestry(loader, self.modules, self._table)
        self._binder = Binder(self._table, loader, self.found)

    def handlers(
        self, declarations: Sequence[ToolDeclaration]
    ) -> list[tuple[ToolDeclaration, Handler]]:
        """Find the handler of each tool; those that have none are reported."""
        sure = {each.name for each in declarations if not each.guessed}
        wanted = [each for each in declarations if not (each.guessed and each.name in sure)]
        located = [(declaration, self._handler(declaration)) for declaration in wanted]
        pairs = [(declaration, handler) for declaration, handler in located if handler is not None]
        kept, found = without_duplicates(pairs)
        self.found.extend(found)
        return kept

    def _handler(self, declaration: ToolDeclaration) -> Handler | None:
        match declaration.handler:
            case InlineAnnotations() as given:
                inline, found = inline_handler(declaration.name, given, self._linker)
                self.found.extend(found)
                return inline
            case HandlerLocation() as location:
                module = self.modules.of(location.file)
                handler = (
                    None
                    if module is None
                    else locate(declaration, location, module, self._ancestry, self._gates or ())
                )
                if handler is None:
                    return None
                if isinstance(handler, Handler):
                    differs = differs_loaded(declaration, handler)
                    if differs is None:
                        return handler
                    handler = differs
                if not declaration.guessed:
                    self.found.append(replace(handler, tool=declaration.name))
                return None

    def enter_signatures(self) -> None:
        """Enter signature files that were read and that nothing imports."""
        for loaded in self._loader.read_signatures():
            self._linker.file_scope(loaded)
        self._linker.link()

    def bind(
        self, handlers: Sequence[tuple[ToolDeclaration, Handler]]
    ) -> tuple[list[BoundTool], list[BoundTool]]:
        """Look up all names: those of declarations, of tools, of signatures without a tool."""
        self._binder.bind_all()
        self.found.extend((*mark_growing(self._table), *mark_circling(self._table)))
        bound = [
            made
            for declaration, each in handlers
            if (made := self._bound(declaration, each)) is not None
        ]
        tools = [each.handler for each in bound]
        return bound, bind_signatures(self.modules.entered(), tools, self._binder)

    def _bound(self, declaration: ToolDeclaration, handler: Handler) -> BoundTool | None:
        """Look up the names of a tool; None, and no word, where a guess does not hold."""
        if not declaration.guessed:
            return bind_tool(declaration, handler, self._binder)
        unsaid: list[Diagnostic] = []
        bound = bind_tool(declaration, handler, replace(self._binder, found=unsaid))
        return bound if bound.sound and not unsaid else None

    def program(self, bound: Sequence[BoundTool], loose: Sequence[BoundTool]) -> Program:
        """Make program types of what the tools use, then of the rest, and judge all."""
        instances = Instances(self._table, self.found)
        drafts = [_lowered(each, instances) for each in bound]
        others = [_lowered(each, instances) for each in loose]
        own = [each for each in self._table.declared if not (each.prelude or each.hollow)]
        for declared in sorted(own, key=lambda each: each.generic):
            if instances.unused(declared):
                instances.declare(declared)
        self.found.extend(mark_endless(instances.types))
        marks = tainted(instances.types)
        sound, flawed, found = judge(drafts, instances.types, marks, self._table, self._gates)
        self.found.extend(found)
        return finish(sound, (*flawed, *others), instances.types, marks)


def _lowered(bound: BoundTool, instances: Instances) -> Draft:
    fields = tuple(with_type(each, instances.lower(each.type)) for each in bound.parameters)
    given = None if bound.input is None else instances.lower(bound.input)
    output = None if bound.output is None else instances.lower(bound.output)
    return Draft(bound, None if given is not None else fields, given, output)
