"""A class or function in, the place where its author wrote it out."""

from __future__ import annotations

import functools
import itertools
import os
import sys
from pathlib import Path
from types import CodeType, FrameType, MethodType, ModuleType
from typing import TYPE_CHECKING

from schemac.enforce.kinds import own_qualname
from schemac.plan.declaration import HandlerLocation
from schemac.runtime.bodies import MOST_WRAPPERS, author_function, body_functions, is_same_text
from schemac.runtime.holders import has_function, is_written_in
from schemac.runtime.origins import class_file, is_shipped, source_file

if TYPE_CHECKING:
    from schemac.runtime.outlines import Outlines

__all__ = [
    "calling_class",
    "is_bound",
    "locate_bases",
    "locate_before",
    "locate_class",
    "locate_code",
    "locate_function",
    "shown_place",
]


def is_bound(target: object) -> bool:
    """Whether Python fills in the first parameter of the function that was written."""
    return _method(target) is not None


def _method(target: object) -> MethodType | None:
    """Find the method of an object, behind partials and wrapping decorators."""
    seen: set[int] = set()
    while id(target) not in seen and len(seen) < MOST_WRAPPERS:
        if isinstance(target, MethodType):
            return target
        seen.add(id(target))
        if isinstance(target, functools.partial):
            target = target.func
        else:
            inner = getattr(target, "__wrapped__", None)
            target = target if inner is None else inner
    return None


def locate_function(target: object) -> HandlerLocation | None:
    """Give the place of the author's function; None for what was not written in Python."""
    function = author_function(target)
    if function is None:
        return None
    code = function.__code__
    return HandlerLocation(
        _absolute(code.co_filename), function.__qualname__, code.co_firstlineno, function.__module__
    )


def locate_code(target: object) -> HandlerLocation:
    """Give the place of the code that calling a function runs, whatever it was renamed to since."""
    function = author_function(target)
    if function is None:
        return HandlerLocation("", own_qualname(type(target)))
    code = function.__code__
    return HandlerLocation(_absolute(code.co_filename), code.co_qualname, code.co_firstlineno)


def calling_class(cls: type) -> str:
    """Give the name of the class in whose body, or on which, the method `call` was put."""
    return next((own_qualname(each) for each in cls.__mro__ if "call" in vars(each)), "")


def locate_class(cls: type, frame: FrameType | None, outlines: Outlines) -> HandlerLocation | None:
    """Give the place of a class; `frame`, where it is being decorated, knows it exactly.

    Without it there may be no line: of several classes of one name nobody may be able to tell.
    """
    code = _body(cls, frame) if frame is not None else None
    file = "" if code is not None else class_file(cls)
    if code is None and not file:
        code = _body_in_the_making(cls)
    if code is not None:
        return _location(cls, code.co_filename, code.co_firstlineno)
    if not file:
        return None
    known = cls.__dict__.get("__firstlineno__")
    line = known if isinstance(known, int) else outlines.first_line(cls, file)
    return _location(cls, file, line)


def locate_bases(cls: type) -> tuple[HandlerLocation, ...]:
    """Give the classes that a class inherits from, in order; the file of an unknown one is "".

    Those of this package and of Python hold no annotations and are left out. Any other may. One of
    the same text right behind it says nothing more; behind another it may say what that one hides,
    as a decorator can copy functions.
    """
    bases = itertools.dropwhile(functools.partial(is_same_text, cls), cls.__mro__[1:])
    return tuple(_located_base(base) for base in bases if not _is_silent(base))


def locate_before(target: object) -> tuple[HandlerLocation, ...]:
    """Give the classes of the object of a method that come before the one it was written in.

    These are all of them where none is surely that one, as a class may have functions of another.
    """
    method, function = _method(target), author_function(target)
    if method is None or function is None:
        return ()
    owner: object = method.__self__
    classes = owner.__mro__ if isinstance(owner, type) else type(owner).__mro__
    # A class may borrow it from one of its name further up.
    holders = [each for each in classes if has_function(each, method, function)]
    before = classes
    if holders and is_written_in(function, holders[-1]):
        before = classes[: classes.index(holders[-1])]
    return tuple(_located_base(each) for each in before if not _is_silent(each))


def _is_silent(cls: type) -> bool:
    """Whether a class surely holds no annotations."""
    return is_shipped(cls) or _is_given_types(cls)


def _is_given_types(cls: type) -> bool:
    """Whether a class is one that pydantic made as a generic one was given types: `Page[int]`.

    It says what the generic one does. No `class` has a name with a bracket.
    """
    told = vars(cls).get("__pydantic_generic_metadata__")
    origin = told.get("origin") if type(told) is dict else None
    return "[" in own_qualname(cls) and cls.__bases__[0] is origin


def _located_base(cls: type) -> HandlerLocation:
    file = source_file(cls)
    name: object = cls.__module__
    module = name if isinstance(name, str) else ""
    return HandlerLocation(file and _absolute(file), own_qualname(cls), None, module)


def shown_place(location: HandlerLocation) -> str:
    """Give the place as people are shown it: file and line, the file from here where it is near."""
    file, here = Path(location.file), Path.cwd()
    shown = file.relative_to(here) if file.is_relative_to(here) else file
    return f"{shown}" if location.first_line is None else f"{shown}:{location.first_line}"


def _location(cls: type, file: str, line: int | None) -> HandlerLocation:
    return HandlerLocation(_absolute(file), own_qualname(cls), line, cls.__module__)


def _absolute(file: str) -> str:
    return file if file.startswith("<") else str(Path(file).absolute())


def _body_in_the_making(cls: type) -> CodeType | None:
    """Find the code of the body of a class that its module is just making, or decorating.

    As a module is loaded anew, its names still mean the classes of before.
    """
    name: object = cls.__module__
    module = sys.modules.get(name) if isinstance(name, str) else None
    file = getattr(module, "__file__", None)
    if not isinstance(module, ModuleType) or not isinstance(file, str):
        return None
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - frames tell what is being run
    while frame is not None:
        code = _body(cls, frame) if frame.f_globals is vars(module) else None
        if code is not None:
            written = {code, *(each.__code__ for _, each in body_functions(cls))}
            places = {os.path.realpath(each.co_filename) for each in written}
            return code if places == {os.path.realpath(file)} else None
        frame = frame.f_back
    return None


def _body(cls: type, frame: FrameType) -> CodeType | None:
    """Find the code of the body of the class that the frame is just decorating."""
    for constant in frame.f_code.co_consts:
        if (
            isinstance(constant, CodeType)
            and constant.co_qualname == own_qualname(cls)
            and _is_above(frame.f_lineno, constant)
        ):
            return constant
    return None


def _is_above(line: int, body: CodeType) -> bool:
    """Whether a line is one of the decorators of a class, and no later one that names it.

    Code begins with the line of the first decorator, and goes on behind the last one.
    """
    first = body.co_firstlineno
    rest = [at for *_, at in body.co_lines() if at is not None and at > first]
    return first <= line < min(rest, default=first + 1)
