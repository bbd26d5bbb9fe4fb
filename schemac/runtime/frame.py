"""A tool's plan and its schemas as text in, its tool object as JSON out."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from schemac.emit.canonical import dumps
from schemac.runtime.hints import hints_on_the_wire

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.model import ToolExample, ToolPlan

__all__ = ["Frame"]


class Frame:
    """What stands around a tool's schemas: shared by all pages of the tool."""

    def __init__(self, tool: ToolPlan) -> None:
        self._tool = tool
        self._heads: dict[str, str] = {}

    def written(
        self,
        head: str,
        input_text: str,
        output_text: str,
        examples: Sequence[ToolExample],
    ) -> str:
        """Give the tool object: what `head` gave, the schemas, and the examples that are shown."""
        tail = self._tail(examples) if examples else self._bare_tail
        return f'{head}"inputSchema":{input_text},"outputSchema":{output_text}{tail}'

    def head(self, description: str) -> str:
        """Give what comes before the schemas, with the tool's title and one of its texts."""
        found = self._heads.get(description)
        if found is None:
            found = self._heads[description] = self.head_in_words(self._tool.title, description)
        return found

    def head_in_words(self, title: str | None, description: str) -> str:
        """Give the same in words that may be one caller's own."""
        named = "" if title is None else f'"title":{dumps(title)},'
        return f'{{"name":{dumps(self._tool.name)},{named}"description":{dumps(description)},'

    @cached_property
    def _bare_tail(self) -> str:
        return self._tail(())

    def _tail(self, examples: Sequence[ToolExample]) -> str:
        """Give what follows the schemas, up to the closing brace."""
        tool = self._tool
        parts = [""]
        if tool.hints:
            parts.append(f'"annotations":{dumps(hints_on_the_wire(tool.hints))}')
        if tool.icons is not None:
            parts.append(f'"icons":{tool.icons}')
        meta: dict[str, Any] = {} if tool.meta is None else json.loads(tool.meta)
        if tool.deferred:
            meta["schemac/deferred"] = True
        if examples:
            meta["schemac/examples"] = [_example(example) for example in examples]
        if meta:
            parts.append(f'"_meta":{dumps(meta)}')
        return ",".join(parts) + "}"


def _example(example: ToolExample) -> dict[str, Any]:
    """Give an example as an object: its name, its input, and what comes of it."""
    shown: dict[str, Any] = {} if example.name is None else {"name": example.name}
    shown["input"] = json.loads(example.input)
    if example.output is not None:
        shown["output"] = json.loads(example.output)
    if example.error is not None:
        shown["error"] = json.loads(example.error)
    return shown
