"""A module as read in, the tools that its decorators declare out; nothing is run."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from schemac.diagnostics.model import Diagnostic
from schemac.diagnostics.suggest import did_you_mean
from schemac.plan.declaration import HandlerLocation, ToolDeclaration, UnreadableGate
from schemac.plan.naming import is_tool_name, tool_name
from schemac.resolve import arguments
from schemac.resolve.arguments import Wrong
from schemac.resolve.surroundings import Surroundings
from schemac.source import SubSource
from schemac.syntax.hidden import hidden_characters
from schemac.syntax.host import Argument, HostClass, NotLiteral

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from schemac.plan.declaration import Gates
    from schemac.source import Span
    from schemac.syntax.host import HostFunction, HostModule, ToolDecorator

__all__ = ["discover"]

_Value = TypeVar("_Value")

_HINTS = ("read_only", "destructive", "idempotent", "open_world")
_KNOWN = (
    *("requires", "gates", "domains", "category", "summary", "title", "description"),
    *_HINTS,
    *("icons", "meta", "deferred", "internal", "examples", "middleware", "undeclared"),
)
"""All arguments, as the decorator takes them; `middleware` shapes calls and no schema."""


def discover(
    module: HostModule, around: Surroundings | None = None, *, described: bool = False
) -> tuple[tuple[ToolDeclaration, ...], tuple[Diagnostic, ...]]:
    """Give the tools of a module in the order in which importing it would register them.

    An argument that is no literal is SC608; a gate that is none is never open. A tool whose
    arguments are wrong, or whose name cannot be read, is left out. `around` tells what decorators
    mean that other modules have a part in; what is only made of `tool` is no guess worth where
    `tool` stands, too, nor on a method.
    """
    around = around or Surroundings()
    tools: list[ToolDeclaration] = []
    found: list[Diagnostic] = []
    for target, is_method in _targets((*module.classes, *module.functions)):
        read = [(each, around.reading(each, target, module)) for each in target.decorators]
        guesses = not is_method and all(reading != "tool" for _, reading in read)
        own: dict[ToolDeclaration, ToolDeclaration] = {}
        for decorator, reading in reversed(read):
            if reading is None or (reading == "made" and not guesses):
                continue
            reader = _Reader(decorator, described=described)
            tool = reader.tool(target, module) if reading == "tool" else reader.made(target, module)
            found.extend(reader.found)
            if tool is not None:
                # Given twice alike, to two registries perhaps, it is one tool.
                own.setdefault(replace(tool, place=""), tool)
        tools.extend(own.values())
    return tuple(tools), tuple(found)


def _targets(
    hosts: Iterable[HostClass | HostFunction], *, inside: bool = False
) -> Iterator[tuple[HostClass | HostFunction, bool]]:
    """Give classes and functions in order of place, those inside a class before the class.

    Each comes with whether it is a function directly in a class.
    """
    for host in sorted(hosts, key=lambda host: host.first_line):
        if isinstance(host, HostClass):
            yield from _targets((*host.classes, *host.functions), inside=True)
        yield host, inside and not isinstance(host, HostClass)


@dataclass(slots=True)
class _Reader:
    """Reads one decorator."""

    decorator: ToolDecorator
    described: bool
    found: list[Diagnostic] = field(default_factory=list)
    sound: bool = True

    def tool(self, target: HostClass | HostFunction, module: HostModule) -> ToolDeclaration | None:
        """Give the tool, None where it cannot be told what it is."""
        self._check_keywords()
        name = self._name(target)
        line = self.decorator.span.begin.line
        description = self._read("description", arguments.text)
        if description is None and self._is_unworded():
            description = self._attribute(target)
        declaration = ToolDeclaration(
            name=name or "",
            handler=HandlerLocation(module.source.name, target.qualname, target.first_line),
            gates=self._gates(),
            title=self._read("title", arguments.text),
            description=description,
            dynamic=description is None and self._is_unworded() and _has_description(target),
            hints=tuple(self._hints()),
            domains=self._read("domains", arguments.domains) or (),
            category=self._read("category", arguments.category),
            summary=self._read("summary", arguments.text),
            icons=self._read("icons", arguments.icons),
            meta=self._read("meta", arguments.json_object),
            deferred=self._read("deferred", arguments.flag) or False,
            internal=self._read("internal", arguments.flag) or False,
            examples=self._read("examples", arguments.examples) or (),
            place=f"{module.source.name}:{line}",
            unworded=self.described and self._has_no_words(target),
            undeclared=self._read("undeclared", arguments.undeclared),
        )
        return declaration if name and self.sound else None

    def made(self, target: HostClass | HostFunction, module: HostModule) -> ToolDeclaration | None:
        """Give what a decorator that is made of `tool` seems to declare, shown to nobody."""
        span = self.decorator.span
        message = "this decorator is made of `tool`; what it gives is read by running the code only"
        self._unread(message, span)
        given = self.decorator.name
        name = tool_name(target.qualname) if given is None else getattr(given, "value", None)
        if not (isinstance(name, str) and is_tool_name(name)):
            return None
        return ToolDeclaration(
            name,
            HandlerLocation(module.source.name, target.qualname, target.first_line),
            (UnreadableGate("*"),),
            place=f"{module.source.name}:{span.begin.line}",
            guessed=True,
        )

    def _check_keywords(self) -> None:
        for given in self.decorator.more:
            hint = f"a gate is written `requires={given.span.text}`" if _is_text(given) else None
            message = "only the name of a tool is given without a keyword"
            self._wrong(message, given.span, "SC613", hint)
        for name, given in self.decorator.keywords:
            if name not in _KNOWN:
                hint = _instead(name, given)
                span = _keyword_span(name, given.span)
                self._wrong(f"`{name}` is no argument of a tool", span, "SC613", hint)
        if not self.decorator.complete:
            self._note("what stands behind `*` or `**`", self.decorator.span)

    def _name(self, target: HostClass | HostFunction) -> str | None:
        given = self.decorator.name
        if isinstance(given, NotLiteral):
            self._note("the name of this tool", given.span)
            return None
        written = None if given is None else given.value
        span = target.name_span if given is None else given.span
        name = tool_name(target.qualname) if written is None else written
        if isinstance(name, str) and is_tool_name(name):
            return name
        hint = "1 to 64 characters of A-Z, a-z, 0-9, `_` and `-`"
        if written is None:
            hint = f'name it in its decorator, `@tool("…")`, with {hint}'
        shown = f"`{name}`" if isinstance(name, str) else repr(name)
        self._wrong(f"{shown} cannot be the name of a tool", span, "SC611", hint)
        return None

    def _check_gate_texts(self) -> None:
        """Point at what nobody sees in a gate; an escape in its place is seen."""
        for name in ("requires", "gates"):
            given = self._keyword(name)
            if isinstance(given, Argument):
                span = given.span
                hidden = hidden_characters(SubSource(span.source, ((span.start, span.text),)))
                self.sound = self.sound and not hidden
                self.found += hidden

    def _gates(self) -> Gates:
        self._check_gate_texts()
        gates: list[tuple[str, str] | UnreadableGate] = []
        if not self.decorator.complete:
            gates.append(UnreadableGate("*"))
        unread = (("requires", "requires"), ("gates", "*"))
        gates += [
            UnreadableGate(predicate)
            for name, predicate in unread
            if isinstance(self._keyword(name), NotLiteral)
        ]
        gates += [("requires", each) for each in self._read("requires", arguments.flags) or ()]
        gates += self._read("gates", arguments.gate_map) or ()
        return tuple(gates)

    def _hints(self) -> Iterator[tuple[str, bool]]:
        for name in _HINTS:
            value = self._read(name, arguments.flag)
            if value is not None:
                yield name, value

    def _is_unworded(self) -> bool:
        return not isinstance(self._keyword("description"), NotLiteral)

    def _has_no_words(self, target: HostClass | HostFunction) -> bool:
        """Whether surely neither the decorator nor the body of a class gives a description."""
        given = self._keyword("description") is not None or not self.decorator.complete
        worded = isinstance(target, HostClass) and target.worded is not None
        return not (given or worded or _has_description(target))

    def _attribute(self, target: HostClass | HostFunction) -> str | None:
        """Give what the body of a class binds `description` to."""
        worded = target.worded if isinstance(target, HostClass) else None
        if isinstance(worded, NotLiteral):
            self._note("`description`", worded.span)
        return (
            worded.value if isinstance(worded, Argument) and isinstance(worded.value, str) else None
        )

    def _keyword(self, name: str) -> Argument | NotLiteral | None:
        return dict(self.decorator.keywords).get(name)

    def _read(self, name: str, check: Callable[[object], _Value | Wrong]) -> _Value | None:
        given = self._keyword(name)
        if given is None:
            return None
        if isinstance(given, NotLiteral):
            self._note(f"`{name}`", given.span)
            return None
        value = check(given.value)
        if isinstance(value, Wrong):
            self._wrong(f"`{name}` {value.why}", given.span, value.code)
            return None
        return value

    def _note(self, what: str, span: Span) -> None:
        message = f"{what} is no literal and cannot be read without running the code"
        self._unread(message, span)

    def _unread(self, message: str, span: Span) -> None:
        hint = "write it out, or use `--app` to read it from the imported application"
        self.found.append(Diagnostic("SC608", message, span, hint=hint))

    def _wrong(self, message: str, span: Span, code: str, hint: str | None = None) -> None:
        self.sound = False
        self.found.append(Diagnostic(code, message, span, hint=hint))


def _instead(name: str, given: Argument | NotLiteral) -> str:
    """Say what to write in place of an argument that there is not."""
    if name == "name":
        return f"the name is the first argument, without a keyword: `@tool({given.span.text})`"
    near = did_you_mean(name, _KNOWN)
    return f"there are {', '.join(_KNOWN)}" if near is None else f"did you mean `{near}`?"


def _is_text(given: Argument | NotLiteral) -> bool:
    return isinstance(given, Argument) and isinstance(given.value, str)


def _keyword_span(name: str, value: Span) -> Span:
    """Give the keyword that stands before a value; the value where something is in between."""
    before = value.source.text[: value.start].rstrip(" (").removesuffix("=").rstrip(" ")
    if not before.endswith(name):
        return value
    return value.source.span(len(before) - len(name), len(before))


def _has_description(host: HostClass | HostFunction) -> bool:
    functions = host.functions if isinstance(host, HostClass) else ()
    return any(function.name == "description" for function in functions)
