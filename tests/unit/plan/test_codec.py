from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from schemac.plan.codec import PlanFormatError, decode, encode
from schemac.plan.format import digest_of, is_digest_of_text
from schemac.plan.gates import Asked, Atom, Every, Inverse, Never, OnSide, Some
from schemac.plan.model import (
    DescriptionMember,
    HandlerRef,
    Plan,
    SourceFile,
    ToolExample,
    ToolPlan,
)
from schemac.plan.nodes import (
    Anything,
    Constraints,
    Default,
    Example,
    Field,
    ListOf,
    MapOf,
    Member,
    Meta,
    NamedType,
    Nothing,
    Origin,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from tests.unit.plan.plans import BOOLEAN, STRING, X, lit, many, maybe, opt, rec, req

AT = Origin("app/tools.py", 3, 7)
FULL = Plan(
    atoms=(Atom("requires", "admin"), Atom("feature", "späť \ud800")),
    types=(
        NamedType(
            "page",
            rec(
                req("items", many(Ref(1)), Asked(0), origin=AT),
                opt("next", maybe(STRING), Some((Asked(0), Inverse(Asked(1))))),
                Field("n", Scalar("integer", Constraints(min=0, max=10**30)), required=False),
            ),
            arguments="item",
            file="shared/page.sig",
            origin=AT,
        ),
        NamedType(
            "item",
            rec(
                req("kind", Union((Member(lit("a")), Member(lit("b"), Never(), AT)))),
                req("x", Anything(Meta("T", "", (Example("[1]", Asked(1)),), deprecated=True))),
                req("y", TupleOf((lit(1), lit(1.0), lit(value=True)))),
                req("z", MapOf(Scalar("string", Constraints(pattern="^a$")), Nothing())),
                opt("s", ListOf(BOOLEAN, is_set=True, constraints=Constraints(unique=True))),
                opt("again", Ref(1, Constraints(min=0.5), closed=True, meta=Meta("U"))),
                opt("d", STRING, default=Default('""', Asked(0)), depends_on=("s", "x")),
                opt("e", STRING, deprecated=True, default_for="tz", header="X"),
                opt("r", STRING, OnSide("output"), read_only=True),
                opt("w", STRING, Every((OnSide("input"), Asked(0))), write_only=True),
                closed=True,
                meta=Meta(description="An item"),
            ),
            owner="Handler",
            gate=Asked(0),
        ),
    ),
    tools=(
        ToolPlan(
            "list_items",
            rec(req("q", STRING)),
            Ref(0),
            HandlerRef("app.tools:List", ("q",), "00ff", (("List", 1), ("Base", None)), (0,)),
            title="List",
            descriptions=(DescriptionMember("All", Asked(0), AT), DescriptionMember("Some")),
            dynamic=True,
            gate=Asked(1),
            wraps=True,
            vocabulary=(0, 1),
            hints=(("read_only", True), ("destructive", False)),
            domains=("hiring",),
            category="",
            summary="s",
            icons="[]",
            meta='{"a":1}',
            deferred=True,
            internal=True,
            examples=(ToolExample("e", "{}", "[]", "oops", Asked(0)), ToolExample(None, "{}")),
            defaults_asked=("tz",),
            origin=AT,
        ),
        ToolPlan("second", rec(), rec(), HandlerRef("m:f", (), "")),
    ),
    strict_schema=True,
    predicates=("requires", "feature", "tier"),
    sources=(SourceFile("a.sig", "abcd", "abcd"), SourceFile("app/tools.py", "ef", "01")),
)


def test_a_plan_comes_back_whole() -> None:
    text = encode(FULL)
    again = decode(text)
    assert again == FULL
    assert encode(again) == text
    assert again.types[0].origin == AT
    assert again.tools[0].descriptions[0].origin == AT
    assert text.isascii()
    assert text.startswith('{\n"schemac_plan":3,\n"digest":"')


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
    text = encode(FULL).replace('"schemac_plan":3', '"schemac_plan":4')
    with pytest.raises(
        PlanFormatError,
        match=r"^The plan is of version 4, made by a newer schemac; this one reads version 3\.$",
    ):
        decode(text)


def test_an_older_version_is_refused_by_name() -> None:
    text = encode(FULL).replace('"schemac_plan":3', '"schemac_plan":1')
    told = (
        r"^The plan is of version 1, made by an older schemac: `schemac build` makes a new one\.$"
    )
    with pytest.raises(PlanFormatError, match=told):
        decode(text)


@pytest.mark.parametrize("version", ["0", "-1", '"1"', "1.0", "true", "null", str(2**70)])
def test_an_unknown_version_is_refused(version: str) -> None:
    text = encode(FULL).replace('"schemac_plan":3', f'"schemac_plan":{version}')
    with pytest.raises(PlanFormatError, match=r"^The plan is of an unknown version\.$"):
        decode(text)


def test_a_changed_letter_is_noticed() -> None:
    text = encode(FULL).replace('["requires","admin"]', '["requires","admim"]')
    with pytest.raises(PlanFormatError, match="its digest does not fit what it holds"):
        decode(text)


def forged(document: dict[str, Any]) -> str:
    """Give the text of a document with a digest that fits: the work of somebody hostile."""
    document.pop("digest", None)
    document["digest"] = digest_of(document)
    return json.dumps(document)


def changed(**parts: Any) -> str:
    return forged({**json.loads(encode(FULL)), **parts})


SCALAR = {"is": "scalar", "kind": "string"}
A = {"name": "a", "type": 0}
NOWHERE = "points to a row that is not there"


def record(*fields: Any) -> dict[str, Any]:
    return {"is": "record", "fields": list(fields)}


def union(*members: Any, **more: Any) -> dict[str, Any]:
    return {"is": "union", "members": list(members), **more}


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            {"fields": [], "nodes": [{"is": "list", "item": 0}]},
            "node 0 points to a row that is not there",
        ),
        (
            {"fields": [], "nodes": [{"is": "list", "item": -1}]},
            "node 0 points to a row that is not there",
        ),
        (
            {"fields": [], "nodes": [{"is": "list", "item": True}]},
            "node 0 points to a row that is not there",
        ),
        (
            {"fields": [], "nodes": [{"is": "ref", "type": 2}]},
            "node 0 points to a row that is not there",
        ),
        ({"fields": [], "nodes": [{"is": "ref"}]}, "node 0 lacks `type`"),
        ({"fields": [], "nodes": [{"is": "list"}]}, "node 0 lacks `item`"),
        ({"fields": [], "nodes": [{"is": ["list"]}]}, "node 0 has a `is` that is no text"),
        ({"fields": [], "nodes": [{"is": "lisp"}]}, "node 0 is of an unknown kind"),
        ({"fields": [], "nodes": [7]}, "node 0 is no object"),
        ({"nodes": {}}, "the plan lacks a list"),
        ({"fields": [], "nodes": [{**SCALAR, "more": 1}]}, "node 0 has an unknown part `more`"),
        (
            {"fields": [], "nodes": [{**SCALAR, "bounds": {"min": "1"}}]},
            "node 0 has a `min` that is no number",
        ),
        (
            {"fields": [], "nodes": [{**SCALAR, "bounds": {"min": True}}]},
            "node 0 has a `min` that is no",
        ),
        (
            {"fields": [], "nodes": [{**SCALAR, "bounds": {"most": 1}}]},
            "node 0 has an unknown part `most`",
        ),
        ({"fields": [], "nodes": [{"is": "union", "members": []}]}, "node 0 has no members"),
        (
            {"fields": [], "nodes": [{"is": "const", "kind": "string", "text": "a"}]},
            "node 0 holds text that",
        ),
        (
            {"fields": [], "nodes": [{"is": "const", "kind": "string", "text": "1"}]},
            "node 0 holds a literal of",
        ),
        (
            {"fields": [], "nodes": [{"is": "const", "kind": "integer", "text": "true"}]},
            "node 0 holds a literal",
        ),
        (
            {"fields": [], "nodes": [{"is": "const", "kind": "number", "text": "1e999"}]},
            "node 0 holds text that",
        ),
        (
            {"fields": [], "nodes": [{"is": "const", "kind": "number", "text": "NaN"}]},
            "node 0 holds text that",
        ),
        ({"fields": [A, A], "nodes": [SCALAR, record(0, 1)]}, "node 1 has two fields of one name"),
        ({"fields": [A], "nodes": [SCALAR, record(0, 0)]}, "node 1 has two fields of one name"),
        ({"fields": [A], "nodes": [SCALAR, record(1)]}, f"node 1 {NOWHERE}"),
        ({"fields": [A], "nodes": [SCALAR, record(-1)]}, f"node 1 {NOWHERE}"),
        ({"fields": [A], "nodes": [SCALAR, record(False)]}, f"node 1 {NOWHERE}"),
        ({"fields": [A], "nodes": [SCALAR, record("0")]}, f"node 1 {NOWHERE}"),
        ({"fields": [A], "nodes": [SCALAR, {**record(), "fields": {}}]}, "node 1 lacks a list"),
        ({"fields": [A], "nodes": [record(0), SCALAR]}, f"node 0 {NOWHERE}"),
        ({"fields": [{**A, "type": 9}], "nodes": [SCALAR]}, f"field 0 {NOWHERE}"),
        ({"fields": [{**A, "type": -1}], "nodes": [SCALAR]}, f"field 0 {NOWHERE}"),
        ({"fields": [{**A, "gate": 99}], "nodes": [SCALAR]}, f"field 0 {NOWHERE}"),
        ({"fields": [{**A, "at": [0, 1, 1]}], "nodes": [SCALAR]}, "field 0 has an unknown part"),
        ({"fields": [7], "nodes": [SCALAR]}, "field 0 is no object"),
        ({"fields": {}, "nodes": [SCALAR]}, "the plan lacks a list"),
        ({"fields": [], "nodes": [SCALAR, union(1)]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(-1)]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(True)]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, gates=[99])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, gates=["0"])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, 0, gates=[0])]}, "node 1 has not a gate for ea"),
        ({"fields": [], "nodes": [SCALAR, union(0, gates=[0, 0])]}, "node 1 has not a gate for ea"),
        ({"fields": [], "nodes": [SCALAR, union(0, gates=0)]}, "node 1 lacks a list"),
        ({"fields": [], "nodes": [SCALAR, union(0, at=[0, 1])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, 0, at=[0, 1, 1])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, at=[0, 1, -1])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, at=[0, -1, 1])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, at=[0, 1, 2**53])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, at=[-2, 0, 0])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, at=[99, 1, 1])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, at=[0, True, 1])]}, f"node 1 {NOWHERE}"),
        ({"fields": [], "nodes": [SCALAR, union(0, at={"0": 1})]}, "node 1 lacks a list"),
        ({"gates": [["asked", 2]]}, "gate 0 points to a row that is not there"),
        ({"gates": [["every", 0]]}, "gate 0 points to a row that is not there"),
        ({"gates": [["maybe"]]}, "gate 0 is of an unknown kind"),
        ({"gates": [[]]}, "gate 0 is of an unknown kind"),
        ({"gates": [[["never"]]]}, "gate 0 lacks a text"),
        ({"gates": [["side", "left"]]}, "gate 0 has an unknown `side`"),
        ({"gates": ["never"]}, "gate 0 lacks a list"),
        ({"atoms": [["requires"]]}, "an atom lacks a list"),
        ({"atoms": None}, "gate 0 points to a row that is not there"),
        ({"strict_schema": 1}, "the plan has a `strict_schema` that is no boolean"),
        ({"extra": 1}, "the plan has an unknown part `extra`"),
        ({"files": []}, "points to a row that is not there"),
        ({"sources": [["a"]]}, "a source lacks a list"),
        ({"sources": [["a", "b", None]]}, "a source lacks a text"),
        ({"sources": []}, "tool 0 points to a row that is not there"),
        ({"types": []}, "points to a row that is not there"),
    ],
)
def test_forged_rows_are_refused(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(PlanFormatError) as caught:
        decode(changed(**parts))
    assert str(caught.value).startswith("The plan is damaged: ")
    assert message in str(caught.value)
    assert str(caught.value).endswith(".")


def plan_text(nodes: list[Any], types: list[Any], tools: list[Any] | None = None) -> str:
    return forged({"schemac_plan": 3, "nodes": nodes, "types": types, "tools": tools or []})


def test_a_type_that_stands_for_itself_is_refused() -> None:
    ref = {"is": "ref", "type": 0}
    with pytest.raises(PlanFormatError, match=r"type 0 stands for itself"):
        decode(plan_text([ref], [{"name": "t", "body": 0}]))
    with pytest.raises(PlanFormatError, match=r"type 0 stands for itself"):
        decode(plan_text([ref, SCALAR, union(0, 1)], [{"name": "t", "body": 2}]))


def test_an_input_that_is_no_record_is_refused() -> None:
    tool = {"name": "t", "input": 0, "output": 0, "handler": ["m:f", [], "", [], []]}
    with pytest.raises(PlanFormatError, match=r"tool 0 has an input that is no record"):
        decode(plan_text([SCALAR], [], [tool]))


def test_depth_and_floods_are_refused() -> None:
    deep = [SCALAR, *({"is": "list", "item": at} for at in range(500))]
    with pytest.raises(PlanFormatError, match="is nested too deeply"):
        decode(plan_text(deep, []))
    doubling = [SCALAR, *({"is": "tuple", "items": [at, at]} for at in range(40))]
    with pytest.raises(PlanFormatError, match="is too large"):
        decode(plan_text(doubling, []))
    gates: list[Any] = [["never"], *(["inverse", at] for at in range(300))]
    with pytest.raises(PlanFormatError, match="is nested too deeply"):
        decode(forged({"schemac_plan": 3, "gates": gates}))
    with pytest.raises(PlanFormatError):
        decode('{"schemac_plan":3,"x":' + "[" * 100_000)
    with pytest.raises(PlanFormatError):
        decode('{"schemac_plan":3,"x":' + "[" * 900 + "]" * 900 + "}")


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


def test_a_vocabulary_that_asks_twice_is_damaged() -> None:
    tool, *others = FULL.tools
    forged = replace(FULL, tools=(replace(tool, vocabulary=(0, 1, 1)), *others))
    with pytest.raises(PlanFormatError, match=r"^The plan is damaged: .* asks the same twice\.$"):
        decode(encode(forged))
