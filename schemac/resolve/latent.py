"""A handler's class or function in, what nearly says something about it out, as diagnostics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from schemac.resolve.lineage import Ancestry, Lineage
    from schemac.resolve.modules import FunctionRef, Module

__all__ = ["described_beside", "latent", "latent_in"]


def latent_in(lineage: Lineage, gates: Container[str]) -> Iterator[Diagnostic]:
    """Give what nearly is an annotation in a class of a lineage, or around one."""
    for each in lineage.classes:
        yield from latent(each.module, each.host.qualname, gates)


def latent(module: Module, qualname: str, gates: Container[str]) -> Iterator[Diagnostic]:
    """Give what nearly is an annotation in a class or one around it, or around a function.

    `gates` are the predicates that there are.
    """
    parts = qualname.split(".")
    for length in range(len(parts), 0, -1):
        for around in module.classes.get(".".join(parts[:length]), ()):
            yield from (*around.host.latent, *around.scope.latent)
            yield from (each.told for each in around.host.bare if each.name in gates)
    yield from (each.told for each in module.host.bare if each.name in gates)


def described_beside(ref: FunctionRef, module: Module, ancestry: Ancestry) -> Diagnostic | None:
    """Report a description in the class of a function that may be meant for the function.

    Where the class is a handler, it is the handler's.
    """
    if ref.host.declarations.descriptions:
        return None
    name = ref.host.qualname.rpartition(".")[0]
    for owner in module.classes.get(name, ()):
        described = owner.host.declarations.descriptions
        if ref in owner.functions and described:
            if any(each is not ref for _, each in ancestry.of(owner).methods("call")):
                continue
            message = f"this description is of the class `{name}`, which is no tool"
            hint = "move it directly above the signature of the function that it describes"
            return Diagnostic("SC108", message, described[0].span, hint=hint)
    return None
