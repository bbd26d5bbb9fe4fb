"""Mistakes in types and tags: constructs of other languages, and marks at the wrong place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.syntax.mistakes import Stop, breaks_between, wanted_is

if TYPE_CHECKING:
    from schemac.diagnostics.model import Diagnostic
    from schemac.syntax.lexemes import Lexeme

__all__ = ["TYPE_RULES"]

_OPENERS = {"(": "[", "<": "["}


def bare_arrow(stop: Stop) -> Diagnostic | None:
    """Notice `-> output` on a line of its own behind a type."""
    if stop.found.text != "->" or stop.inside is not None or not wanted_is(stop, ""):
        return None
    if stop.last is None or not breaks_between(stop, stop.last):
        return None
    message = "a signature begins with `(`: this `->` stands behind a type"
    hint = "write `() -> …` where the function takes no parameters"
    return stop.say("SC101", message, stop.span(stop.found), hint)


def function_type(stop: Stop) -> Diagnostic | None:
    """Notice `^(Integer) -> String`, `(Integer) -> String`."""
    caret = stop.found.text == "^" and wanted_is(stop, "type")
    arrow = stop.found.text == "->" and wanted_is(stop, "") and stop.inside is None
    if not caret and not arrow:
        return None
    message = "function types are not supported: a function is no data that could be sent"
    return stop.say("SC107", message, stop.span(stop.found))


def namespaced_name(stop: Stop) -> Diagnostic | None:
    """Notice `Foo::Bar`, `::Foo`."""
    if stop.found.text != "::" or not wanted_is(stop, "type", "", "colon", "equals"):
        return None
    last, after = stop.last, stop.place.after
    first = last if last is not None and last.kind == "word" and wanted_is(stop, "") else stop.found
    name = after.text if after.kind == "word" else "name"
    message = f"names with `::` are not supported; import the type and write `{name}`"
    return stop.say("SC107", message, stop.span(first, stop.found))


def called_type(stop: Stop) -> Diagnostic | None:
    """Notice `singleton(C)`, `List(String)`, `Array<String>`."""
    last, opener = stop.last, _OPENERS.get(stop.found.text)
    if opener is None or last is None or last.kind != "word" or not wanted_is(stop, ""):
        return None
    if breaks_between(stop, last):
        message = f"`{stop.found.text}` has no place after `{last.text}`"
        hint = "a signature stands above the function that it is of, and in no signature file"
        return stop.say("SC101", message, stop.span(stop.found), hint)
    if last.text == "singleton":
        message = "`singleton(…)` is not supported: a class is no data that could be sent"
        return stop.say("SC107", message, stop.span(last))
    message = f"the arguments of a type stand in brackets: `{last.text}[…]`"
    return stop.say("SC101", message, stop.span(stop.found))


def parameter_bounds(stop: Stop) -> Diagnostic | None:
    """Notice `type t[out T]`, `type t[T < Base]`."""
    if not wanted_is(stop, "listed"):
        return None
    last = stop.last
    if stop.found.text in {"<", ">", ":"}:
        message = "bounds of type parameters are not supported"
        return stop.say("SC107", message, stop.span(stop.found))
    if last is not None and last.text in {"out", "in", "unchecked"} and stop.found.kind == "word":
        message = f"`{last.text}` is not supported: type parameters have no variance"
        return stop.say("SC107", message, stop.span(last))
    return None


def dots(stop: Stop) -> Diagnostic | None:
    """Notice `...` outside `tuple[T, ...]`."""
    if stop.found.text != "...":
        return None
    return stop.say("SC101", "`...` stands in `tuple[T, ...]` only", stop.span(stop.found))


def mark_behind_tag(stop: Stop) -> Diagnostic | None:
    """Notice `String @min(1)?`, `A @x(…) & B`, `A @x(…)[B]`."""
    last = stop.last
    if last is None or last.kind != "tag" or not wanted_is(stop, ""):
        return None
    if stop.found.text == "?":
        message = "`?` stands before the tags, directly behind the type"
        return stop.say("SC101", message, stop.span(stop.found))
    if stop.found.text == "&":
        message = "tags stand behind the whole `A & B`"
        hint = "put the part that they are about into parentheses"
        return stop.say("SC101", message, stop.span(stop.found), hint)
    return None


def missing_equals(stop: Stop) -> Diagnostic | None:
    """Notice `type t { … }`, `type t: T`, `type t := T`."""
    if not wanted_is(stop, "equals") or stop.last is None:
        return None
    found = stop.found
    message = f"expected `=` after `{stop.last.text}`, found {found.shown()}"
    if found.text == ":":
        return stop.say("SC101", message, stop.span(found), fix=stop.replace(found, " ="))
    opens = found.text in {"{", "|", "("} or found.kind in {"string", "symbol"}
    fix = stop.insert(found, "= ") if opens else None
    return stop.say("SC101", message, stop.span(_or_last(stop)), fix=fix)


def _or_last(stop: Stop) -> Lexeme:
    """Give the word found, or the last one where the text ends."""
    return stop.last if stop.found.kind == "end" and stop.last is not None else stop.found


def import_forms(stop: Stop) -> Diagnostic | None:
    """Notice `import "error"`, `from a import *`, `from a import (b)`, `import a, b`."""
    found = stop.found
    if wanted_is(stop, "path") and found.kind == "string":
        bare = found.text[1:-1]
        message = "the name of a signature file stands without quotes"
        return stop.say("SC101", message, stop.span(found), fix=stop.replace(found, bare))
    if wanted_is(stop, "imported") and found.text in {"*", "("}:
        message = "`import name` brings every type" if found.text == "*" else _BARE_NAMES
        return stop.say("SC101", message, stop.span(found))
    first = stop.place.before[0].text if stop.place.before else ""
    if wanted_is(stop, "") and found.text == "," and first == "import":
        return stop.say("SC101", "one file is imported a line", stop.span(found))
    if wanted_is(stop, "") and first == "import" and _is_prose(stop):
        message = f"{found.shown()} begins no declaration, and an import ends with its line"
        return stop.say("SC101", message, stop.span(found), "keep prose in a block of its own")
    return None


def _is_prose(stop: Stop) -> bool:
    """Say whether the word found is none of ours, on a later line than the one before it."""
    if stop.found.kind != "word" or stop.found.text in {"import", "from", "type", "description"}:
        return False
    return stop.last is None or breaks_between(stop, stop.last)


_BARE_NAMES = "the names stand without parentheses"

TYPE_RULES = (
    bare_arrow,
    function_type,
    namespaced_name,
    called_type,
    parameter_bounds,
    dots,
    mark_behind_tag,
    missing_equals,
    import_forms,
)
