from __future__ import annotations

import ast
import sys
from textwrap import indent

import pytest

from schemac.syntax.rebinding import binds

BINDING = [
    "call = 1",
    "call += 1",
    "call: int = 1",
    "a = call = 1",
    "a, *call = x",
    "[a, (call, b)] = x",
    "(call := 1)",
    "x = f(call := 1)",
    "del call",
    "del a, (call)",
    "for call in x: pass",
    "for a in (call := x): pass",
    "while (call := 1): pass",
    "if x:\n    pass\nelse:\n    call = 1",
    "with x as call: pass",
    "with x as (a, call): pass",
    "async def f():\n    pass\nfor a, *call in x: pass",
    "try: pass\nexcept E as call: pass",
    "try: pass\nexcept* E as call: pass",
    "try: pass\nexcept (call := E): pass",
    "try: pass\nfinally: call = 1",
    "import call",
    "import call.part",
    "import x as call",
    "from x import call",
    "from x import y as call",
    "global call",
    "nonlocal call",
    "class call: pass",
    "class A(call := B): pass",
    "class A(metaclass=(call := B)): pass",
    "@(call := x)\nclass A: pass",
    "@(call := x)\ndef f(): pass",
    "def f(a=(call := 1)): pass",
    "def f(*, a=(call := 1)): pass",
    "def f(a: (call := int)): pass",
    "def f(*a: (call := int), **b): pass",
    "def f() -> (call := int): pass",
    "async def f(a=(call := 1)): pass",
    "f = lambda a=(call := 1): a",
    "x: (call := int)",
    "x: (call := int) = 1",
    "x[call := 1]: int",
    "match x:\n    case call: pass",
    "match x:\n    case [1, *call]: pass",
    "match x:\n    case {'a': 1, **call}: pass",
    "match x:\n    case {'a': call}: pass",
    "match x:\n    case A(b=call): pass",
    "match x:\n    case (1 | 2) as call: pass",
    "match x:\n    case _ if (call := 1): pass",
    "match (call := x):\n    case _: pass",
    "match x:\n    case _: call = 1",
    "assert (call := 1)",
    "x = [a for a in (call := y)]",
]

OTHER = [
    "def call(self): pass",
    "call",
    "call()",
    "x = call",
    "call.x = 1",
    "call[0] = 1",
    "call: int",
    "del call.x",
    "from call import x",
    "import x.call",
    "import call as x",
    "class A:\n    call = 1\n    def call(self): pass",
    "def f(call): pass",
    "def f():\n    call = 1\n    global other",
    "def f():\n    global call",
    "f = lambda call: (call := 1)",
    "x = [call for call in y]",
    "x = {a: call for a, call in y}",
    "match x:\n    case _: pass",
    "match x:\n    case call.x: pass",
    "match x:\n    case call(): pass",
    "match x:\n    case A(call=1): pass",
    "global other",
    "f(call=1)",
]

if sys.version_info >= (3, 12):
    BINDING.append("type call = int")
    OTHER += ["type x = call", "def f[call](): pass", "class A[call]: pass"]


def body(text: str) -> ast.ClassDef:
    (node,) = ast.parse(f"class T:\n{indent(text, '    ')}\n").body
    assert isinstance(node, ast.ClassDef)
    return node


@pytest.mark.parametrize("text", BINDING)
def test_what_binds_a_name_in_a_class(text: str) -> None:
    assert binds(body(text), "call")
    assert not binds(body(text), "description")


@pytest.mark.parametrize("text", OTHER)
def test_what_binds_none(text: str) -> None:
    assert not binds(body(text), "call")
