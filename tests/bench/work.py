"""Sizes in, the work of the benchmarks out: source text of tools, as authors write them.

Each tool has twelve parameters, one of them gated; three shared record types with gates inside, in
its result twice each (hoisted) or once (inlined); a gated variant of the result on every other one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["ARGUMENTS", "OWN_FLAGS", "RESULT", "SHARED_FLAGS", "Work", "rare_flags", "write"]

SHARED_FLAGS = tuple(f"shared_{number}" for number in range(9))
OWN_FLAGS = tuple(f"own_{number:02}" for number in range(20))
_RARE_TOOLS = 7


@dataclass(frozen=True, slots=True)
class Work:
    """How much. The first seven tools have so many `rare` flags more."""

    tools: int = 140
    hoisted: bool = True
    rare: int = 0
    shared_types: int = 3


def rare_flags(work: Work) -> tuple[str, ...]:
    """Name the flags that only a twentieth of the tools mentions."""
    return tuple(f"rare_{number}" for number in range(work.rare))


def write(folder: Path, work: Work) -> Path:
    """Write the sources: the signature files and `handlers.py`, whose path is given."""
    shared = folder / "sig"
    shared.mkdir(parents=True, exist_ok=True)
    for number in range(work.shared_types):
        (shared / f"{_type(number)}.sig").write_text(_shared(number), "utf-8")
    module = folder / "handlers.py"
    module.write_text(_HEAD + "\n\n".join(_tool(n, work) for n in range(work.tools)), "utf-8")
    (folder / "schemac.toml").write_text('paths = ["handlers.py"]\nsig_paths = ["sig"]\n', "utf-8")
    return module


_NAMES = ("person", "place", "stage")


def _type(number: int) -> str:
    return _NAMES[number] if number < len(_NAMES) else f"kind_{number:03}"


def _shared(number: int) -> str:
    first, second, third = (SHARED_FLAGS[(3 * number + at) % 9] for at in range(3))
    return f"""\
type {_type(number)} = {{
  id: String               @desc(The identifier),
  name: String             @max(200),
  status: "open" | "closed",
  ?score: Integer          @min(0) @requires(:{first}),
  ?origin: String          @requires(:{second}),
  ?history: Array[String]  @requires(:{third})
}}
"""


_HEAD = """\
from __future__ import annotations

from schemac import Handler, Registry
from tests.bench.work import RESULT

registry = Registry()
"""


def _tool(number: int, work: Work) -> str:
    own = OWN_FLAGS[number % 20]
    types = [_type((number * 3 + at) % work.shared_types) for at in range(3)]
    imports = "\n".join(f"    #: import {name}" for name in types)
    wide = f"\n    #:             | rerouted  @requires(:{own})" if number % 2 else ""
    second = "".join(f", other_{at}: {name}" for at, name in enumerate(types) if work.hoisted)
    rare = " | ".join(f":{flag}" for flag in rare_flags(work))
    rare_gate = f" @requires({rare})" if rare and number < _RARE_TOOLS else ""
    return f'''
@registry.tool("tool_{number:05}", requires="staff", read_only=True, idempotent=True)
class Tool{number:05}(Handler):
    """Move an applicant on to another stage of workflow {number}."""

{imports}
    #: type success  = {{
    #:   ok: true, message: String @desc(What was done),
    #:   rows: Array[{{ id: Integer, label: String, ?cost: Integer @requires(:{own}) }}],
    #:   first_0: {types[0]}, first_1: {types[1]}, first_2: {types[2]}{second}
    #: }}
    #: type rerouted = {{ ok: true, rerouted: true, trail: Array[String] }}
    #: type refused  = {{ ok: false, error: String }}
    #: type output   = success{wide}
    #:             | refused

    #: (
    #:   applicant_id: String  @max(36) @desc(The applicant to move),
    #:   workflow_id: String   @max(36),
    #:   note: String          @max(2000) @desc(A note for the others),
    #:   priority: "low" | "normal" | "high",
    #:   tags: Array[String]   @max(20),
    #:   labels: Hash[String, String],
    #:   place: {{ city: String, street: String, ?floor: Integer }},
    #:   ?assignee: String?,
    #:   ?limit: Integer       @min(1) @max(100) @default(25),
    #:   ?notify: bool         @default(true),
    #:   ?factor: Float{rare_gate},
    #:   ?reason: String       @requires(:{own}) @desc(Why they are moved back)
    #: ) -> output
    def call(self, *, applicant_id, workflow_id, note, priority, tags, labels, place,
             assignee=None, limit=25, notify=True, factor=1.0, reason=None):
        return RESULT
'''


ARGUMENTS: dict[str, Any] = {
    "applicant_id": "4f6c1f0e-7f64-4c5e-9a43-0f2f7a52a001",
    "workflow_id": "4f6c1f0e-7f64-4c5e-9a43-0f2f7a52a002",
    "note": "They came in early and were asked to wait for the second interview. " * 7,
    "priority": "normal",
    "tags": ["first", "second", "third", "fourth"],
    "labels": {"team": "hiring", "office": "north", "season": "winter"},
    "place": {"city": "Utrecht", "street": "Oudegracht 1", "floor": 2},
    "assignee": "somebody",
    "limit": 50,
    "notify": False,
    "factor": 1.5,
    "reason": "a parameter that only some may set",
}
"""About 1 KB, with one gated parameter."""


def _record(name: str) -> dict[str, Any]:
    return {
        "id": "4f6c1f0e-7f64-4c5e-9a43-0f2f7a52a003",
        "name": name,
        "status": "open",
        "score": 12,
        "origin": "imported",
        "history": ["created", "moved"],
    }


RESULT: dict[str, Any] = {
    "ok": True,
    "message": "The applicant was moved on.",
    "rows": [{"id": at, "label": f"row number {at}", "cost": 100 * at} for at in range(20)],
    **{f"first_{at}": _record(f"first record {at}") for at in range(3)},
    **{f"other_{at}": _record(f"other record {at}") for at in range(3)},
}
"""About 2 KB, with gated fields in it."""
