"""Tools by callers in, one self-contained HTML page out: no script, nothing fetched."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from schemac.report.display import one_line
from schemac.report.matrix import estimated
from schemac.report.summary import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.report.matrix import Cell, Matrix, Row

__all__ = ["render_matrix_page"]

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --quiet: #777; --more: #2a7d4f22; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem; }
h1 { font-size: 1.3rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .45rem .9rem; text-align: left;
  vertical-align: top; }
thead th { position: sticky; top: 0; background: Canvas; }
tbody th, code { font-family: ui-monospace, monospace; font-weight: 600; }
code { font-weight: 400; }
td.hidden, td.unknown, .size { color: var(--quiet); }
li.more { background: var(--more); }
ul { margin: .2rem 0 .4rem; padding-left: 1.1rem; }
summary { cursor: pointer; }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def render_matrix_page(matrix: Matrix) -> str:
    """Render the page. In each row, what the first caller does not see is marked in the others."""
    heads = "".join(f'<th scope="col">{_text(column.name)}</th>' for column in matrix.columns)
    sums = "".join(
        f'<td>{plural(column.tools, "tool")}<br><span class="size">{column.bytes} B, '
        f"{estimated(column.bytes)}</span></td>"
        for column in matrix.columns
    )
    rows = "\n".join(_row(row) for row in matrix.rows)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>Tools by callers</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>Tools by callers</h1>
<p>What each caller is told. Open a cell for its fields; those that the first caller
does not see are marked. A token is taken to be four bytes, which is an estimate.</p>
<div class="scroll">
<table>
<thead><tr><th scope="col">Tool</th>{heads}</tr></thead>
<tbody>
{rows}
</tbody>
<tfoot><tr><th scope="row">Listing</th>{sums}</tr></tfoot>
</table>
</div>
</body>
</html>
"""


def _row(row: Row) -> str:
    first = row.cells[0] if row.cells else None
    cells = "".join(_cell(cell, first) for cell in row.cells)
    return f'<tr><th scope="row">{_text(row.tool)}</th>{cells}</tr>'


def _cell(cell: Cell, first: Cell | None) -> str:
    if cell.sight == "hidden":
        return '<td class="hidden">hidden</td>'
    if cell.sight == "unknown":
        return '<td class="unknown">? its gate cannot be read</td>'
    before = first if first is not None else cell
    variants = f", {cell.variants} variants" if cell.variants else ""
    summary = f"{len(cell.inputs)} in, {len(cell.outputs)} out{variants}"
    lists = "".join(
        (
            *_fields("Input", cell.inputs, before.inputs),
            *_fields("Output", cell.outputs, before.outputs),
        )
    )
    size = f'<span class="size">{cell.bytes} B</span>'
    return f"<td><details><summary>{summary}</summary>{lists}</details>{size}</td>"


def _fields(side: str, pointers: Sequence[str], before: Sequence[str]) -> Iterator[str]:
    if not pointers:
        return
    known = frozenset(before)
    yield f"{side}<ul>"
    for pointer in pointers:
        marked = "" if pointer in known else ' class="more"'
        yield f"<li{marked}><code>{_text(pointer)}</code></li>"
    yield "</ul>"


def _text(text: str) -> str:
    return escape(one_line(text))
