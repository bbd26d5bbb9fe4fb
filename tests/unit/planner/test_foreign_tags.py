"""Tags by the names that other systems have for them in, how to say it here out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.diagnostics.page import page
from schemac.ir.tags import ALWAYS_PREDICATES, TAGS
from schemac.planner.foreign_tags import FOREIGN_TAGS, OTHER_WAYS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]

_REQUIRED = "a field without `?` before its key is required"
_RANGE = "write `@min(1) @max(9)`, with your bounds"
_UNION = 'write a union of literals: `"a" | "b"`'


def told(planned: Planner, tag: str) -> tuple[str | None, str | None]:
    """Give the hint and the name that the fix puts in place."""
    (found,) = planned(f"type output = {{ a: Integer, ?v: String {tag} }}").diagnostics
    assert found.code == "SC311"
    assert found.notes[-1] == "`schemac explain SC311` lists all tags"
    return found.hint, None if found.fix is None else found.fix.replacement


@pytest.mark.parametrize(
    ("foreign", "here"),
    [
        ("max_length(5)", "@max"),
        ("maxLength(5)", "@max"),
        ("max_items(5)", "@max"),
        ("maxItems(5)", "@max"),
        ("maximum(5)", "@max"),
        ("le(5)", "@max"),
        ("lte(5)", "@max"),
        ("min_length(5)", "@min"),
        ("minLength(5)", "@min"),
        ("minItems(5)", "@min"),
        ("minimum(5)", "@min"),
        ("ge(5)", "@min"),
        ("gte(5)", "@min"),
        ("gt(5)", "@exclusive_min"),
        ("lt(5)", "@exclusive_max"),
        ("exclusiveMinimum(5)", "@exclusive_min"),
        ("multipleOf(5)", "@multiple_of"),
        ("regex(^a$)", "@pattern"),
        ("description(words)", "@desc"),
        ("doc(words)", "@desc"),
        ("readonly()", "@read_only"),
        ("readOnly()", "@read_only"),
        ("writeOnly()", "@write_only"),
        ("uniqueItems()", "@unique"),
        ("contentEncoding(base64)", "@encoding"),
    ],
)
def test_a_tag_of_the_same_meaning(planned: Planner, foreign: str, here: str) -> None:
    assert told(planned, f"@{foreign}") == (f"did you mean `{here}`?", here)


@pytest.mark.parametrize(
    ("foreign", "hint"),
    [
        ("required()", _REQUIRED),
        ("required(true)", _REQUIRED),
        ("optional()", "write `?key: T` for a field that may be absent"),
        ("nullable()", "write `T?` for what may be null"),
        ("enum(a, b)", _UNION),
        ("oneOf(a, b)", _UNION),
        ("const(a)", 'write the literal itself: `"a"` or `1`'),
        ("range(1, 5)", _RANGE),
        ("length(1..5)", _RANGE),
        ("uniqueItems(true)", "write `@unique()`"),
        ("additionalProperties(false)", "write `@closed()`"),
        ("email()", "write `@format(email)`"),
    ],
)
def test_what_is_said_by_other_means_has_no_fix(planned: Planner, foreign: str, hint: str) -> None:
    assert told(planned, f"@{foreign}") == (hint, None)


@pytest.mark.parametrize(
    ("gate", "here"),
    [
        ("required(:admin)", "requires"),
        ("required(admin)", "requires"),
        ('required("admin")', "requires"),
        ("features(:x)", "feature"),
        ("matches(:x)", None),
    ],
)
def test_with_flags_a_gate_is_meant(planned: Planner, gate: str, here: str | None) -> None:
    expected = (None, None) if here is None else (f"did you mean `@{here}`?", f"@{here}")
    assert told(planned, f"@{gate}") == expected


def test_names_from_elsewhere_are_no_names_of_ours() -> None:
    ours = {name.replace("_", "") for name in (*TAGS, *ALWAYS_PREDICATES)}
    assert ours.isdisjoint({*FOREIGN_TAGS, *OTHER_WAYS})
    assert set(FOREIGN_TAGS).isdisjoint(OTHER_WAYS)
    assert set(FOREIGN_TAGS.values()) <= set(TAGS)


def test_the_page_lists_every_tag() -> None:
    text = page("SC311") or ""
    assert [name for name in (*TAGS, *ALWAYS_PREDICATES) if f"`@{name}`" not in text] == []
