"""Arguments as they came in, arguments as the handler gets them out, or violations."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from schemac.enforce.convert import Converting, Unheld
from schemac.enforce.outcomes import Accepted, EnforceOptions, Refused, Violation
from schemac.enforce.project.incoming import Incoming
from schemac.enforce.project.walk import Misfit, Walk
from schemac.enforce.validate import Validator
from schemac.enforce.violations import MOST_VIOLATIONS, violations_of
from schemac.plan.nodes import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from schemac.enforce.project.walk import Projector
    from schemac.enforce.values import Wire
    from schemac.plan.model import Shape
    from schemac.plan.nodes import Field

    Convert = Callable[[Any, Walk, Mapping[Field, str]], Any]

__all__ = ["InputEnforcer"]

NO_DEFAULTS: Mapping[Field, str] = MappingProxyType({})
MOST_SPENT = 1 << 26
"""Far more than arguments can be that were bounded as text."""


class InputEnforcer:
    """Cuts arguments to one view, judges, completes and converts them. Thread-safe."""

    __slots__ = ("_convert", "_ignored", "_options", "_project", "_shape", "_validator")

    def __init__(self, shape: Shape, schema: dict[str, Any], options: EnforceOptions) -> None:
        self._shape = shape
        self._options = options
        self._validator = Validator(schema)
        self._project: Projector | None = None
        self._convert: Convert | None = None
        self._ignored: frozenset[str] = frozenset()

    def accept(
        self, arguments: dict[str, Any], defaults: Mapping[Field, str] = NO_DEFAULTS
    ) -> Accepted | Refused:
        """Enforce one call's arguments; `defaults` are those of `accepted_defaults`."""
        project = self._project or self._make()
        walk = Walk(MOST_SPENT)
        try:
            projected = project(self._known(arguments, walk), walk)
            if walk.unfit is not None or not self._validator.is_valid(projected):
                return self._refused(projected, walk)
            convert = self._convert
            converted = projected if convert is None else convert(projected, walk, defaults)
        except Unheld as unheld:
            return Refused(unheld.violations()[:MOST_VIOLATIONS], walk.cuts)
        except (Misfit, RecursionError) as error:
            return Refused((_unread(error, self._options.depth),), walk.cuts)
        return Accepted(converted, walk.cuts)

    def _make(self) -> Projector:
        incoming = Incoming(self._shape, self._options)
        project = incoming.project()
        root = incoming.types.effective(self._shape.root)
        if isinstance(root, Record):
            self._ignored = self._options.ignored_input_keys.difference(
                field.name for field in root.fields
            )
        self._convert = Converting(incoming).root(self._shape.root)
        self._project = project
        return project

    def _known(self, arguments: dict[str, Any], walk: Walk) -> dict[str, Any]:
        """Leave out top-level keys that are to be ignored whatever else is refused."""
        if not self._ignored or type(arguments) is not dict:
            return arguments
        found = self._ignored.intersection(arguments)
        if not found:
            return arguments
        walk.cut("", len(found))
        return {key: each for key, each in arguments.items() if key not in found}

    def _refused(self, projected: Wire, walk: Walk) -> Refused:
        failures = self._validator.failures(projected)
        violations = violations_of(failures, self._validator.schema)
        if not violations:
            place = walk.unfit or ""
            violations = (Violation(place, "expected a value that fits one declared variant"),)
        return Refused(violations, walk.cuts)


def _unread(error: Misfit | RecursionError, depth: int) -> Violation:
    if isinstance(error, Misfit) and error.keyword != "depth":
        return Violation(error.pointer, "expected a JSON value")
    pointer = error.pointer if isinstance(error, Misfit) else ""
    return Violation(pointer, f"nested deeper than {depth} levels")
