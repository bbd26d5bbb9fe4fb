"""Mistakes in lists of fields, parameters and members: commas, keys and brackets."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Fix
from schemac.syntax.mistakes import Stop, wanted_is

if TYPE_CHECKING:
    from schemac.diagnostics.model import Diagnostic
    from schemac.syntax.lexemes import Lexeme

__all__ = ["LIST_RULES"]

_CLOSERS = {"(": ")", "[": "]", "{": "}"}

_KEY = re.compile(r"[\w.+/-]+")
"""A key that needs quotes, from its first character on."""


def open_tag(stop: Stop) -> Diagnostic | None:
    """Notice `@desc(text` to the end."""
    tag = next((one for one in stop.place.opened if one.kind == "tag"), None)
    if tag is None or (stop.found.kind != "end" and wanted_is(stop, "flag")):
        return None
    if stop.found.kind != "end" and stop.found.text != "\\":
        message = f"expected `|`, `&` or `)` in `{tag.text}…)`, found {stop.found.shown()}"
        return stop.say("SC401", message, stop.span(stop.found))
    message = f"the parenthesis of `{tag.text[:-1]}` is never closed"
    hint = "write a parenthesis that is only text as `\\(` or `\\)`"
    return stop.say("SC102", message, stop.span(tag), hint)


def open_bracket(stop: Stop) -> Diagnostic | None:
    """Notice a bracket without its partner when the declaration ends."""
    if stop.found.kind != "end" or stop.inside is None or wanted_is(stop, "type", "flag"):
        return None
    return stop.say("SC102", f"this `{stop.inside.text}` is never closed", stop.span(stop.inside))


def wrong_closer(stop: Stop) -> Diagnostic | None:
    """Notice `{ a: T ]`, and a closing bracket with no partner."""
    if stop.found.text not in {")", "]", "}"} or stop.found.kind != "mark":
        return None
    inside = stop.inside
    if inside is None:
        return stop.say("SC101", f"this `{stop.found.text}` closes nothing", stop.span(stop.found))
    closer = _CLOSERS[inside.text[-1]]
    if closer == stop.found.text:
        return None
    message = f"`{inside.text}` is closed by `{closer}`, not by `{stop.found.text}`"
    finding = stop.say("SC102", message, stop.span(stop.found))
    return replace(finding, labels=(stop.label(inside, "opened here"),))


def semicolon(stop: Stop) -> Diagnostic | None:
    """Notice `;` between fields."""
    if stop.found.text != ";" or stop.inside is None or stop.inside.kind == "tag":
        return None
    message = "`,` separates what stands in brackets, not `;`"
    return stop.say("SC101", message, stop.span(stop.found), fix=stop.replace(stop.found, ","))


def missing_comma(stop: Stop) -> Diagnostic | None:
    """Notice two fields, parameters or items without a comma between them."""
    inside, found, last = stop.inside, stop.found, stop.last
    if inside is None or last is None or inside.kind == "tag" or not wanted_is(stop, ""):
        return None
    if found.kind not in {"word", "string", "symbol", "number"} and found.text not in "?{[(*":
        return None
    if last.text == "...":
        return stop.say("SC101", "nothing stands behind `...`", stop.span(found))
    behind_mark = last.text == "?" and found.kind in {"word", "string"} and inside.text != "["
    where = last if behind_mark else found
    message = f"expected `,` before `{'?' if behind_mark else ''}{found.text[:40]}`"
    if inside.text == "(" and len(stop.place.opened) == 1 and _is_type(stop):
        message = f"expected `)`, `|` or `&` before `{found.text[:40]}`"
        return stop.say("SC101", message, stop.span(found))
    return stop.say("SC101", message, stop.span(found), fix=stop.insert(where, ", "))


def _is_type(stop: Stop) -> bool:
    return stop.place.before[0].text == "type"


def wrong_key(stop: Stop) -> Diagnostic | None:
    """Notice `{ 1: T }`, `{ a-b: T }`, `{ a T }`, `{ a = T }`, `{ a => T }`."""
    found, last = stop.found, stop.last
    if wanted_is(stop, "field", "key", "argument") and found.kind == "number":
        return _odd_key(stop, found, "a key that is no word is quoted")
    if not wanted_is(stop, "colon") or last is None or stop.expected is None:
        return None
    if found.text in {"-", ".", "/"}:
        return _odd_key(stop, last, f"a key with `{found.text}` in it is quoted")
    return _no_colon(stop, last)


def _odd_key(stop: Stop, first: Lexeme, message: str) -> Diagnostic:
    """Quote all of a key, however many words we take it for; a parameter cannot be quoted."""
    end = first.end
    if written := _KEY.match(stop.text.text, first.start):
        end = max(end, written.end())
    span = stop.text.span(first.start, end)
    if stop.inside is not None and stop.inside.text == "(":
        return stop.say("SC101", f"`{span.text}` is no name of a parameter", span)
    quoted = f'"{span.text}"'
    return stop.say("SC101", f"{message}: `{quoted}`", span, fix=Fix(span, quoted))


def _no_colon(stop: Stop, last: Lexeme) -> Diagnostic:
    found = stop.found
    words = stop.expected.words if stop.expected else "`:`"
    if last.text == "?" and (key := stop.place.back(2)) is not None:
        last = replace(key, text=f"{key.text}?")
    where = last if found.kind == "end" else found
    message = f"expected {words} after `{last.text}`, found {found.shown()}"
    fix = None
    if found.text in {"=", "=>", ":"}:
        fix = stop.replace(found, words.strip("`"))
    return stop.say("SC101", message, stop.span(where), fix=fix)


def typed_parameter(stop: Stop) -> Diagnostic | None:
    """Notice `(Array[Integer] x)`, `(String name)`: RBS parameters without names."""
    last = stop.last
    if last is None or len(stop.place.opened) != 1 or stop.place.before[0].text != "(":
        return None
    if not wanted_is(stop, "colon") or stop.found.text not in {"[", "|", "&"}:
        return None
    message = f"`{last.text}` is a type without a name; a parameter is `name: Type`"
    return stop.say("SC601", message, stop.span(last))


LIST_RULES = (
    open_tag,
    wrong_closer,
    semicolon,
    typed_parameter,
    wrong_key,
    open_bracket,
    missing_comma,
)
