"""The table of a configuration in, checked values or what is wrong with them out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, TypeAlias

from schemac.diagnostics.suggest import did_you_mean
from schemac.ir.tags import ALWAYS_PREDICATES, TAGS
from schemac.runtime.errors import ContractError
from schemac.wire.setting_values import READERS
from schemac.wire.settings import USUAL_SIG_PATHS

__all__ = ["Persona", "Problem", "Table", "Values", "checked"]

Table: TypeAlias = Mapping[str, object]

_SUBJECT = re.compile(r"`([^`]+)`(?: has no `([^`]+)`)?")
_NAME = re.compile(r"[^\W\d]\w*")
_CALLABLE = re.compile(r"[^\W\d][\w.]*:[^\W\d][\w.]*")


@dataclass(frozen=True, slots=True)
class Persona:
    """A named caller: the flags that each predicate says yes to, and answers for `@default_for`."""

    name: str
    grants: Mapping[str, tuple[str, ...]]
    defaults: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with the key at `path`; `unknown` says that the key itself is."""

    path: tuple[str, ...]
    message: str
    hint: str | None = None
    unknown: bool = False


@dataclass(slots=True)
class Values:
    """What a configuration says, and what is wrong with it."""

    paths: tuple[str, ...] = (".",)
    sig_paths: tuple[str, ...] = USUAL_SIG_PATHS
    modules: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()
    flags: dict[str, tuple[str, ...]] = field(default_factory=dict)
    strict_schema: bool = False
    dialects: tuple[str, ...] = ("mcp",)
    personas: dict[str, Persona] = field(default_factory=dict)
    persona_context: str | None = None
    service: dict[str, object] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def undeclared(self) -> Literal["drop", "reject"]:
        """What becomes of arguments that nobody declared, for tools that do not say."""
        return "reject" if self.service.get("undeclared") == "reject" else "drop"

    @property
    def open_predicates(self) -> frozenset[str]:
        """The predicates whose gates stand open to contexts that do not have them."""
        opened = self.service.get("on_missing_predicate")
        return frozenset(opened) if isinstance(opened, Mapping) else frozenset()


class _WrongError(Exception):
    """A value is not what its key takes."""


def checked(table: Table, dialects: frozenset[str]) -> Values:
    """Check every key; a wrong one is a problem, and its default stands in."""
    values = Values()
    _predicates(values, table)
    for key, value in table.items():
        reader = _READERS.get(key)
        if reader is not None:
            _attempt(values, (key,), partial(reader, values, value))
        elif key == "dialects":
            _attempt(values, (key,), partial(_dialects, values, value, dialects))
        elif key in READERS and key != "predicates":
            values.service[key] = value
            _attempt(values, (key,), partial(_service, key, value))
        elif key != "predicates":
            values.problems.append(_unknown_setting(key, value))
    return values


def _attempt(values: Values, path: tuple[str, ...], read: Callable[[], None]) -> None:
    try:
        read()
    except _WrongError as wrong:
        values.problems.append(Problem(_inner(path, str(wrong)), str(wrong)))


def _inner(path: tuple[str, ...], message: str) -> tuple[str, ...]:
    """Give the key that a message is about: it may lie further in, as in `` `limits.body` ``."""
    found = _SUBJECT.match(message)
    if found is None:
        return path
    named = tuple(found.group(1).split("."))
    inner = named if named[: len(path)] == path else path
    return (*inner, found.group(2)) if found.group(2) else inner


def _unknown_setting(key: str, value: object) -> Problem:
    if key == "tool" and isinstance(value, dict) and "schemac" in value:
        hint = "leave out `[tool.schemac]`: in a file of its own its keys stand at the top"
        return Problem((key, "schemac"), f"`{key}` is no setting", hint, unknown=True)
    known = dict.fromkeys((*_READERS, "predicates", "dialects", *READERS))
    return _unknown((key,), tuple(known))


def _unknown(path: tuple[str, ...], known: tuple[str, ...]) -> Problem:
    meant = did_you_mean(path[-1], known)
    hint = f"did you mean `{meant}`?" if meant else f"there are {_listed(known)}"
    return Problem(path, f"`{path[-1]}` is no setting", hint, unknown=True)


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _service(name: str, value: object) -> None:
    """Let the reader of the service judge a setting that only serving needs."""
    try:
        READERS[name](name, value)
    except (TypeError, ValueError, ContractError) as wrong:
        raise _WrongError(str(wrong)) from None


def _texts(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        raise _WrongError(f"`{name}` must be a list of texts, not {_kind(value)}")
    return tuple(value)


def _kind(value: object) -> str:
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a text", dict: "a table"}
    if isinstance(value, list):
        return "a list with something else in it" if value else "an empty list"
    return names.get(type(value), "a date or time")


def _table(name: str, value: object, of: str) -> Table:
    if not isinstance(value, dict):
        raise _WrongError(f"`{name}` must be a table of {of}, not {_kind(value)}")
    return value


def _predicates(values: Values, table: Table) -> None:
    """Read these first: other keys speak of them."""
    if "predicates" in table:
        _attempt(values, ("predicates",), lambda: _own_predicates(values, table["predicates"]))


def _own_predicates(values: Values, value: object) -> None:
    for name in _texts("predicates", value):
        if name in TAGS:
            raise _WrongError(f"`{name}` is a tag already and cannot be a predicate")
        if _NAME.fullmatch(name) is None:
            raise _WrongError(f"the predicate `{name}` must be a name, as in `@name(:flag)`")
    values.predicates = tuple(dict.fromkeys(_texts("predicates", value)))


def _known(values: Values) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*ALWAYS_PREDICATES, *values.predicates)))


def _flags(values: Values, value: object) -> None:
    for name, flags in _table("flags", value, "predicates and their flags").items():
        if name not in _known(values):
            values.problems.append(_no_predicate(values, ("flags", name)))
            continue
        _attempt(values, ("flags", name), partial(_vocabulary, values, name, flags))


def _vocabulary(values: Values, name: str, flags: object) -> None:
    values.flags[name] = _texts(f"flags.{name}", flags)


def _no_predicate(values: Values, path: tuple[str, ...]) -> Problem:
    known = _known(values)
    meant = did_you_mean(path[-1], (*known, "defaults") if path[0] == "personas" else known)
    hint = f"did you mean `{meant}`?" if meant else "name it in `predicates` first"
    return Problem(path, f"`{path[-1]}` is no predicate", hint, unknown=True)


def _personas(values: Values, value: object) -> None:
    for name, given in _table("personas", value, "named callers").items():
        path = ("personas", name)
        _attempt(values, path, partial(_persona, values, name, given))


def _persona(values: Values, name: str, value: object) -> None:
    grants: dict[str, tuple[str, ...]] = {}
    defaults: Table = {}
    for key, given in _table(f"personas.{name}", value, "grants").items():
        if key == "defaults":
            defaults = _table(f"personas.{name}.defaults", given, "answers")
        elif key in _known(values):
            grants[key] = _texts(f"personas.{name}.{key}", given)
            _in_vocabulary(values, name, key, grants[key])
        else:
            values.problems.append(_no_predicate(values, ("personas", name, key)))
    values.personas[name] = Persona(name, grants, dict(defaults))


def _in_vocabulary(values: Values, name: str, predicate: str, flags: tuple[str, ...]) -> None:
    known = values.flags.get(predicate)
    for flag in flags:
        if known is not None and flag not in known:
            meant = did_you_mean(flag, known)
            hint = (
                f"did you mean `{meant}`?" if meant else f"`flags.{predicate}` lists the known ones"
            )
            text = f"`{flag}` is no flag of `{predicate}`"
            values.problems.append(Problem(("personas", name, predicate), text, hint))


def _dialects(values: Values, value: object, known: frozenset[str]) -> None:
    for name in _texts("dialects", value):
        if name not in known:
            meant = did_you_mean(name, known)
            rest = (
                f"; did you mean `{meant}`?"
                if meant
                else f"; there are {_listed(tuple(sorted(known)))}"
            )
            raise _WrongError(f"`{name}` is no dialect{rest}")
    values.dialects = _texts("dialects", value)


def _paths(values: Values, value: object) -> None:
    values.paths = _texts("paths", value)


def _sig_paths(values: Values, value: object) -> None:
    values.sig_paths = _texts("sig_paths", value)


def _modules(values: Values, value: object) -> None:
    values.modules = _texts("modules", value)


def _strict_schema(values: Values, value: object) -> None:
    if not isinstance(value, bool):
        raise _WrongError(f"`strict_schema` must be true or false, not {_kind(value)}")
    values.strict_schema = value


def _persona_context(values: Values, value: object) -> None:
    if not isinstance(value, str) or _CALLABLE.fullmatch(value) is None:
        raise _WrongError("`persona_context` must name a callable, as in `app.mcp:context_for`")
    values.persona_context = value


_READERS: Mapping[str, Callable[[Values, object], None]] = {
    "paths": _paths,
    "sig_paths": _sig_paths,
    "modules": _modules,
    "flags": _flags,
    "strict_schema": _strict_schema,
    "personas": _personas,
    "persona_context": _persona_context,
}
