"""Judged rows in, lines of the table or JSON out, each as soon as its row is measured."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.bench.row import Judged, Row, Unit

__all__ = ["Table", "as_json", "as_object"]

_HEADS = ("name", "what", "ours", "the other", "compared with", "ratio", "goal", "", "took")
_NARROW = 9
_SCALES = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))


class Table:
    """The columns of some rows, as wide as they will need to be."""

    def __init__(self, rows: Iterable[Row]) -> None:
        words = [(_marked(row), row.what, "", "", row.against) for row in rows]
        self._widths = [
            max((_NARROW, *(len(line[at]) for line in words if at < len(line))))
            for at in range(len(_HEADS))
        ]

    @property
    def head(self) -> str:
        """Name the columns."""
        return self._columns(_HEADS)

    def line(self, one: Judged) -> str:
        """Write a measured row."""
        row, sample = one.row, one.sample
        return self._columns(
            (
                _marked(row),
                row.what,
                _amount(sample.ours, sample.unit),
                _amount(sample.other, sample.unit),
                row.against,
                f"{one.ratio:.3g}" if one.ratio < 1000 else f"{one.ratio:,.0f}",
                str(row.goal),
                "met" if one.met else "NOT MET",
                f"{one.took:.0f} s",
            )
        )

    def _columns(self, line: Sequence[str]) -> str:
        cells = zip(line, self._widths, strict=True)
        return "  ".join(text.ljust(width) for text, width in cells).rstrip()


def as_json(judged: Iterable[Judged]) -> str:
    """Write rows as a JSON list."""
    return json.dumps([as_object(one) for one in judged], indent=1, ensure_ascii=False)


def as_object(one: Judged) -> dict[str, object]:
    """Give a row as JSON says it; times in seconds, sizes in bytes."""
    row, sample = one.row, one.sample
    return {
        "name": row.name,
        "what": row.what,
        "with": row.against,
        "marked": row.marked,
        "ours": sample.ours,
        "other": sample.other,
        "unit": sample.unit,
        "ratio": one.ratio,
        "goal": str(row.goal),
        "met": one.met,
        "note": sample.note,
        "took": one.took,
    }


def _marked(row: Row) -> str:
    return f"{'●' if row.marked else ' '} {row.name}"


def _amount(value: float, unit: Unit) -> str:
    match unit:
        case "seconds":
            name, scale = next((pair for pair in _SCALES if value >= pair[1]), _SCALES[-1])
            return f"{value / scale:.3g} {name}"
        case "bytes":
            return f"{value / 2**20:.1f} MB"
        case "times":
            return f"{value:g}"
        case "per second":
            return f"{value:,.0f}/s"
