"""Fields in, one generated function that projects a record out.

A record is where most of the time goes, and a loop over its fields costs several times what
straight code does; records inside it are written into the same function. The text holds nothing
but names as string literals and the patterns below; everything else is passed in as constants.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from schemac.enforce.project.cuts import Rows, Taken
from schemac.enforce.project.walk import ABSENT
from schemac.enforce.read import most_digits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import CodeType

    from schemac.enforce.project.walk import Projector, Walk

    Keep = Callable[[dict[str, Any], dict[str, Any], Walk], None]
    Spare = Taken | Keep
    """Keys that were not taken are noted as left behind, or kept in the result."""

__all__ = ["Inner", "Items", "Pairs", "Slot", "incoming_record", "outgoing_record"]


@dataclass(frozen=True, slots=True)
class Slot:
    """One field: `plain` are the types taken as they are, all else goes through `project`.

    `bounded` says that integers are taken too, where they are not longer than text can hold.
    `elides` says that None stands for absence, `nullable` that it is a value. `inner` writes out
    the record that stands here, `items` the list, `pairs` the map; `project` takes what they
    are not made for.
    """

    name: str
    project: Projector
    plain: tuple[type, ...] = ()
    required: bool = True
    elides: bool = False
    nullable: bool = False
    inner: Inner | None = None
    items: Items | None = None
    pairs: Pairs | None = None
    bounded: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list of items that are taken as they are, or of such as `each` says.

    Each takes `weight` of what may come out.
    """

    plain: tuple[type, ...]
    weight: int = 0
    each: Slot | None = None
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Pairs:
    """A map from any texts to values that are taken as they are."""

    plain: tuple[type, ...]


@dataclass(frozen=True, slots=True)
class Inner:
    """The fields of a record inside; `spare` sees to keys that were not taken."""

    slots: tuple[Slot, ...]
    spare: Spare


def outgoing_record(
    slots: Sequence[Slot],
    read: Callable[..., dict[str, Any]],
    missing: Callable[..., Exception],
    spare: Spare,
) -> Projector:
    """Generate the projector of a result's record.

    `read` makes a dict of declared names from what is no dict; `missing` makes the exception for
    a required name that is not there.
    """
    text = _Text({"read": read, "missing": missing})
    read_it, miss_it = "value = read(value, walk)", "raise missing(value, walk) from None"
    return text.function(slots, spare, read_it, miss_it)


def incoming_record(
    slots: Sequence[Slot], odd: Projector, partial: Projector, spare: Spare
) -> Projector:
    """Generate the projector of a record in arguments.

    `odd` takes what is no dict, `partial` a dict without some required name (the validator will
    say so).
    """
    text = _Text({"odd": odd, "partial": partial})
    return text.function(slots, spare, "return odd(value, walk)", "return partial(value, walk)")


@lru_cache(maxsize=512)
def _code(text: str) -> CodeType:
    """Compile a function's text, once for records that look alike: this takes most of the time."""
    return compile(text, "<projector>", "exec")


class _Text:
    """Writes the function and gathers its constants."""

    def __init__(self, names: dict[str, Any]) -> None:
        far = 10 ** most_digits()
        self.space: dict[str, Any] = {"absent": ABSENT, "far": far, "near": -far, **names}
        self.space["Rows"] = Rows
        self.gathered: dict[str, str] | None = None

    def function(
        self, slots: Sequence[Slot], spare: Spare, no_dict: str, incomplete: str
    ) -> Projector:
        lines = [
            "def project(value, walk):",
            " if type(value) is not dict:",
            f"  {no_dict}",
            *self.required("value", slots, " ", incomplete),
            *self.taken("value", "out", slots, " "),
            *self.spare("value", "out", slots, spare, " "),
            " return out",
        ]
        exec(_code("\n".join(lines)), self.space)  # noqa: S102 - see above
        project: Projector = self.space["project"]
        return project

    def constant(self, prefix: str, value: object) -> str:
        name = f"{prefix}{len(self.space)}"
        self.space[name] = value
        return name

    def count(self, out: str, slots: Sequence[Slot]) -> str:
        return str(len(slots)) if all(slot.required for slot in slots) else f"len({out})"

    def spare(
        self, value: str, out: str, slots: Sequence[Slot], spare: Spare, indent: str
    ) -> Iterator[str]:
        """See to keys that were not taken."""
        name = self.constant("s", spare)
        yield f"{indent}if len({value}) != {self.count(out, slots)}:"
        if isinstance(spare, Taken) and self.gathered is not None:
            gathered = self.gathered[name] = f"{value}_spare"
            yield f"{indent} {gathered}.append({value})"
        elif isinstance(spare, Taken):
            yield f"{indent} walk.left_behind.append(({name}, walk.prefix, (*{value},)))"
        else:
            yield f"{indent} {name}({value}, {out}, walk)"

    def required(
        self, source: str, slots: Sequence[Slot], indent: str, incomplete: str
    ) -> Iterator[str]:
        """Read all required names in one go."""
        reads = [
            f"{indent} {source}_{index} = {source}[{slot.name!r}]"
            for index, slot in enumerate(slots)
            if slot.required
        ]
        if reads:
            yield f"{indent}try:"
            yield from reads
            yield f"{indent}except KeyError:"
            yield f"{indent} {incomplete}"

    def taken(self, source: str, out: str, slots: Sequence[Slot], indent: str) -> Iterator[str]:
        """Convert what was read and build the result in declared order."""
        leading = next((i for i, slot in enumerate(slots) if not slot.required), len(slots))
        for index, slot in enumerate(slots):
            if slot.required:
                yield from self.converted(f"{source}_{index}", slot, indent)
        display = ", ".join(f"{slots[i].name!r}: {source}_{i}" for i in range(leading))
        yield f"{indent}{out} = {{{display}}}"
        for index, slot in enumerate(slots[leading:], leading):
            value = f"{source}_{index}"
            if slot.required:
                yield f"{indent}{out}[{slot.name!r}] = {value}"
            else:
                default, nothing = ("", "None") if slot.elides else (", absent", "absent")
                yield f"{indent}{value} = {source}.get({slot.name!r}{default})"
                yield f"{indent}if {value} is not {nothing}:"
                yield from self.converted(value, slot, indent + " ")
                yield f"{indent} {out}[{slot.name!r}] = {value}"

    def converted(self, value: str, slot: Slot, indent: str) -> Iterator[str]:
        """Replace a value by its projection, with as little work as its type allows."""
        call = f"{value} = {self.constant('f', slot.project)}({value}, walk)"
        if slot.inner is not None:
            yield from self.inner(value, slot, slot.inner, indent, call)
            return
        if slot.items is not None:
            yield from self.items(value, slot, slot.items, indent, call)
            return
        if slot.pairs is not None:
            yield from self.pairs(value, slot, slot.pairs, indent, call)
            return
        tests = [f"type({value}) is not {plain.__name__}" for plain in slot.plain]
        if slot.bounded:
            tests.append(f"not (type({value}) is int and near < {value} < far)")
        if tests and slot.nullable:
            tests.insert(0, f"{value} is not None")
        if tests:
            yield f"{indent}if {' and '.join(tests)}:"
            indent += " "
        yield indent + call

    def items(self, value: str, slot: Slot, items: Items, indent: str, call: str) -> Iterator[str]:
        """Copy a list whose items need no work, or project each item where it stands."""
        if items.each is not None:
            yield from self.each(value, items, items.each, indent)
            yield f"{indent}elif {value} is not None:" if slot.nullable else f"{indent}else:"
            yield f"{indent} {call}"
            return
        tests = " and ".join(f"type(item) is not {plain.__name__}" for plain in items.plain)
        yield f"{indent}if type({value}) is list:"
        yield f"{indent} {value} = {value}[:]"
        yield from self.spent(value, items, indent)
        yield f"{indent} for item in {value}:"
        yield f"{indent}  if {tests}:"
        if items.weight:
            yield f"{indent}   walk.left += {items.weight} * len({value})"
        yield f"{indent}   {call}"
        yield f"{indent}   break"
        yield f"{indent}elif {value} is not None:" if slot.nullable else f"{indent}else:"
        yield f"{indent} {call}"

    def spent(self, value: str, items: Items, indent: str) -> Iterator[str]:
        """Count what a list takes of what may come out."""
        if items.weight:
            yield f"{indent} walk.left -= {items.weight} * len({value})"
            yield f"{indent} if walk.left < 0: raise walk.misfit({items.pointer!r}, 'size')"

    def each(self, value: str, items: Items, slot: Slot, indent: str) -> Iterator[str]:
        """Project the items of a list one by one; items may change the list that they are in.

        Of each place in them, all objects with keys to spare are noted together at the end.
        """
        item, out, outer = f"{value}_item", f"{value}_out", self.gathered
        gathered = self.gathered = {}
        body = [*self.converted(item, slot, indent + "  ")]
        self.gathered = outer
        yield f"{indent}if type({value}) is list:"
        yield from self.spent(value, items, indent)
        for name in (out, *gathered.values()):
            yield f"{indent} {name} = []"
        yield f"{indent} for {item} in {value}[:]:"
        yield from body
        yield f"{indent}  {out}.append({item})"
        yield f"{indent} {value} = {out}"
        for taken, rows in gathered.items():
            note = f"({taken}, walk.prefix, Rows(map(tuple, {rows})))"
            yield f"{indent} if {rows}: walk.left_behind.append({note})"

    def pairs(self, value: str, slot: Slot, pairs: Pairs, indent: str, call: str) -> Iterator[str]:
        """Copy a map whose values need no work."""
        odd = " and ".join(f"type(item) is not {plain.__name__}" for plain in pairs.plain)
        yield f"{indent}if type({value}) is dict:"
        yield f"{indent} {value} = {value}.copy()"
        yield f"{indent} for key, item in {value}.items():"
        yield f"{indent}  if type(key) is not str or {odd}:"
        yield f"{indent}   {call}"
        yield f"{indent}   break"
        yield f"{indent}elif {value} is not None:" if slot.nullable else f"{indent}else:"
        yield f"{indent} {call}"

    def inner(self, value: str, slot: Slot, inner: Inner, indent: str, call: str) -> Iterator[str]:
        """Write out a record inside; it falls back on its own projector."""
        out = f"{value}_out"
        required = list(self.required(value, inner.slots, indent + " ", call))
        below = indent + ("  " if required else " ")
        yield f"{indent}if type({value}) is dict:"
        yield from required
        if required:
            yield f"{indent} else:"
        yield from self.taken(value, out, inner.slots, below)
        yield from self.spare(value, out, inner.slots, inner.spare, below)
        yield f"{below}{value} = {out}"
        yield f"{indent}elif {value} is not None:" if slot.nullable else f"{indent}else:"
        yield f"{indent} {call}"
