"""An object of the application and a name in, its member out; what is broken is never missing.

`getattr` with a default cannot tell a member that is not there from a property that raised
AttributeError on its way. Gates must: what is missing may have another source, or be allowed to be
missing, and what is broken may not.
"""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import Final, cast, final

__all__ = ["ABSENT", "PERHAPS_ABSENT", "Absence", "member", "own_member", "unproxied"]


@final
class Absence:
    """Stands for a member that is not there."""

    def __init__(self, *, sure: bool) -> None:
        self.sure = sure


ABSENT: Final = Absence(sure=True)
"""Neither the object nor its type has such a member."""

PERHAPS_ABSENT: Final = Absence(sure=False)
"""It said so itself: code of its own (`__getattr__`) answers for all names."""

_PLAIN: Final = frozenset(
    kind.__getattribute__
    for kind in (object, type, ModuleType, SimpleNamespace, dict, tuple, list, str, int, frozenset)
)
"""Ways to look a name up that run no code of the object's own."""

_PROXY: Final = "_get_current_object"
_DEEPEST: Final = 16


def member(owner: object, name: str) -> object:
    """Give the member, or an Absence. Raises what it raises, an AttributeError of its own too."""
    return own_member(unproxied(owner), name)


def own_member(owner: object, name: str) -> object:
    """Give the same of an object that is no proxy."""
    try:
        return getattr(owner, name)
    except AttributeError as error:
        if _defines(owner, name):
            raise
        if not _answers_itself(owner):
            return ABSENT
        if error.name != name or _defines(error.obj, name):
            raise  # it was another name that something behind it lacks
        return PERHAPS_ABSENT


def unproxied(value: object) -> object:
    """Look through werkzeug's `LocalProxy`, which says of itself what it stands for.

    Raises what an unbound one raises.
    """
    for base in type(value).__mro__:  # for each request, and a generator is a frame
        if _PROXY in base.__dict__:
            return _behind(value)
    return value


def _behind(value: object) -> object:
    """Give what a proxy stands for, which may be another one."""
    for _ in range(_DEEPEST):
        value = value._get_current_object()  # type: ignore[attr-defined] # noqa: SLF001 - documented for proxies
        if not any(_PROXY in base.__dict__ for base in type(value).__mro__):
            return value
    raise RuntimeError("a proxy that stands for itself")


def _defines(owner: object, name: str) -> bool:
    """Say whether the name is defined, so that it did not fail for being unknown."""
    own = cast("type", owner).__mro__ if issubclass(type(owner), type) else ()
    bases = (*type(owner).__mro__, *own)
    return any(name in base.__dict__ for base in bases)


def _answers_itself(owner: object) -> bool:
    kind = type(owner)
    if kind.__getattribute__ not in _PLAIN or any(
        "__getattr__" in base.__dict__ for base in kind.__mro__
    ):
        return True
    return issubclass(type(owner), ModuleType) and "__getattr__" in owner.__dict__
