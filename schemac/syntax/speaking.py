"""Prose and what was found around it in, whether it stands where annotations do out.

There it is judged, and told where it nearly is one; everywhere else words are words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.syntax.around import is_tool_function, may_be_tool, scope_of
from schemac.syntax.claims import (
    begins_older,
    begins_with_gate,
    claim,
    has_gate,
    holds_signature,
    is_meant,
)
from schemac.syntax.commented import unmarked
from schemac.syntax.found import Found
from schemac.syntax.holding import imports_for_others
from schemac.syntax.lost_gates import find_gate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.syntax.found import Known
    from schemac.syntax.origins import Origins
    from schemac.syntax.places import Place
    from schemac.syntax.standing import Standing

__all__ = ["Speaking", "is_annotated", "shows_gate"]


def is_annotated(place: Place, found: Mapping[Place, Found], known: Known) -> bool:
    """Whether a class or module holds annotations of its own or above its functions."""
    here = found.get(place)
    if here is not None and here.broken:
        return True
    if place not in known.annotated:
        signed = (found.get(each) for each in place.functions)
        known.annotated[place] = (here is not None and here.holds_more_than_imports) or any(
            each is not None and each.holds_signature for each in signed
        )
    return known.annotated[place]


def shows_gate(each: Standing) -> bool:
    """Whether a comment holds a gate for everyone to see, wherever it stands in its file.

    A row of a table is none behind the marker of Sphinx; a plain comment was looked at before.
    """
    match each.block.kind:
        case "plain":
            return has_gate(each.block.text.text)
        case "comment":
            return any(map(find_gate, each.block.text.text.split("\n")))
        case _:
            return False


def _is_signature(text: str) -> bool:
    """Whether a block was surely meant as the signature of what is further below."""
    return claim(text) == "signature" and "->" in text


@dataclass(frozen=True, slots=True)
class Speaking:
    """What was found in a module, to judge prose by; what is asked often is kept."""

    origins: Origins
    found: Mapping[Place, Found]
    known: Known

    def is_of_place(self, each: Standing) -> bool:
        """Whether prose stands where annotations do, or hides some in the class of a handler."""
        text, scope = each.block.text.text, scope_of(each.place)
        is_annotated_here = is_annotated(scope, self.found, self.known)
        if is_annotated_here or each.block.kind == "trailing":
            return is_annotated_here
        if scope.node is None and imports_for_others(self.found, scope):
            return True
        is_text = each.block.kind in {"unread", "string"}
        if not is_text:
            if (begins_older if each.block.kind == "plain" else begins_with_gate)(text):
                return True
            if each.head is not None and self._is_handler(each.head):
                return is_meant(text) or has_gate(text) or holds_signature(text)
        bare = unmarked(text)
        return self._may_be_tool(scope) and (is_text or is_meant(bare) or has_gate(bare))

    def is_of_below(self, each: Standing) -> bool:
        """Whether a comment above what is annotated, or a tool, holds a gate.

        All else is the module's; but right above a tool, or among its decorators, the tool's.
        """
        below, text = each.below, each.block.text.text
        if below is None:
            return False
        if has_gate(text):
            found = self.found.get(below, Found())
            if found.holds_signature or is_annotated(below, self.found, self.known):
                return True
        if each.block.kind == "plain":
            return False
        is_function = is_tool_function(below, self.origins)
        if not is_function and not self._may_be_tool(below):
            return False
        if below.first > each.block.last + 1:
            return shows_gate(each) or (is_function and _is_signature(text))
        return is_meant(text) or has_gate(text)

    def _is_handler(self, head: Place) -> bool:
        return head.qualname.endswith(".call") or is_tool_function(head, self.origins)

    def _may_be_tool(self, scope: Place) -> bool:
        if scope not in self.known.tools:
            self.known.tools[scope] = may_be_tool(scope, self.origins)
        return self.known.tools[scope]
