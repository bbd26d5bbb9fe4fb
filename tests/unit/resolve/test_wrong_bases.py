"""Base classes that are easily taken for others of the same name: told apart, or not taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.resolve.projects import Project

if TYPE_CHECKING:
    from pathlib import Path


GATED = """from schemac import Handler
class B(Handler):
    #: type output = { gated: true }
    def call(self): ...
"""
FREE = GATED.replace("gated", "free")
FREE_THEN_B = "from p.free import *\nfrom p.b import *"
WRONG = {
    "a package before a module": (
        {"p/base/__init__.py": GATED, "p/base.py": FREE},
        "from p.base import B",
        "gated",
    ),
    "what a package binds before its module": (
        {"p/__init__.py": "from . import gated as base\n", "p/base.py": FREE, "p/gated.py": GATED},
        "from p import base\nB = base.B",
        None,
    ),
    "its own module in a package": (
        {"p/__init__.py": "from . import base\n", "p/base.py": GATED},
        "from p import base\nB = base.B",
        "gated",
    ),
    "a circle seen from elsewhere": (
        {
            "p/a.py": "from p.b import *\nfrom p.base import *\n",
            "p/b.py": "from p.a import *\n",
            "p/base.py": GATED,
            "p/free.py": FREE,
        },
        "import p.b\nfrom p.a import B as A\nclass S(A): 0\n" + FREE_THEN_B,
        None,
    ),
    "a computed list": (
        {"p/m.py": f"{GATED}__all__ = [*names]\n", "p/free.py": FREE},
        "from p.free import *\nfrom p.m import *",
        None,
    ),
    "a list of names": (
        {"p/m.py": f"{GATED}__all__ = [B.__name__]\n", "p/free.py": FREE},
        "from p.free import *\nfrom p.m import *",
        None,
    ),
    "a list that a function changes": (
        {
            "p/m.py": f"__all__ = ['x']\ndef export(c): __all__.append(c)\n{GATED}",
            "p/free.py": FREE,
        },
        "from p.free import *\nfrom p.m import *",
        None,
    ),
    "a listed name that is bound nowhere": (
        {"p/m.py": "__all__ = ['B']\ndef __getattr__(name): ...\n", "p/free.py": FREE},
        "from p.free import *\nfrom p.m import *",
        None,
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_no_other_class_of_that_name_is_taken(case: str, tmp_path: Path) -> None:
    files, imports, expected = WRONG[case]
    made = Project(tmp_path)
    for name, text in {"p/__init__.py": "", **files}.items():
        made.write(name, text)
    made.write("app.py", f"from schemac import tool\n{imports}\n@tool('t')\nclass T(B): ...\n")
    outcome = made.resolve("app.py")
    if expected is None:
        assert "SC612" in outcome.text or "SC603" in outcome.text
    else:
        assert outcome.text == ""


def test_names_of_builtins_that_an_unread_star_may_bring(tmp_path: Path) -> None:
    made = Project(tmp_path)
    made.write(
        "app.py",
        "from schemac import tool\nfrom nowhere import *\n"
        "#: type output = { free: true }\n\n@tool('t')\nclass T(TimeoutError):\n"
        "    #: () -> output\n    def call(self): ...\n",
    )
    assert made.resolve("app.py").text != ""


def test_an_inner_function_may_bind_a_name_of_the_outer_one(tmp_path: Path) -> None:
    made = Project(tmp_path)
    made.write(
        "app.py",
        f"from schemac import tool\n{FREE}def f():\n    A = B\n    def g():\n        nonlocal A\n"
        "        A = X\n    @tool('t')\n    class T(A): ...\n",
    )
    assert made.resolve("app.py").text != ""
