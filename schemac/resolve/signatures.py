"""Annotations that no tool has in, tools to be judged and never served out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.plan.declaration import HandlerLocation, ToolDeclaration
from schemac.resolve.drafts import BoundTool
from schemac.resolve.handlers import Handler
from schemac.resolve.scope import Miss

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from schemac.ir.decls import Description, Signature
    from schemac.ir.types import Field, Type
    from schemac.resolve.binder import Binder
    from schemac.resolve.modules import Module
    from schemac.resolve.scope import Scope
    from schemac.source import Span

__all__ = ["bind_signatures"]


def bind_signatures(
    modules: Iterable[Module], tools: Iterable[Handler], binder: Binder
) -> list[BoundTool]:
    """Look up what signatures and descriptions without a tool name, so that they are judged too."""
    known: set[int] = set()
    for tool in tools:
        known.update(map(id, (tool.signature, *tool.descriptions)))
    bound: list[BoundTool] = []
    for module in modules:
        for each in _annotated(module):
            signature = None if id(each.signature) in known else each.signature
            texts = tuple(text for text in each.descriptions if id(text) not in known)
            if signature is not None or texts:
                loose = replace(each, signature=signature, descriptions=texts)
                bound.append(_bound(loose, binder))
    return bound


def _annotated(module: Module) -> Iterator[Handler]:
    for function in module.every_function:
        host = function.host
        if host.signature is not None or host.declarations.descriptions:
            texts = host.declarations.descriptions
            yield _handler(host.qualname, host.name_span, function.scope, host.signature, texts)
    for classes in module.classes.values():
        for each in classes:
            texts = each.host.declarations.descriptions
            if texts:
                yield _handler(each.host.qualname, each.host.name_span, each.scope, None, texts)


def _handler(
    name: str,
    span: Span,
    scope: Scope,
    signature: Signature | None,
    descriptions: tuple[Description, ...],
) -> Handler:
    return Handler(
        name=name,
        method=name,
        span=span,
        method_span=span,
        signature=signature,
        scope=scope,
        own=(),
        inputs=(),
        parameters=None,
        descriptions=descriptions,
        docstring=None,
        dynamic=False,
        worded=None,
        unread=(),
        misread=False,
        decorators=(),
    )


def _bound(handler: Handler, binder: Binder) -> BoundTool:
    """Look up the names; what `output` and `input` mean is for a subclass to say."""
    scope, signature = handler.scope, handler.signature
    given = {name: Miss.BROKEN for name in ("output", "input") if scope.find(name) is Miss.UNKNOWN}
    fields: list[Field] = []
    output: Type | None = None
    if signature is not None:
        binder.report_repeats(signature.parameters, "the signature")
        fields += [
            replace(each, type=binder.bind(each.type, scope, given).type)
            for each in signature.parameters
        ]
        if signature.returns is not None:
            output = binder.bind(signature.returns, scope, given).type
    return BoundTool(
        declaration=ToolDeclaration(handler.name, HandlerLocation(scope.file, handler.name)),
        handler=handler,
        output_own=Miss.UNKNOWN,
        output_seen=Miss.UNKNOWN,
        input_own=Miss.UNKNOWN,
        input_seen=Miss.UNKNOWN,
        parameters=tuple(fields),
        output=output,
        input=None,
        sound=False,
    )
