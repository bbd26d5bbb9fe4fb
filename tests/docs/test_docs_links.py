"""Links between pages lead somewhere, and every page is reached from the index."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_DOCS = _ROOT / "docs"
_PAGES = sorted(_DOCS.rglob("*.md"))
_LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def _links(page: Path) -> list[tuple[Path, str]]:
    text = _FENCED.sub("", page.read_text(encoding="utf-8"))
    found = _LINK.findall(text)
    return [((page.parent / path).resolve() if path else page, anchor) for path, anchor in found]


def _anchors(page: Path) -> set[str]:
    text = _FENCED.sub("", page.read_text(encoding="utf-8"))
    heads = re.findall(r"^#+ +(.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", _PAGES, ids=lambda page: page.relative_to(_DOCS).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    wrong = [
        (str(target), anchor)
        for target, anchor in _links(page)
        if not target.exists() or (anchor and anchor not in _anchors(target))
    ]
    assert wrong == []


def test_every_page_is_reached_from_the_index() -> None:
    seen: set[Path] = set()
    waiting = [_DOCS / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in seen:
            seen.add(page)
            waiting += [target for target, _ in _links(page) if target in _PAGES]
    assert {page.name for page in _PAGES if page not in seen} <= {"performance.md"}
    assert _DOCS / "README.md" in {target for target, _ in _links(_ROOT / "README.md")}


def test_the_cookbook_has_its_recipes() -> None:
    recipes = [page for page in (_DOCS / "cookbook").glob("*.md") if page.name != "README.md"]
    listed = {target for target, _ in _links(_DOCS / "cookbook" / "README.md")}
    assert {page for page in recipes if page not in listed} == set()
    assert len(recipes) >= 17
