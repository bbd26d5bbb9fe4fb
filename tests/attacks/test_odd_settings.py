from __future__ import annotations

import pytest

from schemac import Grants, Registry, Service
from schemac.ir.tags import TAGS


@pytest.mark.parametrize("name", sorted(TAGS))
def test_a_tag_of_the_language_is_no_predicate(name: str) -> None:
    """`@desc(:admin)` would become words, and what it stands on would be open."""
    with pytest.raises(ValueError, match=name):
        Service(Registry(), predicates=["tier", name])


@pytest.mark.parametrize("flags", [{"admin": False}, [1], [None]])
def test_grants_are_what_is_held(flags: object) -> None:
    with pytest.raises(TypeError, match="requires"):
        Grants(requires=flags)  # type: ignore[arg-type] # that is the mistake
