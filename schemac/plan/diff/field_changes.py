"""Two fields of one name in, what differs beside their types out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.diff.formula import CLOSED, all_of, negated
from schemac.plan.diff.written import as_tag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.plan.diff.formula import Formula
    from schemac.plan.diff.sight import Sight
    from schemac.plan.nodes import Field

__all__ = ["default_changes", "field_changes"]


def default_changes(
    old: tuple[Field, Sight], new: tuple[Field, Sight]
) -> Iterator[tuple[str, str, Formula]]:
    """Give what becomes of a default, and for whom: it holds where a caller's view takes it."""
    (was, had), (now, has) = _default(*old), _default(*new)
    yield "default-added", now, all_of((has, negated(had)))
    yield "default-removed", was, all_of((had, negated(has)))
    if was != now:
        yield "default-changed", f"{was} → {now}", all_of((had, has))


def _default(field: Field, sight: Sight) -> tuple[str, Formula]:
    """Give a default as it is written, and who has it."""
    if field.default is None:
        return "", CLOSED
    return field.default.value, sight.gate(field.default.gate)


def field_changes(old: Field, new: Field) -> Iterator[tuple[str, str]]:
    """Give what differs for all who see both, with its kind; the types and defaults aside."""
    if old.required != new.required:
        yield ("field-required" if new.required else "field-optional"), ""
    yield from _replaced("default", _asked(old), _asked(new))
    if old.header != new.header:
        yield "header-changed", f"{_header(old)} → {_header(new)}"
    for name in ("deprecated", "read_only", "write_only"):
        if getattr(old, name) != getattr(new, name):
            words = name.replace("_", " ")
            yield "words-changed", words if getattr(new, name) else f"{words} no more"


def _asked(field: Field) -> str | None:
    return None if field.default_for is None else as_tag("default_for", f":{field.default_for}")


def _header(field: Field) -> str:
    return "no header" if field.header is None else as_tag("header", field.header)


def _replaced(what: str, before: str | None, after: str | None) -> Iterator[tuple[str, str]]:
    if before == after:
        return
    if before is None:
        yield f"{what}-added", f"{after}"
    elif after is None:
        yield f"{what}-removed", f"{before}"
    else:
        yield f"{what}-changed", f"{before} → {after}"
