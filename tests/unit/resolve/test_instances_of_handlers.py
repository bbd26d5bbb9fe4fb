"""What takes the instance of a handler: `self`, forgotten, named by an argument, of a method."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.resolve.projects import Project


SELFLESS = "SC605 `call` of `X` has no `self`, so that no call reaches it\n"


@pytest.mark.parametrize(
    ("signature", "head"),
    [
        ("(a: String)", "def call(*, a)"),
        ("(a: String)", "async def call(*, a)"),
        ("(a: String)", "def call(**all)"),
        ("()", "def call()"),
    ],
)
def test_a_call_without_self_is_told(project: Project, signature: str, head: str) -> None:
    project.write(
        "app.py",
        f"@tool('x')\nclass X(Handler):\n    #: {signature} -> {{ ok: true }}\n    {head}: ...\n",
    )
    outcome = project.resolve("app.py")
    assert outcome.codes == ["SC605"]
    assert SELFLESS in outcome.text
    assert outcome.text.endswith("hint: write `def call(self, …)`")


@pytest.mark.parametrize(
    ("signature", "head"),
    [
        ("(a: String)", "def call(self, *, a)"),
        ("(a: String)", "def call(*all, a)"),
        ("(self: String)", "def call(this, /, **all)"),
        ("(self: String)", "def call(self, /, **all)"),
        ("(self: String)", "def call(this, *, self)"),
        ("(a: String)", "@staticmethod\n    def call(*, a)"),
        ("(self: String)", "@staticmethod\n    def call(self)"),
    ],
)
def test_what_takes_the_instance_is_fine(project: Project, signature: str, head: str) -> None:
    project.write(
        "app.py",
        f"@tool('x')\nclass X(Handler):\n    #: {signature} -> {{ ok: true }}\n    {head}: ...\n",
    )
    assert project.resolve("app.py").text == ""


@pytest.mark.parametrize(
    ("name", "head", "hint"),
    [
        ("self", "def call(self, **all)", "give the argument another name"),
        ("self", "def call(self)", "give the argument another name"),
        ("this", "def call(this, **all)", "put `self` before it: `call(self, …)`"),
        ("a", "def call(a, b=None)", "put `self` before it: `call(self, …)`"),
        ("a", "def call(a, /)", "put `self` before it: `call(self, …)`"),
        ("a", "def call(a)", "put `self` before it: `call(self, …)`"),
    ],
)
def test_an_argument_that_names_the_instance_is_told(
    project: Project, name: str, head: str, hint: str
) -> None:
    project.write(
        "app.py",
        f"@tool('x')\nclass X(Handler):\n    #: ({name}: String) -> {{ ok: true }}\n"
        f"    {head}: ...\n",
    )
    outcome = project.resolve("app.py")
    assert outcome.codes == ["SC605"]
    assert f"`{name}` of `call` is the instance, which no call can pass" in outcome.text
    assert outcome.text.endswith(f"hint: {hint}")


METHOD = """
class S:
    #: (a: String) -> {{ ok: true }}
    @tool("get_a")
    {}def a({}, *, a): ...
"""


@pytest.mark.parametrize("mark", ["", "@classmethod\n    "])
def test_a_method_is_no_tool(project: Project, mark: str) -> None:
    project.write("app.py", METHOD.format(mark, "self").lstrip())
    outcome = project.resolve("app.py")
    assert outcome.codes == ["SC607"]
    assert "`a` is a method, and nothing passes its `self` to it as a tool" in outcome.text
    assert 'served by `registry.add(thing.a, name="get_a")`' in outcome.text
    assert "annotate it" not in outcome.text


def test_a_static_method_is_a_tool(project: Project) -> None:
    project.write("app.py", METHOD.format("@staticmethod\n    ", "b=None").lstrip())
    assert project.resolve("app.py").text == ""


def test_a_function_in_a_function_is_a_tool(project: Project) -> None:
    outcome = project.module("""
        class S:
            def make(self):
                #: (a: String) -> { ok: true }
                @tool("a")
                def a(a): ...
    """)
    assert outcome.text == ""


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("b: String", "`call(…, b)`"),
        ("?b: String", "`call(…, b=None)`"),
        ("b: String @requires(:x)", "`call(…, b=None)`"),
    ],
)
def test_an_argument_that_may_be_missing_is_offered_with_a_default(
    project: Project, written: str, hint: str
) -> None:
    outcome = project.module(f"""
        @tool("x")
        class X(Handler):
            #: ({written}) -> {{ ok: true }}
            def call(self): ...
    """)
    assert outcome.codes == ["SC604"]
    assert outcome.text.endswith(f"hint: add it to the `def`: {hint}")
