from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from schemac.runtime.grouping import Grouped
from schemac.runtime.settings import Limits
from schemac.wire.setting_values import READERS
from schemac.wire.settings import Settings, check_names, read_settings

if TYPE_CHECKING:
    from collections.abc import Mapping


def test_nothing_given_is_the_defaults() -> None:
    assert read_settings({}) == Settings()


def test_every_setting_has_a_reader_that_takes_its_default() -> None:
    defaults = {name: getattr(Settings(), name) for name in Settings.__slots__}
    assert set(defaults) == set(READERS)
    assert read_settings(defaults) == Settings()


def test_values_are_frozen() -> None:
    given: dict[str, object] = {
        "domains": ["default", "operator"],
        "modules": ["app.tools"],
        "sig_paths": ["sig"],
        "limits": {"body": 10},
        "allowed_origins": ["https://App.example"],
        "resources": False,
        "instructions": "Hello\x00 there",
        "flags": {"requires": ["admin"]},
    }
    settings = read_settings(given)
    assert settings.domains == {"default": None, "operator": None}
    assert settings.modules == ("app.tools",)
    assert settings.sig_paths == (Path("sig"),)
    assert settings.limits == Limits(body=10)
    assert settings.allowed_origins == ("https://app.example",)
    assert settings.resources == ()
    assert settings.instructions == "Hello there"
    assert settings.flags == {"requires": ("admin",)}


def test_a_domain_is_grouped_by_an_object_or_by_its_arguments() -> None:
    given = {"a": Grouped("x"), "b": {"suffix": "x", "schemas": "lazy"}, "c": {}, "d": None}
    assert read_settings({"domains": given}).domains == {
        "a": Grouped("x"),
        "b": Grouped("x", "lazy"),
        "c": Grouped(),
        "d": None,
    }


@pytest.mark.parametrize(
    ("grouped", "message"),
    [
        (True, "`domains.a` must be a `Grouped` or its arguments, got True"),
        ("tools", "`domains.a` must be a `Grouped` or its arguments, got 'tools'"),
        ({"sufix": "x"}, "`domains.a` has no `sufix`; there are suffix, schemas, uncategorized"),
        ({"suffix": "X"}, "`suffix` must be of a-z, 0-9 and `_`, not 'X'"),
        ({"schemas": True}, '`schemas` must be "meta" or "lazy", not True'),
    ],
)
def test_a_grouping_that_is_none_is_an_error(grouped: object, message: str) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        read_settings({"domains": {"a": grouped}})
    assert str(caught.value) == message


def test_an_unknown_name_is_an_error_with_a_suggestion() -> None:
    with pytest.raises(TypeError) as caught:
        read_settings({"server_nam": "x"})
    assert str(caught.value) == "`server_nam` is no setting; did you mean `server_name`?"
    with pytest.raises(TypeError) as caught:
        check_names(["xyzzy"], prefix="SCHEMAC_")
    assert str(caught.value) == "`SCHEMAC_xyzzy` is no setting"


@pytest.mark.parametrize("value", [0, -1, True, False, 2.0, "5"])
@pytest.mark.parametrize("name", ["page_size", "listing_ttl"])
def test_what_must_be_above_0_is_asked_for_so(name: str, value: object) -> None:
    with pytest.raises(TypeError) as caught:
        read_settings({name: value})
    assert str(caught.value) == f"`{name}` must be a whole number, 1 or more, got {value!r}"


@pytest.mark.parametrize(
    "given",
    [
        {"server_name": 5},
        {"server_name": ""},
        {"instructions": b"x"},
        {"strict_schema": 1},
        {"eager": "yes"},
        {"page_size": 0},
        {"page_size": True},
        {"client_ttl_ms": -1},
        {"listing_ttl": 0},
        {"modules": "app"},
        {"modules": [""]},
        {"sig_paths": "sig"},
        {"plan": 5},
        {"undeclared": "keep"},
        {"dialect": "klingon"},
        {"listing_cache": "memory"},
        {"coerce": True},
        {"limits": {"bodies": 1}},
        {"limits": {"body": 0}},
        {"limits": 5},
        {"flags": ["admin"]},
        {"flags": {"requires": "admin"}},
        {"on_missing_predicate": {"tier": "yes"}},
        {"allowed_origins": ["*"]},
        {"allowed_origins": ["https://app.example/"]},
        {"allowed_origins": "https://app.example"},
        {"resources": ["secrets"]},
        {"resource_metadata": ["x"]},
        {"categories": {"orders": 5}},
    ],
)
def test_a_wrong_value_is_an_error_that_names_the_setting(given: Mapping[str, object]) -> None:
    with pytest.raises(TypeError, match=f"`{next(iter(given))}"):
        read_settings(given)


def test_the_surface_gets_its_share() -> None:
    settings = read_settings({"undeclared": "reject", "default_domain": "staff"})
    shared = settings.for_surface(name="hall", eager=True, debug=False)
    assert (shared.name, shared.undeclared, shared.default_domain) == ("hall", "reject", "staff")
    assert (shared.eager, shared.debug) == (True, False)
