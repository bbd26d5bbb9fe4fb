"""A return type in, whether it leaves it to `type output` to say what is returned, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import Anything, Group, MapType, NameType, Scalar
from schemac.resolve.scope import Miss

if TYPE_CHECKING:
    from schemac.ir.decls import Signature
    from schemac.ir.types import Type
    from schemac.resolve.scope import Lookup

__all__ = ["is_output_name", "means_output"]


def means_output(signature: Signature | None, output: Lookup) -> bool:
    """Whether a signature leaves it to `type output` to say what is returned."""
    if signature is None or signature.returns is None:
        return True
    returns = signature.returns
    return is_output_name(returns) or (output is not Miss.UNKNOWN and _is_placeholder(returns))


def is_output_name(returns: Type) -> bool:
    """Whether a return type is the name `output` and nothing else."""
    node = _ungrouped(returns)
    return isinstance(node, NameType) and node.name == "output" and not node.arguments


def _is_placeholder(returns: Type) -> bool:
    """Whether a return type says nothing: `untyped`, or a map of text to `untyped`."""
    node = _ungrouped(returns)
    if isinstance(node, MapType):
        key = node.key
        return isinstance(node.value, Anything) and isinstance(key, Scalar) and key.kind == "string"
    return isinstance(node, Anything)


def _ungrouped(node: Type) -> Type:
    return node.inner if isinstance(node, Group) else node
