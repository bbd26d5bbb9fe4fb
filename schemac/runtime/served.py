"""A definition and its contract in, the tool in service out: pages and words by caller."""

from __future__ import annotations

from types import MappingProxyType, MethodType
from typing import TYPE_CHECKING, Final, cast

from schemac.enforce.foreign import foreign
from schemac.enforce.journal import journal
from schemac.plan.view import view_tool
from schemac.runtime.bodies import author_function
from schemac.runtime.cache import Cache
from schemac.runtime.construction import construct
from schemac.runtime.decide import Vocabulary
from schemac.runtime.errors import ContractError
from schemac.runtime.frame import Frame
from schemac.runtime.handler import Handler
from schemac.runtime.leavings import DeclaredNames
from schemac.runtime.misfits import Misfits
from schemac.runtime.page import Page
from schemac.runtime.pipeline import Serving, serving
from schemac.runtime.results import clean_text
from schemac.runtime.sketch import Sketch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from schemac.emit.templates import Drawing, Templates
    from schemac.plan.gates import Answer
    from schemac.plan.model import Plan, ToolPlan
    from schemac.plan.nodes import Field
    from schemac.runtime.context import Question
    from schemac.runtime.decide import Decisions, Vector
    from schemac.runtime.definition import ToolDefinition
    from schemac.runtime.loop import RequestLoop
    from schemac.runtime.page import PageStyle

__all__ = ["ServedTool"]

_KEPT_PAGES: Final = 64
_log = journal("schemac")


class _Hidden:
    """Stands in a cache for a tool that these decisions hide."""


_HIDDEN: Final = _Hidden()
_NO_DEFAULTS: Final[Mapping[Field, str]] = MappingProxyType({})


class ServedTool:
    """One tool of a program. Pages are shared by all callers who answer its atoms alike."""

    def __init__(
        self,
        definition: ToolDefinition,
        plan: Plan,
        tool: ToolPlan,
        questions: Sequence[Question],
        style: PageStyle,
        templates: Templates | None = None,
    ) -> None:
        self.definition = definition
        self.tool = tool
        self.name = tool.name
        self.vocabulary = Vocabulary(tool.vocabulary, questions)
        self._maker = construct(definition)
        self._checked = author_function(definition.runs)
        self._plan = plan
        self._misfits = Misfits(plan, tool)
        self._names = (
            DeclaredNames(tool.input, plan.types),
            DeclaredNames(tool.output, plan.types),
        )
        self._style = style
        self._frame = Frame(tool)
        self._pages: Cache[Vector, Page | _Hidden] = Cache(_KEPT_PAGES)
        self.always_shared = not (tool.dynamic or definition.lazy or tool.defaults_asked)
        drawable = templates if self.always_shared else None
        self._sketch = Sketch(tool, self.vocabulary.atoms, style, self._frame, drawable)

    @property
    def closes_input(self) -> bool:
        """Whether undeclared arguments are an error."""
        return self._style.closes_input

    def handler(self, context: object, served: Serving) -> object:
        """Give the handler: a new one where it is a class, and that one knows its request."""
        handler = self._maker(context)
        if self.definition.kind == "class" and isinstance(handler, Handler):
            handler.__schemac_bind__(served, context)
        return handler

    def callee(self, handler: object) -> Callable[..., object]:
        """Give what a call of a handler runs: the very function whose contract was checked.

        Raises ContractError where `call` has become another one since.
        """
        if self.definition.kind == "function":
            return cast("Callable[..., object]", handler)
        called = getattr(handler, "call", None)
        if type(called) is MethodType and called.__func__ is self._checked:
            return called
        if author_function(called) is not self._checked or not callable(called):
            raise ContractError(f"`call` of the tool `{self.name}` is not the one it had at first")
        return cast("Callable[..., object]", called)

    def page(self, decisions: Decisions) -> Page | None:
        """Give the caller's page; None where the tool is hidden from them."""
        return self.page_for(decisions.vector(self.vocabulary))

    def page_for(self, vector: Vector) -> Page | None:
        """Give the page of those who answer so."""
        found = self._pages.get(vector)
        if found is None:
            found = self._pages.put(vector, self._made(vector))
        return found if isinstance(found, Page) else None

    def fragment_for(self, vector: Vector, drawing: Drawing | None) -> bytes | None:
        """Give the tool object of those who answer so, without a page where it can be drawn.

        None where the tool is hidden from them.
        """
        drawn = None if drawing is None else self._sketch.drawn(vector, drawing)
        if drawn is not None:
            return drawn or None
        page = self.page_for(vector)
        return None if page is None else page.fragment

    def _made(self, vector: Vector) -> Page | _Hidden:
        view = view_tool(self._plan, self.tool, self._answers(vector))
        if view is None:
            return _HIDDEN
        return Page(view, vector, self._style, self._frame, self._names)

    def _answers(self, vector: Vector) -> dict[int, Answer]:
        return dict(zip(self.vocabulary.atoms, vector, strict=True))

    def is_shared(self, page: Page) -> bool:
        """Say whether the page is listed alike for all callers with the same decisions."""
        if self.always_shared:
            return True
        return not (self.tool.dynamic or self.definition.lazy or page.default_keys)

    def listed(self, page: Page, context: object, decisions: Decisions, loop: RequestLoop) -> bytes:
        """Give the tool object of one caller as JSON."""
        if self.is_shared(page):
            return page.fragment
        title = self.title()
        description = self.description(page, context, decisions, loop)
        return page.rendered(title, description, self.defaults(page, decisions)).encode()

    def title(self) -> str | None:
        """Give the title; a lazy one is made now. None without one, or where it fails."""
        title = self.definition.title
        if title is None or isinstance(title, str):
            return self.tool.title
        return self._words(title)

    def summary(self) -> str | None:
        """Give the summary of the tool's category; a lazy one is made now."""
        summary = self.definition.summary
        return summary if summary is None or isinstance(summary, str) else self._words(summary)

    def description(
        self, page: Page, context: object, decisions: Decisions, loop: RequestLoop
    ) -> str:
        """Give the description for one caller: the plan's, a lazy one, or what the method says."""
        text = self.definition.description
        if text is not None and not isinstance(text, str):
            return self._words(text) or self.title() or self.name
        if not self.tool.dynamic:
            return page.view.description
        return self._asked(context, decisions, loop)

    def _asked(self, context: object, decisions: Decisions, loop: RequestLoop) -> str:
        served = Serving(decisions, None)
        token = serving.set(served)
        try:
            handler = self.handler(context, served)
            return clean_text(loop.settle(handler.description()))  # type: ignore[attr-defined] # dynamic says so
        except foreign():  # application code, and a text must stand there
            _log.exception("`description()` of the tool `%s` gave no text", self.name)
            return self.title() or self.name
        finally:
            serving.reset(token)

    def _words(self, lazy: object) -> str | None:
        try:
            return clean_text(str(lazy))
        except foreign():  # the same
            _log.exception("a text of the tool `%s` could not be made", self.name)
            return None

    def defaults(self, page: Page, decisions: Decisions) -> Mapping[Field, str]:
        """Give this caller's answers to `@default_for`, where their view accepts them."""
        if not page.default_keys:
            return _NO_DEFAULTS
        from schemac.enforce import accepted_defaults  # noqa: PLC0415 - the engine, when needed

        answers = {key: decisions.default_for(key) for key in page.default_keys}
        accepted = accepted_defaults(page.view.input, answers)
        fit = {field.default_for for field in accepted}
        unfit = [key for key in answers if key not in fit and answers[key] is not None]
        if unfit:
            self._misfits.tell({key: answers[key] for key in unfit})
        return accepted
