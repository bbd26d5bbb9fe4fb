"""Signatures of functions that are no tools in, what is wrong in them out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.resolve.scope import Miss

if TYPE_CHECKING:
    from schemac.resolve.binder import Binder
    from schemac.resolve.modules import Module

__all__ = ["bind_signatures"]


def bind_signatures(module: Module, binder: Binder) -> None:
    """Look up the names in every signature of a module.

    What `output` and `input` mean is for a subclass to say, so that they need not be known here.
    """
    for function in module.every_function:
        signature = function.host.signature
        if signature is None:
            continue
        scope = function.scope
        given = {
            name: Miss.BROKEN for name in ("output", "input") if scope.find(name) is Miss.UNKNOWN
        }
        binder.report_repeats(signature.parameters, "the signature")
        for each in signature.parameters:
            binder.bind(each.type, scope, given)
        if signature.returns is not None:
            binder.bind(signature.returns, scope, given)
