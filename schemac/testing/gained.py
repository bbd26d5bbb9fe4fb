"""Two tool objects of one caller in, what the later one tells that the earlier did not out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from schemac.report.display import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["gained"]

_SIDES = (("input", "inputSchema"), ("output", "outputSchema"))


class _Seen(NamedTuple):
    """A field (no `what`), or a value or variant at its place."""

    side: str
    pointer: str
    what: str = ""

    def __str__(self) -> str:
        place = f"{self.side} {self.pointer}".rstrip()
        return one_line(f"{place}: {self.what}" if self.what else place)


def gained(old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> tuple[str, ...]:
    """Give lines, outermost things only: what is inside a new field is new with it."""
    if new is None:
        return ()
    if old is None:
        return ("the tool itself",)
    before = _told(old)
    added = [seen for seen in _told(new) if seen not in before]
    fields = {(seen.side, seen.pointer) for seen in added if not seen.what}
    return tuple(str(seen) for seen in added if not _is_inside(seen, fields))


def _is_inside(seen: _Seen, fields: set[tuple[str, str]]) -> bool:
    parts = seen.pointer.split("/")
    last = len(parts) if not seen.what else len(parts) + 1
    return any((seen.side, "/".join(parts[:at])) in fields for at in range(2, last))


def _told(tool: Mapping[str, Any]) -> dict[_Seen, None]:
    found: dict[_Seen, None] = {}
    for side, key in _SIDES:
        schema = tool.get(key)
        if isinstance(schema, dict):
            found.update(dict.fromkeys(_walk(side, schema)))
    return found


def _walk(side: str, whole: dict[str, Any]) -> Iterator[_Seen]:
    """Go through a schema; a name is looked into where it is first used at each pointer."""
    todo: list[tuple[str, Any]] = [("", whole)]
    met: set[str] = set()
    while todo:
        pointer, schema = todo.pop()
        if not isinstance(schema, dict):
            continue
        yield from _values(side, pointer, schema)
        below = list(_below(pointer, schema))
        for place, _ in below:
            if place != pointer and not place.endswith("/*"):
                yield _Seen(side, place)
        target = schema.get("$ref")
        if isinstance(target, str) and target not in met:
            met.add(target)
            below.append((pointer, _resolved(whole, target)))
        todo += reversed(below)


def _values(side: str, pointer: str, schema: dict[str, Any]) -> Iterator[_Seen]:
    for value in schema.get("enum", ()):
        yield _Seen(side, pointer, f"value {json.dumps(value, ensure_ascii=False)}")
    if "const" in schema:
        yield _Seen(side, pointer, f"value {json.dumps(schema['const'], ensure_ascii=False)}")
    variants = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    for at in range(1, len(variants) + 1):
        yield _Seen(side, pointer, f"variant {at}")


def _below(pointer: str, schema: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, inner in schema.get("properties", {}).items():
        yield f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}", inner
    for at, inner in enumerate(schema.get("prefixItems", ())):
        yield f"{pointer}/{at}", inner
    for key in ("items", "additionalProperties"):
        yield f"{pointer}/*", schema.get(key)
    for key in ("anyOf", "oneOf", "allOf"):
        for inner in schema.get(key, ()):
            yield pointer, inner
    yield pointer, schema.get("propertyNames")


def _resolved(whole: dict[str, Any], target: str) -> object:
    found: Any = whole
    for part in target.removeprefix("#").split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        found = found.get(key) if isinstance(found, dict) else None
    return found
