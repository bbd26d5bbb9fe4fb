"""Judged rows in, the table or JSON out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.bench.row import Judged, Unit

__all__ = ["as_json", "as_table"]

_HEADS = ("name", "what", "ours", "the other", "compared with", "ratio", "goal", "")
_SCALES = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))


def as_table(judged: Iterable[Judged]) -> str:
    """Write one line for each row, in columns."""
    lines = [_HEADS, *(_line(one) for one in judged)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(_HEADS))]
    return "\n".join(_columns(line, widths) for line in lines)


def as_json(judged: Iterable[Judged]) -> str:
    """Write the same as a JSON list."""
    return json.dumps([_object(one) for one in judged], indent=1, ensure_ascii=False)


def _columns(line: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()


def _line(one: Judged) -> tuple[str, ...]:
    row, sample = one.row, one.sample
    return (
        f"{'●' if row.marked else ' '} {row.name}",
        row.what,
        _amount(sample.ours, sample.unit),
        _amount(sample.other, sample.unit),
        row.against,
        f"{one.ratio:.3g}" if one.ratio < 1000 else f"{one.ratio:,.0f}",
        str(row.goal),
        "met" if one.met else "NOT MET",
    )


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


def _object(one: Judged) -> dict[str, object]:
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
    }
