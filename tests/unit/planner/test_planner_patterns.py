from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.planner.patterns import find_fault

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]

FINE = [
    "^(a|b){2,3}$",
    "^[(]$",
    r"^\d+(?:\.\d+)?$",
    r"[^\]\[]*?",
    "(?<year>[0-9]{4})-x+?",
    "(?<größe>a)(?<_>b)(?<a1>c)",
    r"\p{Lu}\u{1F600}\x41",
    r"\{\}\]\/\^\$",
    r"[\-\]]\cA\v\f",
    r"\p{Script=Greek}\P{gc=Nd}\p{White_Space}",
    "[*+?]+",
    "",
    "a|b|",
    r"\(\?=a\)",
    "[(?=]",
]


@pytest.mark.parametrize("pattern", ["/api/", r"/a\$/", "^/a$", "^/a/$", "/^a", "/a$", r"/\^a/"])
def test_slashes_that_may_be_meant(pattern: str) -> None:
    assert find_fault(pattern) is None


@pytest.mark.parametrize("pattern", FINE)
def test_what_both_understand(pattern: str) -> None:
    assert find_fault(pattern) is None


ANY = (
    "has `[^]`, which is any character in ECMA-262 alone: "
    r"write `[\s\S]`, or `\` before a `]` in a class"
)
FAULTS = [
    ("/^a$/", "stands in slashes, which are part of it here", "/^a$/"),
    ("/^a/i", "stands in slashes, which are part of it here", "/^a/i"),
    (r"/[a-z]\\$/gi", "stands in slashes, which are part of it here", r"/[a-z]\\$/gi"),
    ("a(?=b)", "has a look-ahead", "(?="),
    ("a(?!b)", "has a look-ahead", "(?!"),
    ("(?<=a)b", "has a look-behind", "(?<="),
    ("(?<!a)b", "has a look-behind", "(?<!"),
    (r"(a)\1", "has a back-reference", r"\1"),
    (r"(?<n>a)\k<n>", "has a back-reference", r"\k<n>"),
    ("(?i)a", "has inline flags, which mean something else elsewhere", "(?i)"),
    ("(?i:a)", "has inline flags, which mean something else elsewhere", "(?i:"),
    ("(?s-m:a)", "has inline flags, which mean something else elsewhere", "(?s-m:"),
    ("(?P<n>a)", "has `(?P…)`, which is Python's spelling of a named group", "(?P<"),
    ("(?P=n)", "has `(?P…)`, which is Python's spelling of a named group", "(?P="),
    ("(?#c)", "has a comment, which ECMA-262 does not have", "(?#"),
    ("(?>a)", "has an atomic group, which ECMA-262 does not have", "(?>"),
    ("(?", "has a group of an unknown kind", "(?"),
    ("[[:alpha:]]", "has a POSIX class, `[:alpha:]`", "[:alpha:]"),
    ("a++", "has a quantifier on a quantifier", "++"),
    ("a{1,2}+", "has a quantifier on a quantifier", "{1,2}+"),
    ("a*?*", "has a quantifier on a quantifier", "*?*"),
    ("*a", "has a quantifier with nothing before it", "*"),
    ("(+a)", "has a quantifier with nothing before it", "+"),
    ("a|?", "has a quantifier with nothing before it", "?"),
    (r"a\Z", r"has `\Z`, which is no ECMA-262", r"\Z"),
    (r"\Aa", r"has `\A`, which is no ECMA-262", r"\A"),
    ("a\\", "ends in a lone backslash", "\\"),
    ("[\\", "ends in a lone backslash", "\\"),
    (r"^\<a", r"has `\<`, which is no ECMA-262: `<` needs no `\` here", r"\<"),
    (r"\d{4}\-\d", r"has `\-`, which is no ECMA-262: `-` needs no `\` here", r"\-"),
    (r"[\_]", r"has `\_`, which is no ECMA-262: `_` needs no `\` here", r"\_"),
    (r"\bcaf\b", r"has `\b`: which letters make words differs between readers", r"\b"),
    (r"\b{start}", r"has `\b`: which letters make words differs between readers", r"\b"),
    (r"[\b]", r"has `\b` in a class: a backspace is `\x08`", r"\b"),
    (r"\0", r"has `\0`: write `\x00`", r"\0"),
    (r"\x{41}", r"has `\x` without the number of a character, such as `\u00e9`", r"\x"),
    (r"\ud83d", r"has `\u` without the number of a character, such as `\u00e9`", r"\u"),
    (r"\u{110000}", r"has `\u` without the number of a character, such as `\u00e9`", r"\u"),
    (r"\U00000041", r"has `\U`, which is no ECMA-262", r"\U"),
    (r"[\a]", r"has `\a`, which is no ECMA-262", r"\a"),
    (r"\c1", r"has `\c`, which is no ECMA-262", r"\c"),
    (r"\pL", r"has `\p` without a name of ECMA-262 in braces, such as `\p{Lu}`", r"\p"),
    (r"\p{Greek}", r"has `\p` without a name of ECMA-262 in braces, such as `\p{Lu}`", r"\p"),
    (r"[\P{lu}]", r"has `\P` without a name of ECMA-262 in braces, such as `\P{Lu}`", r"\P"),
    ("[]a]", "has a class that is empty in ECMA-262: write `\\` before a `]` in one", "[]"),
    ("[^]]+", ANY, "[^]"),
    ("a[^]*", ANY, "[^]"),
    ("(?<a²>b)", "has a group of a name that ECMA-262 does not take", "(?<a²>"),
    ("(?<a½>b)", "has a group of a name that ECMA-262 does not take", "(?<a½>"),
    ("(?<a⑴>b)", "has a group of a name that ECMA-262 does not take", "(?<a⑴>"),
    ("(?<1a>b)", "has a group of an unknown kind", "(?"),
    ("a]", r"has a `]` that closes or counts nothing: write `\]`", "]"),
    ("a{,3}", r"has a `{` that closes or counts nothing: write `\{`", "{"),
    ("a}", r"has a `}` that closes or counts nothing: write `\}`", "}"),
    ("[a", "has a class that is not closed", "[a"),
]


@pytest.mark.parametrize(("pattern", "message", "text"), FAULTS)
def test_faults(pattern: str, message: str, text: str) -> None:
    found = find_fault(pattern)
    assert found is not None
    assert (found.message, pattern[found.start : found.end]) == (message, text)


def test_a_pattern_that_the_engine_refuses(planned: Planner) -> None:
    asked: list[str] = []

    def refuses(pattern: str) -> str | None:
        asked.append(pattern)
        return "no" if pattern == "(" else None

    types = (
        'type output = { a: String @pattern("("), b: String @pattern("("), c: String @pattern(x) }'
    )
    found = planned(types, check_pattern=refuses)
    assert found.found == [("SC303", '"("'), ("SC303", '"("')]
    assert asked == ["(", "x"]


def test_the_shape_is_told_first(planned: Planner) -> None:
    found = planned("type output = { a: String @pattern(a(?=b)) }")
    assert found.messages == ["SC303 the pattern has a look-ahead"]
    assert found.diagnostics[0].notes == ("it is `(?=` at 1",)
