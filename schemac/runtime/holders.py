"""A function and the classes that have it in, whether it was written in one of them out."""

from __future__ import annotations

import linecache
import os
import re
from types import FunctionType
from typing import TYPE_CHECKING

from schemac.enforce.kinds import own_qualname
from schemac.runtime.bodies import author_function, named_in
from schemac.runtime.origins import source_file
from schemac.runtime.outlines import Outlines

if TYPE_CHECKING:
    from types import MethodType

__all__ = ["has_function", "is_written_in"]


def has_function(cls: type, method: MethodType, function: FunctionType) -> bool:
    """Whether a class of the name that a function was written in itself has it."""
    if own_qualname(cls) != function.__code__.co_qualname.rpartition(".")[0]:
        return False
    return any(
        each is method.__func__
        or ((name == function.__name__ or _is_plain(each)) and author_function(each) is function)
        for name, each in vars(cls).items()
    )


def is_written_in(function: FunctionType, cls: type) -> bool:
    """Whether a function that a class has surely was written there, and not in a namesake."""
    named = named_in(function.__globals__, own_qualname(cls))
    is_other = isinstance(named, type) and cls not in named.__mro__
    file, written = source_file(cls), function.__code__.co_filename
    if function.__globals__.get("__name__") != cls.__module__:
        if is_other or not file or os.path.realpath(file) != os.path.realpath(written):
            return False
    elif isinstance(named, type) and is_other and _holds(named, function):
        return False
    return not _has_several(cls, written) or Outlines().first_line(cls, written) is not None


def _has_several(cls: type, file: str) -> bool:
    """Whether several classes of a file may have the name of one, told without parsing it."""
    linecache.checkcache(file)
    name = re.escape(own_qualname(cls).rpartition(".")[2])
    text = "".join(linecache.getlines(file))
    return len(re.findall(rf"\bclass[\s\\]+{name}\b", text)) > 1


def _holds(cls: type, function: FunctionType) -> bool:
    return any(_is_plain(each) and author_function(each) is function for each in vars(cls).values())


def _is_plain(item: object) -> bool:
    """Whether looking behind a value runs no code of others."""
    return isinstance(item, FunctionType | staticmethod | classmethod)
