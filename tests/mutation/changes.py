"""A file that mutmut wrote in, its mutants out: where each is, what it changes, what runs it.

Mutants are told apart by function and by the text of what changes, since their numbers shift with
every edit. Texts are those of `ast.unparse`: one statement, one line.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

__all__ = ["Mutant", "mutants_of"]

BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")
SEPARATOR = "ǁ"
LONG = 100
AROUND = 20
UNREACHABLE = "the type checker proves that nothing gets there"
SAME = "the same program"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mutant of a function.

    `name` is mutmut's, `where` the function without `schemac.`; `was` turns into `becomes` ("" for
    an arm that is dropped). `first` to `last` are the lines of it in the unchanged function, as
    mutmut wrote it down. `rule` says why the mutant is not judged, if it is not.
    """

    name: str
    where: str
    was: str
    becomes: str
    first: int
    last: int
    rule: str | None

    @property
    def key(self) -> str:
        """Give what stays the same while other lines change; of long texts what differs."""
        was, becomes = self.was, self.becomes
        if becomes and len(was) > LONG:
            start = max(0, _alike(was, becomes) - AROUND)
            end = max(0, _alike(was[:start:-1], becomes[:start:-1]) - AROUND)
            was, becomes = (f"…{each[start : len(each) - end]}…" for each in (was, becomes))
        return f"{self.where} | {was} → {becomes}"


def _alike(one: str, other: str) -> int:
    """Count the characters with which both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def mutants_of(path: Path, module: str) -> Iterator[Mutant]:
    """List the mutants of a file by number."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = {each.name: each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}
    for name, mutated in functions.items():
        head, mark, number = name.rpartition("__mutmut_")
        if mark and number != "orig":
            original = functions[f"{head}__mutmut_orig"]
            shift = _unchanged(tree, head).lineno - original.lineno
            where = _where(module, head)
            yield _mutant(f"{module}.{name}", where, original, mutated, shift)


def _mutant(name: str, where: str, one: Function, other: Function, shift: int) -> Mutant:
    if ast.dump(one) == ast.dump(ast.copy_location(_renamed(other, one.name), one)):
        return Mutant(name, where, "", "", one.lineno + shift, one.lineno + shift, SAME)
    was, becomes, first, last = _difference(one, other)
    rule = _rule(was)
    if first == one.lineno:
        last = one.end_lineno or first
    return Mutant(name, where, was, becomes, first + shift, last + shift, rule)


def _renamed(function: Function, name: str) -> Function:
    function.name = name
    return function


def _where(module: str, head: str) -> str:
    inner = head.removeprefix("x_").removeprefix(f"x{SEPARATOR}").replace(SEPARATOR, ".")
    return f"{module.removeprefix('schemac.')}.{inner}"


def _unchanged(tree: ast.Module, head: str) -> Function:
    """Find the copy that runs where no mutant does: it bears the function's own name."""
    owner, _, name = head.removeprefix("x_").removeprefix(f"x{SEPARATOR}").rpartition(SEPARATOR)
    body = tree.body
    if owner:
        body = next(
            each for each in body if isinstance(each, ast.ClassDef) and each.name == owner
        ).body
    return next(each for each in body if isinstance(each, ast.FunctionDef) and each.name == name)


def _difference(one: ast.AST, other: ast.AST) -> tuple[str, str, int, int]:
    """Give the text of the one statement or header that differs, was and is, and its lines."""
    for block in BLOCKS:
        mine, theirs = getattr(one, block, None), getattr(other, block, None)
        if not isinstance(mine, list) or not isinstance(theirs, list):
            continue
        pairs = list(zip(mine, theirs, strict=False))
        at = next((i for i, (a, b) in enumerate(pairs) if ast.dump(a) != ast.dump(b)), len(pairs))
        if len(mine) != len(theirs):
            return _on_one_line(mine[at]), "", *_lines_below(mine[at])
        if at < len(pairs):
            left, right = pairs[at]
            if _header(left) == _header(right):
                return _difference(left, right)
            return _text(left), _text(right), *_lines(left)
    return _text(one), _text(other), *_lines(one)


def _header(node: ast.AST) -> str:
    """Write down a statement without the statements in it."""
    fields = (
        (name, value)
        for name, value in ast.iter_fields(node)
        if not (name in BLOCKS and isinstance(value, list))
    )
    return type(node).__name__ + "".join(f"{name}={_dumped(value)}" for name, value in fields)


def _dumped(value: object) -> str:
    if isinstance(value, list):
        return "".join(map(_dumped, value))
    return ast.dump(value) if isinstance(value, ast.AST) else repr(value)


def _text(node: ast.AST) -> str:
    """Write a simple statement whole, of others what stands before the first colon's block."""
    text = ast.unparse(node)
    return text.strip().partition("\n")[0] if _has_block(node) else _on_one_line(node)


def _on_one_line(node: ast.AST) -> str:
    return " ".join(line.strip() for line in ast.unparse(node).strip().splitlines())


def _has_block(node: ast.AST) -> bool:
    return any(isinstance(getattr(node, block, None), list) for block in BLOCKS)


def _lines(node: ast.AST) -> tuple[int, int]:
    """Give first and last line; of what has a block, those before it."""
    if isinstance(node, ast.match_case):
        return node.pattern.lineno, node.pattern.end_lineno or 0
    first: int = getattr(node, "lineno", 0)
    body = getattr(node, "body", None)
    if isinstance(body, list) and body:
        return first, max(first, body[0].lineno - 1)
    return first, getattr(node, "end_lineno", None) or first


def _lines_below(arm: ast.AST) -> tuple[int, int]:
    """Give the lines that run where an arm of a `match` is taken."""
    body: list[ast.stmt] = getattr(arm, "body", [])
    return body[0].lineno, body[-1].end_lineno or 0


def _rule(was: str) -> str | None:
    """Say why nothing could notice, where that follows from the form alone."""
    if was.startswith("assert_never(") or (was.startswith("case _:") and "assert_never(" in was):
        return UNREACHABLE
    return None
