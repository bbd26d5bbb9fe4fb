from __future__ import annotations

import json
import logging
import os
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Handler, Registry
from schemac.emit.canonical import dumps
from schemac.runtime.audit import fresh_id, record_call
from schemac.runtime.outcomes import CallOutcome
from schemac.runtime.signals import input_dropped, output_projected, tool_called

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.audit import AuditRecord
    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]


class Show(Handler):
    """Show it."""

    #: type output = { rows: Array[{ a: String }], ?secret: String @requires(:admin) }

    #: (?filter: { ?a: String }) -> output
    def call(self, **_given: object) -> object:
        return {"rows": [{"a": "x", "b": "value"}] * 3, "secret": "value"}


@pytest.fixture
def surface(surface_of: SurfaceOf) -> Surface:
    registry = Registry()
    registry.add(Show, domains=["ops"])
    return surface_of(registry, sender="app")


def record_of(surface: Surface, arguments: dict[str, Any], context: object) -> AuditRecord:
    heard: list[Any] = []

    def hear(sender: object, record: AuditRecord) -> None:
        heard.append((sender, record))

    with tool_called.connected_to(hear):
        surface.call_tool("show", arguments, context, "ops")
    ((sender, record),) = heard
    assert sender == "app"
    made: AuditRecord = record
    return made


def test_a_record_names_places_with_counts_and_no_values(surface: Surface) -> None:
    sent = {"filter": {"a": "value", "zzz": "value"}, "yyy": "value"}
    record = record_of(surface, sent, None)
    assert (record.tool, record.domain, record.outcome) == ("show", "ops", "ok")
    assert record.dropped == {"/*": 1, "/filter/*": 1}
    assert record.cut == {"/secret": 1, "/rows/*/*": 3}
    assert record.duration > 0
    assert len(record.correlation_id) == 16
    assert len(record.decisions) == 12
    text = json.dumps(vars_of(record))
    assert not [word for word in ("value", "zzz", "yyy") if word in text]


def vars_of(record: AuditRecord) -> dict[str, object]:
    return {name: getattr(record, name) for name in ("dropped", "cut", "tool", "decisions")}


def test_decisions_are_a_hash_of_the_answers_and_not_of_the_caller(surface: Surface) -> None:
    one = record_of(surface, {}, Grants(user="a")).decisions
    assert record_of(surface, {}, Grants(user="b", feature="x")).decisions == one
    assert record_of(surface, {}, Grants(requires="admin")).decisions != one
    assert record_of(surface, {}, None).decisions != one


def test_the_line_is_json_and_refused_calls_are_recorded(
    surface: Surface, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "schemac.audit"):
        surface.call_tool("show", {"filter": "x"}, None, "ops")
    (line,) = [one.getMessage() for one in caplog.records if one.name == "schemac.audit"]
    found = json.loads(line)
    assert list(found) == [
        "tool",
        "domain",
        "outcome",
        "duration",
        "correlation_id",
        "dropped",
        "cut",
        "decisions",
    ]
    assert (found["outcome"], found["tool"]) == ("invalid", "show")


def test_what_was_dropped_and_cut_is_signalled(surface: Surface) -> None:
    heard: list[object] = []

    def hear(_sender: object, **data: object) -> None:
        heard.append(data)

    with input_dropped.connected_to(hear), output_projected.connected_to(hear):
        surface.call_tool("show", {"x": 1}, Grants(requires="admin"), "ops")
    assert heard == [
        {"tool": "show", "domain": "ops", "pointers": {"/*": 1}},
        {"tool": "show", "domain": "ops", "pointers": {"/rows/*/*": 3}},
    ]


def test_a_receiver_that_raises_decides_nothing(
    surface: Surface, caplog: pytest.LogCaptureFixture
) -> None:
    def hear(_sender: object, **_data: object) -> None:
        raise OSError

    with tool_called.connected_to(hear):
        assert surface.call_tool("show", {}, None, "ops").kind == "ok"
    assert "a receiver of a signal raised" in caplog.text


def test_fifty_pointers_are_the_most(surface_of: SurfaceOf) -> None:
    registry = Registry()
    fields = ", ".join(f"f{n}: {{ a: Integer }}" for n in range(60))

    class Wide:
        """Wide."""

        def call(self) -> object:
            return {f"f{n}": {"a": 1, "b": 2} for n in range(60)}

    registry.add(Wide, signature=f"() -> {{ {fields} }}", name="show", domains="ops")
    record = record_of(surface_of(registry, sender="app"), {}, None)
    assert len(record.cut) == 50
    assert record.cut["/f0/*"] == 1


@pytest.mark.parametrize("pointer", ["/plain", "/größe", '/a "b"\\', "/line\nbreak", "/\ud800", ""])
def test_the_line_is_the_record_as_json(pointer: str, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[AuditRecord] = []

    def hear(_sender: object, record: AuditRecord) -> None:
        heard.append(record)

    outcome = CallOutcome(
        [],
        None,
        is_error=False,
        meta=None,
        kind="ok",
        text="",
        correlation_id="0" * 16,
        dropped={pointer: 2, "/b": 1},
        cut={pointer: 3},
    )
    with caplog.at_level(logging.INFO, "schemac.audit"), tool_called.connected_to(hear):
        record_call(None, "tool", "default", outcome, 0.0012345, "abc")
    (record,) = heard
    assert (record.dropped, record.cut) == ({pointer: 2, "/b": 1}, {pointer: 3})
    assert record.duration == 1.234
    assert [one.getMessage() for one in caplog.records] == [dumps(asdict(record))]


def test_ids_are_random_and_no_two_are_the_same() -> None:
    ids = [fresh_id() for _ in range(1000)]
    assert len(set(ids)) == 1000
    assert all(re.fullmatch("[0-9a-f]{16}", one) for one in ids)


def test_a_forked_process_has_ids_of_its_own() -> None:
    fresh_id()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.write(writing, "".join(fresh_id() for _ in range(10)).encode())
        os._exit(0)
    os.waitpid(child, 0)
    theirs = os.read(reading, 1000).decode()
    os.close(reading)
    os.close(writing)
    assert len(theirs) == 160
    assert not [one for one in (fresh_id() for _ in range(600)) if one in theirs]
