from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import HealthCheck, given, settings

from schemac.ir.decls import Description, Import, Signature, TypeDeclaration
from schemac.ir.printer import print_declarations, print_type
from schemac.ir.walk import children, depth, rebuild, walk
from schemac.source import Source
from schemac.syntax.parser import parse_block
from tests.property.strategies_ir import declarations, types

if TYPE_CHECKING:
    from schemac.ir.builtins import Spelling
    from schemac.ir.decls import Declaration
    from schemac.ir.types import Type

relaxed = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


def in_order(text: str) -> tuple[Declaration, ...]:
    parsed, diagnostics = parse_block(Source("printed", text), mode="block")
    assert diagnostics == ()
    found: list[TypeDeclaration | Import | Description] = [*parsed.types, *parsed.imports]
    found += parsed.descriptions
    ordered = sorted(found, key=lambda one: one.span.start)
    return (*ordered, parsed.signature) if parsed.signature else tuple(ordered)


@pytest.mark.parametrize("spelling", ["rbs", "python"])
@relaxed
@given(program=declarations())
def test_parsing_what_was_printed_gives_the_same_ir(
    spelling: str, program: tuple[Declaration, ...]
) -> None:
    text = print_declarations(program, cast("Spelling", spelling))
    assert in_order(text) == program


@relaxed
@given(program=declarations())
def test_printing_is_stable(program: tuple[Declaration, ...]) -> None:
    text = print_declarations(program)
    assert print_declarations(in_order(text)) == text


@relaxed
@given(node=types())
def test_walking_meets_every_child_once(node: Type) -> None:
    met = list(walk(node))
    assert met[0] is node
    assert len(met) == 1 + sum(len(children(one)) for one in met)
    assert rebuild(node, lambda child: child) == node
    levels, lowest = depth(node)
    assert any(one is lowest for one in met)
    assert levels <= len(met)


def test_a_printed_type_stands_on_one_line_without_documentation() -> None:
    text = "type t = {a:Array[ String ],?b: {c:1}|nil @min( 2 )}"
    parsed, _ = parse_block(Source("t", text), mode="block")
    body = parsed.types[0].body
    assert print_type(body) == "{ a: Array[String], ?b: { c: 1 } | nil @min(2) }"
    assert print_type(body, "python") == "{ a: list[str], ?b: { c: 1 } | None @min(2) }"


def test_a_signature_with_documentation_is_printed_on_lines() -> None:
    text = "(\n  ## The one.\n  a: String,\n  ?b: int\n) -> output"
    parsed, _ = parse_block(Source("t", text), mode="block")
    assert isinstance(parsed.signature, Signature)
    assert print_declarations([parsed.signature]) == (
        "(\n  ## The one.\n  a: String,\n  ?b: Integer\n) -> output\n"
    )


def test_types_used_by_number_are_printed_by_their_names() -> None:
    parsed, _ = parse_block(Source("t", "type t = a | b"), mode="block")
    assert isinstance(parsed.types[0], TypeDeclaration)
    assert print_type(parsed.types[0].body, name_of=str) == "a | b"
