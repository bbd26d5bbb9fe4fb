"""Arguments as they came in, arguments as the handler gets them out, or violations."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from schemac.enforce.convert import Converting, Unheld
from schemac.enforce.explain import Explainer
from schemac.enforce.outcomes import Accepted, EnforceOptions, Refused, Violation
from schemac.enforce.project.cuts import NOTHING_CUT, Cuts, Taken, no_names
from schemac.enforce.project.incoming import Incoming
from schemac.enforce.project.places import deeper_than
from schemac.enforce.project.walk import Misfit, Walk
from schemac.enforce.read import most_digits
from schemac.enforce.validate import Validator
from schemac.enforce.violations import violations_of
from schemac.plan.nodes import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from schemac.enforce.project.cuts import Names, Seen
    from schemac.enforce.project.walk import Projector
    from schemac.enforce.values import Raw, Wire
    from schemac.plan.model import Shape
    from schemac.plan.nodes import Field

    Convert = Callable[[Any, Walk, Mapping[Field, str]], Any]

__all__ = ["InputEnforcer"]

NO_DEFAULTS: Mapping[Field, str] = MappingProxyType({})
_ASIDE = Taken("", frozenset())
"""Where keys are ignored, whatever their names."""

MOST_SPENT = 1 << 26
"""Far more than arguments can be that were bounded as text."""


@dataclass(frozen=True, slots=True)
class Made:
    """What is made at the first call, all of one making."""

    project: Projector
    convert: Convert | None
    ignored: frozenset[str]


class InputEnforcer:
    """Cuts arguments to one view, judges, completes and converts them. Thread-safe."""

    __slots__ = ("_made", "_names", "_options", "_seen", "_shape", "_validator")

    def __init__(
        self,
        shape: Shape,
        schema: dict[str, Any],
        options: EnforceOptions,
        names: Names = no_names,
    ) -> None:
        self._names = names
        self._shape = shape
        self._options = options
        self._validator = Validator(schema)
        self._made: Made | None = None
        self._seen: Seen = {}

    def accept(
        self,
        arguments: dict[str, Any],
        defaults: Mapping[Field, str] = NO_DEFAULTS,
        *,
        opened: bool = False,
    ) -> Accepted | Refused:
        """Enforce one call's arguments; `defaults` are those of `accepted_defaults`.

        `opened` arguments came as a string: none of those in them is opened again.
        """
        made = self._made
        if made is None:
            made = self._made = _make(self._shape, self._options)
        walk = Walk(MOST_SPENT, self._names)
        walk.parsed = opened
        try:
            known = _known(arguments, made.ignored, walk) if made.ignored else arguments
            projected = made.project(known, walk)
            if walk.deep and deeper_than(projected, self._options.depth):
                raise Misfit("", "depth")  # noqa: TRY301 - one place words all of these
            if walk.unfit is not None or not self._validator.is_valid(projected):
                return self._refused(projected, walk)
            if made.convert is not None:
                projected = made.convert(projected, walk, defaults)
        except Unheld as unheld:
            return Refused(unheld.violations(), walk.cuts)
        except (Misfit, RecursionError) as error:
            return Refused((_unread(error, self._options.depth),), walk.cuts)
        left = walk.left_behind
        if not left:
            return Accepted(projected, NOTHING_CUT)
        return Accepted(projected, Cuts(left, self._names, self._seen, declared_only=True))

    def _refused(self, projected: Wire, walk: Walk) -> Refused:
        schema = self._validator.schema
        violations = violations_of(Explainer(schema).failures(projected), schema)
        if not violations:
            place = walk.unfit or ""
            violations = (Violation(place, "expected a value that fits one declared variant"),)
        return Refused(violations, walk.cuts)


def _make(shape: Shape, options: EnforceOptions) -> Made:
    incoming = Incoming(shape, options)
    project = incoming.project()
    root = incoming.types.effective(shape.root)
    declared = {field.name for field in root.fields} if isinstance(root, Record) else set()
    convert = Converting(incoming, shape.types).node(shape.root)
    return Made(project, convert, options.ignored_input_keys.difference(declared))


def _known(arguments: Raw, ignored: frozenset[str], walk: Walk) -> Raw:
    """Leave out top-level keys that are to be ignored whatever else is refused."""
    found = ignored.intersection(arguments) if type(arguments) is dict else ()
    if not found:
        return arguments
    walk.left_behind.append((_ASIDE, "", tuple(key for key in arguments if key in found)))
    return {key: each for key, each in arguments.items() if key not in found}


def _unread(error: Misfit | RecursionError, depth: int) -> Violation:
    if isinstance(error, Misfit) and error.keyword == "digits":
        return Violation(error.pointer, f"expected a number of at most {most_digits()} digits")
    if isinstance(error, Misfit) and error.keyword != "depth":
        return Violation(error.pointer, "expected a JSON value")
    pointer = error.pointer if isinstance(error, Misfit) else ""
    return Violation(pointer, f"nested deeper than {depth} levels")
