"""What `import schemac` offers is what it says it offers."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import pytest

import schemac
import schemac.testing

if TYPE_CHECKING:
    from types import ModuleType


@pytest.mark.parametrize("module", [schemac, schemac.testing], ids=lambda module: module.__name__)
def test_every_name_that_is_promised_is_there(module: ModuleType) -> None:
    assert module.__all__ == sorted(module.__all__)
    assert [name for name in module.__all__ if getattr(module, name, None) is None] == []


def test_names_are_those_of_the_rooms_they_come_from() -> None:
    found = {
        "Grouped": "schemac.runtime.grouping",
        "UnknownToolError": "schemac.runtime.errors",
    }
    assert {name: getattr(schemac, name) for name in found} == {
        name: getattr(import_module(home), name) for name, home in found.items()
    }
    assert schemac.signals is import_module("schemac.runtime.signals")
    assert schemac.middleware is import_module("schemac.runtime.middleware")


def test_a_name_that_is_not_offered_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Toool'"):
        getattr(schemac, "Toool")  # noqa: B009 - the checker would see the mistake
