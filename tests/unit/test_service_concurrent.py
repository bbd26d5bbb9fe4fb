"""Sixteen threads, two kinds of callers, 20,000 calls: nobody gets anything of the other's."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from schemac import Grants, Registry, Service, ToolError, current_call
from schemac.runtime.errors import UnknownToolError

THREADS = 16
CALLS = 20_000
TYPES = """
type plain = { kind: "plain", echo: String }
type full = { kind: "full", echo: String, note: String, cost: Integer }
type node = { label: String, ?cost: Integer @requires(:admin), ?kids: Array[node] @max(3) }
type output = {
  who: String,
  ?hint: String? @requires(:admin),
  got: Array[String],
  tree: node,
  chosen: (full @requires(:admin)) | plain,
}
"""
SIGNATURE = """(
  mark: String,
  ?hint: String? @requires(:admin),
  ?mode: "calm" | "loud" @requires(:admin) @default("calm"),
  ?since: String @default_for(:since)
) -> output"""


def work(**given: Any) -> dict[str, Any]:
    """Hand back what came in, and more than either caller may see."""
    mark = given["mark"]
    if mark.endswith("7"):
        raise ToolError(f"no {mark} today")
    user = current_call().context.current_user  # type: ignore[attr-defined] # of Grants
    tree: dict[str, Any] = {"label": mark, "cost": 9, "hidden": f"secret-{mark}"}
    for _ in range(len(mark) % 4):
        tree = {"label": mark, "cost": 9, "kids": [tree]}
    chosen = {"kind": "full", "echo": mark, "note": f"secret-{mark}", "cost": 9}
    if user == "plain" or mark.endswith("3"):
        chosen = {"kind": "plain", "echo": mark, "note": f"secret-{mark}"}
    return {
        "who": user,
        "hint": f"secret-{mark}",
        "got": [f"{name}={given[name]}" for name in sorted(given)],
        "tree": tree,
        "chosen": chosen,
        "more": f"secret-{mark}",
    }


def make() -> Service:
    registry = Registry()
    registry.add(work, name="work", description="Work.", signature=SIGNATURE, types=TYPES)
    registry.add(
        lambda: {"secret": "secret-staff"},
        name="staff",
        description="For admins.",
        signature="() -> { secret: String }",
        requires="admin",
    )
    return Service(registry)


def expected_tree(mark: str, *, full: bool) -> dict[str, Any]:
    own = {"label": mark, "cost": 9} if full else {"label": mark}
    tree: dict[str, Any] = own
    for _ in range(len(mark) % 4):
        tree = {**own, "kids": [tree]}
    return tree


class Caller:
    """One kind of caller, who knows exactly what each answer has to be."""

    def __init__(self, service: Service, name: str, *, full: bool) -> None:
        self.service = service
        self.name = name
        self.full = full
        held = {"requires": {"admin"}} if full else {}
        self.context = Grants(user=name, defaults={"since": f"{name}-since"}, **held)
        self.listing = service.list_tools(self.context)

    def call(self, number: int) -> None:
        mark = f"{self.name}-{number}"
        arguments = {"mark": mark, "hint": f"hint-{mark}", "mode": "loud", "x": f"secret-{mark}"}
        result = self.service.call_tool("work", arguments, self.context)
        if mark.endswith("7"):
            assert (result.status, result.reason) == ("error", f"no {mark} today")
        else:
            assert (result.status, result.payload) == ("ok", self.payload(mark))
        if number % 50 == 0:
            self.look(mark)

    def payload(self, mark: str) -> dict[str, Any]:
        got = [f"hint=hint-{mark}"] if self.full else []
        mode = ["mode=loud"] if self.full else []
        got = [*got, f"mark={mark}", *mode, f"since={self.name}-since"]
        chosen: dict[str, Any] = {"kind": "plain", "echo": mark}
        if self.full and not mark.endswith("3"):
            chosen = {"kind": "full", "echo": mark, "note": f"secret-{mark}", "cost": 9}
        payload: dict[str, Any] = {"who": self.name}
        if self.full:
            payload["hint"] = f"secret-{mark}"
        tree = expected_tree(mark, full=self.full)
        return {**payload, "got": got, "tree": tree, "chosen": chosen}

    def look(self, mark: str) -> None:
        """List, call what only one may see, and make a mistake."""
        assert self.service.list_tools(self.context) == self.listing
        if self.full:
            staff = self.service.call_tool("staff", None, self.context)
            assert staff.payload == {"secret": "secret-staff"}
        else:
            with pytest.raises(UnknownToolError):
                self.service.call_tool("staff", None, self.context)
        result = self.service.call_tool("work", {"mark": 5, "mode": f"bad-{mark}"}, self.context)
        lines = ["/mark: expected a string, got 5"]
        if self.full:
            lines.append(f'/mode: expected "calm" or "loud", got "bad-{mark}"')
        assert result.is_error
        assert result.reason.splitlines()[-len(lines) :] == lines


def test_no_answer_holds_anything_of_another_caller() -> None:
    service = make()
    callers = (Caller(service, "plain", full=False), Caller(service, "admin", full=True))
    assert callers[0].listing != callers[1].listing
    assert "secret" not in str(callers[0].listing)

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
