"""A Python module or a signature file in, its classes, functions and declarations out."""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from schemac.syntax.annotations import gather
from schemac.syntax.around import may_be_decorated
from schemac.syntax.bare_gates import bare_gates, bare_in, of_module
from schemac.syntax.bindings import bindings, dotted, public_names, unplain_keywords
from schemac.syntax.decorators import tool_decorators
from schemac.syntax.docstrings import plain_docstring
from schemac.syntax.extract import is_claimed, standing_blocks, strays
from schemac.syntax.fingerprint import annotation_digest
from schemac.syntax.gates_as_attributes import gates_as_attributes
from schemac.syntax.host import (
    Argument,
    Declarations,
    HostClass,
    HostFunction,
    HostModule,
    HostParameter,
    NotLiteral,
    SignatureFile,
)
from schemac.syntax.origins import OURS, Origins
from schemac.syntax.places import Function, is_overload, layout
from schemac.syntax.positions import name_span, node_span, offset_at
from schemac.syntax.python import parse_python
from schemac.syntax.rebinding import binds, binds_here
from schemac.syntax.trusted import read_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from schemac.diagnostics.model import Diagnostic
    from schemac.source import Source
    from schemac.syntax.annotations import Annotations
    from schemac.syntax.host import BareGate, ParameterKind, ToolDecorator
    from schemac.syntax.places import Definition, Layout, Place

__all__ = ["read_module", "read_signature_file"]

_LONGEST_BASE = 40
_SEVERAL = 2


def read_module(source: Source) -> tuple[HostModule, tuple[Diagnostic, ...]]:
    """Read a Python file without running it; one that Python refuses gives an empty module."""
    tree, diagnostics = parse_python(source)
    if tree is None:
        return HostModule(source, Declarations(), (), ()), diagnostics
    laid_out = layout(tree, source)
    read = standing_blocks(source, laid_out)
    standing = (*read, *strays(source, laid_out, read))
    imports = _imports(laid_out)
    names = frozenset(name for name, target in imports if target in OURS)
    origins = Origins(tree, source.text, names)
    annotations = gather(standing, origins)
    claimed = (each.block for each in standing if is_claimed(each))
    bare = bare_gates(source, laid_out, claimed)
    reader = _Reader(source, annotations, imports, names, origins, bare)
    module = reader.module(laid_out.places[0])
    module = replace(
        module,
        digest=annotation_digest(standing),
        bindings=bindings(laid_out, source.text),
        public=public_names(laid_out.tree, source.text),
        makers=origins.makers(),
        bare=tuple(of_module(bare, partial(_may_be_tool, annotations, origins))),
    )
    return module, tuple(annotations.diagnostics)


def _may_be_tool(annotations: Annotations, origins: Origins, place: Place) -> bool:
    """Whether a function has a signature, or a decorator that may make a tool of it."""
    is_signed = annotations.signature(place) is not None or annotations.is_broken(place)
    if is_signed or may_be_decorated(place, origins):
        return True
    return place.is_function and bool(origins.applied(getattr(place.node, "name", "")))


def read_signature_file(source: Source) -> tuple[SignatureFile, tuple[Diagnostic, ...]]:
    """Read a file of shared types."""
    reading = read_text(source, "signature_file")
    parsed = reading.parsed
    declarations = Declarations(
        parsed.types,
        parsed.imports,
        parsed.descriptions,
        reading.broken,
        flawed=parsed.flawed,
        perhaps=parsed.perhaps,
    )
    return SignatureFile(source, declarations, bare_in(source)), reading.diagnostics


def _imports(laid_out: Layout) -> tuple[tuple[str, str], ...]:
    """Give what names the module binds by `import`, those at the margin first."""
    bound: dict[str, str] = {}
    for node in sorted(laid_out.statements, key=lambda node: node.col_offset):
        if isinstance(node, ast.ImportFrom):
            prefix = "." * node.level + (node.module or "")
            joint = "" if prefix.endswith(".") else "."
            for item in node.names:
                bound.setdefault(item.asname or item.name, f"{prefix}{joint}{item.name}")
        elif isinstance(node, ast.Import):
            for item in node.names:
                head = item.name.partition(".")[0]
                bound.setdefault(item.asname or head, item.name if item.asname else head)
    return tuple(bound.items())


def _without(
    declared: Declarations, functions: Sequence[HostFunction], *, inherits: bool
) -> Declarations:
    """Leave out of what a class declares the descriptions of tools that stand in it.

    Several methods that have one each are tools, too, where no `call` makes a tool of the class.
    """
    own = [each for each in functions if each.declarations.descriptions]
    if inherits or len(own) < _SEVERAL or any(each.name == "call" for each in functions):
        own = [each for each in own if any(item.by == "tool" for item in each.decorators)]
    taken = {id(each) for function in own for each in function.declarations.descriptions}
    left = tuple(each for each in declared.descriptions if id(each) not in taken)
    return replace(declared, descriptions=left) if taken else declared


class _Reader:
    """Turns places into data."""

    def __init__(
        self,
        source: Source,
        annotations: Annotations,
        imports: tuple[tuple[str, str], ...],
        names: frozenset[str],
        origins: Origins,
        bare: Mapping[Place, Sequence[BareGate]],
    ) -> None:
        self._source = source
        self._annotations = annotations
        self._holders = annotations.holding()
        self._imports = imports
        self._has_walrus = ":=" in source.text
        self._tools = names
        self._origins = origins
        self._bare = bare

    def module(self, place: Place) -> HostModule:
        return HostModule(
            self._source,
            self._declarations(place),
            tuple(self._classes(place)),
            tuple(self._functions(place)),
            self._imports,
        )

    def _classes(self, place: Place) -> Iterator[HostClass]:
        for each in place.classes:
            if isinstance(each.node, ast.ClassDef):
                yield self._class(each, each.node)

    def _functions(self, place: Place) -> Iterator[HostFunction]:
        for each in place.functions:
            if isinstance(each.node, Function):
                yield self._function(each, each.node)

    def _class(self, place: Place, node: ast.ClassDef) -> HostClass:
        functions = tuple(self._functions(place))
        return HostClass(
            node.name,
            place.qualname,
            place.first,
            tuple(dotted(base) or self._written(base) for base in node.bases),
            _without(self._declarations(place), functions, inherits=bool(node.bases)),
            functions,
            tuple(self._classes(place)),
            plain_docstring(node),
            self._decorators(node),
            name_span(self._source, node),
            assigned=binds(node, "call", walrus=self._has_walrus),
            worded=self._worded(node),
            makers=tuple(self._makers(node)),
            latent=(
                *self._annotations.latent(place),
                *gates_as_attributes(node, self._source),
            ),
            bare=tuple(self._bare.get(place, ())),
        )

    def _worded(self, node: ast.ClassDef) -> Argument | NotLiteral | None:
        """Give what the body binds the name `description` to; a method is told elsewhere."""
        if not binds(node, "description", walrus=self._has_walrus):
            return None
        span = name_span(self._source, node)
        match [item for item in node.body if binds_here(item, "description")]:
            case [ast.Assign() | ast.AnnAssign() as item] if isinstance(item.value, ast.Constant):
                if isinstance(item.value.value, str):
                    return Argument(item.value.value, span)
        return NotLiteral(span)

    def _function(self, place: Place, node: Function) -> HostFunction:
        decorators = self._decorators(node)
        declarations = self._declarations(place)
        is_method = place.parent is not None and place.parent.is_class
        if is_method and node.name != "call" and not node.name.startswith("__"):
            # It may be a tool; what is written above a method is its class's, too, if it is none.
            described = self._annotations.described(place)
            declarations = replace(declarations, descriptions=described)
        return HostFunction(
            node.name,
            place.qualname,
            place.first,
            tuple(self._parameters(node.args)),
            self._annotations.signature(place),
            declarations,
            plain_docstring(node),
            decorators,
            static=any(_is_static(item) for item in node.decorator_list),
            name_span=name_span(self._source, node),
            broken=self._annotations.is_broken(place),
            overload=is_overload(node),
        )

    def _declarations(self, place: Place) -> Declarations:
        """Give what a module or class declares; bare imports in one without more are tentative."""
        declared = self._annotations.declarations(place)
        if not declared.imports or place in self._holders:
            return declared
        return replace(declared, tentative=True)

    def _decorators(self, node: Definition) -> tuple[ToolDecorator, ...]:
        return tool_decorators(self._source, node, self._tools, self._origins)

    def _makers(self, node: ast.ClassDef) -> Iterator[str]:
        for keyword in unplain_keywords(node):
            value = self._written(keyword.value)
            yield f"**{value}" if keyword.arg is None else f"{keyword.arg}={value}"

    def _written(self, node: ast.expr) -> str:
        text = " ".join(node_span(self._source, node).text.split())
        return text if len(text) <= _LONGEST_BASE else f"{text[:_LONGEST_BASE]}…"

    def _parameters(self, arguments: ast.arguments) -> Iterator[HostParameter]:
        positional = [*arguments.posonlyargs, *arguments.args]
        without = len(positional) - len(arguments.defaults)
        for at, item in enumerate(positional):
            only = at < len(arguments.posonlyargs)
            kind: ParameterKind = "positional_only" if only else "positional_or_keyword"
            yield self._parameter(item, kind, has_default=at >= without)
        if arguments.vararg is not None:
            yield self._parameter(arguments.vararg, "var_positional", has_default=False)
        for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            yield self._parameter(item, "keyword_only", has_default=default is not None)
        if arguments.kwarg is not None:
            yield self._parameter(arguments.kwarg, "var_keyword", has_default=False)

    def _parameter(self, item: ast.arg, kind: ParameterKind, *, has_default: bool) -> HostParameter:
        start = offset_at(self._source, item.lineno, item.col_offset)
        written = self._source.text[start : start + len(item.arg)]
        length = len(item.arg) if written == item.arg else 1
        return HostParameter(item.arg, kind, has_default, self._source.span(start, start + length))


def _is_static(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "staticmethod"
