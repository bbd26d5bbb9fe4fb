from __future__ import annotations

import re
from pathlib import Path

import pytest

import schemac
from schemac.diagnostics.catalog import CATALOG
from schemac.diagnostics.page import page

PACKAGE = Path(schemac.__file__).parent
PAGES = PACKAGE / "diagnostics" / "pages"


def test_there_is_a_page_for_every_code_and_no_other() -> None:
    assert sorted(file.stem for file in PAGES.iterdir()) == list(CATALOG)


@pytest.mark.parametrize("code", CATALOG)
def test_a_page_says_what_is_wrong_shows_it_and_mends_it(code: str) -> None:
    text = page(code)
    assert text is not None
    lines = text.splitlines()
    assert lines[0] == f"# {code} {CATALOG[code].name}"
    assert lines[1] == ""
    assert re.match(r"[A-Z`]", lines[2]), "the third line begins a sentence"
    fences = [at for at, line in enumerate(lines) if line.startswith("```")]
    assert len(fences) >= 2, "an example"
    assert len(fences) % 2 == 0, "every fence is closed"
    assert any(line and not line.startswith("```") for line in lines[fences[1] + 1 :]), "the fix"
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


def test_no_code_is_used_that_the_catalogue_lacks() -> None:
    used = {
        (code, file.relative_to(PACKAGE).as_posix())
        for file in PACKAGE.rglob("*.py")
        for code in re.findall(r"""["'](SC\d{3})["']""", file.read_text(encoding="utf-8"))
    }
    assert sorted(each for each in used if each[0] not in CATALOG) == []
