"""The tools of a category in, one tool that stands for them out: listed by caller, called by name.

What a facade shows is what the caller may use: a tool they may not see is in no enum, no line, no
summary and no error of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.emit.canonical import dumps
from schemac.enforce.read import ReadError, read_json_text
from schemac.enforce.wording import on_one_line
from schemac.runtime.decide import Vocabulary
from schemac.runtime.errors import FacadeNameCollisionError, UncategorizedToolError
from schemac.runtime.grouping import UNCATEGORIZED, FacadeInfo, Grouped
from schemac.runtime.names import checked_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.runtime.call import Caller
    from schemac.runtime.definition import ToolDefinition
    from schemac.runtime.page import Page
    from schemac.runtime.served import ServedTool

__all__ = ["Facade", "FacadeCall", "FacadeInfo", "Grouped", "make_facades", "read_facade_call"]

_KEYS = ("tool_name", "arguments")
_ABSENT = object()
_HINTS = ("readOnlyHint", "idempotentHint", "openWorldHint")


@dataclass(frozen=True, slots=True)
class FacadeCall:
    """What a tool is given through a facade. `opened` arguments came as a string."""

    arguments: dict[str, object]
    opened: bool = False


class Facade:
    """One category of a grouped domain."""

    def __init__(
        self, category: str, members: Sequence[ServedTool], grouped: Grouped, summary: str | None
    ) -> None:
        self.name = checked_name(f"{category}_{grouped.suffix}")
        self.category = category
        self.members = {served.name: served for served in members}
        self.vocabulary = Vocabulary.together(served.vocabulary for served in members)
        self._grouped = grouped
        self._summary = summary

    def member(self, name: object) -> ServedTool | None:
        """Give the tool of that name, if it is one."""
        return self.members.get(name) if isinstance(name, str) else None

    def permitted(self, caller: Caller) -> list[tuple[ServedTool, Page]]:
        """Give the tools that the caller may use, with their pages, in order of registration."""
        found = ((served, served.page(caller.decisions)) for served in self.members.values())
        return [(served, page) for served, page in found if page is not None]

    def is_shared(self, permitted: Sequence[tuple[ServedTool, Page]]) -> bool:
        """Say whether all callers with these decisions get the same bytes."""
        return all(served.is_shared(page) for served, page in permitted)

    def summary(self, permitted: Sequence[tuple[ServedTool, Page]]) -> str:
        """Give the central summary, else the first that a permitted tool has."""
        if self._summary is not None:
            return self._summary
        return next((text for served, _ in permitted if (text := served.summary())), "")

    def info(self, permitted: Sequence[tuple[ServedTool, Page]]) -> FacadeInfo:
        """Give the facade as this caller sees it."""
        names = tuple(served.name for served, _ in permitted)
        return FacadeInfo(self.name, self.category, self.summary(permitted), names)

    def schema(self, permitted: Sequence[tuple[ServedTool, Page]]) -> dict[str, object]:
        """Give the input schema: flat, since model APIs refuse combinators at the root."""
        names = [served.name for served, _ in permitted]
        return {
            "type": "object",
            "properties": {
                "tool_name": {"type": "string", "enum": names},
                "arguments": {"type": "object"},
            },
            "required": list(_KEYS),
        }

    def rendered(self, permitted: Sequence[tuple[ServedTool, Page]], caller: Caller) -> bytes:
        """Give the tool object as JSON."""
        lines = [_line(served, page, caller) for served, page in permitted]
        description = "\n".join([text for text in [self.summary(permitted)] if text] + lines)
        parts = [
            f'"name":{dumps(self.name)}',
            f'"description":{dumps(description)}',
            f'"inputSchema":{dumps(self.schema(permitted))}',
            f'"annotations":{dumps(_annotations([served for served, _ in permitted]))}',
        ]
        if self._grouped.schemas == "meta":
            schemas = ",".join(
                f"{dumps(served.name)}:{page.input_text(served.defaults(page, caller.decisions))}"
                for served, page in permitted
            )
            parts.append(f'"_meta":{{"tool-input-schemas":{{{schemas}}}}}')
        return f"{{{','.join(parts)}}}".encode()


def _line(served: ServedTool, page: Page, caller: Caller) -> str:
    text = served.description(page, caller.context, caller.decisions, caller.loop).strip()
    first = text.splitlines()[0].strip() if text else ""
    return f"- {served.name} — {first}" if first else f"- {served.name}"


def _annotations(members: Sequence[ServedTool]) -> dict[str, bool]:
    """Give what holds for each of the tools; one that may destroy makes the facade destructive."""
    stated = [served.definition.annotations for served in members]
    harmless = all(hints.get("destructiveHint") is False for hints in stated)
    annotations: dict[str, bool] = {}
    for hint in _HINTS:
        values = {hints.get(hint) for hints in stated}
        if values in ({True}, {False}):
            annotations[hint] = values == {True}
        if hint == "readOnlyHint":
            annotations["destructiveHint"] = not harmless
    return annotations


def make_facades(
    domain: str,
    grouped: Grouped,
    definitions: Sequence[ToolDefinition],
    tools: Mapping[str, ServedTool],
    categories: Mapping[str, str],
) -> tuple[Facade, ...]:
    """Make a domain's facades, by category. Raises where a name is taken or a category missing.

    `definitions` are all tools of the domain, `tools` those of them that are served.
    """
    names = {definition.name: definition for definition in definitions}
    by_category: dict[str, list[ServedTool]] = {}
    for definition in definitions:
        if definition.category is None and grouped.uncategorized == "error":
            raise UncategorizedToolError(
                f"the tool `{definition.name}` ({definition.place}) has no category, and the "
                f"domain `{domain}` is grouped by it: add `category=` to the tool"
            )
        members = by_category.setdefault(definition.category or UNCATEGORIZED, [])
        if definition.name in tools:
            members.append(tools[definition.name])
    facades = tuple(
        Facade(category, members, grouped, categories.get(category))
        for category, members in sorted(by_category.items())
    )
    for facade in facades:
        if facade.name in names:
            raise FacadeNameCollisionError(
                f"the facade of the category `{facade.category}` in the domain `{domain}` would be "
                f"called `{facade.name}`, as a tool is ({names[facade.name].place}): "
                f"rename the tool, or give the domain another `suffix`"
            )
    return facades


def read_facade_call(
    arguments: Mapping[str, object], ignored: frozenset[str], depth: int
) -> FacadeCall | str:
    """Take out of a facade's arguments what its tool is given; else the text for the caller."""
    strange = sorted(key for key in arguments if key not in _KEYS and key not in ignored)
    if strange:
        shown = ", ".join(f"`{on_one_line(key[:64])}`" for key in strange[:10])
        return f"{shown}: put the tool's own arguments inside `arguments`"
    inner = arguments.get("arguments", _ABSENT)
    opened = isinstance(inner, str)
    if isinstance(inner, str):
        try:
            inner = read_json_text(inner, depth=depth)
        except ReadError as error:
            said = "" if error.reason == "not valid JSON" else f": {error.reason}"
            return f"/arguments: the text is not valid JSON{said}"
    if inner is None:
        inner = {}
    if not isinstance(inner, dict):
        return "/arguments: an object is required"
    return FacadeCall(inner, opened=opened)
