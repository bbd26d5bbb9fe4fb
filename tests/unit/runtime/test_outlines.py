from __future__ import annotations

import inspect
import sys
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Handler, Registry
from schemac.runtime.outlines import Outlines

if TYPE_CHECKING:
    from pathlib import Path


def mark(*_words: object) -> Any:
    return lambda cls: cls


@mark("one")
@mark(
    "two",
)
class Marked(Handler):
    class Inner:
        def call(self) -> None: ...

    def call(self) -> None: ...


def twice(first: bool) -> type:  # noqa: FBT001 - which of two
    if first:

        class Same:
            def call(self) -> None: ...
    else:

        @mark()
        class Same:  # type: ignore[no-redef] # that is the point
            def call(self) -> None: ...

    return Same


def test_a_class_is_found_at_its_first_decorator() -> None:
    outlines = Outlines()
    assert outlines.first_line(Marked, __file__) == inspect.getsourcelines(Marked)[1]
    inner = outlines.first_line(Marked.Inner, __file__)
    assert inner == inspect.getsourcelines(Marked.Inner)[1]


def test_of_two_classes_of_one_name_the_one_that_holds_the_functions_is_meant() -> None:
    outlines = Outlines()
    lines = [outlines.first_line(twice(first), __file__) for first in (True, False)]
    starts = inspect.getsourcelines(twice)[1]
    assert lines == [starts + 3, starts + 7]


def test_registering_and_decorating_find_the_same_place() -> None:
    registry = Registry()
    registry.add(Marked, name="added")
    source = registry.tool("added").source
    assert source is not None
    assert (source.file, source.qualname) == (__file__, "Marked")
    assert source.first_line == inspect.getsourcelines(Marked)[1]


@pytest.mark.parametrize("text", ["class Marked(:", "x = 1", "\0", "# coding: nothing\n"])
def test_a_file_that_does_not_have_the_class_gives_no_line(text: str, tmp_path: Path) -> None:
    file = tmp_path / "other.py"
    file.write_text(text)
    assert Outlines().first_line(Marked, str(file)) is None
    assert Outlines().first_line(Marked, str(tmp_path / "missing.py")) is None


def test_a_file_is_read_once(tmp_path: Path) -> None:
    file = tmp_path / "other.py"
    file.write_text("\n\nclass Marked: ...\n")
    outlines = Outlines()
    assert outlines.first_line(Marked, str(file)) == 3
    file.unlink()
    assert outlines.first_line(Marked, str(file)) == 3


@pytest.mark.skipif(sys.version_info < (3, 13), reason="older classes do not know their line")
def test_a_class_that_knows_its_line_is_believed() -> None:
    assert vars(Marked)["__firstlineno__"] == inspect.getsourcelines(Marked)[1]
