"""Projected items in, the list of a set out: each item once, ordered by its JSON bytes."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["as_set", "compact", "identity"]


def as_set(items: list[Any]) -> list[Any]:
    """Sort by the items' JSON and merge those that are the same value.

    UTF-8 keeps the order of code points, so text compares as its bytes would.
    """
    ordered = sorted((compact(item), index) for index, item in enumerate(items))
    seen: set[str] = set()
    kept: list[Any] = []
    for _text, index in ordered:
        item = items[index]
        same = identity(item)
        if same not in seen:
            seen.add(same)
            kept.append(item)
    return kept


def identity(item: object) -> str:
    """Give a text that two JSON values share exactly if they are equal: `1` is `1.0`."""
    if type(item) is str:
        return f'"{item}'
    return json.dumps(_normal(item), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def compact(item: object) -> str:
    """Write a projected value as compact JSON; ValueError for what is not finite."""
    return json.dumps(item, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _normal(item: object) -> object:
    if type(item) is float and item.is_integer():
        return int(item)
    if type(item) is list:
        return [_normal(each) for each in item]
    if type(item) is dict:
        return {key: _normal(each) for key, each in item.items()}
    return item
