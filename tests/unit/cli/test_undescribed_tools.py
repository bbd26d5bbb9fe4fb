"""Tools without a description, which no server serves: the static commands tell of them."""

from __future__ import annotations

from textwrap import dedent, indent
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

CALL = "#: (a: String) -> { ok: true }\ndef call(self, *, a): ...\n"


def _class(body: str, head: str = '@tool("odd")\nclass Odd(Handler):') -> str:
    return f"from schemac import Handler, tool\n\n{head}\n{indent(dedent(body) + CALL, '    ')}"


@pytest.mark.parametrize(
    "body",
    [
        "",
        "'''   '''\n",
        "'''\n#: type one = Integer\n'''\n",
        "#: type one = Integer\n\n",
    ],
)
@pytest.mark.parametrize(
    "command", [("check",), ("build", "-o", "plan.json"), ("compile", "--all", "--grant-all")]
)
def test_static_commands_tell(project: Project, body: str, command: tuple[str, ...]) -> None:
    project.write("app/odd.py", _class(body))
    outcome = project.run(*command)
    assert outcome.status == 1
    assert "error[SC614]: the tool `odd` has no description" in outcome.out + outcome.err


def test_a_function_needs_one_too(project: Project) -> None:
    project.write(
        "app/odd.py",
        "from schemac import tool\n\n#: (a: String) -> { ok: true }\n@tool('odd')\n"
        "def odd(a): ...\n",
    )
    assert "SC614" in project.run("check").out


@pytest.mark.parametrize(
    "written",
    [
        _class("'''Do it.'''\n"),
        _class("#: description 'Do it.'\n\n"),
        _class("description = 'Do it.'\n"),
        _class("def description(self): ...\n"),
        _class("", "@tool('odd', description='Do it.')\nclass Odd(Handler):"),
        _class("").replace("def call(self, *, a): ...", "def call(self, *, a):\n        '''Do.'''"),
        _class("", "class Base(Handler):\n    def description(self): ...\n\n")
        + "\n@tool('odd')\nclass Odd(Base): ...\n",
        _class("", "from elsewhere import Base\n\n@tool('odd')\nclass Odd(Base):"),
        _class("", "@tool('odd', description=TEXT)\nclass Odd(Handler):"),
        _class("", "@tool('odd', **more)\nclass Odd(Handler):"),
        _class("description = make()\n"),
    ],
)
def test_what_has_one_or_may_is_fine(project: Project, written: str) -> None:
    project.write("app/odd.py", written)
    assert "SC614" not in project.run("check").out
