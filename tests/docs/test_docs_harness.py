"""A page that is wrong is noticed, whatever is wrong with it."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from tests.docs.doc_commands import Ran, run_line
from tests.docs.doc_following import follow
from tests.docs.doc_pages import read_steps, reasons

if TYPE_CHECKING:
    from pathlib import Path


def _page(folder: Path, text: str) -> Path:
    page = folder / "page.md"
    page.write_text(dedent(text).lstrip(), encoding="utf-8")
    return page


_RIGHT = """
    <!-- before
    echo 1 > one.txt
    -->

    ```python
    # app/one.py
    ONE = 1
    ```

    ```toml
    # two.toml
    two = 2
    ```

    ```sh
    cat one.txt two.toml
    ls app  # a comment
    ```
    ```text
    1
    …
    two = 2
    one.py
    ```

    ```python
    from app.one import ONE
    print(ONE, 'a 17 b')
    ```
    ```text
    1 a … b
    ```

    ```sh
    echo '{"a": [1, "x"]}'
    ```
    ```json
    {"a": [1, "…"]}
    ```

    ```sh
    printf '%s|' 'two
    lines' \\
      "of it's" # one command, isn't it
    echo next
    ```
    ```text
    two
    lines|of it's|next
    ```

    ```sh status=3
    exit 3
    ```

    <!-- not run: it never ends -->
    ```sh
    sleep inf
    ```
"""


def test_a_page_that_is_right(tmp_path: Path) -> None:
    page = _page(tmp_path, _RIGHT)
    assert follow(page, tmp_path / "work") == []
    assert [step.kind for step in read_steps(page)] == [
        "before",
        "file",
        "program",
        "file",
        "commands",
        "program",
        "commands",
        "commands",
        "commands",
    ]
    assert list(reasons(page)) == ["it never ends"]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("two = 2\n    ```\n\n    ```sh", "two = 3\n    ```\n\n    ```sh"),
        ("ONE = 1", "ONE = 2"),
        ("ONE = 1", "ONE = 1 / 0"),
        ("ONE = 1", "print(1)\n    ONE = 1"),
        ("echo 1 >", "false; echo 1 >"),
        ("…\n    two", "two"),
        ("a … b", "a … c"),
        ('{"a": [1, "…"]}', '{"a": [true, "…"]}'),
        ('{"a": [1, "…"]}', '{"a": [1, "…", 2]}'),
        ("lines|of", "line|of"),
        ("exit 3", "exit 1"),
        ("status=3", ""),
        ("cat one.txt", "cat none.txt"),
    ],
)
def test_a_page_that_is_wrong(tmp_path: Path, right: str, wrong: str) -> None:
    assert right in _RIGHT
    page = _page(tmp_path, _RIGHT.replace(right, wrong))
    with pytest.raises(AssertionError, match="page"):
        follow(page, tmp_path / "work")


def test_a_block_that_names_no_file_is_no_page(tmp_path: Path) -> None:
    page = _page(tmp_path, "```toml\na = 1\n```\n")
    with pytest.raises(AssertionError, match="line 1: a block of `toml` that names no file"):
        read_steps(page)


@pytest.mark.parametrize(
    ("line", "output", "status"),
    [
        ("python here.py", "('here.py', [], 'page')\n", 0),
        ("python here.py 'a b' --c", "('here.py', ['a b', '--c'], 'page')\n", 0),
        ("python here.py | tr a-z A-Z", "('HERE.PY', [], 'PAGE')\n", 0),
        ("python none.py", "", 1),
        ("schemac explain SC999", "", 2),
        ("pytest --nonsense", "", 4),
    ],
)
def test_programs_run_as_from_a_shell(tmp_path: Path, line: str, output: str, status: int) -> None:
    folder = tmp_path / "page"
    folder.mkdir()
    program = "import sys, os\nprint((sys.argv[0], sys.argv[1:], os.path.basename(os.getcwd())))\n"
    (folder / "here.py").write_text(program, encoding="utf-8")
    ran = run_line(line, folder)
    assert ran == Ran(output or ran.output, status)
