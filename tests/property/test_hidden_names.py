"""Random generics and intersections with hidden parts in, listings without a trace of them out."""

from __future__ import annotations

import json
import logging
import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemac import Grants, Registry, Service

if TYPE_CHECKING:
    from collections.abc import Iterator

MARK = "zq"
"""Begins the name of all that is hidden, gates included, and of nothing else."""

modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "40")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
GATE = "@requires(:zqflag)"
SHARED = f"""type open_one = {{ seen: Integer }}
type zqtype = {{ zqfield: Integer }} {GATE}
type zqempty = {{ ?zqfield: Integer {GATE}, ?zqother: String {GATE} }}
type half = {{ seen_too: String, ?zqhalf: String {GATE} }}
"""
arguments = st.recursive(
    st.sampled_from(
        (
            "String",
            "open_one",
            "half",
            "'a' | 'b'",
            f"'a' | ('zqliteral' {GATE})",
            f"{{ seen: Integer, ?zqinner: Integer {GATE} }}",
            f"Integer | (String @desc(zqwords) {GATE})",
            f"open_one | (zqtype {GATE})",
            "open_one | zqtype",
            "open_one & zqempty",
            f"open_one & {{ ?zqmore: String {GATE} }}",
            "half & open_one",
            "open_one & ({ ?zqmore: zqtype } @desc(zqwords))",
            "open_one & ({ ?zqmore: Array[zqtype] } @title(zqwords))",
            "open_one & (({ ?a: zqtype } | ({ ?b: zqtype } @desc(zqwords))) @desc(zqwords))",
            f"open_one & ({{ ?seen_too: String @desc(zqwords) }} @desc(zqwords) {GATE})",
            "open_one | zqempty",
        )
    ),
    lambda inner: st.one_of(
        inner.map("Array[{}]".format),
        inner.map("({})?".format),
        inner.map("Hash[String, {}]".format),
        inner.map("page[{}]".format),
        inner.map("veiled[{}]".format),
    ),
    max_leaves=3,
)
fully_hidden = st.sampled_from(
    ("zqtype", "zqempty", f"{{ zqx: Integer {GATE} }}", "Float", "'zqonly'", "open_one")
)
uses = st.one_of(
    arguments.map("page[{}]".format),
    arguments.map("joined[{}]".format),
    fully_hidden.map("veiled[{}]".format),
    arguments,
)
GENERICS = f"""type page[T] = {{ items: Array[T], more: bool, cursor_of_this_page: String }}
type joined[T] = {{ one: T, padding_padding_padding: String }} & {{ two: String }}
type veiled[T] = {{ ?zqitems: Array[T] {GATE}, padding_padding_padding_padding: String }}
"""


@pytest.fixture(autouse=True, scope="module")
def _no_warnings() -> Iterator[None]:
    log = logging.getLogger("schemac")
    before = log.level
    log.setLevel(logging.ERROR)
    yield
    log.setLevel(before)


def nothing(**_given: object) -> dict[str, object]:
    return {}


def listing(given: list[str]) -> str:
    """Give what a caller without grants is told of a tool that uses each type three times."""
    fields = ", ".join(
        f"a{at}: {use}, b{at}: {use}, c{at}: Array[{use}]" for at, use in enumerate(given)
    )
    registry = Registry()
    registry.add(
        nothing,
        name="t",
        description="What a test lists.",
        signature=f"({', '.join(f'x{at}: {use}' for at, use in enumerate(given))}) -> output",
        types=f"{SHARED}{GENERICS}type output = {{ {fields} }}",
    )
    return json.dumps(Service(registry, eager=True).list_tools(Grants()))


@modest
@given(st.lists(uses.map("({})".format), min_size=1, max_size=3))
def test_nothing_hidden_is_in_a_listing(given: list[str]) -> None:
    assert MARK not in listing(given)


@modest
@given(fully_hidden, fully_hidden)
def test_what_only_hidden_places_use_changes_no_byte(one: str, other: str) -> None:
    assert listing([f"veiled[{one}]"]) == listing([f"veiled[{other}]"])
    assert listing([f"Array[veiled[{one}]]"]) == listing([f"Array[veiled[{other}]]"])
