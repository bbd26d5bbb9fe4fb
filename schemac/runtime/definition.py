"""A class, function or object and its `@tool` arguments in, a tool definition out."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from schemac.enforce.kinds import kind_name, own_qualname
from schemac.plan.declaration import (
    HandlerLocation,
    InlineAnnotations,
    InlineParameter,
    ToolDeclaration,
)
from schemac.plan.naming import tool_name
from schemac.runtime.bodies import author_function
from schemac.runtime.errors import ContractError
from schemac.runtime.hints import hints_on_the_wire
from schemac.runtime.location import (
    calling_class,
    is_bound,
    locate_bases,
    locate_before,
    locate_class,
    locate_code,
    locate_function,
    shown_place,
)
from schemac.runtime.names import checked_name
from schemac.runtime.options import (
    ToolOptions,
    check_options,
    read_domains,
    read_gates,
    read_hints,
    read_json_options,
    read_middleware,
    read_words,
)
from schemac.runtime.outlines import Outlines

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import FrameType

    from schemac.runtime.options import Words
    from schemac.runtime.pipeline import Middleware

__all__ = ["TargetKind", "ToolDefinition", "define"]

TargetKind = Literal["class", "instance", "function"]

_PARAMETER_KINDS: Mapping[
    object,
    Literal[
        "positional_only", "positional_or_keyword", "keyword_only", "var_positional", "var_keyword"
    ],
] = {
    inspect.Parameter.POSITIONAL_ONLY: "positional_only",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "positional_or_keyword",
    inspect.Parameter.KEYWORD_ONLY: "keyword_only",
    inspect.Parameter.VAR_POSITIONAL: "var_positional",
    inspect.Parameter.VAR_KEYWORD: "var_keyword",
}


@dataclass(frozen=True, slots=True, eq=False)
class ToolDefinition:
    """A registered tool, as declared.

    `handler` is the class, object or function itself; `place` is where it was declared, as people
    are shown it; `source` is where its author's code is, None for what was not written in a file.
    `gates` are (predicate, flag expression) pairs, all of which must be open.
    """

    name: str
    handler: object
    kind: TargetKind
    annotated: HandlerLocation | InlineAnnotations
    source: HandlerLocation | None
    place: str
    gates: tuple[tuple[str, str], ...] = ()
    title: Words = None
    description: Words = None
    summary: Words = None
    hints: tuple[tuple[str, bool], ...] = ()
    domains: tuple[str, ...] = ()
    category: str | None = None
    icons: str | None = None
    meta: str | None = None
    deferred: bool = False
    internal: bool = False
    examples: tuple[str, ...] = ()
    middleware: tuple[Middleware, ...] = ()
    undeclared: Literal["drop", "reject"] | None = None

    @property
    def annotations(self) -> dict[str, bool]:
        """The MCP annotations that were set, by their names on the wire."""
        return hints_on_the_wire(self.hints)

    @property
    def runs(self) -> object:
        """What a call runs now: the function itself, or the method `call`; None without one."""
        return self.handler if self.kind == "function" else getattr(self.handler, "call", None)

    @property
    def read_only(self) -> bool:
        """Whether the tool says that it changes nothing."""
        return ("read_only", True) in self.hints

    @property
    def dynamic(self) -> bool:
        """Whether a method `description` words the tool for each caller."""
        if self.kind == "function" or self.description is not None:
            return False
        return callable(getattr(self.handler, "description", None))

    @property
    def lazy(self) -> bool:
        """Whether a text of the tool is made anew for each request."""
        words = (self.title, self.summary, self.description)
        return any(text is not None and not isinstance(text, str) for text in words)

    def declaration(self) -> ToolDeclaration:
        """Give the tool as the compiler wants it. A lazy text is left to the request."""
        return ToolDeclaration(
            name=self.name,
            handler=self.annotated,
            gates=self.gates,
            title=_plain(self.title),
            description=self._static_description(),
            dynamic=self.dynamic,
            hints=self.hints,
            domains=self.domains,
            category=self.category,
            summary=_plain(self.summary),
            icons=self.icons,
            meta=self.meta,
            deferred=self.deferred,
            internal=self.internal,
            examples=self.examples,
            place=self.place,
            bases=() if isinstance(self.annotated, InlineAnnotations) else self._bases(),
            runs=None if isinstance(self.annotated, InlineAnnotations) else locate_code(self.runs),
            caller=None if self.kind == "function" else calling_class(self._class()),
            bound=self.kind == "function" and is_bound(self.handler),
            undeclared=self.undeclared,
        )

    def _class(self) -> type:
        return self.handler if isinstance(self.handler, type) else type(self.handler)

    def _bases(self) -> tuple[HandlerLocation, ...]:
        is_function = self.kind == "function"
        return locate_before(self.handler) if is_function else locate_bases(self._class())

    def _static_description(self) -> str | None:
        if self.description is not None:
            return _plain(self.description) or self.name
        own = getattr(self.handler, "description", None) if self.kind != "function" else None
        return own if isinstance(own, str) else None


def define(
    target: object,
    name: str | None,
    options: ToolOptions,
    *,
    inline: tuple[str | None, str | None] | None = None,
    frame: FrameType | None = None,
    outlines: Outlines | None = None,
) -> ToolDefinition:
    """Make a definition. `inline` are signature and types as text. Raises ContractError."""
    check_options(options)
    kind = _kind(target)
    source = _source(target, kind, frame, outlines or Outlines())
    annotated = source if inline is None else _inline(target, kind, *inline)
    own_name = checked_name(name if name is not None else tool_name(_qualname(target, kind)))
    if annotated is None:
        raise ContractError(
            f"the tool `{own_name}` was not written in a Python file, or nobody can tell in which, "
            f"so its annotations cannot be read: give them as text, "
            f"`registry.add(…, signature=…, types=…)`"
        )
    icons, meta, examples = read_json_options(options)
    return ToolDefinition(
        name=own_name,
        handler=target,
        kind=kind,
        annotated=annotated,
        source=source,
        place=f"`{own_name}`" if source is None else shown_place(source),
        gates=read_gates(options),
        title=read_words(options, "title"),
        description=read_words(options, "description"),
        summary=read_words(options, "summary"),
        hints=read_hints(options),
        domains=read_domains(options),
        category=options.get("category"),
        icons=icons,
        meta=meta,
        deferred=options.get("deferred", False),
        internal=options.get("internal", False),
        examples=examples,
        middleware=read_middleware(options),
        undeclared=options.get("undeclared"),
    )


def _kind(target: object) -> TargetKind:
    if isinstance(target, type):
        return "class"
    if callable(getattr(target, "call", None)) and not inspect.isroutine(target):
        return "instance"
    if callable(target):
        return "function"
    raise ContractError(
        f"a tool is a class with a method `call`, an object with one, or a function; "
        f"not {kind_name(target)}"
    )


def _source(
    target: object, kind: TargetKind, frame: FrameType | None, outlines: Outlines
) -> HandlerLocation | None:
    if kind == "class":
        return locate_class(cast("type", target), frame, outlines)
    if kind == "instance":
        return locate_class(type(target), None, outlines)
    return locate_function(target)


def _qualname(target: object, kind: TargetKind) -> str:
    if kind == "class":
        return own_qualname(cast("type", target))
    function = author_function(target) if kind == "function" else None
    return own_qualname(type(target)) if function is None else function.__qualname__


def _inline(
    target: object, kind: TargetKind, signature: str | None, types: str | None
) -> InlineAnnotations:
    module = getattr(target, "__module__", "") or type(target).__module__
    docstring = inspect.getdoc(target) if kind != "instance" else inspect.getdoc(type(target))
    return InlineAnnotations(
        signature=signature,
        types=types,
        parameters=_parameters(target, kind),
        docstring=docstring,
        path=f"{module}:{_qualname(target, kind)}",
    )


def _parameters(target: object, kind: TargetKind) -> tuple[InlineParameter, ...] | None:
    called = target if kind == "function" else getattr(target, "call", None)
    if not callable(called):
        return None
    try:
        found = list(inspect.signature(cast("Callable[..., object]", called)).parameters.values())
    except (TypeError, ValueError):
        return None
    if kind == "class" and not isinstance(
        inspect.getattr_static(target, "call"), staticmethod | classmethod
    ):
        found = found[1:]
    return tuple(
        InlineParameter(
            parameter.name,
            _PARAMETER_KINDS[parameter.kind],
            parameter.default is not inspect.Parameter.empty,
        )
        for parameter in found
    )


def _plain(words: Words) -> str | None:
    return words if isinstance(words, str) else None
