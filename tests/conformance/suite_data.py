"""The JSON-Schema-Test-Suite, as the sdist of `jsonschema` brings it along, read and checked.

The sdist comes by way of `pip download` into a cache folder, is compared with its known digest, and
is read where it lies: nothing of it is ever written out or run by us.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["Case", "Suite", "cases_of", "read_suite", "sdist"]

VERSION = "4.26.0"
SHA256 = "0c26707e2efad8aa1bfc5b7ce170f3fccc2e4918ff85989ba9ffa9facb2be326"
FILE = f"jsonschema-{VERSION}.tar.gz"
INSIDE = f"jsonschema-{VERSION}/json/tests/draft2020-12/"
LARGEST = 1 << 20

Suite = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True)
class Case:
    """One value and whether a schema takes it."""

    file: str
    group: str
    name: str
    schema: Any
    value: Any
    valid: bool

    @property
    def key(self) -> tuple[str, str, str]:
        return self.file, self.group, self.name


def sdist(folder: Path) -> Path:
    """Give the downloaded sdist; a test that needs it fails where it cannot be had."""
    path = folder / FILE
    if not path.exists():
        _download(folder)
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != SHA256:
        path.unlink()
        pytest.fail(f"{FILE} has the SHA-256 {found}, not {SHA256}; it was thrown away")
    return path


def _download(folder: Path) -> None:
    options = ["--no-deps", "--no-binary", "jsonschema", "--quiet", "--dest", str(folder)]
    command = [sys.executable, "-m", "pip", "download", *options, f"jsonschema=={VERSION}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    except subprocess.TimeoutExpired:
        pytest.fail(f"downloading {FILE} took more than five minutes")
    if done.returncode != 0 or not (folder / FILE).exists():
        pytest.fail(f"{FILE} could not be downloaded: {done.stderr[-1500:]}")


def read_suite(path: Path) -> Suite:
    """Read the groups of draft 2020-12 by file name, without unpacking anything."""
    suite: Suite = {}
    with tarfile.open(path, "r:gz") as archive:
        for member in archive:
            name = member.name
            if not (member.isfile() and name.startswith(INSIDE) and name.endswith(".json")):
                continue
            assert member.size <= LARGEST, name
            stream = archive.extractfile(member)
            assert stream is not None, name
            suite[name.removeprefix(INSIDE)] = json.loads(stream.read())
    return dict(sorted(suite.items()))


def cases_of(suite: Suite, folder: str) -> Iterator[Case]:
    """List the cases of the files directly inside a folder; `""` holds the required ones."""
    for file, groups in suite.items():
        if file.rpartition("/")[0] != folder:
            continue
        for group in groups:
            for test in group["tests"]:
                yield Case(
                    file.removesuffix(".json"),
                    group["description"],
                    test["description"],
                    group["schema"],
                    test["data"],
                    test["valid"],
                )
