"""A tool around annotations as text: what is listed of it, what it is given and what it answers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from schemac import Grants, Registry, Service
from schemac.compiler import CompileOptions, compile_paths

if TYPE_CHECKING:
    from pathlib import Path

    from schemac.compiler import Compilation

__all__ = [
    "ADMIN",
    "GATED",
    "HANDLER",
    "SECRET",
    "TREE",
    "UNION",
    "Failing",
    "Served",
    "compiled",
    "field",
]

ADMIN = Grants(requires={"admin"})
SECRET = "the secret"


class Served:
    """One tool made of text, whose handler gives what it is told to."""

    def __init__(
        self, types: str = "type output = { ok: true }", signature: str = "()", **settings: object
    ) -> None:
        self.given: dict[str, object] | None = None
        self.returns: object = {"ok": True}
        self.registry = Registry()
        self.registry.add(
            self.handle, name="t", description="A test's.", signature=signature, types=types
        )
        self.registry.add(
            lambda: {"ok": True},
            name="other",
            description="B.",
            types="type output = { ok: true }",
            signature="()",
        )
        self.service = Service(self.registry, **settings)

    def handle(self, **given: object) -> object:
        self.given = given
        return self.returns

    def names(self, context: object = None) -> list[object]:
        return [tool["name"] for tool in self.service.list_tools(context)]

    def schema(self, context: object = None, side: str = "output") -> Any:
        return self.service.list_tools(context)[0][f"{side}Schema"]

    def out(self, value: object, context: object = None) -> Any:
        """Give what a caller receives; None where the result breaks the contract."""
        self.returns = value
        outcome = self.service.surface.call_tool("t", {}, context, None)
        assert outcome.kind in ("ok", "contract")
        if outcome.structured is None:
            assert SECRET not in json.dumps(outcome.content)
        return outcome.structured

    def into(self, arguments: dict[str, Any], context: object = None) -> Any:
        """Give what the handler gets; None where the arguments are refused."""
        self.given = None
        self.service.surface.call_tool("t", arguments, context, None)
        return self.given


def field(type_text: str, types: str = "", context: object = None) -> Any:
    """Give the schema of a field of this type in an output."""
    served = Served(f"{types}\ntype output = {{ v: {type_text} }}")
    return served.schema(context)["properties"]["v"]


def compiled(folder: Path, source: str, **shared: str) -> Compilation:
    (folder / "sig").mkdir()
    for name, text in shared.items():
        (folder / "sig" / f"{name}.sig").write_text(text, encoding="utf-8")
    path = folder / "app.py"
    path.write_text(source, encoding="utf-8")
    return compile_paths([path], CompileOptions(root=folder, sig_paths=(folder / "sig",)))


UNION = """
type good = { success: true, id: String, ?note: String }
type bad = { success: false, id: String, why: String, note: String }
type output = good | bad
"""
GATED = "type output = { ok: true, ?x: String @requires(:admin) }"


class Failing:
    """A policy that is down."""

    def requires(self, flag: str) -> bool:
        raise ConnectionError(flag)


TREE = "type tree = { name: String, ?ssn: String @requires(:admin), ?children: Array[tree] }"
HANDLER = """from schemac import tool


@tool("one")
class One:
    '''One.'''

    {lines}

    #: () -> output
    def call(self): ...
"""
