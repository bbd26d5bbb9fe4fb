"""The official test suite of JSON Schema: our validator as we set it up, and our projectors.

Whatever differs from the suite stands in a table here, with the reason.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest

from schemac.emit import emit_schema
from schemac.enforce import (
    Accepted,
    InputEnforcer,
    OutputEnforcer,
    Projected,
    input_enforcer,
    output_enforcer,
)
from schemac.enforce.validate import Validator
from schemac.plan.model import HandlerRef, Plan, ToolPlan
from schemac.plan.nodes import Field, Record
from schemac.plan.view import view_tool
from tests.conformance.suite_data import Case, Suite, cases_of, read_suite, sdist
from tests.conformance.suite_nodes import FORMATS, Unsayable, translated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

FORMAT = "optional/format"
ANNOTATED = "is only an annotation by default"
"""How the suite names the cases in which a format is not asserted."""

# Groups that need a document from the network, which we never fetch: file, cases.
REMOTE = {"dynamicRef": 13, "refRemote": 31, "optional/cross-draft": 1}

VALIDATOR_DIFFERENCES = {
    # The metaschema that switches validation off would have to be fetched. It is not, and a schema
    # without it validates: the stricter way.
    (
        "vocabulary",
        "schema that uses custom metaschema with with no validation vocabulary",
        "no validation: invalid number, but it still validates",
    ),
}

# Keywords and forms that no annotation of ours can say and our emitter never writes.
UNSAYABLE = {
    "$dynamicRef": "names are resolved when a plan is made",
    "$id": "a schema of ours is one document without a name",
    "$ref and more": "bounds on a use are known by kind; here the kind is not said",
    "$ref elsewhere": "references lead into $defs only",
    "allOf": "intersections are merged when a plan is made",
    "anyOf and more": "a union is all there is where it stands",
    "contains": "no such tag",
    "contentEncoding": "bytes only, and those are checked",
    "contentMediaType": "bytes only",
    "dependentSchemas": "no such tag",
    "else": "no conditions on values",
    "fields and free keys": "an object is a record or a map",
    "if": "no conditions on values",
    "literals that are no scalars": "literals are scalars",
    "maxContains": "no such tag",
    "minContains": "no such tag",
    "not": "no complements",
    "oneOf": "a union takes what several of its members take",
    "patternProperties": "an object is a record or a map",
    "prefixItems of no fixed length": "a tuple has a fixed length",
    "then": "no conditions on values",
    "unevaluatedItems": "a tuple has a fixed length",
    "unevaluatedProperties": "records are closed one by one",
}
SAID, UNSAID = 553, 704

# Undeclared keys are dropped, not refused, unless the record is closed: a map of literal keys too.
DROPPED_KEYS = {
    ("propertyNames", "propertyNames with const", "object with any other property is invalid"),
    ("propertyNames", "propertyNames with enum", "object with any other property is invalid"),
}
INPUT_DIFFERENCES = DROPPED_KEYS
# In results a closed record is cut like any other.
OUTPUT_DIFFERENCES = DROPPED_KEYS | {
    ("ref", "root pointer ref", "mismatch"),
    ("ref", "root pointer ref", "recursive mismatch"),
}

# What a format allows and a Python object cannot hold is a violation.
UNHELD = {
    ("date-time", "a valid date-time with a leap second, UTC"),
    ("date-time", "a valid date-time with a leap second, with minus offset"),
    ("duration", "four years duration"),
    ("duration", "one month duration"),
}


@pytest.fixture(scope="module")
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    cache = getattr(request.config, "cache", None)
    if cache is None:
        return tmp_path_factory.mktemp("suite")
    made: Path = cache.mkdir("json-schema-suite")
    return made


@pytest.fixture(scope="module")
def suite(folder: Path) -> Suite:
    return read_suite(sdist(folder))


def verdict(case: Case) -> bool | None:
    """Judge one case with a validator of its own; None where the schema was refused unread."""
    try:
        return Validator(case.schema).is_valid(case.value)
    except jsonschema_rs.ValidationError as error:
        if "schemas are never fetched" not in str(error):
            raise
        return None


def judged(cases: Iterable[Case]) -> tuple[int, Counter[str], list[Case]]:
    """Count cases, and those of refused schemas by file; list the differences."""
    count, refused, different = 0, Counter[str](), []
    for case in cases:
        count += 1
        found = verdict(case)
        if found is None:
            refused[case.file] += 1
        elif found is not case.valid:
            different.append(case)
    return count, refused, different


def test_the_validator_agrees_in_all_required_cases(suite: Suite) -> None:
    count, refused, different = judged(cases_of(suite, ""))
    assert count == 1257
    assert refused == {file: many for file, many in REMOTE.items() if "/" not in file}
    asserted = [each for each in different if each.file == "format"]
    assert len(asserted) == 19
    assert all(each.valid and each.name.endswith(ANNOTATED) for each in asserted)
    assert {each.key for each in different if each not in asserted} == VALIDATOR_DIFFERENCES


def test_the_validator_agrees_in_all_optional_cases(suite: Suite) -> None:
    count, refused, different = judged(cases_of(suite, "optional"))
    assert count == 158
    assert refused == {"optional/cross-draft": REMOTE["optional/cross-draft"]}
    assert different == []


def test_formats_are_asserted_as_the_suite_has_them(suite: Suite) -> None:
    assert judged(cases_of(suite, FORMAT)) == (491, Counter(), [])


class Enforcers:
    """Both enforcers of a tool that takes and gives one value of a translated schema."""

    def __init__(self, schema: Any, *, wire: bool = False) -> None:
        node, types = translated(schema, wire=wire)
        root = Record((Field("v", node),))
        tool = ToolPlan("t", root, root, HandlerRef("m:t", (), ""))
        view = view_tool(Plan((), types, (tool,)), tool, {})
        assert view is not None
        taken, given = emit_schema(view.input), emit_schema(view.output)
        self.input: InputEnforcer = input_enforcer(view.input, taken)
        self.output: OutputEnforcer = output_enforcer(view.output, given)
        self.given = Validator(given)

    def takes(self, value: object) -> bool:
        return isinstance(self.input.accept({"v": value}), Accepted)

    def gives(self, value: object) -> bool:
        """Say whether the value gets out; what gets out is valid and is not cut a second time."""
        answer = self.output.project({"v": value})
        if not isinstance(answer, Projected):
            return False
        assert self.given.is_valid(answer.value)
        again = self.output.project(answer.value)
        assert isinstance(again, Projected)
        assert (again.text, again.cut) == (answer.text, {})
        return True


def enforced(
    cases: Iterable[Case], unsaid: Counter[str], *, wire: bool = False
) -> Iterator[tuple[Case, bool, bool]]:
    """Enforce what can be said, and count what cannot by reason."""
    known: dict[tuple[str, str], Enforcers | str] = {}
    for case in cases:
        group = case.file, case.group
        if group not in known:
            try:
                known[group] = Enforcers(case.schema, wire=wire)
            except Unsayable as reason:
                known[group] = str(reason)
        found = known[group]
        if isinstance(found, str):
            unsaid[found] += 1
        else:
            yield case, found.takes(case.value), found.gives(case.value)


def test_the_projectors_agree_where_our_language_can_say_the_schema(suite: Suite) -> None:
    unsaid = Counter[str]()
    found = list(enforced(cases_of(suite, ""), unsaid))
    assert set(unsaid) == set(UNSAYABLE)
    assert (len(found), unsaid.total()) == (SAID, UNSAID)
    # In this file the suite takes formats for annotations; ours are asserted.
    found = [each for each in found if not each[0].name.endswith(ANNOTATED)]
    assert len(found) == SAID - 19
    assert {case.key for case, taken, _ in found if taken is not case.valid} == INPUT_DIFFERENCES
    assert {case.key for case, _, given in found if given is not case.valid} == OUTPUT_DIFFERENCES


def test_the_projectors_assert_formats_alike(suite: Suite) -> None:
    unsaid = Counter[str]()
    found = list(enforced(cases_of(suite, FORMAT), unsaid))
    assert (len(found), unsaid.total()) == (491, 0)
    assert [case.key for case, *both in found if both != [case.valid, case.valid]] == []


def test_scalars_with_objects_behind_them_agree_but_for_what_python_cannot_hold(
    suite: Suite,
) -> None:
    mine = [each for each in cases_of(suite, FORMAT) if each.schema.get("format") in FORMATS]
    found = list(enforced(mine, Counter(), wire=True))
    assert len(found) == 119
    differ = {(case.file, case.name) for case, taken, _ in found if taken is not case.valid}
    assert differ == {(f"{FORMAT}/{file}", name) for file, name in UNHELD}
    assert [case.key for case, _, given in found if given is not case.valid] == []


def test_a_changed_sdist_is_thrown_away(tmp_path: Path) -> None:
    path = tmp_path / "jsonschema-4.26.0.tar.gz"
    path.write_bytes(b"not it")
    found = hashlib.sha256(b"not it").hexdigest()
    with pytest.raises(pytest.fail.Exception, match=f"SHA-256 {found}.* thrown away"):
        sdist(tmp_path)
    assert not path.exists()
