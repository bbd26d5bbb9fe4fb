"""All rows, in groups that share what they serve: each group is measured in one process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.bench import (
    call_rows,
    compile_rows,
    enforcing_rows,
    fastmcp_rows,
    gunicorn_rows,
    listing_rows,
    process_rows,
    small_rows,
)

if TYPE_CHECKING:
    from tests.bench.row import Row

__all__ = ["GROUPS", "ROWS"]

GROUPS: tuple[tuple[Row, ...], ...] = (
    (*listing_rows.WARM_ROWS, *call_rows.ROWS, *small_rows.ROWS, *process_rows.GATE_ROWS),
    fastmcp_rows.ROWS,
    listing_rows.ROWS,
    enforcing_rows.ROWS,
    compile_rows.ROWS,
    process_rows.ROWS,
    gunicorn_rows.ROWS,
    (*call_rows.MANY_ROWS, *small_rows.FLAT_ROWS, *listing_rows.SIZE_ROWS),
)

ROWS = tuple(row for group in GROUPS for row in group)
