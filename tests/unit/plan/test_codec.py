"""A plan is written to a file and comes back whole, or the file is refused."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from schemac.plan.codec import PlanFormatError, decode, encode
from schemac.plan.format import is_digest_of_text
from schemac.plan.gates import Asked
from schemac.plan.model import Plan
from schemac.plan.nodes import Constraints, Field, NamedType, Origin, Record, Ref, Scalar
from tests.unit.plan.full_plan import AT, FULL, forged
from tests.unit.plan.plans import STRING, X, many, maybe, opt, rec, req


def test_a_plan_comes_back_whole() -> None:
    text = encode(FULL)
    again = decode(text)
    assert again == FULL
    assert encode(again) == text
    assert again.types[0].origin == AT
    assert again.tools[0].descriptions[0].origin == AT
    assert text.isascii()
    assert text.startswith('{\n"schemac_plan":5,\n"digest":"')


def test_the_layout_is_not_what_counts() -> None:
    assert decode(json.dumps(json.loads(encode(FULL)), indent=4, sort_keys=True)) == FULL


def test_nested_as_deep_as_authors_can() -> None:
    node = rec(req("leaf", STRING))
    for _ in range(200):
        node = rec(opt("a", maybe(node)))
    plan = Plan((), (NamedType("deep", node),), ())
    text = encode(plan)
    assert encode(decode(text)) == text


def test_half_a_file_is_refused() -> None:
    text = encode(FULL)
    for end in range(0, len(text) - 2, 97):
        with pytest.raises(PlanFormatError, match=r"^The plan is truncated or damaged: it is no"):
            decode(text[:end])


@pytest.mark.parametrize("text", ["[]", "{}", "3", '{"tools":[]}', "null"])
def test_other_json_is_no_plan(text: str) -> None:
    with pytest.raises(PlanFormatError, match=r"^This is no plan: `schemac build` writes one\.$"):
        decode(text)


def test_a_newer_version_is_refused_by_name() -> None:
    text = encode(FULL).replace('"schemac_plan":5', '"schemac_plan":6')
    with pytest.raises(
        PlanFormatError,
        match=r"^The plan is of version 6, made by a newer schemac; this one reads version 5\.$",
    ):
        decode(text)


def test_an_older_version_is_refused_by_name() -> None:
    text = encode(FULL).replace('"schemac_plan":5', '"schemac_plan":1')
    told = (
        r"^The plan is of version 1, made by an older schemac: `schemac build` makes a new one\.$"
    )
    with pytest.raises(PlanFormatError, match=told):
        decode(text)


@pytest.mark.parametrize("version", ["0", "-1", '"1"', "1.0", "true", "null", str(2**70)])
def test_an_unknown_version_is_refused(version: str) -> None:
    text = encode(FULL).replace('"schemac_plan":5', f'"schemac_plan":{version}')
    with pytest.raises(PlanFormatError, match=r"^The plan is of an unknown version\.$"):
        decode(text)


def test_a_changed_letter_is_noticed() -> None:
    text = encode(FULL).replace('["requires","admin"]', '["requires","admim"]')
    with pytest.raises(PlanFormatError, match="its digest does not fit what it holds"):
        decode(text)


def test_random_damage_is_never_another_exception() -> None:
    """A document with parts swapped at random is a plan or a `PlanFormatError`."""
    chance = random.Random(7)  # noqa: S311 - a repeatable sequence is wanted
    spare: list[Any] = [
        None,
        True,
        -1,
        0,
        1,
        10**30,
        1.5,
        "x",
        "",
        [],
        {},
        [0],
        [[0]],
        {"is": "ref"},
    ]
    refused = 0
    for _ in range(1500):
        document = json.loads(encode(FULL))
        for _ in range(chance.randint(1, 3)):
            _spoil(document, chance, spare)
        try:
            decode(forged(document))
        except PlanFormatError:
            refused += 1
    assert refused > 1000


def _spoil(document: Any, chance: random.Random, spare: list[Any]) -> None:
    here = document
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return
        key = chance.choice(keys)
        inner = here[key]
        if not isinstance(inner, dict | list) or not inner or chance.random() < 0.1:
            here[key] = json.loads(json.dumps(chance.choice(spare)))
            return
        here = inner


def test_reading_a_plan_needs_no_parser() -> None:
    code = (
        "import sys; from schemac.plan.codec import decode, encode; "
        "from schemac.plan.view import view_tool; from schemac.emit import emit_schema; "
        "from schemac.plan.diff import compare; from schemac.emit.dialects import DIALECTS; "
        "print(sorted(name for name in sys.modules if name.split('.')[0] in "
        "('lark', 'mcp', 'flask', 'jsonschema_rs')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_gates_stay_where_they_were() -> None:
    assert decode(encode(FULL)).types[1].gate == X


def test_what_is_made_of_drafts_is_what_it_would_be() -> None:
    record = decode(encode(FULL)).types[0].body
    assert isinstance(record, Record)
    field = record.fields[0]
    assert type(field) is Field
    assert field == Field("items", many(Ref(1)), gate=Asked(0), origin=AT)
    assert hash(field) == hash(Field("items", many(Ref(1)), gate=Asked(0)))
    assert field.origin is not None
    assert (field.origin, hash(field.origin), type(field.origin)) == (AT, hash(AT), Origin)
    assert record.fields[1].origin is None
    with pytest.raises(AttributeError):
        field.name = "other"  # type: ignore[misc] # frozen
    with pytest.raises(AttributeError):
        field.origin.line = 7  # type: ignore[misc] # frozen


def test_our_own_layout_is_digested_as_text() -> None:
    text = encode(FULL)
    digest = json.loads(text)["digest"]
    assert is_digest_of_text(digest, text)
    assert not is_digest_of_text(digest, json.dumps(json.loads(text)))
    assert not is_digest_of_text(digest, text.replace("admin", "admim"))
    assert not is_digest_of_text(digest[:-1] + "x", text)
    assert not is_digest_of_text('"', text)


@pytest.mark.parametrize("number", [10**309, -(10**400), 10**4200])
@pytest.mark.parametrize("bound", ["min", "max", "exclusive_min", "exclusive_max", "multiple_of"])
def test_integers_that_no_float_holds_come_back(number: int, bound: str) -> None:
    bounded = Scalar("number", replace(Constraints(), **{bound: number}))  # type: ignore[arg-type] # a bound is a number
    types = (NamedType("n", rec(req("n", bounded), opt("l", many(bounded)))),)
    plan = replace(FULL, types=(*FULL.types, *types))
    assert decode(encode(plan)) == plan
