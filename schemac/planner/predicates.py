"""Gate tags in, plan gates out; SC311, SC401 and SC402 where a tag is no readable gate."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, assert_never

from schemac.diagnostics.model import Fix
from schemac.diagnostics.suggest import did_you_mean
from schemac.ir.tags import (
    TAGS,
    AllOf,
    AnyOf,
    Flag,
    GateArgument,
    NoArgument,
    Not,
    Tag,
    TextArgument,
)
from schemac.plan.declaration import UnreadableGate
from schemac.plan.gates import Asked, Atom, Never
from schemac.planner.expressions import parse_expression, print_expression
from schemac.planner.foreign_tags import meant_tag, other_way
from schemac.planner.gates import every, inverse, some

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.ir.tags import GateExpression
    from schemac.plan.declaration import ToolDeclaration
    from schemac.plan.gates import Gate
    from schemac.planner.findings import Findings, Scope
    from schemac.planner.gates import Atoms
    from schemac.source import Span

__all__ = ["GateReader"]

_PAIR = re.compile(r"\s*\w+\s*={1,2}\s*[:\"']*([\w.:-]+)[\"']?\s*")
"""`flag=staff`, as if the flag were the value of an argument."""
_COLON = re.compile(r"(?<![^\s|&!(),]):(?=\w)")
_JOINT = re.compile(r"(?<!\S)(?:and|or|not)(?!\S)|,|&&|\|\|")
_SWITCHES = ("true", "false")
_ALL_TAGS = "`schemac explain SC311` lists all tags"
_JOINTS = {"and": "&", ",": "&", "&&": "&", "or": "|", "||": "|", "not": "!"}


class GateReader:
    """Reads gates under the configured predicates and closed vocabularies of flags.

    What cannot be read is `Never`: a mistake closes and never opens.
    """

    def __init__(
        self,
        findings: Findings,
        atoms: Atoms,
        predicates: Sequence[str],
        flags: Mapping[str, Sequence[str]],
    ) -> None:
        self._findings = findings
        self._atoms = atoms
        self.predicates = tuple(dict.fromkeys(predicates))
        self._flags = {name: frozenset(known) for name, known in flags.items()}

    def is_gate(self, tag: Tag) -> bool:
        """Tell whether a tag is a gate. One that is nothing known is reported as that alone."""
        return tag.name in self.predicates

    def of_tag(self, tag: Tag, scope: Scope) -> Gate:
        """Give the gate of a tag that is not in the vocabulary of tags."""
        if tag.name not in self.predicates:
            self._unknown(tag, scope)
            return Never()
        argument = tag.argument
        if isinstance(argument, GateArgument) and len(argument.expressions) == 1:
            return self._gate(tag.name, argument.expressions[0], scope)
        self._malformed(tag, scope)
        return Never()

    def of_all(self, tags: Sequence[Tag], scope: Scope) -> Gate | None:
        """Give the gate of tags where only gates may stand."""
        gate: Gate | None = None
        for tag in tags:
            if tag.name in TAGS:
                self._findings.report(
                    scope, "SC302", f"`@{tag.name}` does not apply to a description", tag.span
                )
            else:
                gate = every(gate, self.of_tag(tag, scope))
        return gate

    def of_tool(self, declaration: ToolDeclaration, span: Span, scope: Scope) -> Gate | None:
        """Give the gate of a tool: all that were declared in Python, one after the other."""
        gates: list[Gate] = []
        for declared in declaration.gates:
            if isinstance(declared, UnreadableGate):
                gates.append(Never())
                continue
            predicate, text = declared
            if predicate not in self.predicates:
                self._unknown_of_tool(predicate, declaration.name, span, scope)
            expression = parse_expression(text, span)
            if expression is None:
                self._findings.report(
                    scope,
                    "SC401",
                    f"`{predicate}={text!r}` of tool `{declaration.name}` is no flag expression",
                    span,
                    hint='flags bear no colon and are joined by `|`, `&` and `!`: `"a | !b"`',
                    tool=declaration.name,
                )
                gates.append(Never())
            else:
                gates.append(self._gate(predicate, expression, scope, declaration.name))
        return every(*gates)

    def _gate(
        self, predicate: str, expression: GateExpression, scope: Scope, tool: str | None = None
    ) -> Gate:
        """Give the gate of an expression; `tool` is the one declared in Python with it."""
        match expression:
            case Flag():
                self._check_flag(predicate, expression, scope, tool)
                return Asked(self._atoms.number(Atom(predicate, expression.name)))
            case Not(inner):
                return inverse(self._gate(predicate, inner, scope, tool)) or Never()
            case AllOf(parts):
                gates = (self._gate(predicate, part, scope, tool) for part in parts)
                return every(*gates) or Never()
            case AnyOf(parts):
                gates = (self._gate(predicate, part, scope, tool) for part in parts)
                return some(*gates) or Never()
            case _:
                assert_never(expression)

    def _check_flag(self, predicate: str, flag: Flag, scope: Scope, tool: str | None) -> None:
        known = self._flags.get(predicate)
        if known is None or flag.name in known:
            return
        meant = did_you_mean(flag.name, sorted(known))
        self._findings.report(
            scope,
            "SC402",
            f"`{flag.name}` is no flag of `{predicate}`",
            flag.span,
            hint=None if meant is None else f"did you mean `{meant}`?",
            notes=(f"the configured flags are {_listed(sorted(known))}",),
            tool=tool,
        )

    def _unknown_of_tool(self, name: str, tool: str, span: Span, scope: Scope) -> None:
        meant = did_you_mean(name, self.predicates)
        self._findings.report(
            scope,
            "SC311",
            f"the gate `{name}` of tool `{tool}` is no configured predicate",
            span,
            hint=None if meant is None else f"did you mean `{meant}`?",
            notes=(f"predicates are {_listed(self.predicates)}",),
            tool=tool,
        )

    def _unknown(self, tag: Tag, scope: Scope) -> None:
        name, span = tag.name, tag.name_span
        meant, hint = self._meant(tag)
        fix = None if meant is None or span.text != f"@{name}" else Fix(span, f"@{meant}")
        self._findings.report(
            scope,
            "SC311",
            f"`@{name}` is neither a tag nor a configured predicate",
            span,
            hint=hint,
            notes=(f"predicates are {_listed(self.predicates)}", _ALL_TAGS),
            fix=fix,
        )

    def _meant(self, tag: Tag) -> tuple[str | None, str | None]:
        """Give the name to put in the place of an unknown one, and what to say of it."""
        is_gate = self._has_flags(tag)
        way = None if is_gate else other_way(tag.name)
        if way is not None:
            return None, way
        foreign = None if is_gate else meant_tag(tag.name)
        meant = foreign or did_you_mean(tag.name, [*TAGS, *self.predicates])
        if meant is None:
            return None, None
        if (
            foreign
            and TAGS[foreign].argument == "none"
            and not isinstance(tag.argument, NoArgument)
        ):
            return None, f"write `@{foreign}()`"
        return meant, f"did you mean `@{meant}`?"

    def _has_flags(self, tag: Tag) -> bool:
        """Tell whether a gate was meant: no tag from elsewhere takes flags.

        Nobody is to be told that `@required(admin)` may go, as a door would stand open then.
        """
        match tag.argument:
            case GateArgument():
                return True
            case TextArgument(text) if text not in _SWITCHES:
                return did_you_mean(tag.name, self.predicates) is not None
            case TextArgument() | NoArgument():
                return False
            case _:
                assert_never(tag.argument)

    def _malformed(self, tag: Tag, scope: Scope) -> None:
        argument = tag.argument
        match argument:
            case GateArgument(expressions):
                right = print_expression(AllOf(expressions, argument.span))
                what = "takes one flag expression"
            case TextArgument(text, quoted):
                right = _as_symbols(text, argument.span, quoted=quoted)
                what = "takes flags as symbols"
            case NoArgument():
                right, what = ":flag", "needs a flag"
            case _:
                assert_never(argument)
        form = f"@{tag.name}({right})"
        # Of `flag=staff` nobody can tell for sure which part is the flag.
        is_sure = not (
            isinstance(argument, TextArgument)
            and not argument.quoted
            and _PAIR.fullmatch(argument.text)
        )
        fix = Fix(tag.span, form) if is_sure else None
        self._findings.report(
            scope, "SC401", f"`@{tag.name}` {what}", tag.span, hint=f"write `{form}`", fix=fix
        )


def _as_symbols(text: str, span: Span, *, quoted: bool) -> str:
    """Give what was meant, colons and signs put right; a quoted text is one flag."""
    pair = _PAIR.fullmatch(text)
    if pair is not None and not quoted:
        text = pair[1]
    plain = _COLON.sub("", text)
    meant = _JOINT.sub(lambda found: _JOINTS[found[0]], plain)
    expression = None if quoted else parse_expression(meant, span)
    if expression is None:
        is_named = any(char.isalnum() for char in text)
        expression = Flag((text if quoted else plain) if is_named else "flag", span)
    return print_expression(expression)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "none"
