"""A mistake concerns those tools only that its place has a say in."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Registry, Service
from schemac.runtime.errors import ContractError
from tests.unit.contract_sources.loaded import load, served

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """
    class Good(Handler):
        '''A tool.'''
        #: type output = {x: Integer}
        #: () -> output
        def call(self): return {"x": 1}
"""
BAD = """
    class Bad(Handler):
        '''A tool.'''
        #: type output = {x: Integer}

        MISTAKE
        y = 1

        #: () -> output
        def call(self): return {"x": 1}
"""


@pytest.mark.parametrize(
    "mistake",
    ["#: @requires(:s)", "#: type unused = nowhere", "#: import nowhere", "#: type unused = {"],
)
def test_a_mistake_in_a_class_concerns_its_tools_only(tmp_path: Path, mistake: str) -> None:
    python = GOOD + BAD.replace("MISTAKE", mistake)
    module = load(tmp_path, python)
    assert served(module.Good, module.Bad) == ["good"]
    with pytest.raises(ContractError, match=r"`bad`[\s\S]*error\[SC"):
        served(module.Good, module.Bad, eager=True)
    with pytest.raises(ContractError, match=r"error\[SC"):
        served(module.Good, eager=True)


@pytest.mark.parametrize("mistake", ["type unused = nowhere", "type unused = {"])
def test_a_mistake_of_a_module_concerns_the_tools_of_its_file(tmp_path: Path, mistake: str) -> None:
    bad = load(tmp_path, f"#: {mistake}\n\n{dedent(BAD).replace('MISTAKE', '')}", "bad")
    good = load(tmp_path, GOOD, "good")
    assert served(good.Good, bad.Bad) == ["good"]


def test_text_that_is_given_must_be_read_whole() -> None:
    registry = Registry()
    registry.add(lambda: {"x": 1}, name="t", description="A tool.", signature="() -> {x: Integer}")
    registry.add(
        lambda: {"x": 1},
        name="u",
        description="A tool.",
        types="import error @requires(:s)",
        signature="() -> {x: Integer}",
    )
    service = Service(registry, sig_paths=[])
    assert [tool["name"] for tool in service.list_tools(Grants())] == ["t"]


WITHOUT = {
    "no call": """
    class Bad(Handler):
        '''A tool.'''
        #: type output = {x: Integer}
""",
    "another call": """
    class Bad(Handler):
        '''A tool.'''
        #: type output = {x: Integer}
        call = len
""",
    "no annotation": """
    class Bad(Handler):
        '''A tool.'''
        def call(self): return {"x": 1}
""",
    "no output": """
    class Bad(Handler):
        '''A tool.'''
        #: (a: String)
        def call(self, *, a): return {"x": 1}
""",
    "another parameter": """
    class Bad(Handler):
        '''A tool.'''
        #: (a: String) -> {x: Integer}
        def call(self, *, b): return {"x": 1}
""",
    "a function without annotation": """
    def Bad():
        '''A tool.'''
        return {"x": 1}
""",
    "a function with another parameter": """
    #: (a: String) -> {x: Integer}
    def Bad(
        *,
        b,
    ):
        '''A tool.'''
        return {"x": 1}
""",
    "a decorated function": """
    def same(given): return given

    #: (a: String) -> {x: Integer}
    @same
    @same
    def Bad(*, b):
        '''A tool.'''
        return {"x": 1}
""",
}


@pytest.mark.parametrize("bad", WITHOUT.values(), ids=WITHOUT)
@pytest.mark.parametrize("is_first", [True, False])
def test_a_handler_that_is_none_concerns_its_tool_only(
    tmp_path: Path,
    bad: str,
    is_first: bool,  # noqa: FBT001
) -> None:
    module = load(tmp_path, bad + GOOD if is_first else GOOD + bad)
    assert served(module.Good, module.Bad) == ["good"]
    with pytest.raises(ContractError, match=r"`bad`[\s\S]*error\[SC"):
        served(module.Good, module.Bad, eager=True)


def test_a_handler_that_is_gone_from_its_file_concerns_its_tool_only(tmp_path: Path) -> None:
    module = load(tmp_path, GOOD + BAD.replace("MISTAKE", ""))
    file = tmp_path / "handlers.py"
    file.write_text(file.read_text().replace("class Bad(", "class Renamed("))
    assert served(module.Good, module.Bad) == ["good"]


def test_a_mistake_in_a_head_concerns_those_who_inherit(tmp_path: Path) -> None:
    sub = """
    class Sub(Bad):
        '''A tool.'''
"""
    module = load(tmp_path, GOOD + WITHOUT["no annotation"] + sub)
    assert served(module.Good, module.Sub) == ["good"]
