"""How definitions are called, also where two types of one schema have the same name."""

from __future__ import annotations

import hashlib
import json

from schemac.emit import emit_schema
from schemac.emit.naming import declared_name, definition_names
from schemac.plan.nodes import NamedType, Ref
from tests.property.schemas import references
from tests.unit.plan.plans import EMPTY, STRING, X, named, output_shape, output_text, rec, req


def test_names() -> None:
    plain = rec(req("a", STRING))
    assert declared_name(named("größe", plain)) == "gr__e"
    assert declared_name(named("page", plain, arguments="applicant")) == "page_applicant"
    assert declared_name(named("page", plain, arguments="Array[line_item]")) == (
        "page_Array_line_item"
    )
    assert declared_name(named("page", plain, arguments="{ a: String }, 1")) == "page_a_String_1"
    assert declared_name(named("a.b-c", plain)) == "a.b-c"


def named_in(*places: tuple[str, str, str]) -> dict[int, str]:
    return definition_names(
        {
            number: NamedType(name, EMPTY, file=file, owner=owner)
            for number, (name, file, owner) in enumerate(places)
        }
    )


def digest(file: str, name: str) -> str:
    return hashlib.sha256(f"{file}\n{name}\n".encode()).hexdigest()[:8]


def test_two_types_of_one_name_take_their_places() -> None:
    assert named_in(("error", "billing/invoice.sig", ""), ("error", "error.sig", "")) == {
        0: "billing_invoice.error",
        1: "error.error",
    }
    assert named_in(
        ("t", "app.py", "One.Two"), ("t", "app.py", "Three"), ("u", "app.py", "One")
    ) == {
        0: "One.Two.t",
        1: "Three.t",
        2: "u",
    }


def test_two_that_still_meet_take_a_digest() -> None:
    assert named_in(("t", "a b.sig", ""), ("t", "a_b.sig", "")) == {
        0: f"a_b.t-{digest('a b.sig', 't')}",
        1: f"a_b.t-{digest('a_b.sig', 't')}",
    }
    same = named_in(("t", "app.py", "One"), ("t", "app.py", "One"))
    assert same == {
        0: f"One.t-{digest('app.py', 't')}",
        1: f"One.t-{digest('app.py', 't')}-2",
    }


def test_prefixes_come_only_where_names_meet_in_this_schema() -> None:
    body = rec(req("a_long_name_of_a_field", STRING), req("and_another", STRING))
    one, two = named("t", body, file="one.sig"), named("t", body, file="two.sig")
    both = rec(req("a", Ref(0)), req("b", Ref(0)), req("c", Ref(1), X), req("d", Ref(1), X))
    shape = output_shape(both, one, two)
    assert shape is not None
    assert list(emit_schema(shape)["$defs"]) == ["t"]
    text = output_text(both, one, two, grants=[X])
    assert text is not None
    schema = json.loads(text)
    assert list(schema["$defs"]) == ["one.t", "two.t"]
    assert references(schema) == ["one.t", "one.t", "two.t", "two.t"]
