"""Named types in, the names of their definitions out."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.plan.nodes import NamedType

__all__ = ["declared_name", "definition_names"]

_OUTSIDE = re.compile(r"[^A-Za-z0-9._-]")
_RUN = re.compile(r"[^A-Za-z0-9._-]+")
_SUFFIX = re.compile(r"\.(?:sig|pyi|rbs|py)\Z")


def declared_name(named: NamedType) -> str:
    """Give the name as declared, arguments behind it: `page[applicant]` is `page_applicant`."""
    name = _OUTSIDE.sub("_", named.name)
    if not named.arguments:
        return name
    return name + _RUN.sub("_", f"[{named.arguments}]").removesuffix("_")


def definition_names(types: Mapping[int, NamedType]) -> dict[int, str]:
    """Name the definitions of one schema: prefixes only where names meet, hashes only after."""
    plain = {target: declared_name(named) for target, named in types.items()}
    met = {target for target in _meeting(plain) if _place(types[target])}
    prefixed = {
        target: f"{_place(types[target])}.{name}" if target in met else name
        for target, name in plain.items()
    }
    met &= _meeting(prefixed)
    hashed = {
        target: f"{name}-{_digest(types[target])}" if target in met else name
        for target, name in prefixed.items()
    }
    return _counted(hashed)


def _meeting(names: Mapping[int, str]) -> set[int]:
    """Give the types whose name another one has too."""
    counts = Counter(names.values())
    return {target for target, name in names.items() if counts[name] > 1}


def _place(named: NamedType) -> str:
    """Give the class that holds the type, else its file, as far as a name can hold it."""
    return _OUTSIDE.sub("_", named.owner or _SUFFIX.sub("", named.file))


def _digest(named: NamedType) -> str:
    """Hash what the caller may know: the cut type's arguments leave out what is hidden."""
    text = f"{named.file}\n{named.name}\n{named.spelled or named.arguments}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _counted(names: Mapping[int, str]) -> dict[int, str]:
    """Give numbers to names that meet even so: classes of one name in one file, for one."""
    taken: set[str] = set()
    numbers: dict[str, int] = {}
    final: dict[int, str] = {}
    for target, name in names.items():
        unique, number = name, numbers.get(name, 1)
        while unique in taken:
            number += 1
            unique = f"{name}-{number}"
        taken.add(unique)
        numbers[name] = number
        final[target] = unique
    return final
