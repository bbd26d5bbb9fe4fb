"""Tag arguments in, values out: numbers, texts, JSON, flags; SC312 where the form is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from schemac.diagnostics.model import Fix
from schemac.ir.tags import Flag, GateArgument, NoArgument, TextArgument
from schemac.planner.expressions import print_expression
from schemac.planner.numbers import compact, mistaken_number, parse_json, parse_number, unfit_json

if TYPE_CHECKING:
    from schemac.ir.tags import Tag, TagArgument
    from schemac.planner.findings import Findings, Scope

__all__ = ["ArgumentReader"]


_SHOWN = 40


class ArgumentReader:
    """Reads the arguments of tags in one scope; None where a diagnostic was given instead."""

    def __init__(self, findings: Findings, scope: Scope) -> None:
        self._findings = findings
        self._scope = scope

    def nothing(self, tag: Tag) -> bool:
        """Check that the parentheses are empty."""
        if isinstance(tag.argument, NoArgument):
            return True
        self._malformed(
            tag, "takes no argument", hint=f"write `@{tag.name}()`", fix=Fix(tag.argument.span, "")
        )
        return False

    def text(self, tag: Tag) -> str | None:
        """Give a text, which may be empty only where it is quoted."""
        match tag.argument:
            case TextArgument(text, quoted) if text or quoted:
                if compact(text) is not None:
                    return text
                self._malformed(tag, "has a text that is no Unicode")
            case NoArgument() | TextArgument():
                self._malformed(tag, "needs a text", hint=f"write `@{tag.name}(text)`")
            case GateArgument():
                self._malformed(tag, "takes a text, not a flag")
        return None

    def number(self, tag: Tag) -> int | float | None:
        """Give a JSON number, exact where it is an integer."""
        argument = tag.argument
        if isinstance(argument, TextArgument) and not argument.quoted:
            value = parse_number(argument.text)
            if value is not None:
                return value
            if self._is_mistaken(tag, argument.text):
                return None
        text = _written(argument)
        given = f", not `{_short(text)}`" if text else ""
        self._malformed(tag, f"takes a number{given}", hint=f"write `@{tag.name}(1)`")
        return None

    def json(self, tag: Tag) -> str | None:
        """Give a value as compact JSON: what parses as JSON is that, else it is the text."""
        argument = tag.argument
        match argument:
            case TextArgument(text, quoted):
                if not quoted and self._is_mistaken(tag, text):
                    return None
                parsed = None if quoted else parse_json(text)
                value = parsed[0] if parsed is not None else self._word(text, quoted=quoted)
                written = compact(value)
                if written is None:
                    self._malformed(tag, "has a value that JSON cannot hold")
                return written
            case GateArgument():
                return compact(argument.span.text.strip())
            case NoArgument():
                self._malformed(
                    tag, "needs a value", hint=f'the empty text is written `@{tag.name}("")`'
                )
                return None

    def flag(self, tag: Tag) -> Flag | None:
        """Give the one symbol of `@depends_on(:x)`."""
        argument = tag.argument
        if isinstance(argument, GateArgument) and len(argument.expressions) == 1:
            expression = argument.expressions[0]
            if isinstance(expression, Flag):
                return expression
        fix = None
        name = "name"
        if isinstance(argument, TextArgument) and argument.text and " " not in argument.text:
            name = argument.text
            fix = Fix(argument.span, print_expression(Flag(name, argument.span)))
        symbol = print_expression(Flag(name, argument.span))
        self._malformed(tag, "takes one symbol", hint=f"write `@{tag.name}({symbol})`", fix=fix)
        return None

    @staticmethod
    def _word(text: str, *, quoted: bool) -> str | None:
        return None if text == "nil" and not quoted else text

    def _is_mistaken(self, tag: Tag, text: str) -> bool:
        """Report what a schema cannot say, such as a number that its readers take for another."""
        found = mistaken_number(text.removeprefix("+"))
        if found is None:
            return self._is_unfit(tag, text)
        number, other = found
        if other == "inf":
            what, hint = "which is larger than any number JSON readers know", None
        else:
            what, hint = f"which JSON readers take for `{other}`", f"write `{other}`"
        self._malformed(tag, f"has `{_short(number)}`, {what}", hint=hint)
        return True

    def _is_unfit(self, tag: Tag, text: str) -> bool:
        """Report what only looks like JSON: it is no value, and hardly meant as a text."""
        what = unfit_json(text)
        if what is None:
            return False
        self._malformed(tag, f"has {what}", hint="a text that looks like JSON is written in quotes")
        return True

    def _malformed(
        self, tag: Tag, what: str, *, hint: str | None = None, fix: Fix | None = None
    ) -> None:
        span = tag.span if isinstance(tag.argument, NoArgument) else tag.argument.span
        self._findings.report(
            self._scope, "SC312", f"`@{tag.name}` {what}", span, hint=hint, fix=fix
        )


def _written(argument: TagArgument) -> str:
    """Give an argument as it is shown in a message: on one line, without markers of comments."""
    match argument:
        case NoArgument():
            return ""
        case TextArgument(text, quoted, span):
            return span.text if quoted else text
        case GateArgument(expressions):
            return ", ".join(map(print_expression, expressions))
        case _:
            assert_never(argument)


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
