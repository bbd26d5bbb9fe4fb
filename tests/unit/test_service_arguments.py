"""Arguments given in process: any mapping, read once, or refused before any tool."""

from __future__ import annotations

from collections import ChainMap, OrderedDict, UserDict
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

from schemac.runtime.errors import InvalidArgumentsError
from schemac.runtime.grants import Grants
from schemac.runtime.grouping import Grouped
from tests.unit import greeting_service
from tests.unit.greeting_service import make

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.service import Service

service = pytest.fixture(scope="module")(greeting_service.service)


class Once(Mapping[str, object]):
    """A mapping that may be read a single time, and that answers `get` with something else."""

    def __init__(self, **given: object) -> None:
        self.given = given
        self.reads = 0

    def __getitem__(self, key: str) -> object:
        self.reads += 1
        if self.reads > len(self.given):
            raise RuntimeError("read twice")
        return self.given[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.given)

    def __len__(self) -> int:
        return len(self.given)


class Broken(Once):
    def __getitem__(self, key: str) -> object:
        raise OSError(key)


def grouped() -> Service:
    return make(domains={"default": Grouped()})


@pytest.mark.parametrize(
    "make_arguments",
    [
        lambda **given: given,
        lambda **given: MappingProxyType(given),
        lambda **given: ChainMap({}, given),
        lambda **given: OrderedDict(given),
        lambda **given: UserDict(given),
        Once,
    ],
)
def test_arguments_may_be_any_mapping_and_are_read_once(
    make_arguments: Any, service: Service
) -> None:
    arguments = make_arguments(name="Ada", secret="x")
    assert service.call_tool("greet", arguments, None).payload == {"text": "Hello Ada"}
    inner = {"name": "Ada"}
    through = make_arguments(tool_name="greet", arguments=inner)
    called = grouped().call_tool("uncategorized_tools", through, None)
    assert called.payload == {"text": "Hello Ada"}


@pytest.mark.parametrize("arguments", [[], "x", 5, [("name", "Ada")], {1: "x"}, Broken(name="x")])
def test_arguments_that_are_no_such_mapping_are_refused_before_any_tool(
    arguments: Any, service: Service
) -> None:
    with pytest.raises(InvalidArgumentsError):
        service.call_tool("greet", arguments, None)


@pytest.mark.parametrize(
    "arguments",
    [
        {"name": "\ud83d"},
        {"name": "a\ude00b"},
        {"name": "a", "\ud83d": 1},
        {"name": "a", "undeclared": [{"deep": ["\udfff"]}]},
        {"name": "a", "undeclared": {"\ud800": 1}},
        {"name": "\ude00\ud83d"},
    ],
)
def test_half_a_character_is_no_argument_in_process_either(arguments: dict[str, object]) -> None:
    with pytest.raises(InvalidArgumentsError, match="half a surrogate pair"):
        make().call_tool("greet", arguments, Grants())


def test_whole_characters_arrive_and_values_in_themselves_end() -> None:
    loop: list[object] = []
    loop.append(loop)
    result = make().call_tool("greet", {"name": "\U0001f600", "undeclared": loop}, Grants())
    assert result.payload == {"text": "Hello \U0001f600"}
