"""A setting that opens gates to contexts without their predicate in; check and diff tell of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.changed_states import git

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

PAY = """
from schemac import Handler, tool

@tool("pay", requires="admin")
class Pay(Handler):
    '''Pay.'''
    #: () -> { ok: true }
    def call(self): return {"ok": True}
"""
CLOSED = '[tool.schemac]\npredicates = ["tier"]\npaths = ["app"]\n'
OPENED = f'{CLOSED}on_missing_predicate = {{ requires = "open" }}\n'
WARNED = "warning[SC414]: the gates of `requires` are open to a context that does not have it\n"


@pytest.fixture
def paying(bare: Project) -> Project:
    bare.write("pyproject.toml", CLOSED)
    bare.write("app/t.py", PAY)
    git(bare, "init", "-q")
    git(bare, "add", ".")
    git(bare, "commit", "-q", "-m", "Begin")
    return bare


def test_check_warns_of_it_without_an_app(paying: Project) -> None:
    assert "SC414" not in paying.run("check").out
    for _ in range(2):  # the second time what is known is told
        paying.write("pyproject.toml", OPENED)
        assert paying.run("check").out.startswith(WARNED)


def test_diff_tells_it_as_an_exposure(paying: Project) -> None:
    paying.write("pyproject.toml", OPENED)
    outcome = paying.run("diff", "git:HEAD", ".", "--fail-on", "exposure")
    assert outcome.status == 1
    assert outcome.out == (
        "all tools\n"
        "  exposure  itself: contexts that lack a predicate see what is behind its gates now, "
        "for callers that nobody can tell\n"
        "  risky     itself: gates stand open now to contexts that do not have their predicate: "
        "`requires`, for callers that nobody can tell\n\n"
        "1 risky change and 1 exposure\n"
    )


@pytest.mark.parametrize("name", ["tier", "other"])
def test_of_what_no_tool_asks_diff_says_nothing(paying: Project, name: str) -> None:
    paying.write(
        "pyproject.toml", OPENED.replace("requires", name).replace('["tier"]', f'["{name}"]')
    )
    outcome = paying.run("diff", "git:HEAD", ".", "--fail-on", "exposure")
    assert (outcome.status, outcome.out) == (0, "")


def test_what_was_open_before_is_nothing_new(paying: Project) -> None:
    paying.write("pyproject.toml", OPENED)
    git(paying, "commit", "-qam", "Open")
    assert paying.run("diff", "git:HEAD", ".").out == ""
    paying.write("pyproject.toml", CLOSED)
    assert paying.run("diff", "git:HEAD", ".").out == ""
