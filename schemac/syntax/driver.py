"""A parser built by Lark in, a function that drives its tables without Lark's generality out.

The states, the terminals and the callbacks are Lark's. What is left out is what only the report of
a mistake needs: lines, columns, and what would have been expected. A text that does not parse is
left to Lark, so that there is one source of mistakes.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from lark import Token
from lark.lexer import UnlessCallback
from lark.parse_tree_builder import ChildFilter, ChildFilterLALR_NoPlaceholders
from lark.parsers.lalr_analysis import Shift

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lark import Lark

__all__ = ["STOPPED", "Drive", "driver"]

STOPPED: Any = object()
"""What is given for a text that does not parse."""

Drive: TypeAlias = "Callable[[str], object]"

_END = "$END"
_OWN_SPACE = frozenset({"RAW", "QUOTED"})
"""Terminals that may begin with any white space. `DOC` may too, but ends in a `#`."""

_SPACE = r"(?:[ \t\f\r\n]+(?![# \t\f\r\n]))?"
"""White space that is nothing but ignored: no comment of either kind stands behind it."""


@dataclass(frozen=True, slots=True)
class _Lexer:
    """What may stand in some states: one pattern, and which of its words are keywords."""

    match: Callable[[str, int], re.Match[str] | None]
    words: Mapping[str, Mapping[str, str]]
    calls: Mapping[str, Callable[[Token], object]]


@dataclass(frozen=True, slots=True)
class _Reduce:
    """A rule: so many parts become one value of that name; without a callback the part itself.

    The callback takes the parts as a list; or, where `kept` is given, those of that number one by
    one, -1 being None; `pick` gives them. `opened` are those among `kept` that are lists, whose
    items it takes.
    """

    size: int
    name: str
    callback: Callable[..., Any] | None
    kept: tuple[int, ...] | None
    opened: frozenset[int] = frozenset()
    pick: Callable[[list[Any]], Sequence[Any]] = list


@dataclass(frozen=True, slots=True)
class _Tables:
    """What Lark worked out: in each state the action for each terminal, and where rules lead."""

    states: Mapping[int, Mapping[str, Any]]
    lexers: Mapping[int, _Lexer]
    start: int
    end: int
    ignored: frozenset[str]
    dropped: frozenset[str]

    def kept(self, below: int, state: int, kind: str) -> int:
        """Follow rules that keep their one part as it is, as far as they lead."""
        while state != self.end:
            action = self.states[state].get(kind)
            if not isinstance(action, _Reduce) or action.callback is not None:
                break
            state = self.states[below][action.name]
        return state


def driver(lark: Lark) -> Drive:
    """Make the function: the text of one declaration in, its value out, or STOPPED."""
    frontend: Any = lark.parser
    inside: Any = frontend.parser.parser
    made: dict[int, _Reduce] = {}
    states = {
        state: {
            str(name): _action(action, target, inside.callbacks, made)
            for name, (action, target) in entries.items()
        }
        for state, entries in inside.parse_table.states.items()
    }
    ignored = frozenset(map(str, lark.ignore_tokens))
    shared: dict[int, _Lexer] = {}
    for lexer in frontend.lexer.lexers.values():
        if id(lexer) not in shared:
            shared[id(lexer)] = _lexer(lexer, ignored)
    lexers = {state: shared[id(lexer)] for state, lexer in frontend.lexer.lexers.items()}
    (start,) = inside.parse_table.start_states.values()
    (end,) = inside.parse_table.end_states.values()
    dropped = frozenset(str(each.name) for each in lark.terminals if each.name.startswith("_"))
    return partial(_drive, _Tables(states, lexers, start, end, ignored, dropped), {})


def _drive(tables: _Tables, jumps: dict[tuple[int, int, str], int], text: str) -> object:  # noqa: C901, PLR0912 - one loop, in which each call would cost
    """Parse a text. `jumps` remembers where rules lead that keep their one part."""
    states, lexers, end = tables.states, tables.lexers, tables.end
    ignored, dropped, new = tables.ignored, tables.dropped, str.__new__
    stack, values, at, last, state = [tables.start], list[Any](), 0, len(text), tables.start
    while True:
        lexer = lexers[state]
        if at == last:
            kind, token = _END, None
        elif (found := lexer.match(text, at)) is None:
            return STOPPED
        else:
            kind = found.lastgroup  # type: ignore[assignment] # one of the terminals matched
            begin, at = found.span(kind)
            if kind in ignored:
                if kind in lexer.calls:
                    lexer.calls[kind](_token(kind, text, begin, at))
                continue
            if kind in dropped:
                token = None
            else:
                token = new(Token, text[begin:at])
                if kind in lexer.words:
                    kind = lexer.words[kind].get(token, kind)
                token.type, token.start_pos, token.end_pos = kind, begin, at
        while True:
            action = states[state].get(kind)
            if type(action) is int:
                stack.append(action)
                values.append(token)
                state = action
                break
            if action is None:
                return STOPPED
            if action.callback is None:
                jump = (stack[-2], state, kind)
                state = jumps.get(jump) or jumps.setdefault(jump, tables.kept(*jump))
                stack[-1] = state
            else:
                cut = len(values) - action.size
                parts = values[cut:]
                del values[cut:], stack[cut + 1 :]
                if action.kept is None:
                    values.append(action.callback(parts))
                elif action.opened:
                    values.append(_spread(action.callback, parts, action.kept, action.opened))
                else:
                    parts.append(None)
                    values.append(action.callback(*action.pick(parts)))
                state = states[stack[-1]][action.name]
                stack.append(state)
            if state == end and kind == _END:
                return values[-1]


def _action(
    action: object,
    target: Any,  # noqa: ANN401 - Lark's own
    callbacks: Mapping[Any, Any],
    made: dict[int, _Reduce],
) -> int | _Reduce:
    """Give the state to go on in, or the rule to reduce by."""
    if action is Shift:
        return int(target)
    known = made.get(id(target))
    if known is None:
        callback = None if _is_kept(target) else callbacks[target]
        size, name = len(target.expansion), str(target.origin.name)
        inner, kept, opened = _direct(callback, size, name)
        known = _Reduce(size, name, inner, kept, opened, _picker(kept or ()))
        made[id(target)] = known
    return known


def _direct(
    callback: Any,  # noqa: ANN401 - the same
    size: int,
    name: str,
) -> tuple[Any, tuple[int, ...] | None, frozenset[int]]:
    """Give the method behind Lark's wrappers, and the parts it takes, where that can be told.

    Lark picks the parts in one wrapper, and hands them over through three more. A rule whose name
    begins with `_` stands for its parts: a list of them will do, in the place of Lark's tree.
    """
    inner, kept, opened = callback, list(range(size)), frozenset[int]()
    if isinstance(callback, ChildFilter | ChildFilterLALR_NoPlaceholders):
        inner, (kept, opened) = callback.node_builder, _picked(callback)
    if name.startswith("_"):
        return _listed, tuple(kept), opened
    method = inspect.unwrap(inner) if inspect.isfunction(inner) else None
    if inspect.ismethod(method):
        return method, tuple(kept), opened
    if opened:
        raise TypeError(name)
    return callback, None, frozenset()


def _picked(filtering: Any) -> tuple[list[int], frozenset[int]]:  # noqa: ANN401 - the same
    """Give the numbers of the parts that are picked, and of those that stand for their own."""
    picked: list[int] = []
    opened: list[int] = []
    for number, is_opened, *absent in filtering.to_include:
        picked += [-1] * sum(absent)
        picked.append(number)
        opened += [number] if is_opened else []
    picked += [-1] * getattr(filtering, "append_none", 0)
    return picked, frozenset(opened)


def _picker(kept: tuple[int, ...]) -> Callable[[list[Any]], Sequence[Any]]:
    """Give the quickest way to the parts of these numbers; -1 is the last one, which is None."""
    if len(kept) > 1:
        return itemgetter(*kept)
    # A stretch of one part, or of none, is a list, too.
    return itemgetter(slice(kept[0], kept[0] + 1 or None) if kept else slice(0))


def _listed(*parts: object) -> list[object]:
    return [*parts]


def _spread(
    callback: Callable[..., Any], parts: list[Any], kept: tuple[int, ...], opened: frozenset[int]
) -> object:
    """Reduce by a rule that takes the items of lists. The first one grows: nobody else holds it."""
    parts.append(None)
    found: list[Any] = []
    for part in kept:
        if part in opened:
            found = [*found, *parts[part]] if found else parts[part]
        else:
            found.append(parts[part])
    return found if callback is _listed else callback(*found)


def _is_kept(rule: Any) -> bool:  # noqa: ANN401 - the same
    """Whether a rule gives its one part as it is."""
    if not rule.options.expand1 or rule.alias or any(rule.options.empty_indices):
        return False
    return len(rule.expansion) == 1 and not rule.expansion[0].name.startswith("_")


def _lexer(lexer: Any, ignored: frozenset[str]) -> _Lexer:  # noqa: ANN401 - the same
    """Join the terminals as Lark does, in its order, behind white space that is only skipped."""
    terminals = lexer.scanner.terminals
    pattern = "|".join(f"(?P<{each.name}>{each.pattern.to_regexp()})" for each in terminals)
    own = _OWN_SPACE.intersection(each.name for each in terminals)
    space = _SPACE if "BLANK" in ignored and not own else ""
    words: dict[str, dict[str, str]] = {}
    calls: dict[str, Callable[[Token], object]] = {}
    for name, callback in lexer.callback.items():
        if isinstance(callback, UnlessCallback):
            found = callback.scanner.terminals
            words[str(name)] = {each.pattern.value: str(each.name) for each in found}
        else:
            calls[str(name)] = callback
    if not ignored.issuperset(calls):
        raise ValueError(calls)
    return _Lexer(re.compile(f"{space}(?:{pattern})", lexer.g_regex_flags).match, words, calls)


def _token(kind: str, text: str, begin: int, end: int) -> Token:
    token = str.__new__(Token, text[begin:end])
    token.type, token.start_pos, token.end_pos = kind, begin, end
    return token
