"""A construct of RBS that the language does not have in, what to write instead out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.syntax.scan import FOREIGN

if TYPE_CHECKING:
    from schemac.source import Text

__all__ = ["behind_keyword", "unsupported"]

_WHAT = {
    "scope": "`{}` declarations are not supported here: a signature file holds types and imports",
    "def": "`def` declarations are not supported here: signatures stand above the handler's method",
    "attr": "`{}` is not supported here: a signature file holds types and imports",
    "mixin": "`{}` is not supported here; `import` brings the types of another file",
    "alias": "`alias` is not supported here; `type new = old` gives a type another name",
    "use": "`use` is not supported here; `from … import …` brings names of another file",
    "end": "`end` closes nothing that this language has",
    "visibility": "`{}` is not supported here: a signature file holds types and imports",
    "path": "`{}` is not supported here: the name of a type is one word, without `::`",
    "constant": "constants are not supported here: a type is declared by `type name = …`",
    "variable": "variables are not supported here: a type is declared by `type name = …`",
    "annotation": "annotations like `%a{…}` are not supported; tags are written `@name(…)`",
}


def unsupported(text: Text, at: int) -> Diagnostic:
    """Word the finding about the construct that begins at an offset."""
    found = FOREIGN.match(text.text, at)
    if found is None or found.lastgroup is None:
        return Diagnostic("SC107", "this is not supported here", text.span(at, at + 1))
    word = found[found.lastgroup]
    message = _WHAT[found.lastgroup].replace("{}", word.strip())
    return Diagnostic("SC107", message, text.span(at, at + len(word.rstrip())))


_KEYWORDS = ("scope", "def", "attr", "mixin", "alias", "use")


def behind_keyword(text: str, at: int) -> int:
    """Give where the construct that begins at an offset goes on behind its keyword, if it has one.

    That word is no name of the author's.
    """
    found = FOREIGN.match(text, at)
    kind = None if found is None else found.lastgroup
    return found.end(kind) if found is not None and kind in _KEYWORDS else at
