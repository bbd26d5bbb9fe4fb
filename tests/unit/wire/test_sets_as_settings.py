from __future__ import annotations

import pytest

from schemac.wire.settings import read_settings


@pytest.mark.parametrize("kind", [set, frozenset, list, tuple])
def test_resources_are_given_in_any_kind_of_collection(kind: type) -> None:
    every = read_settings({"resources": kind(["surface", "examples", "tool"])}).resources
    assert every == read_settings({"resources": ["surface", "examples", "tool"]}).resources
    assert read_settings({"resources": kind(["tool"])}).resources == ("tool",)


@pytest.mark.parametrize("wrong", [{"surface", 1}, {1}, {"", "tool"}, {"other"}, "tool"])
def test_what_is_no_set_of_names_is_refused(wrong: object) -> None:
    with pytest.raises(TypeError, match="`resources` must be"):
        read_settings({"resources": wrong})
