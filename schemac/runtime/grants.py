"""Flags in, a ready context out: for scripts, tests, personas and the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schemac.runtime.context import Question

__all__ = ["Grants"]


class Grants:
    """A ready context: yes for what it holds, no for everything else, of any predicate.

    `Grants(requires={"admin"}, feature={"sms"}, tier={"gold"})`. `defaults` answer `@default_for`;
    `user` is what handlers find as `current_user`.
    """

    __slots__ = ("_everything", "_held", "_yes", "current_user", "defaults")

    def __init__(
        self,
        *,
        defaults: Mapping[str, object] | None = None,
        user: object = None,
        **predicates: str | Iterable[str],
    ) -> None:
        self.defaults = dict(defaults or {})
        self.current_user = user
        self._everything = False
        self._held = {name: _flags(name, flags) for name, flags in predicates.items()}
        self._yes = frozenset((name, flag) for name, held in self._held.items() for flag in held)

    @classmethod
    def all(cls, *, defaults: Mapping[str, object] | None = None, user: object = None) -> Grants:
        """Give the context that answers yes to everything."""
        grants = cls(defaults=defaults, user=user)
        grants._everything = True
        return grants

    def holds(self, predicate: str, flag: str) -> bool:
        """Say whether the flag is held."""
        return self._everything or (predicate, flag) in self._yes

    def decide(self, atoms: Iterable[Question]) -> dict[Question, bool]:
        """Answer all questions of a request at once."""
        if self._everything:
            return dict.fromkeys(atoms, True)
        asked = tuple(atoms)
        return dict(zip(asked, map(self._yes.__contains__, asked), strict=True))

    def requires(self, flag: str) -> bool:
        """Answer one question of the predicate `requires`."""
        return self.holds("requires", flag)

    def feature(self, flag: str) -> bool:
        """Answer one question of the predicate `feature`."""
        return self.holds("feature", flag)

    def default_for(self, key: str) -> object:
        """Give the default of this caller; None without one."""
        return self.defaults.get(key)

    def __repr__(self) -> str:
        if self._everything:
            return "Grants.all()"
        held = (f"{name}={sorted(flags)!r}" for name, flags in sorted(self._held.items()))
        return f"Grants({', '.join(held)})"


def _flags(predicate: str, flags: str | Iterable[str]) -> frozenset[str]:
    """Take flags that are held. A mapping is refused: it might say `False` of one."""
    if isinstance(flags, Mapping):
        raise TypeError(f"`{predicate}` takes the flags that are held, not a mapping")
    held = frozenset([flags] if isinstance(flags, str) else flags)
    if not all(isinstance(flag, str) for flag in held):
        raise TypeError(f"`{predicate}` takes flags as texts")
    return held
