"""Sixteen threads, two kinds of callers, 20,000 calls: nobody gets anything of the other's."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any

from schemac.enforce import (
    Accepted,
    InputEnforcer,
    OutputEnforcer,
    Projected,
    Refused,
    accepted_defaults,
)
from schemac.plan.model import Shape
from schemac.plan.nodes import Field, Ref
from tests.unit.enforce.shapes import (
    DATE,
    INTEGER,
    STRING,
    const,
    giving,
    items,
    named,
    record,
    taking,
    union,
)

THREADS = 16
CALLS = 20_000

SINCE = Field("since", DATE, required=False, default_for="since")
PLAIN_TYPES = named(node=record(label=STRING, _children=items(Ref(0))))
FULL_TYPES = named(node=record(label=STRING, _cost=INTEGER, _children=items(Ref(0))))
PLAIN = union(record(kind=const("a"), tree=Ref(0)), record(kind=const("b"), _n=INTEGER))
FULL = union(
    record(kind=const("a"), tree=Ref(0), secret=STRING),
    record(kind=const("a"), tree=Ref(0)),
    record(kind=const("b"), _n=INTEGER, _secret=STRING),
)


def tree(levels: int, mark: str) -> dict[str, Any]:
    value: dict[str, Any] = {"label": mark, "cost": 7}
    for _ in range(levels):
        value = {"label": mark, "cost": 7, "children": [value]}
    return value


class Caller:
    """One kind of caller: its enforcers, shared by all threads."""

    def __init__(self, name: str, *, full: bool) -> None:
        self.name = name
        self.full = full
        types = FULL_TYPES if full else PLAIN_TYPES
        shape = record(v=FULL if full else PLAIN, since=SINCE)
        self.input: InputEnforcer = taking(shape, types)
        self.output: OutputEnforcer = giving(record(v=FULL if full else PLAIN), types)
        self.defaults = accepted_defaults(
            Shape(shape, types), {"since": date(2024 if full else 2020, 1, 1)}
        )

    def call(self, number: int) -> None:
        mark = f"{self.name}-{number}"
        secret = f"secret-{mark}"
        value = {"v": {"kind": "a", "tree": tree(number % 5, mark), "secret": secret, "x": mark}}
        self.check_output(value, mark, secret)
        self.check_input(value, mark, secret)

    def check_output(self, value: dict[str, Any], mark: str, secret: str) -> None:
        answer = self.output.project(value)
        assert isinstance(answer, Projected)
        assert (secret in answer.text) is self.full
        assert ("cost" in answer.text) is self.full
        assert answer.text.count(mark) == len(answer.text.split("label")) - 1 + self.full

    def check_input(self, value: dict[str, Any], mark: str, secret: str) -> None:
        answer = self.input.accept(value, self.defaults)
        assert isinstance(answer, Accepted)
        assert answer.arguments["since"] == date(2024 if self.full else 2020, 1, 1)
        assert (answer.arguments["v"].get("secret") == secret) is self.full
        refused = self.input.accept({"v": {"kind": "b", "n": mark}})
        assert isinstance(refused, Refused)
        assert [str(each) for each in refused.violations] == [
            f'/v/n: expected an integer, got "{mark}"'
        ]


def test_no_answer_holds_anything_of_another_caller() -> None:
    callers = (Caller("plain", full=False), Caller("full", full=True))

    def run(thread: int) -> int:
        for number in range(CALLS // THREADS):
            callers[(thread + number) % 2].call(thread * CALLS + number)
        return CALLS // THREADS

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            assert sum(pool.map(run, range(THREADS))) == CALLS
    finally:
        sys.setswitchinterval(interval)
