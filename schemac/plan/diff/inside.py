"""Two branches that belong together in, the places inside them out; what differs is noted."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.plan.diff.bounds import compare_bounds
from schemac.plan.diff.branches import branches_of
from schemac.plan.diff.field_changes import default_changes, field_changes
from schemac.plan.diff.formula import CLOSED, all_of, any_of, beyond, is_like
from schemac.plan.diff.places import Half, Place, inside
from schemac.plan.diff.scalars import is_one_text
from schemac.plan.diff.written import as_tag
from schemac.plan.nodes import Const, ListOf, MapOf, Record, Ref, Scalar, TupleOf, Union

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from schemac.plan.diff.branches import Branch
    from schemac.plan.diff.findings import Findings
    from schemac.plan.diff.formula import Formula
    from schemac.plan.diff.model import Subject
    from schemac.plan.diff.sight import Sight
    from schemac.plan.gates import Side
    from schemac.plan.nodes import Field, Node

__all__ = ["Inside"]


class Inside:
    """Looks into branches: bounds, fields, items."""

    def __init__(self, side: Side, old: Sight, new: Sight, findings: Findings) -> None:
        self._side = side
        self._old = old
        self._new = new
        self._findings = findings

    def places(
        self, place: Place, before: Branch | None, after: Branch, everything: Formula
    ) -> Iterator[Place]:
        """Give the places inside the new branch, beside those of the old one if it is alike.

        `everything` tells who saw all that could be here, though no type said so: types are
        nothing new to them, names are. `place.within` is the sighting of the branch, if it is seen
        by more than before.
        """
        old, new = None if before is None else before.node, after.node
        if before is not None:
            self._compare_bounds(place.pointer, before, after)
        match new:
            case Record():
                yield from self._fields(place, before, after, everything)
            case ListOf():
                item = old.item if isinstance(old, ListOf) else None
                yield _at(place, "*", _half(item, before, everything), new.item, after)
            case MapOf():
                alike = old if isinstance(old, MapOf) else None
                key, value = (None, None) if alike is None else (alike.key, alike.value)
                keys = _at(place, "@key", _half(key, before, everything), new.key, after)
                is_counted = self._side == "input" and (new.constraints.min or 0) > 0
                yield replace(keys, is_key=True, is_counted=is_counted)
                yield _at(place, "*", _half(value, before, everything), new.value, after)
            case TupleOf():
                yield from self._items(place, before, after, new, everything)
            case _:
                return

    def _compare_bounds(self, pointer: str, before: Branch, after: Branch) -> None:
        old, new = before.node, after.node
        both = (before.sight, after.sight)
        if isinstance(old, Scalar) and isinstance(new, Scalar) and is_one_text(old, new):
            return
        if isinstance(old, Scalar | ListOf | MapOf) and isinstance(new, type(old)):
            whole = isinstance(old, Scalar) and old.kind == "integer"
            for kind, detail in compare_bounds(old.constraints, new.constraints, whole=whole):
                self._findings.change(self._side, pointer, kind, detail, all_of(both))
        if isinstance(old, Record) and isinstance(new, Record) and old.closed != new.closed:
            kind = "record-closed" if new.closed else "record-opened"
            self._findings.change(self._side, pointer, kind, "", all_of(both))

    def _items(
        self,
        place: Place,
        before: Branch | None,
        after: Branch,
        new: TupleOf,
        everything: Formula,
    ) -> Iterator[Place]:
        old = before.node if before is not None else None
        items = old.items if isinstance(old, TupleOf) else ()
        if isinstance(old, ListOf):
            items = (old.item,) * len(new.items)
        if before is not None and isinstance(old, TupleOf) and len(items) != len(new.items):
            who = all_of((before.sight, after.sight))
            detail = f"{len(items)} → {len(new.items)} items"
            self._findings.change(self._side, place.pointer, "type-changed", detail, who)
        for number, item in enumerate(new.items):
            other = items[number] if number < len(items) else None
            found = _at(place, str(number), _half(other, before, everything), item, after)
            if other is None:
                seen = (everything, after.sight)
                found = self._with_sighting(found, "item", str(number), seen)
            yield found

    def _with_sighting(
        self, found: Place, subject: Subject, name: str, seen: tuple[Formula, Formula]
    ) -> Place:
        """Note who sees a field, or an item that was not there; what is inside is within it."""
        pointer, around = found.pointer, found.within
        within = self._findings.exposure(self._side, pointer, subject, name, seen, around)
        return replace(found, within=within)

    def _fields(
        self, place: Place, before: Branch | None, after: Branch, everything: Formula
    ) -> Iterator[Place]:
        record = after.node
        if not isinstance(record, Record):
            return
        old_fields: dict[str, Field] = {}
        held = before if before is not None and isinstance(before.node, MapOf) else None
        keys = self._keys(held)
        if before is not None and isinstance(before.node, Record):
            old_fields = {field.name: field for field in before.node.fields}
        for field in record.fields:
            pointer = inside(place.pointer, field.name)
            old = old_fields.pop(field.name, None)
            if old is not None and self._is_same(old, before, field, after):
                continue
            new_half = Half(field.type, _sight(field, after, self._new))
            old_half = Half(None, CLOSED, everything)
            if old is not None and before is not None:
                old_half = Half(old.type, _sight(old, before, self._old), everything)
            seen = (old_half.sight, new_half.sight)
            if held is not None and isinstance(held.node, MapOf):
                old_half = _half(held.node.value, held, everything)
                seen = (keys.get(field.name, CLOSED), new_half.sight)
            is_free = old is not None and not field.required and self._may_lose_null(old)
            # Absent, as null counts, it would be missing where what it depends on is there.
            is_free = is_free and not field.depends_on
            found = Place(pointer, old_half, new_half, place.within, may_be_absent=is_free)
            found = self._with_sighting(found, "field", field.name, seen)
            if before is not None and isinstance(before.node, Record):
                self._compare_field(pointer, old, before, field, after)
            yield found
        for old in old_fields.values():
            if before is not None:
                kind = "field-removed-closed" if record.closed else "field-removed"
                who = all_of((_sight(old, before, self._old), after.sight))
                pointer = inside(place.pointer, old.name)
                self._findings.change(self._side, pointer, kind, "", who)

    def _may_lose_null(self, old: Field) -> bool:
        """Tell whether a field could be sent as null, and be left out as well."""
        if self._side == "output" or old.required:
            return False
        todo, met = [old.type], set[int]()
        while todo:
            node = todo.pop()
            if isinstance(node, Union):
                todo += (member.type for member in node.members)
            elif isinstance(node, Ref) and node.target not in met:
                met.add(node.target)
                todo.append(self._old.plan.types[node.target].body)
            elif isinstance(node, Scalar) and node.kind == "null":
                return True
        return False

    def _keys(self, held: Branch | None) -> Mapping[str, Formula]:
        """Give who was shown which names, as keys of the map that there was."""
        found: dict[str, Formula] = {}
        if held is not None and isinstance(held.node, MapOf):
            for each in branches_of(held.node.key, held.sight, self._old):
                if isinstance(each.node, Const):
                    name = json.loads(each.node.text)
                    found[name] = any_of((found.get(name, CLOSED), each.sight))
        return found

    def _is_same(self, old: Field, before: Branch | None, new: Field, after: Branch) -> bool:
        """Tell whether a field is the very same for the same callers, inside too."""
        if before is None or not is_like(before.sight, after.sight):
            return False
        return self._old.reach.field(old) == self._new.reach.field(new)

    def _compare_field(
        self, pointer: str, old: Field | None, before: Branch, new: Field, after: Branch
    ) -> None:
        """Compare a field of two records that belong together."""
        note = self._findings.change
        now = _sight(new, after, self._new)
        ending = self._ending(new, before)
        if old is None:
            kind = f"field-added{ending}"
            note(self._side, pointer, kind, "", all_of((now, before.sight)))
            self._note_needs(pointer, new, before, after, all_of((now, before.sight)))
            return
        was = _sight(old, before, self._old)
        kind = f"field-shown{ending}"
        who = beyond(was, now, before.sight)
        note(self._side, pointer, kind, "", who)
        self._note_needs(pointer, new, before, after, who)
        is_closed = isinstance(after.node, Record) and after.node.closed
        kind = "field-hidden-closed" if is_closed else "field-hidden"
        note(self._side, pointer, kind, "", beyond(now, was, after.sight))
        for kind, detail in field_changes(old, new):
            note(self._side, pointer, kind, detail, all_of((was, now)))
        for kind, detail, who in default_changes((old, self._old), (new, self._new)):
            note(self._side, pointer, kind, detail, all_of((was, now, who)))
        if old.depends_on != new.depends_on and not (old.required or new.required):
            self._compare_needs(pointer, (old, before), (new, after), all_of((was, now)))

    def _compare_needs(
        self, pointer: str, was: tuple[Field, Branch], now: tuple[Field, Branch], who: Formula
    ) -> None:
        """Compare what a field that may be absent comes with, for those who saw and see that.

        What is new beside it comes with it from the first.
        """
        (old, before), (new, after) = was, now
        there = _others(after, self._new)
        known = _others(before, self._old)
        for name in sorted({*old.depends_on} ^ {*new.depends_on}):
            kind = "need-added" if name in new.depends_on else "need-removed"
            tag = as_tag("depends_on", f":{name}")
            seen = (who, there.get(name, CLOSED), known.get(name, CLOSED))
            self._findings.change(self._side, pointer, kind, tag, all_of(seen))

    def _note_needs(
        self, pointer: str, new: Field, before: Branch, after: Branch, who: Formula
    ) -> None:
        """Note what a field that was not there is needed beside, if that was there."""
        if new.required or not new.depends_on:
            return
        there, known = _others(after, self._new), _others(before, self._old)
        for name in new.depends_on:
            tag = as_tag("depends_on", f":{name}")
            seen = (who, there.get(name, CLOSED), known.get(name, CLOSED))
            self._findings.change(self._side, pointer, "need-added", tag, all_of(seen))

    def _ending(self, new: Field, before: Branch) -> str:
        """Say what makes a new field one that callers notice.

        Who goes by the closed record that was told refuses a result with one more.
        """
        was_closed = isinstance(before.node, Record) and before.node.closed
        if self._side == "output" and (was_closed or self._old.plan.strict_schema):
            return "-closed"
        return "-required" if new.required else ""


def _half(old: Node | None, before: Branch | None, everything: Formula) -> Half:
    """Give what was inside the old branch, shown to all who were shown that."""
    if old is None or before is None:
        return Half(None, CLOSED, everything)
    return Half(old, before.sight, everything)


def _at(place: Place, key: str, old: Half, new: Node, after: Branch) -> Place:
    """Give a place inside that is seen by all who see what is around it."""
    return Place(inside(place.pointer, key), old, Half(new, after.sight), place.within)


def _sight(field: Field, around: Branch, sight: Sight) -> Formula:
    """Give who sees a field."""
    return all_of((around.sight, sight.field(field), sight.left(field.type)))


def _others(around: Branch, sight: Sight) -> dict[str, Formula]:
    """Give who sees each field of a record."""
    fields = around.node.fields if isinstance(around.node, Record) else ()
    return {field.name: _sight(field, around, sight) for field in fields}
