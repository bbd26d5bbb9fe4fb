"""What reading one file gives: classes, functions and declarations, as data.

Nothing here is imported or run: it is read off the Python text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from schemac.diagnostics.model import Diagnostic
    from schemac.ir.decls import Description, Import, Signature, TypeDeclaration
    from schemac.source import Source, Span

__all__ = [
    "Argument",
    "BareGate",
    "Binding",
    "Declarations",
    "HostClass",
    "HostFunction",
    "HostModule",
    "HostParameter",
    "Maker",
    "NotLiteral",
    "SignatureFile",
    "ToolDecorator",
]


@dataclass(frozen=True, slots=True)
class Declarations:
    """The declarations of one scope (a module, a class, a signature file), in order.

    `broken` names the types whose declarations could not be read: their diagnostics are out, so
    that a use of such a name need not be reported once more. "" among them stands for an import or
    a description that could not be read: then no name that is looked for here is certain.
    `tentative` says that nothing here is surely an annotation: an `import x` that is not found is
    prose then. `flawed` are the broken ones that could be read all the same, to be judged only.
    `perhaps` are names that text which cannot be read may declare.
    """

    types: tuple[TypeDeclaration, ...] = ()
    imports: tuple[Import, ...] = ()
    descriptions: tuple[Description, ...] = ()
    broken: tuple[str, ...] = ()
    tentative: bool = False
    flawed: tuple[TypeDeclaration, ...] = ()
    perhaps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NotLiteral:
    """An argument of a decorator that cannot be read without running the code."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a decorator: its literal value (str, bool, list, dict, …) and its place."""

    value: object
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ToolDecorator:
    """`@tool(…)`, `@registry.tool(…)` or a bare `@tool`; or what may be one of them.

    `name` is the first positional argument, None without one. `complete` is False where `*args`
    or `**kwargs` hide arguments. `more` are further positional ones, which no tool takes.
    `origins` are the imports that it surely comes from, () where there is doubt. `by` says how it
    was told: "tool" is `tool` itself, an alias of it included, "maker" a name of this module that
    is made of it, "import" a name from elsewhere, which may be either.
    """

    name: Argument | NotLiteral | None
    keywords: tuple[tuple[str, Argument | NotLiteral], ...]
    complete: bool
    span: Span = field(compare=False)
    more: tuple[Argument | NotLiteral, ...] = ()
    origins: tuple[str, ...] = ()
    by: Literal["tool", "maker", "import"] = "tool"


@dataclass(frozen=True, slots=True)
class Maker:
    """A name at the margin of a module that makes tools: bound once, to `tool` or to code of it.

    `alias` says that it is `tool` itself. `origins` are as those of a decorator.
    """

    name: str
    alias: bool
    origins: tuple[str, ...] = ()


ParameterKind: TypeAlias = Literal[
    "positional_only", "positional_or_keyword", "keyword_only", "var_positional", "var_keyword"
]


@dataclass(frozen=True, slots=True)
class HostParameter:
    """A parameter of a `def`, `self` included."""

    name: str
    kind: ParameterKind
    has_default: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class HostFunction:
    """A `def` or `async def`.

    `declarations` are those of a block that ends in its signature; above a method they are its
    class's, and none here. `first_line` is that of its first decorator, else of the `def`, as
    `inspect` and `co_firstlineno` count. `name_span` is the name's. `broken` says that a signature
    was written and could not be read, which is reported already. `overload` says that it is a type
    checker's.
    """

    name: str
    qualname: str
    first_line: int
    parameters: tuple[HostParameter, ...]
    signature: Signature | None
    declarations: Declarations
    docstring: str | None
    decorators: tuple[ToolDecorator, ...]
    static: bool
    name_span: Span = field(compare=False)
    broken: bool = False
    overload: bool = False


@dataclass(frozen=True, slots=True)
class BareGate:
    """A gate in a comment that lacks its `@`; words, where `name` is no predicate."""

    name: str
    told: Diagnostic = field(compare=False)


@dataclass(frozen=True, slots=True)
class HostClass:
    """A `class`. `bases` are base expressions as text (`Handler`, `base.Thing`).

    `makers` are keywords that may give it other bases (`metaclass=Meta`, `**rest`). `assigned` says
    that its body binds the name `call` by something other than a `def`. `worded` is the text that
    it binds the name `description` to, `NotLiteral` where that is something else. `latent` is what
    nearly is an annotation in a class without any, which is a mistake only in that of a tool; so
    are the `bare` gates.
    """

    name: str
    qualname: str
    first_line: int
    bases: tuple[str, ...]
    declarations: Declarations
    functions: tuple[HostFunction, ...]
    classes: tuple[HostClass, ...]
    docstring: str | None
    decorators: tuple[ToolDecorator, ...]
    name_span: Span = field(compare=False)
    assigned: bool = False
    worded: Argument | NotLiteral | None = None
    latent: tuple[Diagnostic, ...] = field(default=(), compare=False)
    makers: tuple[str, ...] = ()
    bare: tuple[BareGate, ...] = ()


@dataclass(frozen=True, slots=True)
class Binding:
    """What binds a name, other than a `class`.

    `scope` is what the qualified names of classes beside it begin with: "" in the module, `Outer`,
    `make.<locals>`; "*" for anywhere. `target` is the `m.n` of `from m import n as x`, for a `star`
    the module, for a `name` what is assigned to it (`B` of `A = B`); "" where nobody can tell.
    """

    scope: str
    name: str
    kind: Literal["import", "star", "name", "other"]
    target: str = ""


@dataclass(frozen=True, slots=True)
class HostModule:
    """A Python file. `imports` maps names bound by `from m import n as x` to `m.n`.

    `digest` is the SHA-256 (hex) of its annotations. `bindings` say all that binds names which base
    classes are written by, `public` is what its `__all__` lists, `makers` are names at its margin
    that are `tool`, or made of it. `bare` are gates in comments that stand in no class.
    """

    source: Source
    declarations: Declarations
    classes: tuple[HostClass, ...]
    functions: tuple[HostFunction, ...]
    imports: tuple[tuple[str, str], ...] = ()
    digest: str = ""
    bindings: tuple[Binding, ...] = ()
    public: tuple[str, ...] | None = None
    makers: tuple[Maker, ...] = ()
    bare: tuple[BareGate, ...] = ()


@dataclass(frozen=True, slots=True)
class SignatureFile:
    """A `.sig`, `.pyi` or `.rbs` file of shared types. `bare` as in a class."""

    source: Source
    declarations: Declarations
    bare: tuple[BareGate, ...] = ()
