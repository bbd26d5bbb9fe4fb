from __future__ import annotations

import pytest

from schemac.wire.paging import Pager
from schemac.wire.replies import WireError

TOOLS = tuple(f'{{"name":"t{number}"}}'.encode() for number in range(7))


def pager(size: int = 3, *keys: str, age: int = 60, salt: str = "s") -> Pager:
    return Pager(size, lambda: keys or ("key",), salt, age)


def walk(where: Pager) -> list[tuple[bytes, ...]]:
    pages, cursor = [], None
    while True:
        page = where.page(TOOLS, cursor)
        pages.append(tuple(page.fragments))
        cursor = page.following
        if cursor is None:
            return pages


def test_pages_cover_the_listing_in_order() -> None:
    assert walk(pager(3)) == [TOOLS[:3], TOOLS[3:6], TOOLS[6:]]
    assert walk(pager(7)) == [TOOLS]
    assert walk(pager(100)) == [TOOLS]


def test_an_empty_listing_is_one_page() -> None:
    page = pager().page((), None)
    assert (tuple(page.fragments), page.following) == ((), None)


def test_a_cursor_is_worth_nothing_elsewhere() -> None:
    cursor = pager().page(TOOLS, None).following
    assert cursor is not None
    others = [
        (pager(), TOOLS[:-1]),
        (pager(), (*TOOLS[:-1], b'{"name":"t9"}')),
        (pager(3, "other"), TOOLS),
        (pager(salt="other"), TOOLS),
        (pager(age=-1), TOOLS),
    ]
    for where, tools in others:
        with pytest.raises(WireError) as caught:
            where.page(tools, cursor)
        assert caught.value.failure.code == -32602
        assert caught.value.failure.message == "Invalid cursor"


@pytest.mark.parametrize("cursor", ["", "x", "W10.x.y", "é", "\x00", "A" * 10_000])
def test_a_made_up_cursor_is_refused(cursor: str) -> None:
    with pytest.raises(WireError):
        pager().page(TOOLS, cursor)


def test_older_keys_still_open_their_cursors() -> None:
    cursor = pager(3, "old").page(TOOLS, None).following
    page = pager(3, "old", "new").page(TOOLS, cursor)
    assert tuple(page.fragments) == TOOLS[3:6]
    with pytest.raises(WireError):
        pager(3, "old").page(TOOLS, page.following)


def test_a_cursor_with_any_character_changed_added_or_left_out_is_refused() -> None:
    cursor = pager().page(TOOLS, None).following
    assert cursor is not None
    for place in range(len(cursor) + 1):
        before, after = cursor[:place], cursor[place:]
        for character in "AQgwx9-_.=!\n é":
            for altered in (before + character + after, before + character + after[1:]):
                if altered != cursor:
                    with pytest.raises(WireError):
                        pager().page(TOOLS, altered)
        if after:
            with pytest.raises(WireError):
                pager().page(TOOLS, before + after[1:])
