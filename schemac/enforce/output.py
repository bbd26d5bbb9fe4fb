"""Whatever a handler returned in, what its caller may have of it out, or a breach of contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac.enforce.explain import Explainer
from schemac.enforce.foreign import foreign
from schemac.enforce.outcomes import Breach, EnforceOptions, Projected
from schemac.enforce.project.cuts import NOTHING_CUT, Cuts, no_names
from schemac.enforce.project.outgoing import Outgoing
from schemac.enforce.project.places import deeper_than
from schemac.enforce.project.walk import Misfit, Walk, escaped
from schemac.enforce.validate import Validator
from schemac.enforce.wording import declared_names
from schemac.enforce.writing import encode, writer_of

if TYPE_CHECKING:
    from schemac.enforce.explain import Failure
    from schemac.enforce.project.cuts import Names, Seen
    from schemac.enforce.project.walk import Projector
    from schemac.enforce.values import Wire
    from schemac.plan.model import Shape

__all__ = ["OutputEnforcer"]


class OutputEnforcer:
    """Cuts results to one view and judges them. Thread-safe; made at the first call."""

    __slots__ = (
        "_declared",
        "_names",
        "_options",
        "_project",
        "_seen",
        "_shape",
        "_validator",
        "_write",
    )

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
        self._project: Projector | None = None
        self._declared: frozenset[str] | None = None
        self._write = encode
        self._seen: Seen = {}

    def project(self, value: object) -> Projected | Breach:
        """Project, validate and write out one result; never raises for what a value does."""
        walk = Walk(self._options.output_size, self._names)
        judged = self.judge(value, walk)
        return judged if type(judged) is Breach else self._written(judged, walk)

    def judge(self, value: object, walk: Walk) -> Wire | Breach:
        """Project and validate one result, its size not yet known."""
        project = self._project or self._make()
        try:
            projected = project(value, walk)
        except Misfit as misfit:
            return Breach(misfit.pointer, misfit.keyword)
        except RecursionError:
            return Breach("", "depth")
        except foreign():  # fails closed, whatever a foreign object does
            return Breach("", "read")
        if walk.deep and deeper_than(projected, self._options.output_depth):
            return Breach("", "depth")
        return projected if self._validator.is_valid(projected) else self._breach(projected)

    def _make(self) -> Projector:
        outgoing = Outgoing(self._shape, self._options.output_depth)
        project = outgoing.project()
        self._write = writer_of(self._shape, outgoing.types)
        self._project = project
        return project

    def _written(self, projected: object, walk: Walk) -> Projected | Breach:
        try:
            text = self._write(projected)
            size = len(text) if text.isascii() else len(text.encode())
        except UnicodeEncodeError:
            return Breach("", "unicode")
        except (ValueError, RecursionError):
            return Breach("", "finite")
        if size > self._options.output_size:
            return Breach("", "size")
        left = walk.left_behind
        cut = Cuts(left, self._names, self._seen) if left else NOTHING_CUT
        return Projected(projected, text, cut, tuple(walk.media or ()))

    def _breach(self, projected: object) -> Breach:
        failure = next(Explainer(self._validator.schema).failures(projected), None)
        if failure is None:
            return Breach("", "unjudged")
        return Breach(self._pointer(failure), failure.keyword)

    def _pointer(self, failure: Failure) -> str:
        """Write the place of a failure with declared names only: map keys are data."""
        if self._declared is None:
            self._declared = declared_names(self._validator.schema)
        names = self._declared
        missing = failure.keyword in {"required", "dependentRequired"}
        path = (*failure.path, failure.detail) if missing else failure.path
        steps = (step if type(step) is str and step in names else "*" for step in path)
        return "".join(map(escaped, steps))
