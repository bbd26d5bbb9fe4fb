"""Where several tools have one name, sure ones or guessed ones, which of them are left and told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.gates import Asked
from tests.unit.resolve.guessed_tools import HEAD, SHOWN, STAFF, compiled, told

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("first", [True, False])
def test_where_another_tool_has_the_name_the_guess_is_dropped(
    tmp_path: Path,
    first: bool,  # noqa: FBT001 - a column of the table
) -> None:
    guess = f"\n@staff('salaries'){SHOWN}"
    sure = f"\n@tool('salaries', requires='other'){SHOWN.replace('Salaries', 'Others')}"
    body = guess + sure if first else sure + guess
    found = compiled(tmp_path, app=f"{HEAD}{STAFF}{body}")
    assert told(found) == (["SC608"], ["salaries"])
    assert isinstance(found.plan.tools[0].gate, Asked)


def test_of_two_guesses_of_a_name_one_is_left(tmp_path: Path) -> None:
    guess = f"\n@staff('salaries'){SHOWN}"
    again = guess.replace("Salaries", "Others")
    found = compiled(tmp_path, app=f"{HEAD}{STAFF}{guess}{again}")
    assert told(found) == (["SC608", "SC608"], ["salaries"])


def test_one_class_given_twice_under_a_name_is_one_tool(tmp_path: Path) -> None:
    calls = "tool('salaries')(Salaries)\nregistry.tool('salaries')(Salaries)\n"
    assert told(compiled(tmp_path, app=f"{HEAD}{SHOWN}{calls}")) == ([], ["salaries"])
    once = f"{HEAD}@tool('salaries'){SHOWN}registry.tool('salaries')(Salaries)\n"
    assert told(compiled(tmp_path, app=once)) == ([], ["salaries"])


def test_one_class_with_two_gates_or_names_is_two_tools(tmp_path: Path) -> None:
    gated = "tool('salaries')(Salaries)\ntool('salaries', requires='x')(Salaries)\n"
    assert told(compiled(tmp_path, app=f"{HEAD}{SHOWN}{gated}"))[0] == ["SC610"]
    named = "tool('a')(Salaries)\ntool('b')(Salaries)\n"
    assert sorted(told(compiled(tmp_path, app=f"{HEAD}{SHOWN}{named}"))[1]) == ["a", "b"]


def test_two_classes_of_a_name_are_told(tmp_path: Path) -> None:
    calls = "tool('a')(Salaries)\ntool('a')(Others)\n"
    others = SHOWN.replace("Salaries", "Others")
    assert told(compiled(tmp_path, app=f"{HEAD}{SHOWN}{others}{calls}"))[0] == ["SC610"]
