"""Defaults of named types in, arguments out; what a refusal says was dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.emit import emit_schema
from schemac.enforce import Refused
from schemac.enforce.input import InputEnforcer
from schemac.enforce.outcomes import EnforceOptions
from schemac.plan.model import Shape
from schemac.plan.nodes import Default, Field, Ref
from tests.unit.enforce.shapes import INTEGER, STRING, accepted, items, named, record, taking

if TYPE_CHECKING:
    from collections.abc import Mapping


def test_a_default_of_a_named_type_arrives_whole() -> None:
    field = Field("f", Ref(0), required=False, default=Default('{"l":[{"n":2.0}]}'))
    types = named(outer=record(l=items(Ref(1))), inner=record(n=INTEGER))
    given = accepted(taking(record(f=field), types), {})
    assert given == {"f": {"l": [{"n": 2}]}}
    assert type(given["f"]["l"][0]["n"]) is int


def test_what_a_refusal_dropped_goes_by_the_names_that_are_known() -> None:
    def names(place: str) -> Mapping[object, str]:
        return {"*": f"{place}/*", "k": f"{place}/K"}

    shape = Shape(record(a=STRING), {})
    enforcer = InputEnforcer(shape, emit_schema(shape), EnforceOptions(), names)
    answer = enforcer.accept({"a": 1, "k": 2, "l": 3})
    assert isinstance(answer, Refused)
    assert dict(answer.dropped) == {"/K": 1, "/*": 1}
