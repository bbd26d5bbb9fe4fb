"""Mistakes with single words: open strings, tags without parentheses, numbers, odd characters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Fix
from schemac.diagnostics.suggest import did_you_mean
from schemac.ir.tags import ALWAYS_PREDICATES, TAGS
from schemac.syntax.mistakes import Stop, joined, wanted_is
from schemac.syntax.scan import argument_end

if TYPE_CHECKING:
    from schemac.diagnostics.model import Diagnostic
    from schemac.syntax.lexemes import Lexeme

__all__ = ["WORD_RULES"]

_CURLY = {"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\u2018": "'", "\u2019": "'"}
_KEYWORDS = ("type", "import", "from", "description")
_BEHIND_NAMES = {"type": ("=", "["), "import": ("",), "from": ("import",), "description": ()}
"""What shows that a name stands before it, and no misspelt keyword."""
_SHORT = 12
_FLAG = re.compile(r"[\w.:-]+")
_REST = re.compile(r"[^\r\n]*")


def open_string(stop: Stop) -> Diagnostic | None:
    """Notice `"text` without a closing quote on its line."""
    found = stop.found
    if found.kind != "open_string":
        return None
    span = stop.text.span(found.start, found.start + 1)
    message = f"the string that begins with `{found.text[:_SHORT]}` does not end on its line"
    hint = "write a line break in a string as `\\n`"
    return stop.say("SC103", message, span, hint if found.text[0] == '"' else None)


def ended_text(stop: Stop) -> Diagnostic | None:
    """Notice `@desc(a) b)`: what touches a tag is the rest of a text that was not to end there."""
    last, found = stop.last, stop.found
    if last is None or last.kind != "tag" or last.text[-1] != ")":
        return None
    if found.kind not in {"word", "number", "string", "open_string"} and found.text != ")":
        return None
    if not joined(last, found) and not _is_closed_again(stop):
        return None
    message = f"the argument of `{last.text.partition('(')[0]}` ends at this `)`"
    hint = "write a parenthesis that is only text as `\\(` or `\\)`, or quote the whole argument"
    return stop.say("SC101", message, stop.text.span(last.end - 1, last.end), hint)


def _is_closed_again(stop: Stop) -> bool:
    """Whether a parenthesis that nothing opens stands further on in the line."""
    if any(one.text[-1] == "(" for one in stop.place.opened) or stop.found.text == ")":
        return False
    start = stop.found.start
    line = _REST.match(stop.text.text, start)
    return argument_end(stop.text.text, start, line.end() if line else start)[0] >= 0


def curly_quote(stop: Stop) -> Diagnostic | None:
    """Notice quotation marks that word processors make."""
    plain = _CURLY.get(stop.found.text)
    if plain is None:
        return None
    message = f"`{stop.found.text}` does not quote; strings stand in `{plain}`"
    return stop.say("SC103", message, stop.span(stop.found), fix=stop.replace(stop.found, plain))


def open_symbol(stop: Stop) -> Diagnostic | None:
    """Notice a colon where a type or flag belongs: a symbol without its name."""
    in_tag = stop.inside is not None and stop.inside.kind == "tag"
    if stop.found.text != ":" or not (in_tag or wanted_is(stop, "type")):
        return None
    message = 'a symbol is `:name` or `:"any text"`; no name follows this `:`'
    meant = _meant_symbol(stop)
    if meant is None:
        return stop.say("SC101", message, stop.span(stop.found))
    span = stop.text.span(stop.found.start, meant[1])
    hint = f"write `{meant[0]}`"
    return stop.say("SC101", message, stop.span(stop.found), hint, Fix(span, meant[0]))


def _meant_symbol(stop: Stop) -> tuple[str, int] | None:
    """Give the symbol that a colon and what stands behind it can be read as, and its end."""
    after = stop.place.after
    match after.kind:
        case "word":
            return f":{after.text}", after.end
        case "string":
            return f':"{after.text[1:-1]}"', after.end
        case "number" if joined(stop.found, after):
            written = _FLAG.match(stop.text.text, after.start)
            end = after.end if written is None else written.end()
            return f':"{stop.text.text[after.start : end]}"', end
        case _:
            return None


def split_flag(stop: Stop) -> Diagnostic | None:
    """Notice `@requires(:orders:write)`."""
    last, found, inside = stop.last, stop.found, stop.inside
    if inside is None or inside.kind != "tag" or found.kind != "symbol":
        return None
    if last is None or last.kind != "symbol" or not joined(last, found):
        return None
    written = _FLAG.match(stop.text.text, last.start + 1)
    span = stop.text.span(last.start, found.end if written is None else written.end())
    meant = f':"{span.text[1:]}"'
    message = "a flag with `:` in it is quoted"
    return stop.say("SC401", message, span, f"write `{meant}`", Fix(span, meant))


def bare_tag(stop: Stop) -> Diagnostic | None:
    """Notice `@unique`, `@min (1)`, `@`."""
    found = stop.found
    if found.kind != "bare_tag":
        return None
    if found.text == "@":
        message = "`@` begins a tag, `@name(…)`; no name follows it"
        return stop.say("SC104", message, stop.span(found))
    if stop.place.after.text == "(":
        message = f"no space stands between `{found.text}` and its parenthesis"
        gap = stop.text.span(found.end, stop.place.after.start)
        return stop.say("SC104", message, gap, f"write `{found.text}(…)`")
    return _without_parentheses(stop)


def _without_parentheses(stop: Stop) -> Diagnostic:
    """Word a tag that is a name alone; empty parentheses help those that take nothing."""
    found = stop.found
    spec = TAGS.get(found.text[1:])
    if spec is not None and spec.argument == "none":
        message = f"`{found.text}` needs its parentheses, even empty ones"
        fix = stop.replace(found, f"{found.text}()")
        return stop.say("SC104", message, stop.span(found), f"write `{found.text}()`", fix)
    if spec is None and found.text[1:] not in ALWAYS_PREDICATES:
        message = f"`{found.text}` needs its parentheses"
        return stop.say("SC104", message, stop.span(found), f"write `{found.text}(…)`")
    meant = ":flag" if spec is None or spec.argument == "flag" else "…"
    message = f"`{found.text}` needs its argument in parentheses"
    return stop.say("SC104", message, stop.span(found), f"write `{found.text}({meant})`")


def tag_without_type(stop: Stop) -> Diagnostic | None:
    """Notice a tag where a type, a field or a parameter has to be."""
    if stop.found.kind != "tag" or not wanted_is(stop, "type", "field", "argument", "colon"):
        return None
    message = f"{stop.found.shown()} has no type before it; tags stand behind what they are about"
    return stop.say("SC104", message, stop.span(stop.found))


def bare_flag(stop: Stop) -> Diagnostic | None:
    """Notice `@requires(:a | b)`."""
    found = stop.found
    if not wanted_is(stop, "flag") or found.kind not in {"word", "string"}:
        return None
    flag = f":{found.text}"
    message = f"a flag is a symbol: write `{flag}`"
    return stop.say("SC401", message, stop.span(found), fix=stop.replace(found, flag))


def odd_number(stop: Stop) -> Diagnostic | None:
    """Notice `01`, `.5`, `1.`, `1_000`, `--1`."""
    found, last, after = stop.found, stop.last, stop.place.after
    if last is not None and last.kind == "number" and joined(last, found):
        message = _odd_ending(last.text, found)
        if message is not None:
            return stop.say("SC112", message, stop.span(last, found))
    if found.text in {".", "+", "-"} and joined(found, after):
        if after.kind == "number" and found.text != ".":
            message = f"`{found.text}{after.text}` is no number; one sign stands before the digits"
            return stop.say("SC112", message, stop.span(found, after))
        if after.kind == "number" or (found.text != "." and after.text == "."):
            return stop.say("SC112", _POINT, stop.span(found, after))
    return None


_POINT = "digits stand on both sides of a decimal point"


def _odd_ending(number: str, found: Lexeme) -> str | None:
    """Say what is wrong where something follows a number without a space."""
    written = f"`{number}{found.text}` is no number"
    if found.kind == "number":
        if found.text[0] in "+-":
            return f"{written}; a sign stands before all digits"
        return "a number does not begin with `0`"
    if found.text == ".":
        if "e" in number.lower():
            return f"{written}; an exponent has no decimal point"
        return f"{written}; one decimal point is enough" if "." in number else _POINT
    if found.kind != "word":
        return None
    if found.text in {"e", "E"}:
        return f"{written}; digits follow the `{found.text}`"
    if number.lstrip("+-") == "0" and found.text[0] in "xXoObB":
        return f"{written}; numbers are written in decimal digits"
    if found.text[0] == "_":
        return f"{written}; digits stand without marks in them"
    return f"{written}, and no name begins with a digit"


def padded_number(stop: Stop) -> Diagnostic | None:
    """Notice `007`: our own reading takes all digits, the grammar only the first `0`."""
    for word in reversed(stop.place.before[-1:]):
        bare = word.text.lstrip("+-")
        if word.kind == "number" and bare[:1] == "0" and bare[1:2].isdigit():
            return stop.say("SC112", "a number does not begin with `0`", stop.span(word))
    return None


def glued_keyword(stop: Stop) -> Diagnostic | None:
    """Notice `typex = …`, `importerror`, `fromerror import …`."""
    found, after = stop.found, stop.place.after
    if not wanted_is(stop, "declaration") or found.kind != "word":
        return None
    word = next((each for each in _KEYWORDS if found.text.startswith(each)), "")
    rest = found.text[len(word) :]
    if not word or not rest or after.text not in _BEHIND_NAMES[word]:
        return None
    message = f"`{found.text}` begins no declaration"
    if rest == "s" or not rest.isidentifier():
        return stop.say("SC101", message, stop.span(found), f"a blank stands behind `{word}`")
    meant = f"{word} {rest}"
    message = f"{message}; did you mean `{meant}`?"
    return stop.say("SC101", message, stop.span(found), fix=stop.replace(found, meant))


def misspelt_keyword(stop: Stop) -> Diagnostic | None:
    """Notice `typ x = …` at the beginning of a declaration."""
    if not wanted_is(stop, "declaration") or stop.found.kind != "word":
        return None
    meant = did_you_mean(stop.found.text, _KEYWORDS)
    if meant is None:
        return None
    message = f"`{stop.found.text}` begins no declaration; did you mean `{meant}`?"
    span = stop.span(stop.found)
    return stop.say("SC101", message, span, fix=stop.replace(stop.found, meant))


WORD_RULES = (
    ended_text,
    open_string,
    curly_quote,
    bare_tag,
    tag_without_type,
    bare_flag,
    split_flag,
    open_symbol,
    padded_number,
    odd_number,
    glued_keyword,
    misspelt_keyword,
)
