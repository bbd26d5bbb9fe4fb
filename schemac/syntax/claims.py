"""The text of a comment block in, what it is out: declarations, a signature, prose, a near miss."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from schemac.diagnostics.suggest import did_you_mean
from schemac.syntax.continuations import continues, is_gate
from schemac.syntax.cut import begins_declaration, begins_signature
from schemac.syntax.literal_blocks import literal_lines
from schemac.syntax.lookalikes import odd_character, plainly, with_blanks
from schemac.syntax.lost_gates import find_gate
from schemac.syntax.nearly import lead, nearly_declares, nearly_record, nearly_signs
from schemac.syntax.other_forms import is_other_signature, is_other_type, led_type
from schemac.syntax.scan import scan, signatures

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Claim",
    "Miss",
    "NearMiss",
    "begins_older",
    "begins_with_gate",
    "claim",
    "declared_names",
    "first_line",
    "has_gate",
    "holds_description",
    "holds_imports_only",
    "holds_signature",
    "is_meant",
    "is_parenthesised",
    "is_plain_type",
    "near_miss",
    "signature_line",
]

Claim: TypeAlias = Literal["declarations", "signature", "prose"]
Miss: TypeAlias = Literal[
    "keyword", "late", "continuation", "tag", "type", "signature", "character"
]

_NAME = r"[^\W\d]\w*"
_PATH = r"[\w./][\w./-]*"
_IGNORED = re.compile(r"(?:[ \t\f]*(?:#[^\n]*)?\n)*[ \t\f]*")
_REST = r"[ \t\f]*(?:\#[^\n]*)?"
_DECLARED = re.compile(rf"^[ \t\f]*type[ \t\f]+({_NAME})", re.MULTILINE)

_GENERIC = r"[ \t\f]*+(?:\[[^\]\n]*+\][ \t\f]*+)?"
_ASSIGNED = re.compile(rf"({_NAME})[ \t\f]++[^\s=:\[]++{_GENERIC}:?=(?!=)")
_EQUATED = re.compile(
    rf"({_NAME})[ \t\f]++{_NAME}{_GENERIC}:(?!:)[ \t\f]*+"
    rf"(?:[{{(\[\"':|?]|\Z|{_NAME}[ \t\f]*+(?:[\[|&?@#]|\Z))"
)
_UNNAMED = re.compile(
    r"type[ \t\f]*+(?:\[[^\]\n]*+\][ \t\f]*+)?=(?![=>]|[ \t]*+-?\d[\w.]*+[ \t]*+\Z)"
)
_BROUGHT = re.compile(rf"({_NAME})[ \t\f]+{_PATH}{_REST}\Z")
_LISTED = re.compile(
    rf"(import)[ \t\f]+(?:[\"']|{_PATH}(?:[ \t\f]*+,[ \t\f]*+{_PATH})+\Z"
    rf"|{_PATH}[ \t\f]+as[ \t\f]+{_NAME}\Z)"
)
_CHOSEN = re.compile(rf"({_NAME})[ \t\f]+{_PATH}[ \t\f]+({_NAME})[ \t\f]+{_NAME}")
_STUCK = re.compile(
    rf"(from)(?:(?:[\w./-]++[ \t]++|[ \t]++[\w./-]*\w)import[ \t]++{_NAME}"
    r"|[ \t]++[\w./-]++[ \t]++import(?!(?:s|ers?|ed|ing|ance|ant|lib|ations?)\b)\w++)"
    r"[ \t]*+(?:,|as\b|\#|\Z)"
)
"""`fromerror import error`, `from errorimport error`, `from error importerror`."""
_OLDER = re.compile(
    rf"[ \t\f]*@rbs(?:!|[ \t\f]*(?:\(|->|(?:[*&?]+[ \t\f]*)?(?:{_NAME}[ \t\f]*+)?:)"
    r"|[ \t\f]+(?:skip|override|inherits|generic|module-self|use)\b)"
)
_WORDS = frozenset({"import", "Import", "imports", "imported", "Imported", "importing"})
"""Read elsewhere, or the first words of a sentence."""
_DOCTEST = (">>>", "...")
_LED = re.compile(r"[^\w\s\"'`(@]+[ \t]*")
_DESCRIBED = re.compile(rf"({_NAME})[ \t\f]*+[:=]?[ \t\f]*+[\"']")


_REACH = 12
"""Lines among which those are looked for that follow a line."""
_LOOSE = frozenset({"keyword", "type", "signature"})
"""What an example may be, too; what is written right is told there as well, and so are gates."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """Where in the text something nearly is an annotation, what it is, and the word meant."""

    start: int
    end: int
    kind: Miss
    keyword: str = ""


def claim(text: str) -> Claim:
    """Say what a block holds, going by how its first line begins."""
    at = _first(text)
    if begins_declaration(text, text.rfind("\n", 0, at) + 1):
        return "declarations"
    if begins_signature(text, at) or (
        text.startswith("(", at) and at in scan(text, 0, len(text)).signatures
    ):
        return "signature"
    return "prose"


def is_parenthesised(text: str) -> bool:
    """Whether a block begins with a parenthesis."""
    return text.startswith("(", _first(text))


def first_line(text: str) -> tuple[int, int]:
    """Give where the first line that is no comment begins and ends."""
    start = _first(text)
    end = text.find("\n", start)
    return start, len(text[: len(text) if end < 0 else end].rstrip())


def holds_description(text: str) -> bool:
    """Whether a line begins the declaration of a description."""
    lines = (line.lstrip() for line in text.split("\n"))
    return any(line.startswith("description") and begins_declaration(line) for line in lines)


def holds_signature(text: str) -> bool:
    """Whether a line begins like a signature, whatever stands above it."""
    return bool(signatures(text, 0, len(text)).signatures)


def signature_line(text: str) -> tuple[int, int] | None:
    """Give where the first line that begins like a signature begins and ends, None without one."""
    found = sorted(scan(text, 0, len(text)).signatures)
    if not found:
        return None
    end = text.find("\n", found[0])
    line = text[found[0] : len(text) if end < 0 else end]
    start = found[0] + len(line) - len(line.lstrip())
    return start, found[0] + len(line.rstrip())


def holds_imports_only(text: str) -> bool:
    """Whether the lines that begin like declarations are imports of whole files, and nothing else.

    Words may stand between them, which are a mistake or show that all of it is prose.
    """
    lines = [line.strip() for line in text.split("\n") if begins_declaration(line)]
    is_import = bool(lines) and all(line.startswith("import") for line in lines)
    return is_import and not holds_signature(text)


def declared_names(text: str) -> tuple[str, ...]:
    """Give the names behind `type` at the beginning of lines, whatever follows them."""
    return tuple(_DECLARED.findall(text))


def begins_with_gate(text: str) -> bool:
    """Whether a block begins with a gate, comments in front of it aside."""
    return is_gate(text[_first(text) :])


def is_meant(text: str) -> bool:
    """Whether text that nothing reads was surely, or nearly, meant as an annotation."""
    kind = claim(text)
    if kind == "declarations" or near_miss(text) is not None:
        return True
    return kind == "signature" and "->" in text


def is_plain_type(text: str) -> bool:
    """Whether a block is a type without gates, but for its form: other types are none of it."""
    found = near_miss(text)
    return found is not None and found.kind == "type" and find_gate(text) is None


def has_gate(text: str) -> bool:
    """Whether a line of a block begins with a gate, or with what goes on with a declaration."""
    lines = (line.strip() for line in text.split("\n"))
    return any(is_gate(line) or continues(line) or find_gate(line) for line in lines)


def begins_older(text: str) -> bool:
    """Whether a plain comment is an annotation of RBS that is not read, and no words about one."""
    return _OLDER.match(text) is not None


def near_miss(text: str, *, above: bool = False) -> NearMiss | None:
    """Find the first line of prose that nearly declares something, or does so too late.

    `above` says that it stands right above a `def`.
    """
    at, begun = 0, False
    lines = text.split("\n")
    literal = literal_lines(lines) if "::" in text else frozenset()
    for number, line in enumerate(lines):
        bare, following = line.strip(), _following(lines, number)
        start, at = at + len(line) - len(line.lstrip()), at + len(line) + 1
        if not bare or bare.startswith("#"):
            continue
        found = _missed(bare, start, following, first=not begun, above=above)
        if found is not None and number in literal and found.kind in _LOOSE:
            found = None
        is_odd = _is_odd(bare, following, first=not begun, above=above)
        if found is not None and not (is_odd and found.kind == "keyword"):
            return found
        if is_odd:
            place = start + odd_character(bare)
            return NearMiss(place, place + 1, "character")
        begun = True
    return None


def _following(lines: Sequence[str], number: int) -> str:
    """Give the next few lines, those aside that are white space or private comments."""
    below = (line.strip() for line in lines[number + 1 : number + _REACH])
    return "\n".join(line for line in below if line and not line.startswith("#"))


def _is_odd(line: str, below: str, *, first: bool, above: bool) -> bool:
    """Whether a line would be read, or nearly, but for characters that look like others."""
    plain = plainly(line)
    return plain != line and (
        begins_declaration(plain)
        or begins_declaration(with_blanks(line))
        or (plain.startswith("(") and (above or "->" in plain) and claim(plain) == "signature")
        or _missed(plain, 0, _plain_lines(below), first=first, above=above) is not None
    )


def _plain_lines(text: str) -> str:
    return "\n".join(map(plainly, text.split("\n")))


def _missed(line: str, start: int, below: str, *, first: bool, above: bool) -> NearMiss | None:
    """Judge one line; one that begins with a gate is no prose, be it the first or not."""
    if begins_declaration(line):
        return NearMiss(start, start + len(line), "late")
    if is_gate(line) or (first and continues(line)):
        return NearMiss(start, start + len(line), "continuation")
    led = None if line.startswith(_DOCTEST) else _LED.match(line)
    if led is not None and begins_declaration(line[led.end() :]):
        return NearMiss(start + led.end(), start + len(line), "late")
    behind = led_type(line)
    if behind is not None:
        return NearMiss(start + behind, start + len(line), "late")
    misspelt = _misspelt(line)
    if misspelt is not None:
        word, keyword = misspelt
        return NearMiss(start, start + len(word), "keyword", keyword)
    if is_other_type(line[lead(line) :], below) or nearly_record(line, below):
        return NearMiss(start, start + len(line), "type")
    nearly = nearly_declares(line, below)
    if nearly is not None:
        begin, end, keyword = nearly
        return NearMiss(start + begin, start + end, "keyword", keyword)
    if is_other_signature(line, above=above) or (above and nearly_signs(line)):
        return NearMiss(start, start + len(line), "signature")
    tag = find_gate(line)
    return None if tag is None else NearMiss(start + tag[0], start + tag[1], "tag")


def _first(text: str) -> int:
    """Give the offset of what comes first in a text besides blanks and comments."""
    found = _IGNORED.match(text)
    return 0 if found is None else found.end()


def _misspelt(line: str) -> tuple[str, str] | None:
    """Give the word that a line begins with and the keyword it is nearly."""
    if found := _ASSIGNED.match(line) or _EQUATED.match(line):
        is_title = found.group(1) == "Type" and line.endswith(":")
        return None if is_title else _nearly(found.group(1), "type")
    if _UNNAMED.match(line):
        return "type", "type"
    if found := _LISTED.match(line):
        return "import", "import"
    if (found := _BROUGHT.match(line)) and found.group(1) not in _WORDS:
        return _nearly(found.group(1), "import")
    if _STUCK.match(line):
        return "from", "from"
    if found := _CHOSEN.match(line):
        return _chosen(found.group(1), found.group(2))
    if found := _DESCRIBED.match(line):
        return _nearly(found.group(1), "description")
    return None


def _nearly(word: str, keyword: str) -> tuple[str, str] | None:
    return (word, keyword) if word == keyword or did_you_mean(word, (keyword,)) else None


def _chosen(first: str, second: str) -> tuple[str, str] | None:
    if _nearly(first, "from") is None or _nearly(second, "import") is None:
        return None
    return (first, "from")
