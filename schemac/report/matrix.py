"""Tools by callers in, a table for people or a JSON document out."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from schemac.report.display import one_line, width
from schemac.report.summary import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "BYTES_PER_TOKEN",
    "Cell",
    "Column",
    "Matrix",
    "Row",
    "Sight",
    "estimated",
    "render_matrix",
    "render_matrix_json",
    "tokens",
]

Sight: TypeAlias = Literal["visible", "hidden", "unknown"]

BYTES_PER_TOKEN = 4
"""The estimate: compact JSON of schemas takes about one token for four bytes in common tokenizers.
Real counts differ by a third either way; the figure is for comparing callers, not for bills."""

_HIDDEN = {"hidden": "-", "unknown": "?"}


@dataclass(frozen=True, slots=True)
class Cell:
    """What one caller is told of one tool: pointers of fields, variants of the output, bytes."""

    sight: Sight
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    variants: int = 0
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class Column:
    """One caller: how many tools, and how large the listing is."""

    name: str
    tools: int
    bytes: int

    @classmethod
    def of(cls, name: str, cells: Sequence[Cell]) -> Column:
        """Sum up; a listing has brackets around its tools and commas between them."""
        seen = [cell.bytes for cell in cells if cell.sight == "visible"]
        return cls(name, len(seen), sum(seen) + max(len(seen) - 1, 0) + 2)


@dataclass(frozen=True, slots=True)
class Row:
    """One tool, as each of the callers is told of it."""

    tool: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """All of it. Cells of a row are in the order of the columns."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


def tokens(size: int) -> int:
    """Estimate how many tokens so many bytes of a listing are."""
    return -(-size // BYTES_PER_TOKEN)


def estimated(size: int) -> str:
    """Word the estimate."""
    count = tokens(size)
    return f"about {count} {'token' if count == 1 else 'tokens'}"


def render_matrix(matrix: Matrix) -> str:
    """Render a table with a line of sums below it."""
    head = ["", *(one_line(column.name) for column in matrix.columns)]
    lines = [head, *([row.tool, *map(_cell, row.cells)] for row in matrix.rows)]
    lines.append(["listing", *map(_sum, matrix.columns)])
    widths = [max(width(line[at]) for line in lines) for at in range(len(head))]
    return "".join(
        "  ".join(
            cell + " " * (wide - width(cell)) for cell, wide in zip(line, widths, strict=True)
        ).rstrip()
        + "\n"
        for line in lines
    )


def render_matrix_json(matrix: Matrix) -> str:
    """Render everything, the pointers of all visible fields included."""
    document = {
        "version": 1,
        "callers": [
            {
                "name": column.name,
                "tools": column.tools,
                "bytes": column.bytes,
                "tokens": tokens(column.bytes),
            }
            for column in matrix.columns
        ],
        "tools": [
            {
                "name": row.tool,
                "callers": {
                    column.name: _told(cell)
                    for column, cell in zip(matrix.columns, row.cells, strict=True)
                },
            }
            for row in matrix.rows
        ],
    }
    return json.dumps(document, indent=2, ensure_ascii=True) + "\n"


def _cell(cell: Cell) -> str:
    if cell.sight != "visible":
        return _HIDDEN[cell.sight]
    variants = f", {cell.variants} variants" if cell.variants else ""
    return f"{len(cell.inputs)} in, {len(cell.outputs)} out{variants}, {cell.bytes} B"


def _sum(column: Column) -> str:
    return f"{plural(column.tools, 'tool')}, {column.bytes} B, {estimated(column.bytes)}"


def _told(cell: Cell) -> dict[str, object]:
    if cell.sight != "visible":
        return {"sight": cell.sight}
    return {
        "sight": cell.sight,
        "input": list(cell.inputs),
        "output": list(cell.outputs),
        "variants": cell.variants,
        "bytes": cell.bytes,
        "tokens": tokens(cell.bytes),
    }
