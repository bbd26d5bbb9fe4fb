"""Commands that are tried as processes: pipes that close, servers, and other people's programs."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

SERVED = """
    import flask
    from schemac import Grants, Registry, Service
    from schemac.flask import blueprint

    print("a module that prints")
    registry = Registry()
    for name, gate in (("open", ()), ("shut", "routing")):
        registry.add(
            lambda: {"ok": True, "more": 1},
            name=name,
            signature="() -> { ok: bool }",
            description="It.",
            **({"requires": gate} if gate else {}),
        )

    service = Service(registry)

    def make():
        app = flask.Flask("hall")
        app.register_blueprint(
            blueprint(context=lambda _: Grants(), registry=registry), url_prefix="/tools"
        )
        return app
    """
SCHEMAC = (sys.executable, "-m", "schemac")


@pytest.fixture
def served(project: Project) -> Project:
    """A project with a registry and an app."""
    project.write("hall.py", SERVED)
    return project


def ask(method: str, **params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


def names(url: str) -> list[str]:
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    request = Request(url, data=ask("tools/list"), headers=headers)  # noqa: S310 - our own address
    with urlopen(request, timeout=30) as answer:  # noqa: S310 - the same
        return [tool["name"] for tool in json.load(answer)["result"]["tools"]]


@pytest.mark.parametrize(
    ("options", "path", "expected"),
    [
        (("--app", "hall:registry", "--grant", "requires:routing"), "/mcp", ["open", "shut"]),
        (("--app", "hall:make"), "/tools", ["open"]),
        (("--app", "hall:make", "--persona", "admin"), "/tools", ["open", "shut"]),
    ],
)
def test_serves_over_http(
    served: Project, options: tuple[str, ...], path: str, expected: list[str]
) -> None:
    command = [*SCHEMAC, "serve", "--http", "127.0.0.1:0", *options]
    process = subprocess.Popen(
        command, cwd=served.folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stderr is not None
        assert process.stderr.readline() == "a module that prints\n"
        said = process.stderr.readline().split()
        assert said[0] == "Serving"
        assert said[1].endswith(path)
        assert names(said[1]) == expected
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == 0


def test_serves_over_stdio_and_moves_what_is_printed(served: Project) -> None:
    command = [*SCHEMAC, "serve", "--stdio", "--app", "hall:make", "--persona", "admin"]
    started = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "c", "version": "1"},
    }
    lines = (ask("initialize", **started), ask("tools/call", name="shut"))
    done = subprocess.run(
        command,
        input=b"\n".join(lines) + b"\n",
        cwd=served.folder,
        capture_output=True,
        timeout=60,
        check=False,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers[0]["result"]["serverInfo"]["name"] == "hall"
    assert answers[1]["result"]["structuredContent"] == {"ok": True}
    assert b"a module that prints" in done.stderr
    assert done.returncode == 0


def test_a_pipe_that_closes_early_is_nobodys_error(served: Project) -> None:
    commands = (
        "tools --app hall:registry",
        "call open --app hall:registry",
        "matrix --format json",
        "compile --all --grant-all",
        "config-json --app hall:registry",
    )
    program = f"{sys.executable} -m schemac"
    text = "".join(f"{program} {command} | true\n" for command in commands)
    done = subprocess.run(
        ["/bin/sh", "-c", text],
        cwd=served.folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "Traceback" not in done.stderr
    told = [line for line in done.stderr.splitlines() if not line.startswith("cut from ")]
    assert (done.stdout, told) == ("", ["a module that prints"] * 2)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_disk_is_one_sentence(served: Project) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*SCHEMAC, "matrix", "--format", "json"],
            cwd=served.folder,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("Error: the result cannot be written: No space left on device\n")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("status", [0, 3])
def test_starts_the_inspector_where_npx_is(
    served: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    npx = tmp_path / "bin" / "npx"
    npx.parent.mkdir()
    npx.write_text(f'#!/bin/sh\necho "$@" > "{tmp_path}/asked"\nexit {status}\n')
    npx.chmod(0o755)
    monkeypatch.setenv("PATH", f"{npx.parent}{os.pathsep}/bin")
    outcome = served.run("inspect", "--app", "hall:registry", "--persona", "member")
    assert (outcome.status, outcome.out, outcome.err) == (2 if status else 0, "", "")
    assert (tmp_path / "asked").read_text() == (
        f"--yes @modelcontextprotocol/inspector -- {sys.executable} -m schemac --config "
        f"{served.folder}/pyproject.toml serve --stdio --app hall:registry --persona member\n"
    )


def test_says_how_to_inspect_without_npx(
    served: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    outcome = served.run("inspect", "--app", "hall:registry")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == (
        "`npx` is not there: it comes with Node, from https://nodejs.org. Then run:\n"
        f"npx --yes @modelcontextprotocol/inspector -- {sys.executable} -m schemac --config "
        f"{served.folder}/pyproject.toml serve --stdio --app hall:registry\n"
    )


@pytest.mark.parametrize("port", ["65536", "99999", "9" * 5000])
def test_a_port_out_of_range_is_told_as_such(served: Project, port: str) -> None:
    outcome = served.run("serve", "--http", f"127.0.0.1:{port}", "--app", "hall:registry")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.endswith(f"Error: `--http 127.0.0.1:{port}`: a port is 0 to 65535\n")


def test_an_address_that_is_taken_is_told_in_words(served: Project) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        outcome = served.run("serve", "--http", f"127.0.0.1:{port}", "--app", "hall:registry")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.splitlines()[-1] == (
        f"Error: cannot listen on 127.0.0.1:{port}: address already in use"
    )


@pytest.mark.parametrize("place", [("--app", "hall:registry"), ("--app", "hall:service"), ()])
@pytest.mark.parametrize("command", [("serve", "--http", "127.0.0.1:0"), ("tools",)])
def test_a_blueprint_is_of_an_app(
    served: Project, command: tuple[str, ...], place: tuple[str, ...]
) -> None:
    file = served.folder / "pyproject.toml"
    settings = file.read_text(encoding="utf-8")
    file.write_text(settings.replace("[tool.schemac]\n", '[tool.schemac]\nmodules = ["hall"]\n', 1))
    outcome = served.run(*command, *place, "--blueprint", "x")
    assert (outcome.status, outcome.out) == (2, "")
    what = f"`{place[1]}`" if place else "what the configured modules register"
    assert outcome.err.endswith(
        f"Error: `--blueprint` picks one of a Flask app, and {what} is none\n"
    )


def test_the_log_of_a_server_has_no_colours_where_it_is_no_terminal(
    served: Project, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    command = [*SCHEMAC, "serve", "--http", "127.0.0.1:0", "--app", "hall:registry"]
    with log.open("w") as stream:
        process = subprocess.Popen(command, cwd=served.folder, stderr=stream, text=True)
        try:
            for _ in range(600):
                told = [line for line in log.read_text().splitlines() if "Serving" in line]
                if told:
                    break
                time.sleep(0.1)
            with pytest.raises(HTTPError):
                urlopen(told[0].split()[1].replace("/mcp", "/%1b[31m"), timeout=30)  # noqa: S310 - our own address
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=30)
    text = log.read_text()
    assert '"GET /%1b[31m HTTP/1.1" 404 -' in text
    assert "\x1b" not in text
