"""Random programs of the annotation language, as IR that printing and parsing leave as it is."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from schemac.ir.builtins import BUILTIN_NAMES
from schemac.ir.decls import (
    Declaration,
    Description,
    DescriptionMember,
    Import,
    ImportedName,
    Signature,
    TypeDeclaration,
    TypeParameter,
)
from schemac.ir.tag_text import plain_quoted, write_quoted, write_raw
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
from schemac.ir.types import (
    Anything,
    Field,
    Group,
    IntersectionType,
    ListType,
    LiteralType,
    MapType,
    NameType,
    Nothing,
    OptionalType,
    RecordType,
    Scalar,
    Tagged,
    TupleType,
    Type,
    UnionType,
)
from schemac.ir.unseen import HIDDEN
from schemac.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["declarations", "fields", "gates", "signatures", "tags", "type_declarations", "types"]

NOWHERE = Source("generated", "").span(0, 0)

_scalar_kinds = st.sampled_from(
    [
        "string",
        "integer",
        "number",
        "boolean",
        "null",
        "date",
        "datetime",
        "duration",
        "uuid",
        "decimal",
        "bytes",
    ]
)
_free_text = st.text(max_size=12)
_printable = st.text(
    st.characters(blacklist_categories=("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")), max_size=16
).filter(lambda text: not any(HIDDEN.search(f"a{char}b") for char in text))
_words = st.sampled_from(
    ["a", "b", "stage", "type", "import", "from", "as", "description", "été", "名前", "_x", "x9"]
)
names = _words.filter(lambda word: word not in BUILTIN_NAMES)
_keys = st.one_of(_words, st.sampled_from(["true", "class", "nil", "String"]), _free_text)
_paths = st.sampled_from(["error", "billing/invoice", "a/b/c", "type", "import"])
_docs = st.none() | st.lists(_printable.map(str.rstrip), min_size=1, max_size=3).map("\n".join)

_GATE_SHAPE = re.compile(r"[\s!(]*:")


def _literals() -> st.SearchStrategy[Type]:
    return st.one_of(
        _free_text.map(lambda value: LiteralType("string", value, NOWHERE)),
        st.integers().map(lambda value: LiteralType("integer", value, NOWHERE)),
        st.floats(allow_nan=False, allow_infinity=False).map(
            lambda value: LiteralType("number", value, NOWHERE)
        ),
        st.booleans().map(lambda value: LiteralType("boolean", value, NOWHERE)),
    )


def _leaves() -> st.SearchStrategy[Type]:
    return st.one_of(
        _scalar_kinds.map(lambda kind: Scalar(kind, NOWHERE)),  # type: ignore[arg-type]  # the list above is that of ScalarKind
        st.just(Anything(NOWHERE)),
        st.just(Nothing(NOWHERE)),
        _literals(),
        names.map(lambda name: NameType(name, (), NOWHERE, NOWHERE)),
    )


def _containers(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    several = st.lists(inner, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(partial(ListType, span=NOWHERE), inner, st.booleans()),
        st.builds(partial(MapType, span=NOWHERE), inner, inner),
        st.lists(inner, max_size=3).map(lambda items: TupleType(tuple(items), NOWHERE)),
        st.lists(fields(inner), max_size=4).map(lambda found: RecordType(tuple(found), NOWHERE)),
        st.builds(partial(NameType, span=NOWHERE, name_span=NOWHERE), names, several),
        inner.map(lambda one: Group(one.inner if isinstance(one, Group) else one, NOWHERE)),
    )


def fields(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Field]:
    """Give fields of a record or parameters of a signature."""
    make = partial(Field, span=NOWHERE, name_span=NOWHERE)
    return st.builds(make, _keys, inner, st.booleans(), _docs)


@st.composite
def _layered(draw: st.DrawFn, atoms: st.SearchStrategy[Type]) -> Type:
    """Give a union of tagged intersections of types that may be null, each part optional."""
    members = [_member(draw, atoms) for _ in range(draw(st.sampled_from([1, 1, 1, 2, 3])))]
    return members[0] if len(members) == 1 else UnionType(tuple(members), NOWHERE)


def _member(draw: st.DrawFn, atoms: st.SearchStrategy[Type]) -> Type:
    count = draw(st.sampled_from([1, 1, 1, 1, 2, 3]))
    operands = tuple(_postfix(draw, atoms) for _ in range(count))
    found = operands[0] if count == 1 else IntersectionType(operands, NOWHERE)
    if draw(st.booleans()):
        return found
    return Tagged(found, tuple(draw(st.lists(tags(), min_size=1, max_size=3))), NOWHERE)


def _postfix(draw: st.DrawFn, atoms: st.SearchStrategy[Type]) -> Type:
    atom = draw(atoms)
    return OptionalType(atom, NOWHERE) if draw(st.booleans()) else atom


def types(max_leaves: int = 5) -> st.SearchStrategy[Type]:
    """Give types as parsing makes them."""
    return st.recursive(
        _layered(_leaves()), lambda inner: _layered(_containers(inner)), max_leaves=max_leaves
    )


def gates() -> st.SearchStrategy[GateExpression]:
    """Give expressions of flags."""
    flags = st.one_of(
        st.sampled_from(["admin", "orders.write", "a"]), st.text(min_size=1, max_size=8)
    ).map(lambda name: Flag(name, NOWHERE))

    def extend(inner: st.SearchStrategy[GateExpression]) -> st.SearchStrategy[GateExpression]:
        several = st.lists(inner, min_size=2, max_size=3).map(tuple)
        return st.one_of(
            inner.map(lambda one: Not(one, NOWHERE)),
            several.map(lambda parts: AllOf(parts, NOWHERE)),
            several.map(lambda parts: AnyOf(parts, NOWHERE)),
        )

    return st.recursive(flags, extend, max_leaves=5)


def _texts(name: str) -> st.SearchStrategy[TagArgument]:
    spec = TAGS.get(name)
    json = spec is not None and spec.argument == "json"
    gate_like = spec is None or spec.argument == "flag"

    def raw(text: str) -> bool:
        return write_raw(name, text) is not None and not (gate_like and _GATE_SHAPE.match(text))

    def quotable(text: str) -> bool:
        return json or plain_quoted(write_quoted(name, text)) == text

    return st.one_of(
        _printable.map(str.strip).filter(raw).map(lambda text: TextArgument(text, False, NOWHERE)),
        (_free_text if json else _printable)
        .filter(quotable)
        .map(lambda text: TextArgument(text, True, NOWHERE)),
    )


def _arguments(name: str) -> st.SearchStrategy[TagArgument]:
    spec = TAGS.get(name)
    gated = st.lists(gates(), min_size=1, max_size=2).map(
        lambda found: GateArgument(tuple(found), NOWHERE)
    )
    nothing = st.just(NoArgument(NOWHERE))
    if spec is None:
        return st.one_of(gated, gated, _texts(name), nothing)
    if spec.argument == "flag":
        return gated
    return nothing if spec.argument == "none" else _texts(name)


def tags() -> st.SearchStrategy[Tag]:
    """Give tags: known ones, gates, and some that nobody knows."""
    known = st.sampled_from([*TAGS, "requires", "feature", "tier", "dsec"])
    make: Callable[[str], st.SearchStrategy[Tag]] = lambda name: _arguments(name).map(  # noqa: E731 - typed for mypy
        lambda argument: Tag(name, argument, NOWHERE, NOWHERE)
    )
    return known.flatmap(make)


@st.composite
def type_declarations(draw: st.DrawFn) -> TypeDeclaration:
    """Give `type name[T] = …`."""
    without = draw(st.lists(names, max_size=2))
    defaults = draw(st.lists(st.tuples(names, types(2)), max_size=1))
    parameters = [TypeParameter(name, None, NOWHERE) for name in without]
    parameters += [TypeParameter(name, default, NOWHERE) for name, default in defaults]
    return TypeDeclaration(
        draw(names), tuple(parameters), draw(types()), draw(_docs), NOWHERE, NOWHERE
    )


def _imports() -> st.SearchStrategy[Import]:
    one = st.builds(partial(ImportedName, span=NOWHERE), names, st.none() | names)
    several = st.none() | st.lists(one, min_size=1, max_size=3).map(tuple)
    return st.builds(partial(Import, span=NOWHERE, path_span=NOWHERE), _paths, several)


def _descriptions() -> st.SearchStrategy[Description]:
    member = st.builds(
        partial(DescriptionMember, span=NOWHERE),
        _free_text,
        st.lists(tags(), max_size=2).map(tuple),
    )
    several = st.lists(member, min_size=1, max_size=3).map(tuple)
    return several.map(lambda members: Description(members, NOWHERE))


def signatures() -> st.SearchStrategy[Signature]:
    """Give signatures that can be told from prose: by an arrow, or by how they begin."""
    parameters = st.lists(fields(types(3)), max_size=4).map(tuple)
    made = st.builds(partial(Signature, span=NOWHERE), parameters, st.none() | types(3))
    return made.filter(_is_told)


def _is_told(signature: Signature) -> bool:
    first = next(iter(signature.parameters), None)
    if first is None or signature.returns is not None:
        return True
    return first.optional or first.doc is not None or first.name.isidentifier()


@st.composite
def declarations(draw: st.DrawFn, *, max_size: int = 3) -> tuple[Declaration, ...]:
    """Give the declarations of a block: types, imports, descriptions, perhaps a signature last."""
    one = st.one_of(type_declarations(), type_declarations(), _imports(), _descriptions())
    found: list[Declaration] = list(draw(st.lists(one, max_size=max_size)))
    if draw(st.booleans()):
        found.append(draw(signatures()))
    return tuple(found)
