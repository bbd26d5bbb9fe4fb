from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

_ROOT = Path(__file__).parents[2]


def test_the_demonstration_shows_two_servers(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "examples.hiring"],
        check=False,
        capture_output=True,
        text=True,
        cwd=_ROOT,
        env={"PATH": "", "TMPDIR": str(tmp_path)},
        timeout=120,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert re.search(r"member sees 8 tools +\| admin sees 9 tools", run.stdout)
    assert re.search(r"^- +\| bulk_message$", run.stdout, re.MULTILINE)
    member, admin = _answers(run.stdout)
    assert member == {"success": True, "applicant_id": "a1", "current_stage": "offer"}
    assert admin["previous_stage"] == "offer"
    assert admin["current_stage"] == "screen"
    assert len(admin["audit_trail"]) == 2
    assert re.search(
        r"^dropped from the input: /stage_id, /reason +\| dropped from the input: nothing$",
        run.stdout,
        re.MULTILINE,
    )
    assert re.search(
        r"^cut from the output: /previous_stage, /audit_trail +\| cut from the output: nothing$",
        run.stdout,
        re.MULTILINE,
    )
    assert list(tmp_path.iterdir()) == [], "the database is removed at the end"


def _answers(text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read the two columns of JSON below `came back:`."""
    lines = text.rsplit("came back:", maxsplit=1)[-1].split("\n\n", maxsplit=1)[0].splitlines()[1:]
    columns = [[line.partition(" | ")[side] for line in lines] for side in (0, 2)]
    member, admin = (json.loads("\n".join(column)) for column in columns)
    return member, admin


def test_serving_prints_a_configuration_that_works() -> None:
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "examples.hiring", "--serve"],
        cwd=_ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        first = process.stdout.readline()
        text = ""
        while not text.endswith("\n}\n"):
            text += process.stdout.readline()
        servers = json.loads(text)["mcpServers"]
        assert list(servers) == ["hiring-member", "hiring-admin"]
        assert servers["hiring-member"]["url"] in first
        counts = [_count_tools(server) for server in servers.values()]
        assert counts == [8, 9]
    finally:
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=20)
    assert (process.returncode, rest) == (0, "\nStopped.\n")


def _count_tools(server: dict[str, object]) -> int:
    headers = server["headers"]
    assert isinstance(headers, dict)
    request = urllib.request.Request(  # noqa: S310 - the address is our own
        str(server["url"]),
        data=json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode(),
        headers={**headers, "Content-Type": "application/json", "Accept": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310 - the same
        return len(json.load(answer)["result"]["tools"])


@pytest.mark.parametrize("columns", [20, 60, 80, 100, 400])
def test_the_demonstration_is_as_wide_as_the_terminal(tmp_path: Path, columns: int) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "examples.hiring"],
        check=False,
        capture_output=True,
        text=True,
        cwd=_ROOT,
        env={"PATH": "", "TMPDIR": str(tmp_path), "COLUMNS": str(columns)},
        timeout=120,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert max(map(len, run.stdout.splitlines())) <= columns
    side_by_side = re.search(r"member sees 8 tools +\| admin sees 9 tools", run.stdout)
    assert (side_by_side is None) is (columns < 80)


def test_a_reader_who_goes_away_ends_the_demonstration_quietly(tmp_path: Path) -> None:
    run = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m examples.hiring | true"],
        check=False,
        capture_output=True,
        text=True,
        cwd=_ROOT,
        env={"PATH": "", "TMPDIR": str(tmp_path)},
        timeout=120,
    )
    assert (run.stdout, run.stderr) == ("", "")


@pytest.mark.parametrize("port", ["99999", "-1", "x"])
def test_the_demonstration_takes_no_port_that_is_none(port: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "examples.hiring", "--serve", f"--port={port}"],
        check=False,
        capture_output=True,
        text=True,
        cwd=_ROOT,
        timeout=120,
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert f"argument --port: '{port}' is no port: a number from 0 to 65535" in run.stderr
