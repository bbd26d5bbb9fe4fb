"""A plan that holds a row of each kind, and files that are forged from parts of it."""

from __future__ import annotations

import json
from typing import Any

from schemac.plan.format import digest_of
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
    Ref,
    Saying,
    Scalar,
    TupleOf,
    Union,
)
from tests.unit.plan.plans import BOOLEAN, STRING, lit, many, maybe, opt, rec, req

__all__ = ["AT", "FULL", "forged"]

AT = Origin("app/tools.py", 3, 7)
SAYINGS = (
    Saying(Meta("S", examples=(Example("{}"), Example("[1]", Asked(0)))), Asked(1)),
    Saying(Meta(description="", deprecated=True), OnSide("output")),
)
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
            shown="page",
            told=rec(req("0", Ref(1))),
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
                meta=Meta(description="An item", sayings=SAYINGS),
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
            undeclared="drop",
            examples=(ToolExample("e", "{}", "[]", "oops", Asked(0)), ToolExample(None, "{}")),
            defaults_asked=("tz",),
            origin=AT,
        ),
        ToolPlan("second", rec(), rec(), HandlerRef("m:f", (), "")),
    ),
    strict_schema=True,
    undeclared="reject",
    predicates=("requires", "feature", "tier"),
    sources=(SourceFile("a.sig", "abcd", "abcd"), SourceFile("app/tools.py", "ef", "01")),
)


def forged(document: dict[str, Any]) -> str:
    """Give the text of a document with a digest that fits: the work of somebody hostile."""
    document.pop("digest", None)
    document["digest"] = digest_of(document)
    return json.dumps(document)
