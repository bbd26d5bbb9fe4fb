"""What is refused costs no more than what is taken: no blow-up in depth, no list of all errors.

Nothing here is timed. Each input would take minutes or gigabytes if every member of every union
were explained, or every error made that is never shown.
"""

from __future__ import annotations

import pytest

from schemac import Grants, Registry, Service

_DEPTH = 58
_MOST = 20


def _service(types: str, signature: str, **settings: object) -> Service:
    registry = Registry()

    def handle(**_arguments: object) -> dict[str, object]:
        return {}

    registry.add(
        handle,
        name="t",
        description="A tool.",
        signature=signature,
        types=f"{types}\ntype output = {{}}",
    )
    return Service(registry, eager=True, **settings)


def _refusal(service: Service, arguments: dict[str, object]) -> list[str]:
    result = service.call_tool("t", arguments, Grants())
    assert result.is_error
    return [line for line in str(result.reason).splitlines() if "/" in line]


TAGGED = """type t = { k: "a", x: t } | { k: "b", x: t } | { k: "leaf", v: Integer }"""
UNTAGGED = "type t = { x: t } | { x: t, y: Integer } | { z: Integer }"


@pytest.mark.parametrize(
    ("types", "leaf", "step", "place"),
    [
        (TAGGED, {"k": "leaf", "v": "bad"}, {"k": "a"}, f"/q{'/x' * _DEPTH}/v"),
        (TAGGED, {"k": "none"}, {"k": "b"}, f"/q{'/x' * _DEPTH}"),
        (UNTAGGED, {"z": "bad"}, {"y": 1}, "/q"),
        (UNTAGGED, {}, {}, "/q"),
    ],
)
def test_a_deep_value_of_a_recursive_union(
    types: str, leaf: dict[str, object], step: dict[str, object], place: str
) -> None:
    value = leaf
    for _ in range(_DEPTH):
        value = {**step, "x": value}
    (line,) = _refusal(_service(types, "(q: t)"), {"q": value})
    assert line.startswith(f"{place}: expected ")


def test_a_map_with_many_bad_keys() -> None:
    service = _service("", "(a: Hash[String @pattern(^z), Integer])")
    lines = _refusal(service, {"a": {f"k{number}": 1 for number in range(20_000)}})
    assert len(lines) == _MOST


def test_a_list_with_many_bad_items() -> None:
    lines = _refusal(_service("", "(a: Array[Integer])"), {"a": ["x"] * 200_000})
    assert lines[0] == '/a/0: expected an integer, got "x"'
    assert len(lines) == _MOST


def test_a_tagged_list_with_many_bad_items() -> None:
    types = 'type t = { op: "and", args: Array[t] } | { op: "is", v: Integer }'
    value = {"op": "and", "args": [{"op": "is", "v": "bad"}] * 50_000}
    lines = _refusal(_service(types, "(q: t)"), {"q": value})
    assert lines[0].startswith("/q/args/0/v: expected an integer")
    assert len(lines) == _MOST


def test_many_undeclared_keys_that_are_refused() -> None:
    service = _service("", "(a: { b: Integer })", undeclared="reject")
    lines = _refusal(service, {"a": {"b": 1, **{f"k{number}": 1 for number in range(20_000)}}})
    assert len(lines) == _MOST
