"""Where a comparison stands: a pointer, and a node of each plan with who sees it there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from schemac.plan.diff.formula import CLOSED
from schemac.plan.diff.written import as_tag
from schemac.plan.nodes import NO_META, Ref

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.plan.diff.findings import Sighting
    from schemac.plan.diff.formula import Formula
    from schemac.plan.nodes import Meta, Node

__all__ = ["Half", "Place", "PlaceKey", "Words", "inside", "new_words", "words_in"]

PlaceKey: TypeAlias = (
    "tuple[Ref | int, Ref | int, Formula, Formula, Formula, bool, bool, bool, bool]"
)

Words: TypeAlias = "tuple[str | None, str | None, bool, tuple[str, ...]]"
"""Title, description, whether it is deprecated, and examples."""


@dataclass(frozen=True, slots=True)
class Half:
    """A node of one of the plans and who is shown it.

    `everything` tells who sees all that could be there, through `untyped` that is or is around it,
    though no name in it is shown.
    """

    node: Node | None
    sight: Formula
    everything: Formula = CLOSED


@dataclass(frozen=True, slots=True)
class Place:
    """A pointer to a value, and what can stand there before and after.

    The pointer begins at what was compared last, and so does `within`, the sighting that the place
    is inside of. `is_key` where it is the keys of a map, `is_counted` where these are of a received
    one that needs some, `is_root` where it is all of a side, `may_be_absent` where it is a field
    that could be sent as null and never has to be sent.
    """

    pointer: str
    old: Half
    new: Half
    within: Sighting | None = None
    is_key: bool = False
    is_root: bool = False
    may_be_absent: bool = False
    is_counted: bool = False

    @property
    def key(self) -> PlaceKey:
        """Give all that decides what differs here and inside, wherever it stands."""
        nodes = (_identity(self.old.node), _identity(self.new.node))
        seen = (self.old.sight, self.old.everything, self.new.sight)
        marks = (self.is_key, self.is_root, self.may_be_absent, self.is_counted)
        return (*nodes, *seen, *marks)


def _identity(node: Node | None) -> Ref | int:
    """Give what a node is known by: uses of one name by that, others by where the plan has them."""
    return node if isinstance(node, Ref) else id(node)


def inside(pointer: str, key: str) -> str:
    """Give the pointer to what is inside."""
    return f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}"


def words_in(meta: Meta) -> tuple[Words, ...]:
    """Give the words on a type, whoever reads them; nothing where there are none."""
    if meta == NO_META:
        return ()
    examples = tuple(example.value for example in meta.examples)
    words = (meta.title, meta.description, meta.deprecated, examples)
    said = (each for saying in meta.sayings for each in words_in(saying.words))
    return (words, *said)


def new_words(old: tuple[Words, ...], new: tuple[Words, ...]) -> list[str]:
    """Give the tags with words that were not there before, as an author writes them."""
    known = set(_tags(old))
    return [each for each in _tags(new) if each not in known]


def _tags(words: tuple[Words, ...]) -> Iterator[str]:
    for title, description, is_deprecated, examples in words:
        if title is not None:
            yield as_tag("title", title)
        if description is not None:
            yield as_tag("desc", description)
        if is_deprecated:
            yield as_tag("deprecated", value=True)
        yield from (as_tag("example", each) for each in examples)
