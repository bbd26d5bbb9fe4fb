"""What of a result is cut, and what is told of the places where it was."""

from __future__ import annotations

from typing import Any

from schemac.enforce import Media, Projected
from schemac.plan.nodes import Constraints, Field, Record, Ref, Scalar, TupleOf
from tests.unit.enforce.shapes import (
    ANY,
    BYTES,
    INTEGER,
    STRING,
    breach,
    const,
    giving,
    items,
    map_of,
    maybe,
    named,
    out,
    out_breach,
    projected,
    record,
    union,
)


def test_cut_pointers_hold_no_data() -> None:
    deep = giving(record(rows=items(record(a=INTEGER)), by_name=map_of(record(_a=INTEGER))))
    answer = deep.project(
        {
            "rows": [{"a": 1, "x": 1}, {"a": 1}, {"a": 1, "y": 1, "z": 1}],
            "by_name": {"bob": {"a": 1, "x": 1}, "eve": {}},
            "more": 1,
        }
    )
    assert isinstance(answer, Projected)
    assert answer.cut == {"/*": 1, "/rows/*/*": 3, "/by_name/*/*": 1}


def test_rows_are_told_of_each_and_by_their_own_places() -> None:
    inner = record(b=INTEGER)
    node = giving(record(rows=items(record(a=inner, deep=items(inner)))))
    row: dict[str, Any] = {"a": {"b": 1, "x": 1}, "deep": [{"b": 1}, {"b": 2, "y": 1}], "z": 1}
    plain: dict[str, Any] = {"a": {"b": 1}, "deep": []}
    for rows, cut in (
        ([row, plain, row], {"/rows/*/a/*": 2, "/rows/*/deep/*/*": 2, "/rows/*/*": 2}),
        ([plain, plain], {}),
        ([], {}),
    ):
        answer = node.project({"rows": rows})
        assert isinstance(answer, Projected)
        assert answer.cut == cut
        assert answer.value["rows"] == [
            {"a": {"b": 1}, "deep": [{"b": each["b"]} for each in one["deep"]]} for one in rows
        ]


def test_a_row_that_empties_its_list_changes_nothing_that_is_told() -> None:
    rows: list[object] = []

    class Emptying:
        @property
        def a(self) -> int:
            rows.clear()
            return 3

    rows += [{"a": 1, "x": 1}, Emptying(), {"a": 2, "y": 1}]
    answer = giving(record(rows=items(record(a=INTEGER)))).project({"rows": rows})
    assert isinstance(answer, Projected)
    assert (answer.value, answer.cut) == (
        {"rows": [{"a": 1}, {"a": 3}, {"a": 2}]},
        {"/rows/*/*": 2},
    )


def test_pointers_are_escaped() -> None:
    odd = giving(Record((Field("a/b~c", record(x=INTEGER)),)))
    assert breach(odd, {"a/b~c": {"x": "s"}}) == ("/a~1b~0c/x", "type")


def test_at_most_fifty_places() -> None:
    node = giving(Record(tuple(Field(f"f{i}", record()) for i in range(80))))
    answer = node.project({f"f{i}": {"x": 1} for i in range(80)})
    assert isinstance(answer, Projected)
    assert len(answer.cut) == 50


def test_none_for_what_may_be_absent() -> None:
    node = giving(record(_a=INTEGER, _b=maybe(INTEGER), _c=ANY, d=maybe(INTEGER)))
    assert projected(node, {"a": None, "b": None, "c": None, "d": None}) == {
        "b": None,
        "c": None,
        "d": None,
    }
    assert breach(giving(record(a=INTEGER)), {"a": None}) == ("/a", "type")


def test_hidden_keys_of_a_map_are_cut() -> None:
    node = map_of(INTEGER, union(const("x"), const("y")))
    assert out(node, {"x": 1, "z": "secret", "y": 2}) == {"x": 1, "y": 2}
    assert out_breach(map_of(INTEGER, Scalar("string", Constraints(pattern="^x"))), {"y": 1}) == (
        "/v",
        "propertyNames",
    )


def test_tuples() -> None:
    pair = TupleOf((INTEGER, record(a=STRING)))
    assert out(pair, (1, {"a": "b", "c": "d"})) == [1, {"a": "b"}]
    assert out(pair, iter([1, {"a": "b"}])) == [1, {"a": "b"}]
    assert out_breach(pair, [1]) == ("/v", "minItems")
    assert out_breach(pair, [1, {"a": "b"}, 3]) == ("/v", "maxItems")
    assert out_breach(pair, "ab") == ("/v", "type")
    assert out(TupleOf(()), []) == []


def test_a_unique_list_that_is_not() -> None:
    node = items(record(a=INTEGER), Constraints(unique=True))
    assert out_breach(node, [{"a": 1, "b": 1}, {"a": 1, "b": 2}]) == ("/v", "uniqueItems")


def test_bounds_are_the_validators() -> None:
    assert out_breach(Scalar("integer", Constraints(min=5)), 4) == ("/v", "minimum")
    assert out_breach(map_of(Scalar("integer", Constraints(max=5))), {"secret": 6}) == (
        "/v/*",
        "maximum",
    )


def test_media() -> None:
    picture = Scalar("bytes", Constraints(media_type="image/png"))
    node = giving(record(icon=picture, rows=items(record(_more=picture)), plain=BYTES))
    answer = node.project({"icon": b"a", "rows": [{"more": b"b"}, {}], "plain": b"c"})
    assert isinstance(answer, Projected)
    assert answer.media == (
        Media("/icon", "image/png", "YQ=="),
        Media("/rows/*/more", "image/png", "Yg=="),
    )


def test_media_of_the_chosen_variant_only() -> None:
    picture = Scalar("bytes", Constraints(media_type="image/png"))
    either = giving(union(record(x=picture, k=STRING), record(x=picture, k=INTEGER)))
    answer = either.project({"x": b"a", "k": 1})
    assert isinstance(answer, Projected)
    assert answer.media == (Media("/x", "image/png", "YQ=="),)


def test_media_type_given_where_a_named_type_is_used() -> None:
    use = Ref(0, Constraints(media_type="audio/wav"))
    node = giving(record(x=use), named(blob=BYTES))
    answer = node.project({"x": b"a"})
    assert isinstance(answer, Projected)
    assert answer.media == (Media("/x", "audio/wav", "YQ=="),)
