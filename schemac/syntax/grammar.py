"""The grammar file in, one Lark parser for all of the language out: loaded once a process."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from lark import Lark

from schemac.ir.tags import TAGS
from schemac.shipped import shipped

if TYPE_CHECKING:
    from collections.abc import Callable

    from lark import Token, Transformer

__all__ = ["build", "grammar_text"]


def grammar_text() -> str:
    """Read the grammar, with the names of the tags that take text filled in."""
    text = (shipped("grammar") / "schemac.lark").read_text(encoding="utf-8")
    names = (name for name, spec in TAGS.items() if spec.argument != "flag")
    return text.replace("%TEXT_TAGS%", "|".join(sorted(names)))


def build(
    transformer: Transformer[Token, object] | None,
    callbacks: dict[str, Callable[[Token], Token]],
    *,
    strict: bool = False,
) -> Lark:
    """Build the parser. `strict` refuses any conflict, and needs `interegular`."""
    return Lark(
        _text(),
        parser="lalr",
        lexer="contextual",
        start="start",
        transformer=transformer,
        lexer_callbacks=callbacks,
        maybe_placeholders=True,
        strict=strict,
    )


@cache
def _text() -> str:
    return grammar_text()
