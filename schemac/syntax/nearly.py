"""A line that declares nothing in, the keyword that it nearly declares something with out.

A line that begins like a declaration is one, or a mistake, unless it is clearly prose.
"""

from __future__ import annotations

import re

from schemac.syntax.quoted import unquoted

__all__ = ["lead", "nearly_declares", "nearly_record", "nearly_signs"]

_LEAD = re.compile(r"(?:\d+[.)]|[^\w\"'`@{\[])*+")
"""Bullets, numbers and punctuation in front of a first word."""
_AT = re.compile(
    r"@(?:rbs\b[ \t:]*+|(?=(?:type|import|from|description|desc)\b|[^\W\d]\w*+[ \t]*+:?="
    r"|(?:output|input)[ \t]*+:?[ \t]*+\{))",
    re.IGNORECASE,
)
"""What other spellings have in front: `@rbs type …`, `@import`."""
_WORD = re.compile(r"\w[\w./-]*")
_FIELD = re.compile(r"[ \t]*:\w+(?:[ \t]+[\w.]+)*:(?!=)[^=]*\Z")
"""`:type: int`, `:param str name: …`, as Sphinx has it."""
_GIVES = r"(?<![!<>=])=(?![=>])|->|<[-=](?=[ \t]*[{\[])"
_MARK = re.compile(rf"{_GIVES}|[{{\[]")
_KEYED = re.compile(r"\{[ \t]*(?:\Z|(?:\?[ \t]*)?\w+\??[ \t]*:)")
_TYPE = re.compile(
    r"type(?![\w-]|[ \t:]*ignore\b)|t ?y ?p ?e(?!\w)(?=[ \w]*[^=!<>\w]?=(?![=>]))", re.IGNORECASE
)
_GLUED = re.compile(rf"type(?![sd]\b|s?_)[^\W\d]\w*+[ \t]*+(?:[:+\-;~*.]++=(?![=>])|{_GIVES})")
_KEYWORD = re.compile(r"(import|from|description|desc)(?!\w)")
_MARKS = "\"'\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a\u300c\u300d"
_QUOTE = re.compile(rf"[\s(:=]*+[{_MARKS}]|[\s(:=;,>-]*+[fFrRbB]?[{_MARKS}`][^\n]*[{_MARKS}`]\)?\Z")
_ONE = re.compile(r"[ \t:=(]*+[^\W\d_a-z]\w*+\)?|[ \t:]*+=[ \t]*+\w++")
"""The one word of a description; `description text` and `description (optional)` are words."""
_BARRED = re.compile(r"[ \t]*+(?:\||[:=]?+[ \t]*+[|>][+-]?+[ \t]*+\Z|:[^\W\d]\w*+[ \t]*+\Z)")
"""`description |`, with the text on the lines below as YAML has it; `description :text`."""
_SENTENCE = re.compile(
    r"[ \t]++(?:\w++:[ \t]"
    r"|(?:is|are|was|were|has|of|for|in|on|at|by|the|an?|this|all|only)[ \t]++\w)"
)
"""`import order: …`, `import is slow`."""
_FEW = 2
"""Words that do not make a sentence yet."""
_BUILT_IN = (
    r"(?:String|Symbol|Integer|Float|Numeric|untyped|boolish|Date|DateTime|Time|Duration|Uuid|UUID"
    r"|Decimal|Bytes|Array|Hash|Set|Mapping|list|dict)\b"
)
_NAME = r"[^\W\d]\w*+"
_ENDS = r"(?:\[[^\]\n]*+\])?\??[ \t]*+(?:[@|&#]|\Z)"
_SCALAR = re.compile(
    rf"[ \t]++(?!(?:of|for|in|is|as|to|and|or|hint)\b){_NAME}(?:\[[^\]\n]*+\])?"
    rf"(?:[ \t]*+[^\w\s\"'`()@]{{1,3}}[ \t]*+{_BUILT_IN}|[ \t]++(?-i:(?=[A-Z]){_BUILT_IN}))"
    rf"{_ENDS}"
)
"""A name and a type of the language behind `type`, whatever sign is between."""
_QUOTES = "\"'`\u2018-\u201e\u00ab\u00bb"
_QUOTED_PATH = re.compile(rf"[ \t]*+[{_QUOTES}]++[^{_QUOTES}\n]++[{_QUOTES}]++[ \t]*+import\b")
_CHOSEN = re.compile(
    r"[ \t]*+(?:(?:type[ \t]*+)?\{|\*[ \t]*+as[ \t]|[\w.]++[ \t]++from[ \t]++[\w./-]++(?<!\.)\Z)"
)
"""`import { x } from …`, `import x from y`."""
_RECORD = re.compile(
    rf"(?P<first>{_NAME})[ \t:,;]*+(?:{_NAME}[ \t:,;]*+){{0,3}}"
    rf"(?:(?:\[[^\]\n]*+\][ \t]*+)?[:+\-;~*.]*(?<![!<>=])=[ \t]*\{{[ \t]*"
    rf"(?:\?|\Z|{_NAME}\??[ \t]*:)"
    rf"|[:+\-;~*.<>=]*[ \t]*\{{[ \t]*(?:\?[ \t]*)?{_NAME}\??[ \t]*:[ \t]*{_BUILT_IN}"
    r"|\{[ \t]*\Z)"
)
_DEF = r"(?:(?:async[ \t]+)?(?:def|function|func|fn)[ \t]+)?"
_DECLARES = re.compile(
    r"output|input|type\w*|alias|let|def|const|var|interface|class|struct|record|schema|model|enum"
    r"|returns?",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    rf":[ \t]*+(?:{_BUILT_IN}|(?:str|int|float|bool|bytes|nil|any|object|number|string|boolean)\b"
    r"|(?!(?:True|False|None)\b)[A-Z](?:\w*[a-z]|\b))|[|?&]|@[ \t]*+\w"
)
"""What braces hold that is a type, and no value."""
_NAMES = rf"{_NAME}(?:\.{_NAME})*+"
_FIRST = rf"\([ \t]*+(?:\?|\*|{_NAME}[ \t]*+(?:\?[ \t]*+)?:(?!:)|(?:self|cls)[ \t]*+,)"
_EMPTY = r"\([ \t]*+(?:(?:self|cls)[ \t]*+)?\)[ \t]*+(?::?\Z|->)"
_SIGNED = re.compile(
    rf"[^\w(\"'`@]*+@?(?:(?:{_DEF}{_NAMES}(?:[ \t]*+[:=]+[ \t]*+)?)?(?:{_FIRST}|{_EMPTY})"
    rf"|(?:(?:async[ \t]+)?(?:def|function|func|fn)[ \t]+{_NAMES}|call)[ \t]++(?:{_FIRST}|{_EMPTY})"
    rf"|{_NAMES}[ \t]++\([ \t]*+(?:\?[ \t]*+)?{_NAME}\??[ \t]*+:[ \t]*+{_BUILT_IN})"
    rf"|[\[{{(89]?[ \t]*+\??{_NAME}\??[ \t]*+:[ \t]*+{_BUILT_IN}[^\w\s]*+[ \t]*+"
    rf"(?:\Z|[,@?|&]|->|{_NAME}\??[ \t]*+:)"
)
"""The line of the `def` written once more, a parenthesis without Shift, and their like."""


def nearly_declares(line: str, below: str) -> tuple[int, int, str] | None:
    """Give where the keyword stands in a line, and which it is; `below` are lines that follow.

    Clearly prose is `type` with words behind it and no sign of a type, `import` with three words or
    a full stop, `description` with two words.
    """
    bare, below = unquoted(line), below.partition("\n")[0]
    start = lead(bare)
    if _FIELD.match(bare) or bare.lstrip()[:3] in (">>>", "..."):
        return None
    if found := _TYPE.match(bare, start):
        rest = bare[found.end() :] if bare[found.end() :].strip(" :") else unquoted(below)
        is_type = _is_type(rest, is_word=found.group() == "Type")
        return (start, found.end(), "type") if is_type else None
    if _GLUED.match(bare, start):
        return start, start + len("type"), "type"
    found = _KEYWORD.match(bare, start)
    if found is None:
        return None
    keyword = "description" if found[1] == "desc" else found[1]
    is_near = {"import": _is_import, "from": _is_from, "description": _is_description}[keyword]
    near = is_near(line[found.end() :], below) and (found[1] != "desc" or '"' in line)
    return (start, found.end(), keyword) if near else None


def lead(line: str) -> int:
    """Give where the first word of a line begins, bullets and punctuation aside."""
    found = _LEAD.match(line)
    start = 0 if found is None else found.end()
    at = _AT.match(line, start)
    return start if at is None else at.end()


def nearly_record(line: str, below: str) -> bool:
    """Whether a line gives a record of types to a name, or to a few words, in some way.

    Behind words that declare something any record is one.
    """
    bare = unquoted(line)
    found = _RECORD.match(bare, lead(bare))
    if found is None:
        return False
    held = line[bare.find("{", found.start()) :]
    if held.count("{") > held.count("}"):
        held = f"{held}\n{below}"
    held = held.rpartition("}")[0] or held
    return _DECLARES.fullmatch(found["first"]) is not None or _HOLDS.search(held) is not None


def nearly_signs(line: str) -> bool:
    """Whether a line right above a `def` nearly is a signature, one without an arrow."""
    return _SIGNED.match(line) is not None


def _is_type(rest: str, *, is_word: bool) -> bool:
    """Judge what stands behind `type`; with a capital it may begin a sentence."""
    if _SCALAR.match(rest):
        return True
    first = _WORD.search(rest)
    found = None if first is None else _MARK.search(rest, first.end())
    if found is None:
        return False
    is_close = len(_WORD.findall(rest[: found.start()])) < _FEW
    is_given = found.group()[-1] == "=" and not is_word
    return is_given or is_close or _KEYED.match(rest, found.start()) is not None


def _is_import(rest: str, below: str) -> bool:
    if _SENTENCE.match(rest):
        return False
    if _CHOSEN.match(rest) or (rest.strip() and not rest.strip(" \t([{")):
        return True
    rest = rest if rest.strip() else below
    words = _WORD.findall(unquoted(rest))
    is_short = len(words) <= _FEW and not rest.rstrip().endswith(".")
    return is_short and (bool(words) or unquoted(rest) != rest)


def _is_from(rest: str, _below: str) -> bool:
    if _QUOTED_PATH.match(rest):
        return True
    return "import" in _WORD.findall(unquoted(rest))[1 : _FEW + 1]


def _is_description(rest: str, below: str) -> bool:
    if _BARRED.match(rest):
        return True
    if not rest.strip(" \t:=(|"):
        return _QUOTE.match(below) is not None or below.startswith("|")
    rest = rest.rstrip()
    return _ONE.fullmatch(rest) is not None or _QUOTE.match(rest) is not None
