"""A service of a registry that greets, and messages to it."""

from __future__ import annotations

from typing import Any

from schemac.runtime.grants import Grants
from schemac.runtime.registry import Registry
from schemac.runtime.results import Denied, ToolError
from schemac.service import Service

__all__ = ["ADMIN", "greet", "make", "service"]


def greet(*, name: str, secret: str | None = None) -> dict[str, object]:
    if name == "told":
        raise ToolError("told so")
    if name == "denied":
        raise Denied("not you")
    if name == "raised":
        raise RuntimeError("the secret of it")
    if name == "broken":
        return {"text": 5}
    return {"text": f"Hello {name}", "secret": f"{secret}"}


def make(**settings: Any) -> Service:
    registry = Registry()
    registry.add(
        greet,
        name="greet",
        description="Say hello.",
        signature="(name: String, ?secret: String @requires(:admin)) -> output",
        types="type output = { text: String, ?secret: String @requires(:admin) }",
    )
    registry.add(
        lambda: [1, 2],
        name="numbers",
        description="Give numbers.",
        signature="() -> Array[Integer]",
        requires="admin",
    )
    registry.add(
        lambda: {"there": True},
        name="staff",
        description="For staff.",
        signature="() -> { there: bool }",
        domains=["staff"],
    )
    return Service(registry, **settings)


def service() -> Service:
    return make()


ADMIN = Grants(requires={"admin"})
