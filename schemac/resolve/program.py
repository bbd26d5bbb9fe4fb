"""The resolved program: every name looked up, every generic instantiated, tools with their types.

Types are IR nodes in which `Use(target)` stands for each name; tags are still as written. Where
a mistake was reported stands a *hole*, about which nothing more is said.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from schemac.ir.holes import hole, is_hole

if TYPE_CHECKING:
    from schemac.ir.decls import DescriptionMember
    from schemac.ir.types import Field, Type
    from schemac.plan.declaration import ToolDeclaration
    from schemac.plan.model import SourceFile
    from schemac.source import Span

__all__ = ["Program", "ResolvedTool", "ResolvedType", "hole", "is_hole"]


@dataclass(frozen=True, slots=True)
class ResolvedType:
    """A declared type, or one instance of a generic (`arguments` is its canonical text then).

    `file` is the path of the file relative to where it was found (`billing/invoice.sig`), `owner`
    the qualified name of the class that declares it, "" outside classes. `instance_of` are the
    spans of uses that made the instance, for notes. `sound` is False where a mistake was reported
    in it, or in what it uses. `told` is a record of what names of definitions tell of the
    arguments, to be cut for each caller; None where there are none.
    """

    name: str
    arguments: str
    file: str
    owner: str
    body: Type
    doc: str | None
    span: Span = field(compare=False)
    name_span: Span = field(compare=False)
    instance_span: Span | None = field(default=None, compare=False)
    sound: bool = True
    told: Type | None = None


@dataclass(frozen=True, slots=True)
class ResolvedTool:
    """A tool whose annotations were found and looked up.

    Exactly one of `parameters` and `input` is given: the fields of the signature, or the type of
    `type input`. `descriptions` are the members of a `description` declaration, () without one;
    `docstring` is the first paragraph of the handler's. `digest` is the SHA-256 (hex) of all
    annotation text it uses. `lineage` and `signatures` are the files it comes from: those of the
    handler and of each class it inherits from (None for one that could not be read), and signature
    files. `span` is the handler's name in its file.
    """

    declaration: ToolDeclaration
    parameters: tuple[Field, ...] | None
    input: Type | None
    output: Type
    descriptions: tuple[DescriptionMember, ...]
    docstring: str | None
    digest: str
    span: Span = field(compare=False)
    lineage: tuple[tuple[str, SourceFile | None], ...] = ()
    signatures: tuple[SourceFile, ...] = ()


@dataclass(frozen=True, slots=True)
class Program:
    """All types that tools or declarations use, and the tools, in order.

    `flawed` are tools with a mistake that was reported: the rest of them is to be judged, and they
    are never to be served. `unread` says that there is text of which nobody knows what it declares.
    """

    types: tuple[ResolvedType, ...]
    tools: tuple[ResolvedTool, ...]
    flawed: tuple[ResolvedTool, ...] = ()
    unread: bool = False
