"""Base classes by every name that code has for them, and what is not taken on trust without one."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.unit.resolve.projects import Project

if TYPE_CHECKING:
    from pathlib import Path

BASE = """
from schemac import Handler

class B(Handler):
    #: type output = { from_base: true }
    #: (a: String)
    def call(self, a): ...

class Other(Handler):
    #: type output = { from_other: true }
    #: (a: String)
    def call(self, a): ...
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path)
    made.write("pk/__init__.py", "")
    made.write("pk/base.py", BASE)
    made.write("pk/again.py", "from pk.base import *\n")
    made.write("pk/round.py", "from pk.circle import *\n")
    made.write("pk/circle.py", "from pk.round import *\nfrom .base import *\n")
    made.write("pk/some.py", "__all__ = ['Other']\nfrom pk.base import B, Other\n")
    made.write("pk/hidden.py", "from pk.base import B as _B\n")
    made.write("pk/named.py", "__all__ = ('_B',)\nfrom pk.base import B as _B\n")
    made.write("pk/computed.py", "__all__ = ['x'] + names\nfrom pk.base import *\n")
    return made


FOUND = [
    "from pk.base import *\nclass T(B): pass",
    "from pk.again import *\nclass T(B): pass",
    "from pk.round import *\nclass T(B): pass",
    "from pk.named import *\nclass T(_B): pass",
    "from pk.computed import *\nclass T(B): pass",
    "from pk.base import *\nfrom pk.again import *\nfrom pk.base import B\nclass T(B): pass",
    "from nowhere import *\nfrom pk.base import B\nclass T(B): pass",
    "try: from pk.base import B\nexcept E: from pk.again import B\nclass T(B): pass",
    "from pk.base import B\nA = B\nclass T(A): pass",
    "from pk.base import B\nA: TypeAlias = B\nclass T(A): pass",
    "from pk.base import B\nA = C = B\nD = A[int]\nclass T(D[str]): pass",
    "import pk.base\nA = pk.base\nclass T(A.B): pass",
    "import pk.base\nclass NS:\n    B = pk.base.B\nclass T(NS.B): pass",
    "from pk.base import B\nclass NS:\n    B = B\nclass T(NS.B): pass",
    "import pk.base\nclass NS: pass\nNS.B = pk.base.B\nclass T(NS.B): pass",
    "from pk.base import B\nclass NS:\n    class T(B): pass\nT = tool(NS.T)",
    "def make():\n    from pk.base import B\n    class T(B): pass",
    "def make(B):\n    pass\nfrom pk.base import B\nclass T(B): pass",
    "import abc, queue\nfrom pk.base import B\nclass T(abc.ABC, queue.Queue, dict, B): pass",
    "from schemac import *\nfrom pk.base import B\nclass T(Handler, B): pass",
    "from pk.base import B\nclass T(B, metaclass=ABCMeta): pass",
]


@pytest.mark.parametrize("text", FOUND)
def test_a_base_is_found_by_each_name_it_has(project: Project, text: str) -> None:
    written = text.replace("class T(", "@tool('t')\nclass T(")
    written = written.replace("    @tool('t')\nclass T(", "    @tool('t')\n    class T(")
    project.write("app.py", f"from schemac import tool\n{written}\n")
    outcome = project.resolve("app.py")
    assert outcome.text == ""
    assert outcome.tools == ["t"]
    assert outcome.type("output").owner == "B"


NOT_FOUND = {
    "from pk.some import *\nclass T(B): pass": "B",
    "from pk.hidden import *\nclass T(_B): pass": "_B",
    "from nowhere import *\nclass T(B): pass": "B",
    "from pk.base import *\nfrom pk.twin import *\nclass T(B): pass": "B",
    "try:\n    from nowhere import B\nexcept ImportError:\n    from pk.base import B\n"
    "class T(B): pass": "B",
    "if x:\n    from pk.base import B\nelse:\n    from pk.base import Other as B\n"
    "class T(B): pass": "B",
    "from pk.base import B\nB = wrapped(B)\nclass T(B): pass": "B",
    "from pk.base import B\nfor B in []: pass\nclass T(B): pass": "B",
    "from pk.base import B\nwith x as (B, _): pass\nclass T(B): pass": "B",
    "from pk.base import B\ntry: pass\nexcept x as B: pass\nclass T(B): pass": "B",
    "from pk.base import B\nmatch x:\n    case [B, *_]: pass\nclass T(B): pass": "B",
    "from pk.base import B\ndef bind():\n    global B\n    B = 1\nclass T(B): pass": "B",
    "from pk.base import B\nprint(B := 1)\nclass T(B): pass": "B",
    "from pk.base import B\ndef make(B):\n    class T(B): pass": "B",
    "from pk.base import B\ndef B(): ...\nclass T(B): pass": "B",
    "from pk.base import B\ndel B\nclass T(B): pass": "B",
    "A = B\nB = A\nclass T(A): pass": "A",
    "from pk.base import B\nclass T(*[B]): pass": "*[B]",
    "from pk.base import B\nclass T(B  if  x else\n  Handler): pass": "B if x else Handler",
    "from pk.base import B\nclass T(B, metaclass=M): pass": "metaclass=M",
    "from pk.base import B\nclass T(B, **more): pass": "**more",
    "from pk.base import B\nclass M(B, metaclass=X): pass\nclass T(M): pass": "metaclass=X",
    "from pk.none import Handler\nclass T(Handler): pass": "Handler",
    "from nowhere import *\nclass T(Handler): pass": "Handler",
}


@pytest.mark.parametrize(("text", "base"), NOT_FOUND.items())
def test_a_base_that_may_be_another_is_not_found(project: Project, text: str, base: str) -> None:
    project.write("pk/twin.py", BASE)
    written = text.replace("class T(", "@tool('t')\nclass T(")
    written = written.replace("    @tool('t')\nclass T(", "    @tool('t')\n    class T(")
    project.write("app.py", f"from schemac import tool\n{written}\n")
    outcome = project.resolve("app.py")
    assert outcome.tools == []
    assert outcome.codes == ["SC612"]
    note = f"  note: the base class `{base}` could not be found without importing it"
    assert note in outcome.text.splitlines()


def module(bases: str, body: str, above: str = "") -> str:
    return f"""
        from schemac import Handler, tool
        from elsewhere import Gone
        from pk.base import B, Other
        {above}
        @tool("t")
        class T({bases}):
            {body}
    """


OWN = """#: type output = { own: true }
            #: (a: String) -> output
            def call(self, a): ..."""


@pytest.mark.parametrize(
    ("bases", "body", "above"),
    [
        ("Gone, Handler", OWN, ""),
        ("Gone, B", OWN, ""),
        ("B, Gone", OWN, ""),
        ("Handler, metaclass=Gone", OWN, ""),
        ("Gone", OWN, "#: type output = { around: true }\n        #: type input = { b: String }\n"),
        ("Gone", "#: (a: String) -> { own: true }\n            def call(self, a): ...", ""),
        ("B, Gone", "pass", ""),
    ],
)
def test_what_stands_before_an_unknown_base_holds(
    project: Project, bases: str, body: str, above: str
) -> None:
    outcome = project.module(module(bases, body, above))
    assert outcome.text == ""
    assert outcome.tools == ["t"]


def test_what_stands_behind_an_unknown_base_is_not_taken(project: Project) -> None:
    signed = "#: (a: String) -> output\n            def call(self, a): ..."
    output = project.module(module("Gone, B", signed))
    assert output.text == (
        "app.py:6:7 [T] SC603 nobody can tell which `type output` `T` has\n"
        "  note: the base class `Gone` could not be found without importing it\n"
        "  hint: declare `type output = …` in `T`,"
        " or import the base class from its module by its name"
    )
    call = project.module(module("Gone, B", "#: type output = { own: true }\n            pass"))
    assert call.text == (
        "app.py:6:7 [T] SC612 nobody can tell which signature `T` has\n"
        "  note: the base class `Gone` could not be found without importing it\n"
        "  hint: write a signature and its `def call` in `T`,"
        " or import the base class from its module by its name"
    )
    described = module("Gone, D", OWN).replace(
        "import B, Other",
        'import B, Other\n        class D:\n            #: description "d"\n            pass',
    )
    assert "SC612 nobody can tell which description `T` has" in project.module(described).text


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("#: (a: String) -> output\n            def call(self, a): ...", "SC603"),
        ("#: (a: String)\n            def call(self, a): ...", "SC603"),
        ("#: (a: String) -> Hash[String, untyped]\n            def call(self, a): ...", "SC603"),
        ("#: (a: String) -> { x: output }\n            def call(self, a): ...", "SC603"),
        ("#: (a: input) -> nil\n            def call(self, a): ...", "SC612"),
        ("#: type output = nil\n            def call(self): ...", "SC612"),
        (
            "#: type output = nil\n            #: type input = {}\n            def call(self): ...",
            "SC612",
        ),
    ],
)
def test_what_stands_around_an_unknown_base_is_not_taken(
    project: Project, body: str, code: str
) -> None:
    above = "#: type output = { around: true }\n        #: type input = { b: String }\n"
    outcome = project.module(module("Gone", body, above))
    assert outcome.codes == [code]
    assert outcome.tools == []


def test_a_placeholder_says_nothing_where_a_base_is_unknown(project: Project) -> None:
    body = "#: (a: String) -> untyped\n            def call(self, a): ..."
    assert project.module(module("Gone", body)).codes == ["SC603"]
    assert project.module(module("Handler", body)).tools == ["t"]


def test_an_unknown_base_may_move_what_another_inherits_from(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool
        from elsewhere import Gone

        class Far:
            #: type output = { far: true }
            pass
        class Near(Far): pass
        @tool("t")
        class T(Near, Gone):
            #: (a: String) -> output
            def call(self, a): ...
    """)
    assert outcome.codes == ["SC603"]


@pytest.mark.parametrize("seed", range(150))
def test_what_is_taken_is_what_python_would_take(project: Project, seed: int) -> None:
    """`H…` are classes that reading does not find; Python knows what they inherit from."""
    chance = Random(seed)  # noqa: S311 - only a test
    real: dict[str, type] = {}
    lines = ["from schemac import tool", "from elsewhere import H1, H3, H5, H7"]
    saying: set[str] = set()
    for number in range(10):
        name = f"H{number}" if number in {1, 3, 5, 7} and seed % 3 else f"C{number}"
        bases = chance.sample(sorted(real), min(len(real), chance.randrange(4)))
        try:
            real[name] = type(name, tuple(real[each] for each in bases) or (object,), {})
        except TypeError:
            continue
        says = chance.random() < 0.3
        saying.update([name] if says else [])
        if name.startswith("C"):
            body = "#: type output = { x: nil }" if says else "# nothing"
            lines += [f"class {name}({', '.join(bases)}):", f"    {body}", "    pass"]
    last = max(name for name in real if name.startswith("C"))
    lines += ["@tool('t')", f"class T({last}):", "    #: () -> output", "    def call(self): ..."]
    (project.root / "app.py").write_text("\n".join(lines), encoding="utf-8")
    outcome = project.resolve("app.py")
    order = [each.__name__ for each in real[last].__mro__]
    owner = next((name for name in order if name in saying), None)
    if outcome.tools:
        assert outcome.type("output").owner == owner
    else:
        assert outcome.codes == ["SC603"]
        assert owner is None or any(name.startswith("H") for name in order)


def test_many_bases_cost_little(project: Project) -> None:
    lines = ["class B:", "    #: () -> nil", "    def call(self): ..."]
    lines += [f"class C{at}(B): pass" for at in range(2_000)]
    lines += ["@tool('t')", f"class T({', '.join(f'C{at}' for at in range(2_000))}): pass"]
    (project.root / "app.py").write_text("\n".join(lines), encoding="utf-8")
    assert project.resolve("app.py").tools == ["t"]
