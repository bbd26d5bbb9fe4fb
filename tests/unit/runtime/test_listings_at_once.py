from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

from schemac import Grants, Registry, Service
from schemac.emit.templates import reach

if TYPE_CHECKING:
    import pytest

LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'


def test_two_first_listings_at_once_are_both_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = Registry()
    registry.add(
        lambda: {"a": {"n": 1}},
        name="t",
        description="d",
        types="type item = { n: Integer, ?h: String @requires(:h) }",
        signature="() -> { a: item, ?b: item @requires(:b) }",
    )
    service = Service(registry)
    before = {name: Service(registry).handle(LIST, Grants(requires={name})) for name in "hb"}
    service.handle(LIST, Grants())
    asked, inside = reach._asked, threading.Event()

    def slow(body: Any, *given: Any) -> Any:
        if body.fields and body.fields[0].name == "n":
            inside.set()
            time.sleep(0.2)
        return asked(body, *given)

    monkeypatch.setattr(reach, "_asked", slow)
    answers: dict[str, str | None] = {}

    def ask(name: str) -> None:
        answers[name] = service.handle(LIST, Grants(requires={name}))

    first = threading.Thread(target=ask, args=("h",))
    first.start()
    assert inside.wait(10)
    ask("b")
    first.join()
    assert answers == before
