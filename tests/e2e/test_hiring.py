from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

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
        process.communicate(timeout=20)
    assert process.returncode == 0


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
