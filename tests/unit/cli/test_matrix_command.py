from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from schemac.report.matrix import Cell, Column, Matrix, Row, render_matrix, tokens
from schemac.report.matrix_page import render_matrix_page

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

HIDDEN = """
from schemac import Handler, tool

GATE = "routing"


@tool("guarded", requires=GATE, domains=["operator"])
class Guarded(Handler):
    '''Show it.'''

    #: () -> { ok: bool }
    def call(self): ...
"""


class Page(HTMLParser):
    """The tags of a page and the texts of its cells."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.texts: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not [name for name, _ in attrs if name in {"src", "href", "onclick", "style"}]
        self.tags.add(tag)
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip() and "style" not in self.open:
            self.texts.append(data.strip())


def test_a_gate_that_cannot_be_read_is_a_question_mark(project: Project) -> None:
    project.write("app/guarded.py", HIDDEN)
    outcome = project.run("matrix", "--domain", "operator")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == (
        "         member                       admin\n"
        "guarded  ?                            ?\n"
        "listing  0 tools, 2 B, about 1 token  0 tools, 2 B, about 1 token\n"
    )


def test_bytes_are_those_of_the_listing(project: Project) -> None:
    told = json.loads(project.run("compile", "--all", "--persona", "admin").out)
    text = json.dumps(told, separators=(",", ":"), ensure_ascii=False)
    matrix = json.loads(project.run("matrix", "--format", "json").out)
    admin = matrix["callers"][1]
    assert admin == {
        "name": "admin",
        "tools": 2,
        "bytes": len(text),
        "tokens": -(-len(text) // 4),
    }


def test_tokens_are_bytes_by_four_rounded_up() -> None:
    assert [tokens(size) for size in (0, 1, 4, 5)] == [0, 1, 1, 2]


def test_writes_one_page_that_fetches_nothing(project: Project) -> None:
    outcome = project.run("matrix", "--html", "page.html")
    assert (outcome.status, outcome.out) == (0, "")
    assert outcome.err == "Wrote 2 tools for 2 callers to `page.html`.\n"
    text = (project.folder / "page.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert page.open == []
    assert not page.tags & {"script", "link", "img", "iframe", "object"}
    assert "default-src 'none'" in text
    assert re.findall(r'<li class="more"><code>(.*?)</code>', text) == ["/stage", "/note"]
    assert page.texts[page.texts.index("move") + 1] == "1 in, 1 out"


def test_text_of_authors_stays_text() -> None:
    cell = Cell("visible", ("/<b>",), ("/x\u202e",), 0, 10)
    columns = (Column("<script>", 1, 12), Column("b", 0, 2))
    matrix = Matrix(columns, (Row("a&b", (cell, Cell("hidden"))),))
    page = render_matrix_page(matrix)
    assert "<script>" not in page
    assert "<b>" not in page
    assert "a&amp;b" in page
    assert "/x&lt;U+202E&gt;" in page
    assert render_matrix(matrix).splitlines()[1].endswith("-")
