"""What a comparison of two plans finds, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from schemac.plan.gates import Atom, Side

__all__ = ["Change", "Exposure", "Level", "PlanDiff", "Subject"]

Level: TypeAlias = Literal["breaking", "risky", "safe"]
"""A caller that worked fails; may fail or be surprised; will not notice."""

Subject: TypeAlias = Literal["tool", "field", "item", "variant", "value", "description", "unknown"]
"""What is seen, an item being one of a tuple; `unknown` where that was too much to find out."""


@dataclass(frozen=True, slots=True)
class Change:
    """A difference that callers may notice.

    `kind` names it (`field-removed`), `level` judges it in its direction. `pointer` leads to the
    value: keys of records, `*` for items of lists and values of maps, numbers in tuples; "" is
    the whole. `detail` says what it was and is, in a few words. `grants` is a smallest set of
    grants of callers who meet it, None where that could not be found out. `side` is None for
    what belongs to neither. `unread` where it may be none, as the other state has errors: what has
    one is in no plan.
    """

    tool: str
    side: Side | None
    pointer: str
    kind: str
    level: Level
    detail: str = ""
    grants: tuple[Atom, ...] | None = ()
    unread: bool = False


@dataclass(frozen=True, slots=True)
class Exposure:
    """A tool, field, variant, value or text that some callers see now and did not see before.

    They see what the schema shows: a name or a literal where a wider type stood is one, a type is
    not.

    `grants` is a smallest set of grants that does; None where a gate cannot be read, or no set
    could be found in time, so that nobody can say who sees it. `others` says that callers without
    one of these see it now, too; where there is an exposure around it, that one says so. `what`
    names the variant or value, or is the text: one that was there before, for others; of the
    unknown it is the kind of the change that says so.
    `within` is the pointer of an exposure around this one with the same grants, if there is one:
    who is told of that need not be told of this. Callers who saw that before, and see this only
    now, have an exposure of their own beside it, with the smallest grants of theirs; where fewer do
    for others, it has those. `unread` is as of changes.
    """

    tool: str
    side: Side | None
    pointer: str
    subject: Subject
    what: str
    grants: tuple[Atom, ...] | None
    within: str | None = None
    unread: bool = False
    others: bool = False


@dataclass(frozen=True, slots=True)
class PlanDiff:
    """All that differs, in order: tools as in the new plan, then those that are gone."""

    changes: tuple[Change, ...]
    exposures: tuple[Exposure, ...]

    @property
    def level(self) -> Level:
        """The worst of the changes."""
        levels = {change.level for change in self.changes}
        return "breaking" if "breaking" in levels else "risky" if "risky" in levels else "safe"
