"""A source in, digests of it out, which change whenever its annotations do; without the parser.

Whoever loads a plan asks whether the sources still say what it was made of.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from schemac.syntax.claims import is_meant
from schemac.syntax.digests import text_digest
from schemac.syntax.docstrings import first_paragraph, plain_docstring
from schemac.syntax.extract import is_claimed, standing_blocks, strays
from schemac.syntax.places import is_overload, layout
from schemac.syntax.python import parse_python
from schemac.syntax.unclaimed import unclaimed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from schemac.source import Source
    from schemac.syntax.places import Place
    from schemac.syntax.standing import Standing

__all__ = ["Outline", "annotation_digest", "annotation_outline"]


@dataclass(frozen=True, slots=True)
class Outline:
    """The annotations of a Python file: their digest, and the classes that hold some, or nearly so.

    `described` are those among these that may declare a description. `paragraphs` are the first
    ones of docstrings, by qualified names: of every class and function of a name, None for one
    without. `single` are the classes that no other one of the file has the name of. `begun` are the
    first line of each class and function, decorators included, and that of its name.
    """

    digest: str
    annotated: frozenset[str]
    paragraphs: Mapping[str, frozenset[str | None]] = field(default_factory=dict)
    described: frozenset[str] = frozenset()
    single: frozenset[str] = frozenset()
    begun: Mapping[str, frozenset[tuple[int, int]]] = field(default_factory=dict)


def annotation_outline(source: Source) -> Outline:
    """Read the annotations of a Python file; one that Python refuses holds none."""
    tree, _ = parse_python(source)
    laid_out = None if tree is None else layout(tree, source)
    standing = () if laid_out is None else standing_blocks(source, laid_out)
    claimed = [each for each in standing if is_claimed(each)]
    worded = {} if laid_out is None else _paragraphs(laid_out.places)
    if laid_out is not None:
        standing = (*standing, *strays(source, laid_out, standing))
    described = (each for each in claimed if "description" in each.block.text.text)
    digest = annotation_digest(standing)
    nearly = [each for each in standing if is_claimed(each) or is_meant(each.block.text.text)]
    single = frozenset() if laid_out is None else _single(laid_out.places)
    begun = {} if laid_out is None else _begun(laid_out.places)
    return Outline(digest, _classes(nearly), worded, _classes(described), single, begun)


def _classes(standing: Iterable[Standing]) -> frozenset[str]:
    places = (place for each in standing for place in _around(each))
    return frozenset(place.qualname for place in places if place.node and not place.is_function)


def _single(places: Iterable[Place]) -> frozenset[str]:
    count = Counter(place.qualname for place in places if place.is_class)
    return frozenset(name for name, times in count.items() if times == 1)


def _begun(places: Iterable[Place]) -> dict[str, frozenset[tuple[int, int]]]:
    """Give where classes and functions begin, those aside that only a type checker reads."""
    found: dict[str, frozenset[tuple[int, int]]] = {}
    for place in places:
        if place.node is not None and not is_overload(place.node):
            known = found.get(place.qualname, frozenset())
            found[place.qualname] = known | {(place.first, place.node.lineno)}
    return found


def _paragraphs(places: Iterable[Place]) -> dict[str, frozenset[str | None]]:
    found: dict[str, frozenset[str | None]] = {}
    for place in places:
        if place.node is not None:
            text = first_paragraph(plain_docstring(place.node))
            found[place.qualname] = found.get(place.qualname, frozenset()) | {text}
    return found


def annotation_digest(standing: Iterable[Standing]) -> str:
    """Give the digest of a file's annotations, each with what it stands in and above.

    Prose, code and how far things are set in do not matter. What nearly is an annotation does: it
    may hide a tool, wherever it stands.
    """
    rows = [
        _row(each) for each in sorted(standing, key=lambda each: each.block.first) if _counts(each)
    ]
    return text_digest(json.dumps(rows))


def _counts(each: Standing) -> bool:
    """Whether a block is an annotation, or nearly one, which may be told and hide something."""
    return is_claimed(each) or each.refused is not None or bool(unclaimed(each))


def _row(each: Standing) -> tuple[str, ...]:
    row = (
        each.place.qualname,
        "" if each.head is None else each.head.qualname,
        each.block.text.text,
    )
    if is_claimed(each) and each.refused is None:
        return row
    return (*row, each.block.kind, "" if each.below is None else each.below.qualname)


def _around(standing: Standing) -> Iterator[Place]:
    yield standing.place
    if standing.head is not None and standing.head.parent is not None:
        yield standing.head.parent
