"""Fields in, one generated function that projects a record out.

A record is where most of the time goes, and a loop over its fields costs twice what straight
code does. The text holds nothing but names as string literals and the patterns below; everything
else is passed in as constants.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from schemac.enforce.project.walk import ABSENT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from schemac.enforce.project.walk import Projector

__all__ = ["Slot", "incoming_record", "outgoing_record"]


@dataclass(frozen=True, slots=True)
class Slot:
    """One field: `plain` are the types taken as they are, all else goes through `project`.

    `elides` says that None stands for absence, `nullable` that it is a value.
    """

    name: str
    project: Projector
    plain: tuple[type, ...] = ()
    required: bool = True
    elides: bool = False
    nullable: bool = False


def outgoing_record(
    slots: Sequence[Slot],
    read: Callable[..., dict[str, Any]],
    missing: Callable[..., Exception],
    spare: Callable[..., None],
) -> Projector:
    """Generate the projector of a result's record.

    `read` makes a dict of declared names from what is no dict; `missing` makes the exception for
    a required name that is not there; `spare` is told of a dict with more keys than were taken.
    """
    lines = [
        "def project(value, walk):",
        " if type(value) is not dict:",
        "  value = read(value, walk)",
        *_required(slots, "raise missing(value, walk) from None"),
        *_taken(slots),
        " if len(value) != len(out):",
        "  spare(value, walk)",
        " return out",
    ]
    return _made(lines, slots, {"read": read, "missing": missing, "spare": spare})


def incoming_record(
    slots: Sequence[Slot],
    odd: Projector,
    partial: Projector,
    spare: Callable[..., None],
) -> Projector:
    """Generate the projector of a record in arguments.

    `odd` takes what is no dict, `partial` a dict without some required name (the validator will
    say so); `spare` sees to keys that were not taken.
    """
    lines = [
        "def project(value, walk):",
        " if type(value) is not dict:",
        "  return odd(value, walk)",
        *_required(slots, "return partial(value, walk)"),
        *_taken(slots),
        " if len(value) != len(out):",
        "  spare(value, out, walk)",
        " return out",
    ]
    return _made(lines, slots, {"odd": odd, "partial": partial, "spare": spare})


def _required(slots: Sequence[Slot], otherwise: str) -> Iterator[str]:
    names = [(index, slot.name) for index, slot in enumerate(slots) if slot.required]
    if names:
        yield " try:"
        for index, name in names:
            yield f"  x{index} = value[{name!r}]"
        yield " except KeyError:"
        yield f"  {otherwise}"


def _taken(slots: Sequence[Slot]) -> Iterator[str]:
    """Convert what was read and build the result in declared order."""
    leading = next((i for i, slot in enumerate(slots) if not slot.required), len(slots))
    for index, slot in enumerate(slots):
        if slot.required:
            yield from _converted(index, slot, " ")
    display = ", ".join(f"{slots[i].name!r}: x{i}" for i in range(leading))
    yield f" out = {{{display}}}"
    for index, slot in enumerate(slots[leading:], leading):
        if slot.required:
            yield f" out[{slot.name!r}] = x{index}"
        else:
            yield from _optional(index, slot)


def _optional(index: int, slot: Slot) -> Iterator[str]:
    default, nothing = ("", "None") if slot.elides else (", absent", "absent")
    yield f" x{index} = value.get({slot.name!r}{default})"
    yield f" if x{index} is not {nothing}:"
    yield from _converted(index, slot, "  ")
    yield f"  out[{slot.name!r}] = x{index}"


def _converted(index: int, slot: Slot, indent: str) -> Iterator[str]:
    tests = [f"type(x{index}) is not {plain.__name__}" for plain in slot.plain]
    if slot.nullable and tests:
        tests.insert(0, f"x{index} is not None")
    call = f"x{index} = f{index}(x{index}, walk)"
    if tests:
        yield f"{indent}if {' and '.join(tests)}:"
        indent += " "
    yield indent + call


def _made(lines: list[str], slots: Sequence[Slot], names: dict[str, Any]) -> Projector:
    space: dict[str, Any] = {"absent": ABSENT, **names}
    space.update((f"f{index}", slot.project) for index, slot in enumerate(slots))
    exec(compile("\n".join(lines), "<projector>", "exec"), space)  # noqa: S102 - see the module's docstring
    project: Projector = space["project"]
    return project
