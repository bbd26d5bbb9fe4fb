"""Projecting and validating values, against pydantic and against writing JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from schemac import Grants, Registry, Service
from schemac.enforce.outcomes import Breach, Refused
from schemac.enforce.project.walk import Walk
from tests.bench.measuring import alternate
from tests.bench.row import Effort, Row, Sample, at_most
from tests.bench.serving import member, served
from tests.bench.work import ARGUMENTS, RESULT, Work

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.page import Page
    from tests.bench.serving import Served

__all__ = ["ROWS", "Input", "Outputs", "accepted", "judging", "judging_rows", "member_page"]

_ENOUGH = 1 << 30


class _Place(TypedDict):
    city: str
    street: str
    floor: NotRequired[int]


class Input(TypedDict):
    """What the member's view of the first tool takes."""

    applicant_id: Annotated[str, Field(max_length=36)]
    workflow_id: Annotated[str, Field(max_length=36)]
    note: Annotated[str, Field(max_length=2000)]
    priority: Literal["low", "normal", "high"]
    tags: Annotated[list[str], Field(max_length=20)]
    labels: dict[str, str]
    place: _Place
    assignee: NotRequired[str | None]
    limit: NotRequired[Annotated[int, Field(ge=1, le=100)]]
    notify: NotRequired[bool]
    factor: NotRequired[float]


class _Row(TypedDict):
    id: int
    label: str


class _Kind(TypedDict):
    id: str
    name: Annotated[str, Field(max_length=200)]
    status: Literal["open", "closed"]


class _Person(_Kind):
    score: NotRequired[Annotated[int, Field(ge=0)]]
    history: NotRequired[list[str]]


class _Site(_Kind):
    origin: NotRequired[str]


class _Success(TypedDict):
    ok: Literal[True]
    message: str
    rows: list[_Row]
    first_0: _Person
    first_1: _Site
    first_2: _Person
    other_0: _Person
    other_1: _Site
    other_2: _Person


class _RefusedResult(TypedDict):
    ok: Literal[False]
    error: str


Outputs = _Success | _RefusedResult


def _page(service: Service, name: str, context: object) -> Page:
    with service.surface.visit(context) as visit:
        return visit._permitted(name)[1]


def member_page(made: Served | None = None) -> Page:
    """Give the member's page of the first tool that is served."""
    app = (made or served(Work())).app
    service: Service = app.extensions["schemac"]["schemac"].service
    return _page(service, "tool_00000", member())


def _input(effort: Effort) -> Sample:
    enforcer = member_page().accepts
    theirs: TypeAdapter[Any] = TypeAdapter(Input)
    if accepted(member_page()) != theirs.validate_python(ARGUMENTS):
        raise RuntimeError("the two do not agree")
    return alternate(
        lambda: enforcer.accept(dict(ARGUMENTS)),
        lambda: theirs.validate_python(ARGUMENTS),
        effort,
    )


def accepted(page: Page) -> dict[str, Any]:
    """Give the typical arguments as a page takes them."""
    taken = page.accepts.accept(dict(ARGUMENTS))
    if isinstance(taken, Refused):
        raise TypeError(taken.violations)
    return taken.arguments


def _output(effort: Effort) -> Sample:
    judged = judging(member_page(), RESULT)
    theirs: TypeAdapter[Any] = TypeAdapter(Outputs)
    if judged() != theirs.validate_python(RESULT):
        raise RuntimeError("the two do not agree")
    return alternate(judged, lambda: theirs.validate_python(RESULT), effort)


def judging(page: Page, value: object) -> Callable[[], object]:
    """Give the work of projecting and validating, the text of it aside."""
    enforcer = page.projects

    def judge() -> object:
        judged = enforcer.judge(value, Walk(_ENOUGH))
        if isinstance(judged, Breach):
            raise TypeError(judged.keyword)
        return judged

    return judge


_TYPES = """
type row = {
  id: Integer, name: String @max(200), status: "open" | "closed", ?note: String?,
  ?cost: Integer @requires(:admin)
}
type output = { rows: Array[row] }
"""


def _nothing() -> dict[str, object]:
    return {}


def judging_rows(count: int) -> tuple[Callable[[], object], dict[str, Any]]:
    """Give the work of judging a list of so many rows, and the list."""
    registry = Registry()
    registry.add(_nothing, name="rows", description="Rows.", signature="() -> output", types=_TYPES)
    page = _page(Service(registry), "rows", Grants())
    value = {"rows": [_row(number) for number in range(count)]}
    return judging(page, value), value


def _rows(effort: Effort) -> Sample:
    judge, value = judging_rows(1_000)
    return alternate(judge, lambda: json.dumps(value), effort)


def _row(number: int) -> dict[str, Any]:
    return {
        "id": number,
        "name": f"row number {number}",
        "status": "open" if number % 2 else "closed",
        "note": None,
        "cost": 100 * number,
    }


ROWS = (
    Row(
        "enforce-input",
        "project and validate a typical input",
        "pydantic's TypeAdapter",
        at_most(1.3),
        _input,
    ),
    Row(
        "enforce-output",
        "project and validate a typical output",
        "pydantic's TypeAdapter",
        at_most(1.3),
        _output,
    ),
    Row(
        "enforce-rows",
        "project and validate a list of 1,000 rows",
        "json.dumps of it",
        at_most(0.8),
        _rows,
    ),
)
