"""Flag expression as text in, the IR's gate expression out.

Gates of tools are declared in Python (`requires="a | !b"`), and `@requires(a | b)` without colons
is the same text: what it would have to be is its fix.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from schemac.ir.tags import AllOf, AnyOf, Flag, Not

if TYPE_CHECKING:
    from schemac.ir.tags import GateExpression
    from schemac.source import Span

__all__ = ["parse_expression", "print_expression"]

_TOKEN = re.compile(r"\s*([|&!()]|[^\s|&!()]+)")
_PLAIN = re.compile(r"[^\W\d]\w*(?:\.\w+)*\Z")
_MAX_TOKENS = 1_000
_MAX_DEPTH = 100


class _MalformedError(ValueError):
    """Raised inside the reader, caught at its edge."""


def parse_expression(text: str, span: Span) -> GateExpression | None:
    """Read `a & (b | !c)`; flags bear no colon. None where the text is no such thing."""
    text = text.strip()
    tokens = _TOKEN.findall(text)
    if not tokens or len(tokens) > _MAX_TOKENS or tokens.count("(") > _MAX_DEPTH:
        return None
    reader = _Reader(tokens, span)
    try:
        expression = reader.alternatives()
    except _MalformedError:
        return None
    return expression if reader.is_done else None


def print_expression(expression: GateExpression) -> str:
    """Write an expression as it stands in a tag: `:a & (:b | !:c)`."""
    match expression:
        case Flag(name):
            return f":{name}" if _PLAIN.match(name) else f":{json.dumps(name, ensure_ascii=False)}"
        case Not(inner):
            return f"!{_wrapped(inner)}"
        case AllOf(parts):
            return " & ".join(
                _wrapped(part) if isinstance(part, AnyOf) else print_expression(part)
                for part in parts
            )
        case AnyOf(parts):
            return " | ".join(print_expression(part) for part in parts)


def _wrapped(expression: GateExpression) -> str:
    text = print_expression(expression)
    return f"({text})" if isinstance(expression, AllOf | AnyOf) else text


class _Reader:
    def __init__(self, tokens: list[str], span: Span) -> None:
        self._tokens = tokens
        self._at = 0
        self._span = span

    @property
    def is_done(self) -> bool:
        return self._at == len(self._tokens)

    def alternatives(self) -> GateExpression:
        parts = [self._conditions()]
        while self._take("|"):
            parts.append(self._conditions())
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts), self._span)

    def _conditions(self) -> GateExpression:
        parts = [self._part()]
        while self._take("&"):
            parts.append(self._part())
        return parts[0] if len(parts) == 1 else AllOf(tuple(parts), self._span)

    def _part(self) -> GateExpression:
        inversions = 0
        while self._take("!"):
            inversions += 1
        part = self._atom()
        for _ in range(min(inversions, 2 - inversions % 2)):
            part = Not(part, self._span)
        return part

    def _atom(self) -> GateExpression:
        if self._take("("):
            inner = self.alternatives()
            if not self._take(")"):
                raise _MalformedError
            return inner
        if self.is_done or self._tokens[self._at] in "|&!()":
            raise _MalformedError
        name = self._tokens[self._at]
        self._at += 1
        if name.startswith(":") or name[0] in "\"'":
            raise _MalformedError
        return Flag(name, self._span)

    def _take(self, token: str) -> bool:
        if not self.is_done and self._tokens[self._at] == token:
            self._at += 1
            return True
        return False
