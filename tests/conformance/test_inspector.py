"""The official inspector's command line, over HTTP and stdio, in both eras.

It needs Node 22 or newer and the inspector, and says where they are by two variables:
`SCHEMAC_NODE` (the `node` command) and `SCHEMAC_INSPECTOR` (the `mcp-inspector` script).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.conformance.app import make_app
from tests.e2e.served import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
NODE = os.environ.get("SCHEMAC_NODE", "node")
INSPECTOR = os.environ.get("SCHEMAC_INSPECTOR")
ERAS = ["legacy", "modern", "auto"]
STDIO = ["--", sys.executable, "-m", "tests.e2e.stdio_app"]

pytestmark = pytest.mark.skipif(
    INSPECTOR is None, reason="SCHEMAC_INSPECTOR does not say where the inspector is"
)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serving(make_app()) as served:
        yield served


@pytest.fixture
def inspect(tmp_path: Path) -> Any:
    def run(era: str, *arguments: str, status: int = 0) -> Any:
        command = [NODE, str(INSPECTOR), "--cli", "--protocol-era", era, "--format", "json", "-q"]
        done = subprocess.run(
            [*command, *arguments],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            cwd=ROOT,
            env={**os.environ, "HOME": str(tmp_path)},
        )
        assert done.returncode == status, done.stdout[-2000:] + done.stderr[-2000:]
        return json.loads(done.stdout) if done.stdout.strip() else None

    return run


@pytest.mark.parametrize("era", ERAS)
def test_over_http(inspect: Any, url: str, era: str) -> None:
    http = (url, "--transport", "http")
    tools = inspect(era, *http, "--method", "tools/list")["result"]["tools"]
    assert "test_custom_header" in [tool["name"] for tool in tools]
    call = ("--method", "tools/call", "--tool-name", "test_custom_header")
    answer = inspect(era, *http, *call, "--tool-args-json", '{"region":"eu"}')
    assert answer["result"]["structuredContent"] == {"region": "eu"}
    inspect(era, *http, "--method", "tools/list", "--strict")


@pytest.mark.parametrize("era", ERAS)
def test_over_stdio(inspect: Any, era: str) -> None:
    tools = inspect(era, "--method", "tools/list", *STDIO)["result"]["tools"]
    assert [tool["name"] for tool in tools] == ["noisy", "steps", "fails"]
    call = ("--method", "tools/call", "--tool-name", "noisy", "--tool-args-json", '{"name":"Ada"}')
    answer = inspect(era, *call, *STDIO)
    assert answer["result"]["structuredContent"] == {"text": "Ada None ''"}
    inspect(era, "--method", "tools/list", "--strict", *STDIO)
