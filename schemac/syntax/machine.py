"""The grammar and its lowering put together: one parser a process, safe to use from threads."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from schemac.syntax.driver import driver
from schemac.syntax.grammar import build
from schemac.syntax.lower_declarations import LowerDeclarations
from schemac.syntax.lower_tags import LowerTags
from schemac.syntax.lower_types import LowerTypes, misplaced_doc

if TYPE_CHECKING:
    from lark import Lark, Token

    from schemac.syntax.driver import Drive

__all__ = ["drive", "parser"]


class _Lowering(LowerDeclarations, LowerTypes, LowerTags):
    """All callbacks of the grammar."""


def _comment(token: Token) -> Token:
    """Judge a comment that the grammar skips: a `##` has a place of its own."""
    if token.startswith("##"):
        misplaced_doc(token)
    return token


@cache
def parser() -> Lark:
    """Give the parser of one declaration. `READING` must hold the text while it parses."""
    return build(_Lowering(), {"COMMENT": _comment})


@cache
def drive() -> Drive:
    """Give the same parser as a quick function, which says nothing of mistakes."""
    return driver(parser())
