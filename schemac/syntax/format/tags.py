"""A tag as written in, as it is laid out out."""

from __future__ import annotations

import re

from schemac.ir.tags import TAGS

__all__ = ["lay_out_tag"]

_GATE = re.compile(
    r"\s+|(?P<word>:(?:[^\W\d]\w*(?:\.[^\W\d]\w*)*|\"(?:\\[^\r\n]|[^\"\\\r\n])*\")|[!()|&,])"
)
_SHAPE = re.compile(r"[\s!(]*:")
_BREAK = re.compile(r"[ \t\f]*(?:\r\n|\n|\r)\s*")


def lay_out_tag(written: str) -> tuple[str, ...]:
    """Give the lines of a tag; those after the first are to be indented."""
    name, _, rest = written.partition("(")
    inside = rest[:-1].strip()
    spec = TAGS.get(name[1:])
    gate_like = spec is None or spec.argument == "flag"
    if gate_like and _SHAPE.match(inside) and (gate := _gate(inside)) is not None:
        inside = gate
    return tuple(_BREAK.split(f"{name}({inside})"))


def _gate(inside: str) -> str | None:
    """Space an expression of flags; None for any other text."""
    found: list[str] = []
    at = 0
    while at < len(inside):
        token = _GATE.match(inside, at)
        if token is None:
            return None
        at = token.end()
        if token["word"]:
            found.append(token["word"])
    text = " ".join(found)
    text = re.sub(r"([!(]) ", r"\1", text)
    text = re.sub(r"([!(]) ", r"\1", text)
    return re.sub(r" ([,)])", r"\1", text)
