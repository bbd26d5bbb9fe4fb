"""Law 3 at the limit of size: what comes out is all that takes room, wherever it came from."""

from __future__ import annotations

import os
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemac.emit import emit_schema
from schemac.enforce import Breach, EnforceOptions, Projected, output_enforcer
from tests.property.strategies_enforce import Allowed, shapes, values

if TYPE_CHECKING:
    from schemac.plan.model import Shape

modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "150")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
CUT = Allowed(untyped=False, closed=False)


@modest
@given(st.data(), st.booleans())
def test_a_result_of_exactly_the_size_fits_and_one_byte_less_does_not(
    data: st.DataObject,
    much: bool,  # noqa: FBT001 - drawn
) -> None:
    shape = data.draw(shapes(CUT if much else Allowed()))
    value = data.draw(values(shape))
    given_value = more(value, data) if much else value
    plain = output_enforcer(shape, emit_schema(shape)).project(value)
    if isinstance(plain, Breach):
        return
    size = len(plain.text)
    fits = projected(shape, disguised(given_value, data, iterators=much), size)
    assert isinstance(fits, Projected), fits
    assert (fits.value, fits.text) == (plain.value, plain.text)
    assert isinstance(
        projected(shape, disguised(given_value, data, iterators=much), size - 1), Breach
    )


def projected(shape: Shape, value: object, size: int) -> Projected | Breach:
    options = EnforceOptions(output_size=size)
    return output_enforcer(shape, emit_schema(shape), options).project(value)


def disguised(value: Any, data: st.DataObject, *, iterators: bool) -> Any:
    """Give the same as other Python objects; `untyped` takes no iterators."""
    kind = data.draw(st.integers(0, 2))
    if type(value) is list:
        found = [disguised(each, data, iterators=iterators) for each in value]
        return (found, tuple(found), iter(found) if iterators else found)[kind]
    if type(value) is dict:
        pairs = {key: disguised(each, data, iterators=iterators) for key, each in value.items()}
        return MappingProxyType(pairs) if kind else pairs
    return value


def more(value: Any, data: st.DataObject) -> Any:
    """Put much that is undeclared into objects at every depth."""
    if type(value) is list:
        return [more(each, data) for each in value]
    if type(value) is dict:
        count = data.draw(st.sampled_from((0, 0, 1, 40)))
        hidden = {f"hidden{at}": "x" * at for at in range(count)}
        return {**hidden, **{key: more(each, data) for key, each in value.items()}}
    return value
