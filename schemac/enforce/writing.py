"""A shape in, a function that writes its projected, validated values as compact JSON out.

The encoder of the standard library asks each value what it is; a shape knows. The text is the
encoder's to the byte. What a shape does not tell (untyped values, unions that no literal tells
apart) is left to the encoder. As in the projectors, generated text holds nothing but names.
"""

from __future__ import annotations

import json
from itertools import takewhile
from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any, TypeAlias

from pydantic_core import PydanticSerializationError, to_json

from schemac.enforce.project.literals import literals_of
from schemac.enforce.project.walk import ABSENT
from schemac.enforce.read import most_digits
from schemac.plan.nodes import Anything, Const, ListOf, MapOf, Record, Ref, Scalar, Union
from schemac.plan.walk import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schemac.enforce.types import Types
    from schemac.enforce.values import Wire
    from schemac.plan.model import Shape
    from schemac.plan.nodes import Field, Node

    Write: TypeAlias = "Callable[[Wire], str]"

__all__ = ["Writing", "encode", "writer_of"]

encode: Write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode

_NUMBERS = frozenset({"integer", "number"})


ROOM = 200
DEEPEST = 16
"""So many functions, and so deep in one another: the encoder does what lies beyond."""


def writer_of(shape: Shape, types: Types) -> Write:
    """Give the fastest function that writes values of a shape."""
    roots = (shape.root, *(named.body for named in shape.types.values()))
    if any(_may_be_fraction(node) for root in roots for node in walk(root)):
        return Writing(types).writer(shape.root)
    return _whole_writer(most_digits())


def _may_be_fraction(node: Node) -> bool:
    if isinstance(node, Scalar | Const):
        return node.kind == "number"
    return isinstance(node, Anything)


_AS_NOUGHTS = bytes.maketrans(b"123456789", b"0" * 9)


def _whole_writer(longest: int) -> Write:
    """Make the writer of values without fractions: the two differ in how they write small ones.

    The library writes integers of any length, the encoder none that is longer than `longest`.
    """
    too_long = b"0" * (longest + 1)

    def write_whole(value: Wire) -> str:
        try:
            written = to_json(value)
        except PydanticSerializationError:  # the encoder says why, or goes deeper
            return encode(value)
        if len(written) > longest and too_long in written.translate(_AS_NOUGHTS):
            return encode(value)
        return written.decode()

    return write_whole


class Writing:
    """Makes the writers of one shape."""

    def __init__(self, types: Types) -> None:
        self._types = types
        self._space: dict[str, Any] = {"esc": encode_basestring, "encode": encode, "absent": ABSENT}
        self._space["space"] = self._space
        self._named: dict[Ref, str] = {}
        self._level = 0

    def writer(self, node: Node) -> Write:
        """Make the writer of a node."""
        made: Write = self._space[self._alone(node)]
        return made

    def _define(self, body: str, name: str | None = None) -> str:
        """Make a function of one value; give its name."""
        name = name or f"w{len(self._space)}"
        code = compile(f"def {name}(value):\n{body}", "<writer>", "exec")
        exec(code, self._space)  # noqa: S102 - see above
        return name

    def _alone(self, node: Node) -> str:
        """Make a function for a node."""
        text = self._text(node, "value")
        return self._define(f" return {text}")

    def _text(self, node: Node, value: str) -> str:
        """Give the expression that writes a value."""
        if self._level > DEEPEST or len(self._space) > ROOM:
            return f"encode({value})"
        self._level += 1
        text = self._written(node, value)
        self._level -= 1
        return text

    def _written(self, node: Node, value: str) -> str:
        match node:
            case Scalar(kind=kind) | Const(kind=kind):
                return _scalar(kind, value)
            case ListOf(item=item):
                return f"('[' + ','.join([{self._text(item, 'item')} for item in {value}]) + ']')"
            case MapOf(value=item):
                pair = f"esc(key) + ':' + {self._alone(item)}(item)"
                return f"('{{' + ','.join([{pair} for key, item in {value}.items()]) + '}}')"
            case Record(fields=fields) if fields and all(field.required for field in fields):
                return f"({self._leading(fields, value)} + '}}')"
            case Record():
                return f"{self._record(node)}({value})"
            case Ref():
                return f"{self._use(node)}({value})"
            case Union():
                return self._union(node, value)
            case _:
                return f"encode({value})"

    def _use(self, node: Ref) -> str:
        """Make the function of a named type, once for all its uses of one kind."""
        name = self._named.get(node)
        if name is None:
            name = self._named[node] = f"n{len(self._named)}"
            text = self._text(self._types.effective(node), "value")
            self._define(f" return {text}", name)
        return name

    def _record(self, node: Record) -> str:
        """Make the function of a record: what must be there in one go, then what may be."""
        leading = list(takewhile(lambda field: field.required, node.fields))
        lines = [f" text = {self._leading(leading, 'value')}"]
        lines += map(self._field, node.fields[len(leading) :])
        end = "text + '}'" if leading else "'{' + text[1:] + '}'"
        return self._define("\n".join([*lines, f" return {end}"]))

    def _leading(self, fields: Sequence[Field], value: str) -> str:
        """Write fields that must be there, up to what follows; the compiler makes it one step."""
        keys = (_key(field).replace("%", "%%") + "%s" for field in fields)
        texts = [self._text(field.type, f"{value}[{field.name!r}]") + "," for field in fields]
        return f"{'{' + ','.join(keys)!r} % ({' '.join(texts)})" if fields else "''"

    def _field(self, field: Field) -> str:
        key = repr(f",{_key(field)}")
        if field.required:
            return f" text += {key} + {self._text(field.type, f'value[{field.name!r}]')}"
        text = self._text(field.type, "item")
        return (
            f" item = value.get({field.name!r}, absent)\n"
            f" if item is not absent: text += {key} + {text}"
        )

    def _union(self, node: Union, value: str) -> str:
        uses = [
            use
            for use in self._types.alternatives(node)
            if not _is_null(self._types.effective(use))
        ]
        text = self._unequal(uses, value)
        return f"('null' if {value} is None else {text})" if self._types.nullable(node) else text

    def _unequal(self, uses: list[Node], value: str) -> str:
        """Write a value of one of several types, none of which is null."""
        inner = [self._types.effective(use) for use in uses]
        if len(uses) == 1:
            return self._text(uses[0], value)
        kinds = {_scalar(each.kind, "it") for each in inner if isinstance(each, Scalar | Const)}
        if len(kinds) == 1 and all(isinstance(each, Scalar | Const) for each in inner):
            return self._text(inner[0], value)
        return self._told_apart(uses, inner, value) or f"encode({value})"

    def _told_apart(self, uses: list[Node], inner: list[Node], value: str) -> str | None:
        """Tell records apart by a literal that each of them holds; None where there is none."""
        records = [each for each in inner if isinstance(each, Record)]
        if not records or len(records) < len(inner):
            return None
        for field in records[0].fields:
            found = [literals_of(each, field.name, self._types) for each in records]
            numbers = {literal: at for at, several in enumerate(found) for literal in several}
            if all(found) and len(numbers) == sum(map(len, found)):
                names = [self._variant(use, each) for use, each in zip(uses, records, strict=True)]
                table = f"t{len(self._space)}"
                self._space[table] = {literal: names[at] for literal, at in numbers.items()}
                tag = f"{value}[{field.name!r}]"
                return f"space[{table}[type({tag}), {tag}]]({value})"
        return None

    def _variant(self, use: Node, record: Record) -> str:
        return self._use(use) if isinstance(use, Ref) else self._record(record)


def _key(field: Field) -> str:
    return json.dumps(field.name, ensure_ascii=False) + ":"


def _scalar(kind: str, value: str) -> str:
    if kind in _NUMBERS:
        return f"repr({value})"
    if kind == "boolean":
        return f"('true' if {value} else 'false')"
    return "'null'" if kind == "null" else f"esc({value})"


def _is_null(node: Node) -> bool:
    return isinstance(node, Scalar) and node.kind == "null"
