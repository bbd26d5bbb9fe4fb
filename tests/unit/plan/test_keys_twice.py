"""Plan files with a key twice in one object in, a refusal out."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from schemac.plan.codec import decode, encode
from schemac.plan.format import PlanFormatError, digest_of
from schemac.plan.gates import Asked, Atom
from schemac.plan.model import Plan
from schemac.plan.nodes import Example, Meta, NamedType, Scalar
from tests.unit.plan.plans import STRING, opt, rec, tool_of

PLAN = Plan(
    (Atom("requires", "admin"),),
    (
        NamedType("r", rec(opt("a", STRING)), gate=Asked(0)),
        NamedType("e", Scalar("string", meta=Meta("t", examples=(Example('{"k":1}'),)))),
    ),
    (tool_of(rec(opt("a", STRING))),),
    strict_schema=True,
)
TEXT = encode(PLAN)

TWICE = {
    "a setting": ('"strict_schema":true', '"strict_schema":false,"strict_schema":true'),
    "the same value twice": ('"strict_schema":true', '"strict_schema":true,"strict_schema":true'),
    "an escaped key": ('"strict_schema":true', r'"strict_schem\u0061":false,"strict_schema":true'),
    "a list": ('"predicates":', '"predicates":[],"predicates":'),
    "the version": ('"schemac_plan":5', '"schemac_plan":1,"schemac_plan":5'),
    "the digest": ('"digest":', '"digest":"0","digest":'),
    "a row": ('"name":"r"', '"name":"q","name":"r"'),
    "a row inside a row": ('"title":"t"', '"title":"s","title":"t"'),
}


def redigested(text: str) -> str:
    """Give the text with the digest of itself, as if it were laid out by us."""
    digest = json.loads(text)["digest"]
    whole = text.replace("\n", "").replace(f'"digest":"{digest}",', "")
    made = hashlib.sha256(whole.encode("ascii")).hexdigest()
    return text.replace(digest, made)


@pytest.mark.parametrize("name", TWICE)
def test_a_key_twice_is_refused(name: str) -> None:
    once, twice = TWICE[name]
    assert TEXT.count(once) >= 1
    text = TEXT.replace(once, twice, 1)
    # The value that a reader who takes the last one gets is the very plan, digest and all.
    assert json.loads(text) == json.loads(TEXT)
    for each in (text, redigested(text), text.replace("\n", " ")):
        with pytest.raises(PlanFormatError, match="a key stands twice in one object"):
            decode(each)


def test_a_key_twice_in_a_value_is_refused() -> None:
    document: dict[str, Any] = json.loads(TEXT.replace(r"{\"k\":1}", r"{\"k\":1,\"k\":2}"))
    del document["digest"]
    document["digest"] = digest_of(document)
    with pytest.raises(PlanFormatError, match="damaged"):
        decode(json.dumps(document))


def test_a_key_once_in_each_is_taken() -> None:
    assert decode(TEXT) == PLAN
    assert decode(redigested(TEXT)) == PLAN
