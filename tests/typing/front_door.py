"""What the front door offers, as a type checker sees it. Checked, never run."""

from __future__ import annotations

from typing import assert_type

import schemac
from schemac import Grants, Handler, Registry, Result, current_call, middleware, tool
from schemac.runtime.decorator import ToolDecorator
from schemac.runtime.definition import ToolDefinition
from schemac.runtime.pipeline import Call, CallNext
from schemac.runtime.registry import SelectedRegistry

registry = Registry(undeclared="reject")


@tool("advance_step", requires=["a", "b"], gates={"feature": "sms"}, read_only=True)
class AdvanceStep(Handler):
    def call(self, *, applicant_id: str) -> Result:
        return Result.ok({"id": applicant_id, "may": self.can("flag")})


@tool
class Bare(Handler):
    def call(self) -> None: ...


@registry.tool
def greet(*, name: str) -> str:
    return name


@registry.tool("later", middleware=[middleware.Timeout(1.0)])
async def later(*, name: str) -> str:
    assert_type(current_call(), Call)
    return name


@registry.use
def passing(call: Call, call_next: CallNext) -> Result:
    return call_next(call.replace(arguments=dict(call.arguments)))


@registry.producer
def produce(into: Registry) -> None:
    assert_type(into.add(Bare, name="x", signature="() -> output"), ToolDefinition)


assert_type(AdvanceStep(None).call(applicant_id="a"), Result)
assert_type(Bare, type[Bare])
assert_type(greet(name="x"), str)
assert_type(registry.tool("greet"), ToolDecorator)
assert_type(registry.select(include=["x_*"], read_only=True), SelectedRegistry)
assert_type(schemac.default_registry, Registry)
assert_type(Grants(requires={"admin"}, tier="gold", user=object()).requires("admin"), bool)

registry.tool("x", require="admin")  # type: ignore[call-overload] # no such argument
registry.tool("x", read_only="yes")  # type: ignore[call-overload] # no boolean
schemac.nothing  # type: ignore[attr-defined] # noqa: B018 - no such name
