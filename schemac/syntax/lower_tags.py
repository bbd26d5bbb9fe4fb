"""Tag tokens in, tags of the IR out."""

from __future__ import annotations

from lark import Token, Transformer, v_args

from schemac.ir.tag_text import cook, plain_quoted
from schemac.ir.tags import (
    TAGS,
    AllOf,
    AnyOf,
    Flag,
    GateArgument,
    GateExpression,
    NoArgument,
    Not,
    Tag,
    TagArgument,
    TextArgument,
)
from schemac.syntax.deep import limit_gates
from schemac.syntax.gates_in_texts import report_gates
from schemac.syntax.literals import decode_string
from schemac.syntax.reading import READING

__all__ = ["LowerTags", "symbol_name"]


def symbol_name(token: Token) -> str:
    """Give the text of `:name` or `:"any text"`; a bad escape in it is reported."""
    if token[1] != '"':
        return str(token[1:])
    return _string(token, token[1:], 1)


def _string(token: Token, written: str, offset: int) -> str:
    value, bad = decode_string(written)
    if bad is not None:
        reading = READING.get()
        start = (token.start_pos or 0) + offset
        reading.report("SC103", bad.message, reading.at(start + bad.start, start + bad.end))
    return value


def string_value(token: Token) -> str:
    """Give the text of a quoted string; a bad escape in it is reported."""
    return _string(token, str(token), 0)


def _tag(opened: Token, argument: TagArgument, closed: Token) -> Tag:
    reading = READING.get()
    start = opened.start_pos or 0
    return Tag(
        str(opened[1:-1]),
        argument,
        reading.between(opened, closed),
        reading.at(start, start + len(opened) - 1),
    )


def _is_json(opened: Token) -> bool:
    spec = TAGS.get(opened[1:-1])
    return spec is not None and spec.argument == "json"


_VALUES = frozenset({"pattern", "example", "default"})


def _report_gates(opened: Token, start: int, end: int) -> int:
    name = opened[1:-1]
    # An address in a value or a pattern, `git@host(:[0-9]+)?`, is nothing that backticks may quote.
    text, hint = f"the text of `@{name}`", f"close `@{name}(…)` before it"
    return report_gates(start, end, text, hint, sure=name in _VALUES)


@v_args(inline=True)
class LowerTags(Transformer[Token, object]):
    """The callbacks of tag rules."""

    def tag_empty(self, opened: Token, closed: Token) -> Tag:
        """Lower `@closed()`."""
        return _tag(opened, _nothing(opened, closed), closed)

    def tag_quoted(self, opened: Token, quoted: Token, closed: Token) -> Tag:
        """Lower `@pattern("^[(]$")`, and `@default("5")`, which is a JSON string."""
        start = (quoted.start_pos or 0) + len(quoted) - len(quoted.lstrip())
        written = quoted.strip()
        span = READING.get().at(start, start + len(written))
        json = _is_json(opened)
        if not json:
            _report_gates(opened, start + 1, start + len(written) - 1)
        offset = start - (quoted.start_pos or 0)
        text = _string(quoted, written, offset) if json else plain_quoted(written)
        return _tag(opened, TextArgument(text, quoted=True, span=span), closed)

    def tag_text(self, opened: Token, *rest: Token) -> Tag:
        """Lower `@desc(any (balanced) text)`."""
        closed = rest[-1]
        reading = READING.get()
        raw = reading.written[opened.end_pos : closed.start_pos]
        text = raw.strip()
        if not text:
            return _tag(opened, _nothing(opened, closed), closed)
        start = (opened.end_pos or 0) + len(raw) - len(raw.lstrip())
        end = _report_gates(opened, start, start + len(text))
        if end < start + len(text):
            text = text[: end - start].rstrip(" \t\r\n,")
        if not text:
            return _tag(opened, _nothing(opened, closed), closed)
        cooked = cook(str(opened[1:-1]), text)
        span = reading.at(start, start + len(text))
        return _tag(opened, TextArgument(cooked, quoted=False, span=span), closed)

    def raw_group(self, *_: object) -> None:
        """Lower parentheses inside a text: only their balance counts."""

    def tag_gate(self, opened: Token, *rest: GateExpression | Token) -> Tag:
        """Lower `@requires(:a | !:b)`."""
        parts = tuple(part for part in rest if isinstance(part, Flag | Not | AllOf | AnyOf))
        closed = rest[-1]
        span = parts[0].span.to(parts[-1].span)
        limit_gates(parts, READING.get())
        return _tag(opened, GateArgument(parts, span), closed)  # type: ignore[arg-type]  # the last one is the parenthesis

    def gate_flag(self, symbol: Token) -> Flag:
        """Lower `:name`."""
        return Flag(symbol_name(symbol), READING.get().span(symbol))

    def gate_not(self, bang: Token, inner: GateExpression) -> Not:
        """Lower `!g`."""
        return Not(inner, READING.get().span(bang).to(inner.span))

    def gate_group(self, _open: Token, inner: GateExpression, _close: Token) -> GateExpression:
        """Lower `(g)`."""
        return inner

    def gate_all(self, *parts: GateExpression) -> AllOf:
        """Lower `a & b`."""
        return AllOf(parts, parts[0].span.to(parts[-1].span))

    def gate_any(self, *parts: GateExpression) -> AnyOf:
        """Lower `a | b`."""
        return AnyOf(parts, parts[0].span.to(parts[-1].span))


def _nothing(opened: Token, closed: Token) -> NoArgument:
    return NoArgument(READING.get().at((opened.end_pos or 0) - 1, closed.end_pos or 0))
