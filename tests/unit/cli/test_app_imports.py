"""What `--app` imports and calls: whatever that code does is told, and no tool is ever called."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

COMMANDS = [
    ("check", "--app"),
    ("build", "-o", "plan.json", "--app"),
    ("matrix", "--app"),
    ("tools", "--app"),
    ("call", "move", "--app"),
    ("serve", "--http", "127.0.0.1:0", "--app"),
]
FAILURES = {
    "exits": ("import sys\nsys.exit(0)\n", "it exited (MODULE.py:2)"),
    "divides": (
        "def f():\n    return 1 / 0\nf()\n",
        "ZeroDivisionError: division by zero (MODULE.py:2)",
    ),
    "misnames": (
        "from schemac import Registry\nRegistry().add(print, name='a b', signature='() -> nil')\n",
        "(MODULE.py:2)",
    ),
    "misspells": ("x = 1\ndef f(:\n", "SyntaxError: invalid syntax (MODULE.py:2)"),
    "reads": ("import json\njson.loads('{')\n", "(MODULE.py:2)"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_an_import_that_fails_is_told_with_its_place(project: Project, failure: str) -> None:
    name = f"made_to_fail_{failure}"
    text, said = FAILURES[failure]
    project.write(f"{name}.py", text)
    for command in COMMANDS:
        outcome = project.run(*command, f"{name}:registry")
        last = outcome.err.splitlines()[-1]
        assert (outcome.status, outcome.out) == (2, ""), command
        assert last.startswith(f"Error: `{name}` cannot be imported: "), command
        assert last.endswith(said.replace("MODULE", name)), command


def test_what_exits_later_is_told_too(project: Project) -> None:
    project.write(
        "made_to_exit.py",
        """
        import sys
        from schemac import Registry

        registry = Registry()

        @registry.producer
        def mint():
            sys.exit(0)
        """,
    )
    outcome = project.run("check", "--app", "made_to_exit:registry")
    assert outcome.status == 2
    assert outcome.err == "Error: the tools cannot be listed: it exited (made_to_exit.py:8)\n"
    outcome = project.run("check", "--app", "made_to_exit:mint")
    assert outcome.status == 2
    assert (
        outcome.err
        == "Error: `made_to_exit:mint` cannot be called: it exited (made_to_exit.py:8)\n"
    )


def test_sources_are_judged_whether_or_not_the_import_succeeds(project: Project) -> None:
    project.write("app/bad.py", "#: type a = { b: Strin }\n")
    project.write("made_to_break.py", "1 / 0\n")
    found = "app/bad.py:1:18: error[SC201]: unknown type `Strin`\nFound 1 error.\n"
    outcome = project.run("check", "--app", "made_to_break:x", "--format", "concise")
    assert (outcome.status, outcome.out) == (2, found)
    assert outcome.err.startswith("Error: `made_to_break` cannot be imported: ")
    baseline = ("--write-baseline", "--baseline", "known.json")
    outcome = project.run("check", "--app", "made_to_break:x", *baseline)
    assert outcome.status == 2
    assert not (project.folder / "known.json").exists()


CALLABLES = """
    import functools
    from schemac import Handler, Registry, tool

    registry = Registry()
    calls = []

    #: () -> { ok: bool }
    @registry.tool
    def function():
        calls.append(1)
        raise SystemExit(7)

    #: () -> { ok: bool }
    @tool("made_elsewhere")
    def elsewhere():
        calls.append(1)

    @functools.wraps(function)
    def wrapped():
        calls.append(1)

    part = functools.partial(function)

    class Base(Handler):
        def __init__(self, context=None):
            calls.append(1)

    @registry.tool("made_of_class")
    class Plain:
        def __init__(self):
            calls.append(1)

        #: () -> { ok: bool }
        def call(self):
            calls.append(1)

    class Made:
        #: () -> { ok: bool }
        def call(self):
            calls.append(1)

        def __call__(self):
            calls.append(1)

    thing = Made()
    registry.add(thing, name="thing")
    bound = thing.call

    def made():
        return registry

    class Holder:
        inner = function
    """


def test_no_tool_is_called_to_get_an_app(project: Project) -> None:
    project.write("made_of_tools.py", CALLABLES)
    kinds = dict.fromkeys(
        ("function", "elsewhere", "wrapped", "part", "Plain", "thing", "bound", "Plain.call"),
        "a tool",
    )
    kinds |= {"Holder.inner": "a tool", "Base": "a handler"}
    for name, what in kinds.items():
        for command in (("check", "--app"), ("tools", "--app")):
            outcome = project.run(*command, f"made_of_tools:{name}")
            assert outcome.status == 2, name
            assert outcome.err.splitlines()[-1] == (
                f"Error: `made_of_tools:{name}` is {what}; name the registry or the app"
            )
    import made_of_tools  # type: ignore[import-not-found] # noqa: PLC0415 - it was written just now

    assert made_of_tools.calls == []
    assert project.run("tools", "--app", "made_of_tools:made").status == 0
