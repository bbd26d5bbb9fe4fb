"""What was found at a place of a module: the holder of its blocks, before they are put together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schemac.ir.decls import Description, Signature
    from schemac.syntax.parser import Parsed
    from schemac.syntax.places import Place

__all__ = ["Found", "Known"]


@dataclass(slots=True)
class Found:
    """What the blocks of one place hold: of its scope, or of one function."""

    comments: list[Parsed] = field(default_factory=list)
    docstrings: list[Parsed] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    signatures: list[Signature] = field(default_factory=list)
    unread: bool = False
    described: list[Description] = field(default_factory=list)

    @property
    def holds_signature(self) -> bool:
        """Whether a signature was written, readable or not."""
        return self.unread or bool(self.signatures)

    @property
    def holds_any(self) -> bool:
        """Whether anything was written that can be nothing but an annotation."""
        return bool(self.broken) or self.holds_signature or self.holds_more_than_imports

    @property
    def holds_more_than_imports(self) -> bool:
        """Whether something here can be nothing but an annotation; `import x` may be prose."""
        return any(
            read.types or read.descriptions or any(each.names for each in read.imports)
            for read in (*self.comments, *self.docstrings)
        )


@dataclass(slots=True)
class Known:
    """What is asked for each block of prose and is found out once, when all blocks are read.

    `annotated` leaves out what only is broken, `tools` are classes that may be tools, `types` are
    those of a scope in order.
    """

    annotated: dict[Place, bool] = field(default_factory=dict)
    tools: dict[Place, bool] = field(default_factory=dict)
    types: dict[Place, list[tuple[int, str]]] = field(default_factory=dict)
