from __future__ import annotations

from pathlib import Path

import pytest

from schemac.ir.printer import print_declarations
from schemac.source import Source
from schemac.syntax.format import format_source
from schemac.syntax.parser import parse_block

FILES = sorted((Path(__file__).parent / "corpus").glob("*.rbs"))


def names(text: str) -> list[str]:
    heads = (line.split()[1] for line in text.splitlines() if line.startswith("type "))
    return [head.partition("[")[0].partition("=")[0] for head in heads]


def test_the_corpus_is_large() -> None:
    assert sum(len(names(path.read_text(encoding="utf-8"))) for path in FILES) >= 300


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_aliases_as_people_write_them_are_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    parsed, diagnostics = parse_block(Source(path.name, text), mode="signature_file")
    assert [(one.code, one.message, one.span and one.span.begin) for one in diagnostics] == []
    assert [one.name for one in parsed.types] == names(text)
    assert parsed.broken == ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_printed_reads_the_same(path: Path) -> None:
    parsed, _ = parse_block(Source(path.name, path.read_text("utf-8")), mode="signature_file")
    printed = print_declarations([*parsed.imports, *parsed.types])
    again, diagnostics = parse_block(Source(path.name, printed), mode="signature_file")
    assert diagnostics == ()
    assert (again.types, again.imports) == (parsed.types, parsed.imports)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_laid_out_reads_the_same(path: Path) -> None:
    text = path.read_text("utf-8")
    once, diagnostics = format_source(Source(path.name, text))
    assert diagnostics == ()
    assert (
        parse_block(Source(path.name, once), mode="signature_file")[0]
        == (parse_block(Source(path.name, text), mode="signature_file")[0])
    )
    assert [line.partition("#")[2] for line in once.splitlines() if "#" in line] == [
        line.partition("#")[2] for line in text.splitlines() if "#" in line
    ]
    assert format_source(Source(path.name, once))[0] == once
