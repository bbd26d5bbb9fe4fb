"""A gate on a base class holds, however the subclass came by it; or the tool is not there."""

from __future__ import annotations

import importlib
import sys
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Service
from schemac.compiler import CompileOptions, compile_paths
from schemac.plan.codec import encode
from schemac.runtime.errors import StalePlanError
from tests.found_in import FoundIn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BASE = """
from schemac import Handler

class B(Handler):
    #: description "For all."
    #: type output = { id: String, ?secret: String @requires(:x) }
    pass

class Signed(Handler):
    #: () -> output @requires(:x)
    def call(self): return {"id": "a", "secret": "s"}

class Described(Handler):
    #: description "more" @requires(:x) | "Plain."
    pass
"""

LEAST = "class L(Handler): #\n    #: type output = { id: String, ?secret: String }\n    pass\n"

WAYS = {
    "star": "from pk.base import *\nclass T(NAME): BODY",
    "star of a star": "from pk.again import *\nclass T(NAME): BODY",
    "star beside one that is nowhere": """
        try: from nope import *
        except ImportError: pass
        from pk.base import *
        class T(NAME): BODY""",
    "listed star": "from pk.listed import *\nclass T(NAME): BODY",
    "second try": """
        try: from nope import NAME
        except ImportError: from pk.base import NAME
        class T(NAME): BODY""",
    "only for checkers": """
        from typing import TYPE_CHECKING
        if TYPE_CHECKING: from pk.bare import NAME
        else: from pk.base import NAME
        class T(NAME): BODY""",
    "alias": "from pk.base import NAME\nA = NAME\nclass T(A): BODY",
    "two aliases": "import pk.base\nA = pk.base.NAME\nX = A\nclass T(X): BODY",
    "typed alias": "from pk.base import NAME\nA: type = NAME\nclass T(A): BODY",
    "alias elsewhere": "from pk.alias import A, NS\nclass T(getattr(A, 'NAME')): BODY",
    "made": "from pk.base import NAME\ndef mk(c): return c\nclass T(mk(NAME)): BODY",
    "imported by text": """
        import importlib
        class T(importlib.import_module('pk.base').NAME): BODY""",
    "attribute": "import pk.base\nclass NS: NAME = pk.base.NAME\nclass T(NS.NAME): BODY",
    "attribute set": """
        import pk.base
        class NS: pass
        NS.NAME = pk.base.NAME
        class T(NS.NAME): BODY""",
    "middle": "from pk.base import NAME\nMid = type('Mid', (NAME,), {})\nclass T(Mid): BODY",
    "walrus": "from pk.base import NAME\nclass T((W := NAME)): BODY",
    "earlier walrus": "from pk.base import NAME\n(W := NAME)\nclass T(W): BODY",
    "lazy": "from pk.lazy import NAME\nclass T(NAME): BODY",
    "unpacked": "from pk.base import NAME\nclass T(*[NAME]): BODY",
    "either": "from pk.base import NAME\nclass T(NAME if True else Handler): BODY",
    "metaclass": """
        from pk.base import NAME
        class M(type):
            def __new__(m, n, b, s): return super().__new__(m, n, (NAME,), s)
        class T(Handler, metaclass=M): BODY""",
    "keywords": """
        from pk.base import NAME
        class M(type):
            def __new__(m, n, b, s): return super().__new__(m, n, (NAME,), s)
        class T(Handler, **{'metaclass': M}): BODY""",
    "inherited metaclass": """
        from pk.base import NAME
        class M(type):
            def __new__(m, n, b, s):
                return super().__new__(m, n, (NAME, *b) if n == 'T' else b, s)
        class L(Handler, metaclass=M): pass
        class T(L): BODY""",
    "entries": """
        from pk.base import NAME
        class E:
            def __mro_entries__(self, bases): return (NAME,)
        e = E()
        class T(e): BODY""",
    "looped": "import pk.base\nfor A in [pk.base.NAME]: pass\nclass T(A): BODY",
    "global": """
        import pk.base
        A = Handler
        def bind():
            global A
            A = pk.base.NAME
        bind()
        class T(A): BODY""",
    "given": """
        import pk.base
        A = Handler
        def make(A):
            class T(A): BODY
            return T
        T = make(pk.base.NAME)""",
    "called like ours": "from pk.ours import Handler\nclass T(Handler): BODY",
    "star like ours": "from pk.ours import *\nclass T(Handler): BODY",
}

BODIES = {
    "output": (
        "B",
        "#: type output = { id: String, ?secret: String }\n",
        """
            #: () -> output
            def call(self): return {"id": "a", "secret": "s"}
        """,
    ),
    "return gate": (
        "Signed",
        "",
        """
            #: type output = { id: String, ?secret: String }
            def call(self): return {"id": "a", "secret": "s"}
        """,
    ),
    "placeholder": (
        "B",
        "",
        """
            #: () -> untyped
            def call(self): return {"id": "a", "secret": "s"}
        """,
    ),
    "inside": (
        "B",
        "#: type output = { id: String, ?secret: String }\n",
        """
            #: () -> { row: output }
            def call(self): return {"row": {"id": "a", "secret": "s"}}
        """,
    ),
    "description": (
        "Described",
        "",
        """
            #: type output = { id: String }
            #: () -> output
            def call(self): return {"id": "a"}
        """,
    ),
}

MODULES = {
    "__init__": "",
    "base": BASE,
    "bare": "class B: pass\nclass Signed: pass\nclass Described: pass\n",
    "again": "from pk.base import *\n",
    "listed": "__all__ = ['B', 'Signed', 'Described']\nfrom pk.base import *\n",
    "alias": "import pk.base\nA = pk.base\nclass NS: pass\n",
    "lazy": "def __getattr__(name):\n    import pk.base\n    return getattr(pk.base, name)\n",
}


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    finder = FoundIn({"pk": tmp_path, "out_of_sight": tmp_path})
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    yield
    for name in [each for each in sys.modules if each == "pk" or each.startswith("pk.")]:
        del sys.modules[name]
    sys.modules.pop("out_of_sight", None)


def write(folder: Path, way: str, kind: str) -> None:
    name, above, body = BODIES[kind]
    (folder / "pk").mkdir()
    for module, text in MODULES.items():
        (folder / "pk" / f"{module}.py").write_text(text, encoding="utf-8")
    ours = BASE.replace("import Handler", "import Handler as Top").replace("(Handler)", "(Top)")
    ours = ours.replace(f"class {name}(", "class Handler(")
    (folder / "pk" / "ours.py").write_text(ours, encoding="utf-8")
    written = ["'''A secret tool.'''", *dedent(body).splitlines()]
    lines = []
    for line in dedent(WAYS[way]).replace("NAME", name).splitlines():
        if line.endswith("BODY"):
            indent = " " * (len(line) - len(line.lstrip()) + 4)
            lines.append(line.removesuffix("BODY").rstrip())
            lines += [f"{indent}{each}" for each in written]
        else:
            lines.append(line)
    decorated = [
        f"{line[: len(line) - len(line.lstrip())]}@registry.tool('t')\n{line}"
        if line.lstrip().startswith("class T(")
        else line
        for line in lines
    ]
    head = f"from schemac import Handler, Registry\n\nregistry = Registry()\n{above}\n"
    (folder / "out_of_sight.py").write_text(head + "\n".join(decorated) + "\n", encoding="utf-8")


def told(service: Service) -> str:
    return repr(service.list_tools(Grants()))


@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.parametrize("way", WAYS)
def test_what_a_base_gates_is_told_nobody_at_run_time(tmp_path: Path, way: str, kind: str) -> None:
    write(tmp_path, way, kind)
    registry = importlib.import_module("out_of_sight").registry
    assert "secret" not in told(Service(registry, sig_paths=[]))


@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.parametrize("way", WAYS)
def test_nor_by_a_plan_that_was_made_without_importing(tmp_path: Path, way: str, kind: str) -> None:
    write(tmp_path, way, kind)
    made = compile_paths([tmp_path / "out_of_sight.py"], CompileOptions(root=tmp_path))
    (tmp_path / "plan.json").write_text(encode(made.plan), encoding="utf-8")
    assert [tool.name for tool in made.plan.tools] or made.errors
    registry = importlib.import_module("out_of_sight").registry
    try:
        service = Service(registry, plan=tmp_path / "plan.json", sig_paths=[])
        shown = told(service)
    except StalePlanError:
        return
    assert "secret" not in shown
