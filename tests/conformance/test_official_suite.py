"""The official conformance suite against an app of fixture tools, in both revisions.

It needs Node 22 or newer and the suite, and says where they are by two variables:
`SCHEMAC_NODE` (the `node` command) and `SCHEMAC_CONFORMANCE` (the package's `dist/index.js`).
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.conformance.app import make_app
from tests.e2e.served import serving

HERE = Path(__file__).parent
NODE = os.environ.get("SCHEMAC_NODE", "node")
SUITE = os.environ.get("SCHEMAC_CONFORMANCE")


@pytest.mark.skipif(SUITE is None, reason="SCHEMAC_CONFORMANCE does not say where the suite is")
@pytest.mark.parametrize("revision", ["2026-07-28", "2025-11-25"])
def test_every_scenario_of_what_is_served_passes(tmp_path: Path, revision: str) -> None:
    with serving(make_app()) as url:
        command = [NODE, str(SUITE), "server", "--url", url, "--requirements", revision]
        command += ["--expected-failures", str(HERE / f"expected-{revision}.yml")]
        done = subprocess.run(
            [*command, "-o", str(tmp_path)],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
