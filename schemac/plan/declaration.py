"""A tool as declared in Python: what `@tool(…)` was given, as data.

Both ways to a plan meet here: reading decorators statically, and a registry that was imported.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = [
    "Gates",
    "HandlerLocation",
    "InlineAnnotations",
    "InlineParameter",
    "ToolDeclaration",
    "UnreadableGate",
]


@dataclass(frozen=True, slots=True)
class HandlerLocation:
    """A class or function in a file that is to be read: found by qualified name and first line.

    `first_line` may be None for lookups by name alone. `module` is the import name, "" if unknown.
    """

    file: str
    qualname: str
    first_line: int | None = None
    module: str = ""


@dataclass(frozen=True, slots=True)
class InlineParameter:
    """A Python parameter of a handler whose annotations come as text."""

    name: str
    kind: Literal[
        "positional_only", "positional_or_keyword", "keyword_only", "var_positional", "var_keyword"
    ]
    has_default: bool


@dataclass(frozen=True, slots=True)
class InlineAnnotations:
    """Annotations given as text (`registry.add(…, signature=, types=)`).

    `parameters` are None when the callable's own cannot be read. `docstring` is the handler's.
    """

    signature: str | None
    types: str | None
    parameters: tuple[InlineParameter, ...] | None
    docstring: str | None = None
    path: str = ""


@dataclass(frozen=True, slots=True)
class UnreadableGate:
    """A gate that static reading could not make out: always closed."""

    predicate: str


Gates: TypeAlias = "tuple[tuple[str, str] | UnreadableGate, ...]"


@dataclass(frozen=True, slots=True)
class ToolDeclaration:
    """One tool.

    `gates` are (predicate, flag expression as text), all of which must be open. `description` is a
    text given in Python; `dynamic` says that the handler has a method `description`. `hints` holds
    those of `read_only`, `destructive`, `idempotent`, `open_world` that were set. `icons`, `meta`
    and `examples` are compact JSON text; an example is an object with `input` and perhaps `output`,
    `error`, `name`. `place` is where the tool was declared, as people are shown it. `bases` are the
    classes that an imported handler inherits from; what was only read leaves them to be looked up.
    Of a method of an object they are those of its classes that come before the one it stands in.
    `runs` is the function that a call of an imported handler runs, as its author wrote it; its file
    is "" where that was not written in Python, and it is None where nothing was imported. `caller`
    is the qualified name of the class that an imported handler has its `call` from, "" for none; it
    is None for functions. `bound` says that the handler is a method of an object, whose first
    parameter Python fills in. `unworded` says that it must have a description, and that no code
    gives it one; what is imported is asked itself. `guessed` says that a decorator was read that
    only seems to declare a tool: nothing is an error because of it. `undeclared` says what becomes
    of arguments that nobody declared, None where the tool does not say.
    """

    name: str
    handler: HandlerLocation | InlineAnnotations
    gates: Gates = ()
    title: str | None = None
    description: str | None = None
    dynamic: bool = False
    hints: tuple[tuple[str, bool], ...] = ()
    domains: tuple[str, ...] = ()
    category: str | None = None
    summary: str | None = None
    icons: str | None = None
    meta: str | None = None
    deferred: bool = False
    internal: bool = False
    examples: tuple[str, ...] = ()
    place: str = ""
    bases: tuple[HandlerLocation, ...] = ()
    runs: HandlerLocation | None = None
    caller: str | None = None
    bound: bool = False
    unworded: bool = False
    guessed: bool = False
    undeclared: Literal["drop", "reject"] | None = None
