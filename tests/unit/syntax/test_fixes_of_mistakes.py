"""Mistakes with a fix in, texts that parse without a finding out once the fix is made."""

from __future__ import annotations

import pytest

from schemac.source import Source
from schemac.syntax.parser import parse_block


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("type t = { 1a: String }", 'type t = { "1a": String }'),
        ("type t = { ?1: String }", 'type t = { ?"1": String }'),
        ("type t = { 1.5-b: String }", 'type t = { "1.5-b": String }'),
        ("type t = { a-b: String }", 'type t = { "a-b": String }'),
        ("type t = { a/b.c => String }", 'type t = { "a/b.c" => String }'),
        ("type t = { größe-x: String }", 'type t = { "größe-x": String }'),
        ("type t = Array[String] @unique", "type t = Array[String] @unique()"),
        ("type t = { a: b } @closed", "type t = { a: b } @closed()"),
        ("type t = { a?: b }", "type t = { ?a: b }"),
        ("typ t = String", "type t = String"),
        ("type t = a @x(:orders:write)", 'type t = a @x(:"orders:write")'),
        ("type t = a @x(!:a:b-c.d | :e)", 'type t = a @x(!:"a:b-c.d" | :e)'),
        ("type t = a @x(:b & : c)", "type t = a @x(:b & :c)"),
        ("type t = a @x(:1a-b)", 'type t = a @x(:"1a-b")'),
        ("type t = a @x(:'b c' | :d)", 'type t = a @x(:"b c" | :d)'),
        ("type t = { a: : b }", "type t = { a: :b }"),
    ],
)
def test_a_fix_is_the_end_of_it(text: str, fixed: str) -> None:
    _, (found,) = parse_block(Source("sample", text), mode="block")
    assert found.fix is not None
    span = found.fix.span
    made = text[: span.start] + found.fix.replacement + text[span.end :]
    assert made == fixed
    assert parse_block(Source("sample", made), mode="block")[1] == ()


@pytest.mark.parametrize(
    ("tag", "hint"),
    [
        ("@desc", "write `@desc(…)`"),
        ("@min", "write `@min(…)`"),
        ("@default", "write `@default(…)`"),
        ("@requires", "write `@requires(:flag)`"),
        ("@feature", "write `@feature(:flag)`"),
        ("@depends_on", "write `@depends_on(:flag)`"),
        ("@tier", "write `@tier(…)`"),
    ],
)
def test_what_needs_an_argument_is_not_fixed_with_none(tag: str, hint: str) -> None:
    _, (found,) = parse_block(Source("sample", f"type t = {{ ?a: String {tag} }}"), mode="block")
    assert (found.code, found.hint, found.fix) == ("SC104", hint, None)
