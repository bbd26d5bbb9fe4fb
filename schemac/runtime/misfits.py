"""Answers to `default_for` that a caller's view rejects in, a line in the log for mistakes out.

What another caller could have is no mistake: the application need not know who sees what.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from schemac.enforce.journal import journal
from schemac.enforce.wording import on_one_line
from schemac.plan.widest import widest_input
from schemac.runtime.cache import Cache

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.plan.model import Plan, Shape, ToolPlan

__all__ = ["Misfits"]

_KEPT: Final = 64
_LONGEST: Final = 200
_PLAIN: Final = frozenset({bool, float, int, str})

_log = journal("schemac")


class Misfits:
    """Judges those of one tool; each key is told once."""

    def __init__(self, plan: Plan, tool: ToolPlan) -> None:
        self._plan = plan
        self._tool = tool
        self._told: set[str] = set()
        self._harmless: Cache[tuple[str, type, object], bool] = Cache(_KEPT)

    @cached_property
    def _widest(self) -> Shape:
        return widest_input(self._plan, self._tool)

    def tell(self, answers: Mapping[str, object]) -> None:
        """Log the answers that no caller at all could have."""
        for key in sorted(answers.keys() - self._told):
            if not self._is_harmless(key, answers[key]):
                self._told.add(key)
                _log.warning(
                    "what `default_for` gives for `%s` does not fit the tool `%s`, "
                    "so it is no default",
                    on_one_line(key),
                    self._tool.name,
                )

    def _is_harmless(self, key: str, answer: object) -> bool:
        from schemac.enforce import may_be_default  # noqa: PLC0415 - the engine, when needed

        kind = type(answer)
        if kind not in _PLAIN or (isinstance(answer, str) and len(answer) > _LONGEST):
            return may_be_default(self._widest, key, answer)
        known = (key, kind, answer)
        if self._harmless.get(known) is not None:
            return True
        return may_be_default(self._widest, key, answer) and self._harmless.put(known, True)  # noqa: FBT003 - a value
