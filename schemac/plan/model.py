"""The plan: the compiled, caller-independent program as frozen data; and views of its tools."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.plan.gates import Atom, Gate
    from schemac.plan.nodes import NamedType, Node, Origin

__all__ = [
    "DescriptionMember",
    "HandlerRef",
    "Plan",
    "Shape",
    "SourceFile",
    "ToolExample",
    "ToolPlan",
    "ToolView",
]


@dataclass(frozen=True, slots=True)
class DescriptionMember:
    """A text for those for whom `gate` is open."""

    text: str
    gate: Gate | None = None
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ToolExample:
    """An example of a call. JSON texts; `gate` is open where the caller's view accepts it whole."""

    name: str | None
    input: str
    output: str | None = None
    error: str | None = None
    gate: Gate | None = None


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that a plan was made of: SHA-256 (hex) of its annotations, and of all of its text.

    For a signature file both are the same, and for annotations that were given as text; `name` is
    then the tool's.
    """

    name: str
    digest: str
    content: str


@dataclass(frozen=True, slots=True)
class HandlerRef:
    """Where the handler is: `module:qualname` (or a path where no module name is known).

    `parameters` are those the annotation declares, in order; `digest` is the SHA-256 of all
    annotation text that the tool uses. `lineage` names the handler and the classes it inherits
    annotations from, each with the number of its file in `Plan.sources`, None for one that could
    not be read; `signatures` are the numbers of the signature files in reach of it.
    """

    path: str
    parameters: tuple[str, ...]
    digest: str
    lineage: tuple[tuple[str, int | None], ...] = ()
    signatures: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolPlan:
    """One tool, for all callers.

    `descriptions` are tried in order, the first open one is the tool's description; `dynamic` says
    that a method `description()` is asked instead (and `descriptions` then holds the fallback).
    `input` is a `Record` or a `Ref` to one. `output` is already wrapped in `{data: T}` where
    `wraps` says so. `hints` are the MCP annotations that were set, by their Python names.
    `vocabulary` lists the atoms that this tool can reach, ascending. `meta` and `icons` are JSON.
    `undeclared` says what becomes of arguments that nobody declared, None where the plan decides.
    """

    name: str
    input: Node
    output: Node
    handler: HandlerRef
    title: str | None = None
    descriptions: tuple[DescriptionMember, ...] = ()
    dynamic: bool = False
    gate: Gate | None = None
    wraps: bool = False
    vocabulary: tuple[int, ...] = ()
    hints: tuple[tuple[str, bool], ...] = ()
    domains: tuple[str, ...] = ()
    category: str | None = None
    summary: str | None = None
    icons: str | None = None
    meta: str | None = None
    deferred: bool = False
    internal: bool = False
    undeclared: Literal["drop", "reject"] | None = None
    examples: tuple[ToolExample, ...] = ()
    defaults_asked: tuple[str, ...] = ()
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole program: atoms, named types, tools in order of registration, and settings.

    `undeclared` says what becomes of arguments that nobody declared, for tools that do not say.
    `memo` is no part of the plan: what is derived from it alone is kept here, for as long as it.
    """

    atoms: tuple[Atom, ...]
    types: tuple[NamedType, ...]
    tools: tuple[ToolPlan, ...]
    strict_schema: bool = False
    undeclared: Literal["drop", "reject"] = "drop"
    predicates: tuple[str, ...] = ("requires", "feature")
    sources: tuple[SourceFile, ...] = ()
    memo: dict[str, object] = field(default_factory=dict, init=False, compare=False, repr=False)

    def closes_input(self, tool: ToolPlan) -> bool:
        """Whether the input of a tool is closed: what nobody declared is an error there."""
        return (tool.undeclared or self.undeclared) == "reject"


@dataclass(frozen=True, slots=True)
class Shape:
    """One side of a tool for one kind of caller: gate-free nodes.

    `types` holds the bodies of the named types that `root` can reach, by their number in the
    plan, cut to this view; a `NamedType` here has no gate.
    """

    root: Node
    types: Mapping[int, NamedType]


@dataclass(frozen=True, slots=True)
class ToolView:
    """What one kind of caller gets of a tool. A tool that is hidden has no view."""

    tool: ToolPlan
    description: str
    input: Shape
    output: Shape
    examples: tuple[ToolExample, ...] = ()
