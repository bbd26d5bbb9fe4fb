"""A class in, out whether Python or this package ships it, else the file its source is in.

What a class says about its module is only a name, which code can set: the class must be there.
"""

from __future__ import annotations

import importlib.util
import inspect
import os
import sys
from functools import cache
from importlib.machinery import BYTECODE_SUFFIXES, BuiltinImporter, FrozenImporter
from pathlib import Path, PurePath
from types import ModuleType

from schemac.enforce.kinds import own_qualname
from schemac.runtime.bodies import body_functions, named_in
from schemac.runtime.class_runs import may_stand_in

__all__ = ["class_file", "is_shipped", "source_file"]

_HEAP_TYPE = 1 << 9
"""Set on classes that code makes as it runs, not on those that are part of a program in C."""
_OURS = os.path.realpath(Path(__file__).parent.parent)
_FOREIGN = frozenset({"site-packages", "dist-packages"})
"""Folders inside the standard library's that hold what others wrote."""


def is_shipped(cls: type) -> bool:
    """Whether a class is one of Python's or of this package, which hold no annotations."""
    module = _module(cls)
    return module is not None and _is_shipped(module, cls.__module__) and _holds(module, cls)


def source_file(cls: type) -> str:
    """Give the Python file that the module of a class was written in, "" where nobody can tell.

    Its bytecode may be all that is there: the file has the name that it had then.
    """
    module = _module(cls)
    if module is None or _is_shipped(module, cls.__module__):
        # A class that Python does not ship, whatever it says, stands somewhere else.
        return ""
    file = getattr(module, "__file__", None)
    if not isinstance(file, str) or "\0" in file:
        return ""
    if file.endswith(tuple(BYTECODE_SUFFIXES)):
        return _checked(cls, _written(file), is_bytecode=True)
    told = _checked(cls, file)
    # What runs as a program may be called anything.
    is_text = told.endswith(".py") or (told == file and cls.__module__ == "__main__")
    return told if is_text else ""


def class_file(cls: type) -> str:
    """Give the file that a class was written in, "" where there is none or nobody can tell."""
    try:
        file = inspect.getsourcefile(cls) or ""
    except (TypeError, OSError):  # of no module, or of one that is in no file
        file = ""
    at = getattr(_module(cls), "__file__", None)
    is_bytecode = isinstance(at, str) and at.endswith(tuple(BYTECODE_SUFFIXES))
    return _checked(cls, file, is_bytecode=is_bytecode)


def _checked(cls: type, file: str, *, is_bytecode: bool = False) -> str:
    """Give the file that the module of a class has, if the class stands there, or the right one.

    Modules of one name replace each other, and a class may say that it is of another one. The
    functions in its body know; bytecode that was moved says where it was compiled.
    """
    told = [] if is_bytecode else [*{each.__code__.co_filename for _, each in body_functions(cls)}]
    if len(told) == 1:
        if file and os.path.realpath(told[0]) == os.path.realpath(file):
            return file
        return "" if _may_have_borrowed(cls) else told[0]
    named = _named(_module(cls), cls)
    if told or (isinstance(named, type) and cls not in named.__mro__):
        # Another one has its name there; a decorator makes one that inherits from it.
        return ""
    return file


def _may_have_borrowed(cls: type) -> bool:
    """Whether a class may stand in the file of its module, with functions of a namesake elsewhere.

    Where that file has none of its name, it was only said to be of that module, as packages do.
    """
    modules = {each.__globals__.get("__name__") for _, each in body_functions(cls)}
    return cls.__module__ not in modules and may_stand_in(_module(cls), own_qualname(cls))


def _module(cls: type) -> object:
    """Give what stands for the module that a class names, mostly a module; None for nothing."""
    name: object = cls.__module__
    return sys.modules.get(name) if isinstance(name, str) else None


def _holds(module: object, cls: type) -> bool:
    if not cls.__flags__ & _HEAP_TYPE or _named(module, cls) is cls:
        return True
    values = [*vars(module).values()] if isinstance(module, ModuleType) else []
    return any(each is cls for each in values)


def _named(module: object, cls: type) -> object:
    """Give what has the qualified name of a class in a module; None for nothing."""
    return named_in(vars(module), own_qualname(cls)) if isinstance(module, ModuleType) else None


def _is_shipped(module: object, name: str) -> bool:
    top = name.partition(".")[0]
    file = getattr(module, "__file__", None)
    if top == "schemac":
        return isinstance(file, str) and _is_inside(file, _OURS)
    if top not in sys.stdlib_module_names:
        return False
    loader = getattr(getattr(module, "__spec__", None), "loader", None)
    if loader is BuiltinImporter or loader is FrozenImporter:
        return True
    return isinstance(file, str) and any(_is_inside(file, folder) for folder in _folders())


@cache
def _is_inside(file: str, folder: str) -> bool:
    place = PurePath(os.path.realpath(file))
    return place.is_relative_to(folder) and _FOREIGN.isdisjoint(place.relative_to(folder).parts)


@cache
def _folders() -> tuple[str, ...]:
    """Give the folders of the standard library, and of the part of it that is not in Python."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    built = Path(sys.base_exec_prefix)
    native = (built / sys.platlibdir / version / "lib-dynload", built / "DLLs")
    folders = (Path(os.__file__).parent, *native)
    return tuple(os.path.realpath(each) for each in folders)


def _written(file: str) -> str:
    try:
        return importlib.util.source_from_cache(file)
    except (ValueError, NotImplementedError):
        return f"{PurePath(file).with_suffix('.py')}"
