"""Habits from Python and TypeScript in, what is written here instead out; only where it is sure."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from schemac.syntax.mistakes import Stop, breaks_between, joined, wanted_is

if TYPE_CHECKING:
    from schemac.diagnostics.model import Diagnostic
    from schemac.syntax.lexemes import Lexeme

__all__ = ["HABIT_RULES"]

_ENDED = re.compile(r"\s*(?:[,)}@#]|\Z)")
_NEXT_FIELD = re.compile(
    r"(?:\s|(?<!#)#(?!#)[^\n]*+)*+"
    r"(?:[?*}]|##|(?:[\w.-]++|\"[^\"\n]*+\"|'[^'\n]*+')\s*+(?:\?\s*+)?(?::|=>))"
)
"""What follows the comma behind a field, or the last one."""
_OPENERS, _CLOSERS = frozenset("([{"), frozenset(")]}")
_CONTAINERS = frozenset({"Array", "list", "Set", "set", "frozenset", "Hash", "dict", "tuple"})
_MAPS = frozenset({"Hash", "dict"})
_HELD = {
    **dict.fromkeys(_CONTAINERS, "String"),
    **dict.fromkeys(("Hash", "dict", "Mapping"), "String, Integer"),
    "Optional": "String",
    "Union": "String, Integer",
    "Literal": '"text"',
}
"""What may stand in the brackets of names that are nothing without."""
_SIGNS = {"or": "|", "and": "&"}
_VALUES = {"True": "true", "False": "false", "true": "true", "false": "false"}
_NOTHING = frozenset({"None", "nil", "null", "undefined"})
_RECORDS = frozenset({"dict", "Dict", "Hash", "Mapping", "object", "record", "struct"})


def default_value(stop: Stop) -> Diagnostic | None:
    """Notice `?limit: Integer = 5`, `x: int | None = None`."""
    if stop.found.text != "=" or not wanted_is(stop, "") or not _in_fields(stop):
        return None
    message = "a default is no `= …`: it is a tag behind the type"
    return stop.say("SC101", message, stop.span(stop.found), _default_hint(stop))


def _default_hint(stop: Stop) -> str:
    value, is_optional = stop.place.after, _is_optional(stop)
    is_whole = _ENDED.match(stop.text.text, value.end) is not None
    if is_whole and value.text in _NOTHING:
        mark = "" if is_optional else " and write `?` before the name"
        return f"leave it out{mark}: what may be absent needs no default"
    meant = _as_json(value) if is_whole else None
    mark = "" if is_optional else ", and `?` before the name"
    return f"write `@default({meant or '…'})`{mark}"


def _is_optional(stop: Stop) -> bool:
    """Say whether the field that reading stopped in has its `?`."""
    first, depth = "", 0
    for word in reversed(stop.place.before):
        if word.kind == "mark" and word.text in _CLOSERS:
            depth += 1
        elif word.kind == "mark" and (word.text in _OPENERS or word.text == ","):
            if depth == 0:
                break
            depth -= word.text in _OPENERS
        first = word.text
    return first == "?"


def _as_json(value: Lexeme) -> str | None:
    """Give a literal as `@default` takes it."""
    if value.kind == "number":
        return value.text
    if value.kind == "string" and "\\" not in value.text:
        return json.dumps(value.text[1:-1], ensure_ascii=False)
    return _VALUES.get(value.text)


def _in_fields(stop: Stop) -> bool:
    """Say whether the innermost bracket is that of a record or of a signature."""
    inside = stop.inside
    if inside is None:
        return False
    is_signature = len(stop.place.opened) == 1 and stop.place.before[0].text == "("
    return inside.text == "{" or (inside.text == "(" and is_signature)


def array_suffix(stop: Stop) -> Diagnostic | None:
    """Notice `String[]`, `(A | B)[]`."""
    found, last = stop.found, stop.last
    if last is None:
        return None
    if found.text == "]" and last.text == "[" and wanted_is(stop, "type"):
        item = stop.place.back(2)
        if item is None or item.kind != "word" or not joined(item, last):
            return None
        message = f"no type stands in `{item.text}[]`"
        hint = f"a list of `{item.text}` is `Array[{item.text}]`"
        if item.text in _HELD:
            hint = f"write what is in it, as in `{item.text}[{_HELD[item.text]}]`"
        return stop.say("SC101", message, stop.span(item, found), hint)
    is_behind = last.text in {")", "}", "]", "?"} and joined(last, found)
    if found.text == "[" and is_behind and wanted_is(stop, "") and stop.place.after.text == "]":
        message = "`[]` has no place behind a type"
        hint = "a list is `Array[…]`, with the type of its items in the brackets"
        return stop.say("SC101", message, stop.span(found, stop.place.after), hint)
    return None


def tuple_in_parentheses(stop: Stop) -> Diagnostic | None:
    """Notice `(String, Integer)`; in a signature a comma has its place.

    Before another field it is rather the parenthesis that was forgotten: `{ a: (T | nil, b: U }`.
    """
    if stop.found.text != "," or stop.inside is None or stop.inside.text != "(":
        return None
    if not wanted_is(stop, ""):
        return None
    if _NEXT_FIELD.match(stop.text.text, stop.found.end):
        message = "this `(` is not closed before the next field"
        return stop.say("SC102", message, stop.span(stop.inside), "write its `)` before the `,`")
    message = "a tuple stands in brackets, not in parentheses"
    return stop.say("SC101", message, stop.span(stop.inside), "write `[String, Integer]`")


def named_record(stop: Stop) -> Diagnostic | None:
    """Notice `dict{ a: T }`."""
    last = stop.last
    if stop.found.text != "{" or last is None or not wanted_is(stop, ""):
        return None
    if last.text not in _RECORDS or not joined(last, stop.found):
        return None
    message = f"no `{last.text}` stands before the `{{` of a record"
    hint = "a record is `{ name: T }`, a map `Hash[K, V]`"
    return stop.say("SC101", message, stop.span(last), hint)


def read_only_word(stop: Stop) -> Diagnostic | None:
    """Notice `{ readonly id: T }`, `(readonly id: T)`, `id: readonly T`."""
    last = stop.last
    if last is None or last.text != "readonly" or stop.found.kind != "word":
        return None
    if not wanted_is(stop, "", "colon") or not _in_fields(stop):
        return None
    in_record = stop.inside is not None and stop.inside.text == "{"
    hint = "write `@read_only()` behind the type" if in_record else "leave it out"
    return stop.say("SC101", "`readonly` is no word of ours", stop.span(last), hint)


def word_between(stop: Stop) -> Diagnostic | None:
    """Notice `String or nil`, `A and B`, `Array of String`; a key of that name has its colon."""
    found, last, after = stop.found, stop.last, stop.place.after
    if found.kind != "word" or last is None or not wanted_is(stop, ""):
        return None
    if after.text in {":", "=>", "?"} or breaks_between(stop, last):
        return None
    if found.text in _SIGNS:
        sign = _SIGNS[found.text]
        message = f"`{found.text}` joins no types"
        hint = f"write `{sign}` in its place"
        return stop.say("SC101", message, stop.span(found), hint, stop.replace(found, sign))
    if found.text != "of" or last.text not in _CONTAINERS:
        return None
    item = after.text if after.kind == "word" else "String"
    message = "what a list or map holds stands in brackets, without `of`"
    meant = f"{last.text}[{item}]" if last.text not in _MAPS else f"{last.text}[String, {item}]"
    return stop.say("SC101", message, stop.span(found), f"write `{meant}`")


HABIT_RULES = (
    default_value,
    array_suffix,
    tuple_in_parentheses,
    named_record,
    read_only_word,
    word_between,
)
