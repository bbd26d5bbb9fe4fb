"""What the documentation shows is what happens: every page, followed from top to bottom.

With `SCHEMAC_UPDATE=1` what blocks show is written anew; those with `…` stay.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.docs.doc_following import UPDATING, follow, rewrite
from tests.docs.doc_pages import reasons

_ROOT = Path(__file__).parents[2]
_MEASURED_BY_HAND = "performance.md"
"""Its commands take hours; their numbers hold for one machine."""

_PAGES = [
    _ROOT / "README.md",
    *(page for page in sorted((_ROOT / "docs").rglob("*.md")) if page.name != _MEASURED_BY_HAND),
]
_NOT_RUN = 6
"""So many blocks of all pages cannot run, and no more."""


def _name(page: Path) -> str:
    return page.relative_to(_ROOT).as_posix()


@pytest.mark.parametrize("page", _PAGES, ids=_name)
def test_the_page_is_right(page: Path, tmp_path: Path) -> None:
    rewrite(page, follow(page, tmp_path / "page"))


def test_updating_is_refused_in_ci() -> None:
    assert not (UPDATING and os.environ.get("CI"))


def test_few_blocks_are_not_run() -> None:
    found = [f"{_name(page)}: {reason}" for page in _PAGES for reason in reasons(page)]
    assert len(found) <= _NOT_RUN, found
