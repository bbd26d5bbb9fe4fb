"""A tool's declaration in, the handler it names as read off the text out (SC612)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from schemac.diagnostics.model import Diagnostic
from schemac.resolve.bound import below
from schemac.resolve.latent import described_beside, latent, latent_in
from schemac.resolve.loaded import loaded_lineage
from schemac.resolve.modules import pick
from schemac.resolve.overriding import missed_around, missed_override
from schemac.resolve.parameters import first_of, parameters_of
from schemac.resolve.shadowing import shadowed, unread_note
from schemac.syntax.docstrings import first_paragraph

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from schemac.ir.decls import Description, Signature
    from schemac.plan.declaration import HandlerLocation, ToolDeclaration
    from schemac.plan.model import SourceFile
    from schemac.resolve.lineage import Ancestry, Lineage
    from schemac.resolve.modules import ClassRef, FunctionRef, Module
    from schemac.resolve.parameters import Parameter
    from schemac.resolve.scope import Scope
    from schemac.source import Span
    from schemac.syntax.host import ToolDecorator

__all__ = ["Handler", "class_handler", "function_handler", "locate"]


@dataclass(frozen=True, slots=True, eq=False)
class Handler:
    """A handler and where its annotations are.

    `scope` is the one that the signature is read in; `own` and `inputs` are the scopes in which
    `output` and `input` are looked up before it, those of a subclass first. `parameters` is None
    where the `def` cannot be read. `unread` names base classes that were not found. `misread` says
    that an annotation of it could not be parsed, which is reported where that was noticed.
    `lineage` names what its annotations may stand in, with the files; None for an unread base.
    `dynamic` says that a method `description` words it, `worded` is a text bound to that name.
    `picked` is the function whose parameters these are, `behind` are the levels of classes that an
    unread base may come before. `imported` says that Python gave the bases. `first` is the
    parameter that takes the instance, usually `self`. `role` is "method" for a function in a class
    whose `first` nobody fills in, "selfless" for a `call` that has no place for the instance.
    `undescribed` says that surely no description of it was written.
    """

    name: str
    method: str
    span: Span
    method_span: Span | None
    signature: Signature | None
    scope: Scope
    own: tuple[Scope, ...]
    inputs: tuple[Scope, ...]
    parameters: tuple[Parameter, ...] | None
    descriptions: tuple[Description, ...]
    docstring: str | None
    dynamic: bool
    worded: str | None
    unread: tuple[str, ...]
    misread: bool
    decorators: tuple[ToolDecorator, ...]
    lineage: tuple[tuple[str, SourceFile | None], ...] = ()
    picked: tuple[Module, FunctionRef] | None = None
    behind: frozenset[Scope] = frozenset()
    imported: bool = False
    first: Parameter | None = None
    role: Literal["", "method", "selfless"] = ""
    undescribed: bool = False


def locate(
    declaration: ToolDeclaration,
    location: HandlerLocation,
    module: Module,
    ancestry: Ancestry,
    gates: Container[str] = (),
) -> Handler | Diagnostic:
    """Find a handler in its module by qualified name and first line.

    `gates` are the predicates that there are, for comments that name one.
    """
    classes = module.classes.get(location.qualname, [])
    functions = module.functions.get(location.qualname, [])
    found = pick(classes, location.first_line)
    if found is not None:
        if len(classes) > 1 and found.host.first_line != location.first_line:
            return _one_of_several(found)
        lineage = loaded_lineage(found, declaration, ancestry)
        if not isinstance(lineage, Diagnostic):
            made = class_handler(found, lineage, gates)
            is_told = isinstance(made, Diagnostic)
            return made if is_told else missed_override(lineage, ancestry) or made
        return lineage
    function = pick(functions, location.first_line)
    if function is not None:
        doubtful = next(latent(module, location.qualname, gates), None)
        doubtful = doubtful or described_beside(function, module, ancestry)
        doubtful = doubtful or missed_around(function)
        handler = function_handler(function, module, bound=declaration.bound)
        return doubtful or below(handler, function, declaration.bases, ancestry)
    message = f"there is no class or function `{location.qualname}` in this file"
    start = module.host.source.span(0, 0)
    hint = "give the annotations of generated code as text: `registry.add(…, signature=…, types=…)`"
    return Diagnostic("SC612", message, start, hint=hint)


def _one_of_several(ref: ClassRef) -> Diagnostic:
    name = ref.host.qualname
    message = f"there are several classes `{name}` in this file, and nobody can tell which is meant"
    hint = "give each a name of its own, or put `@tool` on the classes themselves"
    return Diagnostic("SC612", message, ref.host.name_span, hint=hint)


def class_handler(
    ref: ClassRef, lineage: Lineage, gates: Container[str] = ()
) -> Handler | Diagnostic:
    """Give the handler that a class is: its method `call`, perhaps an inherited one."""
    methods = lineage.methods("call")
    if not methods:
        return _without_call(ref, lineage)
    described = [each for each in lineage.classes if each.host.declarations.descriptions]
    doubtful = (
        _doubtful(lineage, methods)
        or shadowed(lineage, methods, described[:1])
        or next(latent_in(lineage, gates), None)
    )
    if doubtful is not None:
        return doubtful
    called = methods[0][1].host
    first = None if called.static else first_of(called)
    takes_none = first is None and not any(
        each.kind == "var_positional" for each in called.parameters
    )
    written, signature, inputs = _annotation(lineage, methods)
    own = tuple(each.scope for each in lineage.classes)
    is_asked, worded = _worded(lineage)
    docstring = first_paragraph(ref.host.docstring) or first_paragraph(called.docstring)
    is_bound = any(each.host.worded is not None for each in lineage.classes)
    return Handler(
        name=ref.host.qualname,
        method="call",
        span=ref.host.name_span,
        method_span=called.name_span,
        signature=signature,
        scope=written.scope,
        own=own,
        inputs=inputs,
        parameters=parameters_of(called.parameters, bound=not called.static),
        descriptions=next(iter(described), ref).host.declarations.descriptions,
        docstring=docstring,
        dynamic=is_asked,
        worded=worded,
        unread=lineage.unread,
        misread=written.host.broken or any(scope.misread for scope in own),
        decorators=ref.host.decorators,
        lineage=tuple(_named(lineage)),
        picked=(methods[0][0].module, methods[0][1]),
        behind=frozenset(each.scope for each in lineage.behind),
        imported=lineage.imported,
        first=first,
        role="selfless" if takes_none and not called.static else "",
        undescribed=not (docstring or described or is_asked or is_bound or lineage.unread),
    )


def _worded(lineage: Lineage) -> tuple[bool, str | None]:
    """Say whether a method words the handler, and which text: the class nearest to it tells."""
    for each in lineage.classes:
        if each.host.worded is not None:
            value = getattr(each.host.worded, "value", None)
            return False, value if isinstance(value, str) else None
        if each.function("description") is not None:
            return True, None
    return False, None


def _doubtful(
    lineage: Lineage, methods: Sequence[tuple[ClassRef, FunctionRef]]
) -> Diagnostic | None:
    """Report that nobody can tell, without running the code, which function `call` is."""
    for each in lineage.classes:
        written = each.all_functions("call")
        if each.host.assigned:
            message = (
                f"the body of `{each.host.qualname}` binds `call` by something else than a `def`"
            )
            return _untold(each, message)
        if len(written) > 1:
            message = f"`{each.host.qualname}` has {len(written)} methods `call`"
            return _untold(each, message, written[-1].host.name_span)
        if each is methods[-1][0]:
            break
    for each in lineage.ambiguous:
        name = each.host.qualname
        message = f"there are several classes `{name}` in the file of this base class"
        return _untold(lineage.classes[0], message)
    return None


def _untold(ref: ClassRef, message: str, span: Span | None = None) -> Diagnostic:
    hint = "write one `def call`, and one class of each name, so that it can be told what runs"
    return Diagnostic("SC612", message, span or ref.host.name_span, hint=hint)


def _named(lineage: Lineage) -> Iterator[tuple[str, SourceFile | None]]:
    """Name the classes of a lineage, this package's own aside, where they are found or not."""
    for each in lineage.classes:
        if not each.module.scope.file.startswith("schemac/"):
            yield each.host.qualname, each.module.file
    for name in lineage.unread:
        yield name, None


def _annotation(
    lineage: Lineage, methods: list[tuple[ClassRef, FunctionRef]]
) -> tuple[FunctionRef, Signature | None, tuple[Scope, ...]]:
    """Give the annotated method, its signature, and the levels on which `type input` is looked up.

    Of the parameters of a signature and a `type input` those nearer to the subclass hold, as
    methods do; on one class they stand beside each other, which is a mistake reported later.
    """
    signed = [(owner, each) for owner, each in methods if each.host.signature or each.host.broken]
    owner, written = signed[0] if signed else methods[0]
    levels: list[Scope] = []
    signature = written.host.signature
    for each in lineage.classes:
        levels.append(each.scope)
        if signed and each is owner:
            break
        if isinstance(each.scope.here("input"), int):
            return written, signature and replace(signature, parameters=()), tuple(levels)
    return written, signature, tuple(levels)


def _without_call(ref: ClassRef, lineage: Lineage) -> Diagnostic:
    message = f"`{ref.host.qualname}` has no method `call`"
    hint = "add `def call(self, *, …)` with a signature above it"
    notes = unread_note(lineage.unread, is_imported=lineage.imported)
    return Diagnostic("SC612", message, ref.host.name_span, notes=notes, hint=hint)


def function_handler(ref: FunctionRef, module: Module, *, bound: bool = False) -> Handler:
    """Give the handler that a function is; `bound` says that Python gives its first argument."""
    host = ref.host
    around = host.qualname.rpartition(".")[0]
    is_method = around in module.classes and not host.static
    return Handler(
        name=host.qualname,
        method=host.name,
        span=host.name_span,
        method_span=host.name_span,
        signature=host.signature,
        scope=ref.scope,
        own=() if ref.own is None else (ref.own,),
        inputs=() if ref.own is None else (ref.own,),
        parameters=parameters_of(host.parameters, bound=bound),
        descriptions=host.declarations.descriptions,
        docstring=first_paragraph(host.docstring),
        dynamic=False,
        worded=None,
        unread=(),
        misread=host.broken or ref.scope.misread or (ref.outer.owner != "" and ref.outer.misread),
        decorators=host.decorators,
        lineage=((host.qualname, module.file),),
        picked=(module, ref),
        first=first_of(host) if bound or is_method else None,
        role="method" if is_method and not bound else "",
        undescribed=not (first_paragraph(host.docstring) or host.declarations.descriptions),
    )
