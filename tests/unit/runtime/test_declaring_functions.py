"""Tools that are no annotated class: functions, and what has its annotations as text."""

from __future__ import annotations

import pytest

import schemac
from schemac import Handler, Registry, tool
from schemac.plan.declaration import InlineAnnotations, InlineParameter
from schemac.runtime.errors import ContractError
from schemac.runtime.registry import default_registry


def test_annotations_as_text_carry_the_parameters_of_what_is_called() -> None:
    made = Registry()

    def find(a: int, /, b: int = 1, *, c: int) -> None:
        """Find it."""

    made.add(find, signature="(b: Integer) -> output", types="type output = { x: Integer }")
    annotated = made.tool("find").definition.annotated
    assert annotated == InlineAnnotations(
        signature="(b: Integer) -> output",
        types="type output = { x: Integer }",
        parameters=(
            InlineParameter("a", "positional_only", has_default=False),
            InlineParameter("b", "positional_or_keyword", has_default=True),
            InlineParameter("c", "keyword_only", has_default=False),
        ),
        docstring="Find it.",
        path=f"{__name__}:{find.__qualname__}",
    )


def test_what_python_did_not_write_needs_its_annotations_as_text() -> None:
    with pytest.raises(ContractError, match="give them as text"):
        Registry().add(len, name="length")
    made = Registry()
    made.add(len, name="length", signature="(obj: String) -> { n: Integer }")
    assert made.tool("length").source is None


def test_what_can_not_be_called_is_no_tool() -> None:
    with pytest.raises(ContractError, match="a tool is a class with a method `call`"):
        Registry().add(5, name="five")


def test_a_method_description_is_dynamic_and_a_text_is_not() -> None:
    class Worded(Handler):
        def description(self) -> str:
            return "x"

        def call(self) -> None: ...

    class Fixed(Handler):
        description = "Fixed words."

        def call(self) -> None: ...

    made = Registry()
    made.add(Worded)
    made.add(Fixed)
    made.add(Worded, name="given", description="Given words.")
    assert [(one.declaration().dynamic, one.declaration().description) for one in made.tools()] == [
        (True, None),
        (False, "Fixed words."),
        (False, "Given words."),
    ]


def test_tool_registers_in_the_default_registry_and_inside_an_isolated_one_only_there() -> None:
    before = default_registry.tools()
    with Registry.isolated() as apart:

        @tool
        class Apart(Handler):
            def call(self) -> None: ...

        @tool("named", requires="x")
        def _named() -> None: ...

    assert [one.name for one in apart.tools()] == ["apart", "named"]
    assert default_registry.tools() == before
    assert schemac.default_registry is default_registry


def test_looking_at_a_name_that_is_not_registered_is_a_lookup_error() -> None:
    with pytest.raises(LookupError, match="no tool named 'nothing'"):
        _ = Registry().tool("nothing").gates
