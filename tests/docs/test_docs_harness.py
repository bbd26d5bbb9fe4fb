"""A page that is wrong is noticed, whatever is wrong with it."""

from __future__ import annotations

import shlex
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from tests.docs import doc_curl
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


class _Echo(BaseHTTPRequestHandler):
    """Answers with a header and the body of the request; with 400 where the path is `/no`."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(400 if self.path == "/no" else 202)
        self.end_headers()
        self.wfile.write(self.headers["X-A"].encode() + b" " + body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize("curl", ["real", "ours"])
@pytest.mark.parametrize(
    ("path", "options", "printed"),
    [
        ("/yes", "", "one: 1 {two}"),
        ("/no", "-w '\\n%{http_code}\\n'", "one: 1 {two}\n400\n"),
        ("/yes", "-o file.txt -w '%{http_code}\\n'", "202\n"),
    ],
)
def test_curl_is_on_every_machine(
    curl: str,
    path: str,
    options: str,
    printed: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "page"
    folder.mkdir()
    with HTTPServer(("127.0.0.1", 0), _Echo) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        url = f"http://127.0.0.1:{server.server_port}{path}"
        line = f"curl -s {url} -H 'X-A: one: 1' {options} -d '{{two}}'"
        try:
            if curl == "ours":
                monkeypatch.chdir(folder)
                monkeypatch.setattr(sys, "argv", shlex.split(line))
                doc_curl.main()
                found = Ran(capsys.readouterr().out, 0)
            else:
                found = run_line(line, folder)
        finally:
            server.shutdown()
            thread.join()
    assert found == Ran(printed, 0)
    files = [file.read_text(encoding="utf-8") for file in folder.iterdir()]
    assert files == (["one: 1 {two}"] if "-o" in options else [])
