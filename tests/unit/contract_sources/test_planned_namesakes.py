"""A plan is of one class or function; another one that is called alike is not served by it."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Service
from schemac.compiler import CompileOptions, compile_paths, compile_tools
from schemac.plan.codec import encode
from schemac.runtime.errors import StalePlanError
from schemac.syntax import fingerprint
from tests.found_in import FoundIn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from schemac import Registry

HEAD = """
import sys
from schemac import Handler, Registry

registry = Registry()

class B(Handler):
    #: () -> output
    def call(self): return {"ok": True, "s": "S"}

IS_FIRST = getattr(sys, "is_first_here", True)
"""
GATED = "{ ok: bool, ?s: String @requires(:x) }"
OPEN = "{ ok: bool, ?s: String }"
NAMES = ("namesakes_app", "namesakes_one", "namesakes_two")


@dataclass(frozen=True)
class Project:
    folder: Path

    def registry(self, **texts: str) -> Registry:
        for name, text in texts.items():
            (self.folder / f"namesakes_{name}.py").write_text(text, encoding="utf-8")
        for name in NAMES:
            sys.modules.pop(name, None)
        made: Registry = importlib.import_module("namesakes_app").registry
        return made

    def build(self, registry: Registry) -> None:
        declared = [tool.declaration() for tool in registry.tools()]
        found = compile_tools(declared, CompileOptions(self.folder))
        assert found.errors == ()
        (self.folder / "plan.json").write_text(encode(found.plan), encoding="utf-8")

    def build_from_text(self) -> None:
        found = compile_paths([self.folder / "namesakes_app.py"], CompileOptions(self.folder))
        assert found.errors == ()
        (self.folder / "plan.json").write_text(encode(found.plan), encoding="utf-8")

    def serve(self, registry: Registry) -> None:
        plan = self.folder / "plan.json"
        service = Service(registry, plan=plan, sig_paths=[], eager=True)
        compiled = Service(registry, sig_paths=[], eager=True)
        for grants in (Grants(), Grants.all()):
            assert service.list_tools(grants) == compiled.list_tools(grants)

    def refused(self, registry: Registry) -> str:
        with pytest.raises(StalePlanError) as caught:
            Service(registry, plan=self.folder / "plan.json", sig_paths=[], eager=True)
        return str(caught.value)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    monkeypatch.setattr(sys, "meta_path", [FoundIn(dict.fromkeys(NAMES, tmp_path)), *sys.meta_path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield Project(tmp_path)
    for name in NAMES:
        sys.modules.pop(name, None)


def in_branches(written: str) -> str:
    """Give a tool twice, written with other outputs, of which one exists."""
    parts = [written.replace("OUTPUT", text).replace("\n", "\n    ") for text in (GATED, OPEN)]
    return f"{HEAD}\nif IS_FIRST:{parts[0]}\nelse:{parts[1]}\n"


TWICE = {
    "class": """
@registry.tool("t")
class T(B):
    '''D.'''
    #: type output = OUTPUT
""",
    "class with more above it": """
@registry.tool(
    "t",
)
@(lambda each: each)
class T(Handler):
    '''D.'''
    #: () -> OUTPUT
    def call(self): ...
""",
    "function": """
@registry.tool("t")
#: () -> OUTPUT
def t():
    '''D.'''
""",
    "coroutine": """
@registry.tool("t")
#: () -> OUTPUT
async def t():
    '''D.'''
""",
}


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("kind", TWICE)
def test_in_another_branch_there_is_another(
    project: Project, monkeypatch: pytest.MonkeyPatch, kind: str, *, is_first: bool
) -> None:
    monkeypatch.setattr(sys, "is_first_here", is_first, raising=False)
    text = in_branches(TWICE[kind])
    project.build(project.registry(app=text))
    project.serve(project.registry())
    monkeypatch.setattr(sys, "is_first_here", not is_first)
    assert "its file has several `" in project.refused(project.registry())
    monkeypatch.setattr(sys, "is_first_here", is_first)
    # Lines tell nothing in another text.
    changed = project.registry(app=f"# More.\n{text}")
    assert "its file has several `" in project.refused(changed)


SWAPPED = {
    "class": "@registry.tool('NAME')\nclass _(B):\n    '''D.'''\n    #: type output = OUTPUT\n",
    "function": "@registry.tool('NAME')\n#: () -> OUTPUT\ndef _():\n    '''D.'''\n",
}


@pytest.mark.parametrize("kind", SWAPPED)
def test_tools_of_one_name_that_are_swapped_are_noticed(project: Project, kind: str) -> None:
    def text(*names: str) -> str:
        outputs = zip(names, (GATED, OPEN), strict=True)
        parts = [SWAPPED[kind].replace("NAME", name).replace("OUTPUT", o) for name, o in outputs]
        return HEAD + "".join(parts)

    registry = project.registry(app=text("a", "b"))
    project.build_from_text()
    project.serve(registry)
    told = project.refused(project.registry(app=text("b", "a")))
    assert told.count("may have another handler than there: its file has several `_`") == 2


def test_where_nothing_tells_which_one_it_is_it_is_refused(project: Project) -> None:
    text = f"{HEAD}\nclass T(B):\n    '''D.'''\n    #: type output = {OPEN}\n"
    project.build(project.registry(app=f"{text}registry.add(T, name='t')\n"))
    text += f"class T(B):\n    '''D.'''\n    #: type output = {GATED}\n"
    registry = project.registry(app=f"{text}registry.add(T, name='t')\n")
    assert "its file has several `T`" in project.refused(registry)


ONE = f"{HEAD}\nclass T(B):\n    '''D.'''\n    #: type output = {OPEN}\n"
TWO = ONE.replace(OPEN, GATED)
BY_FUNCTION = f"#: () -> {OPEN}\ndef T():\n    '''D.'''\n"


@pytest.mark.parametrize("is_here", [True, False])
@pytest.mark.parametrize("one", [ONE, BY_FUNCTION])
def test_one_of_another_module_is_another(project: Project, one: str, *, is_here: bool) -> None:
    app = "from schemac import Registry\nregistry = Registry()\n"
    app += "from namesakes_one import T\nregistry.add(T, name='t')\n"
    project.build(project.registry(app=app, one=one, two=one.replace(OPEN, GATED)))
    registry = project.registry()
    if not is_here:
        (project.folder / "namesakes_one.py").unlink()
        (project.folder / "namesakes_app.py").unlink()
    Service(registry, plan=project.folder / "plan.json", sig_paths=[], eager=True)
    other = project.registry(app=app.replace("_one", "_two"), one=one)
    if not is_here:
        (project.folder / "namesakes_two.py").unlink()
    assert "`t`" in project.refused(other)


def test_the_unchanged_file_of_a_function_is_not_parsed(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = HEAD + TWICE["function"].replace("OUTPUT", GATED)
    project.build(project.registry(app=text))
    monkeypatch.delattr(fingerprint, "annotation_outline")
    plan = project.folder / "plan.json"
    service = Service(project.registry(app=text), plan=plan, sig_paths=[], eager=True)
    assert [tool["name"] for tool in service.list_tools(Grants())] == ["t"]


ALIKE = f"""
from schemac import Handler

class T(Handler):
    #: type output = {GATED}
    #: () -> output
    def call(self): return {{"ok": True, "s": "S"}}

class Plain(Handler):
    #: type output = {OPEN}
    pass
"""
USED = """
import namesakes_one, namesakes_two
from schemac import Registry

registry = Registry()

@registry.tool("t")
class T(BASES):
    '''D.'''
    BODY
"""


@pytest.mark.parametrize("body", ["", f"#: type output = {OPEN}"])
@pytest.mark.parametrize(
    "bases",
    [
        "namesakes_one.T",
        "namesakes_two.T",
        "namesakes_two.T, namesakes_one.T",
        "namesakes_one.Plain, namesakes_one.T",
    ],
)
def test_a_class_may_be_called_as_its_base(project: Project, bases: str, body: str) -> None:
    app = USED.replace("BASES", bases).replace("BODY", body)
    two = "import namesakes_one\n\nclass T(namesakes_one.T):\n    pass\n"
    registry = project.registry(app=app, one=ALIKE, two=two)
    project.build_from_text()
    project.serve(registry)
    project.build(registry)
    project.serve(registry)
    other = ALIKE.replace("def call(self)", "call = lambda self: 1\n    def other(self)")
    assert "`t`" in project.refused(project.registry(one=other))


CALLED = f"""{HEAD}
@registry.tool("t")
class T(Handler):
    '''D.'''
    #: () -> {OPEN}
    def call(self): return {{"ok": True}}
    MORE
"""


@pytest.mark.parametrize(
    "more",
    [
        "def call(self): return {'ok': True, 's': 'S'}",
        "if IS_FIRST:\n        def call(self): return {'ok': True, 's': 'S'}",
    ],
)
def test_a_second_call_is_another_one(project: Project, more: str) -> None:
    registry = project.registry(app=CALLED.replace("MORE", "x = 1"))
    project.build(registry)
    project.serve(registry)
    told = project.refused(project.registry(app=CALLED.replace("MORE", more)))
    assert "runs another function than there" in told
