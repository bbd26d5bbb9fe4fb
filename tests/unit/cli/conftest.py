"""Folders that commands are run in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac import Registry
from tests.unit.cli.commands import SETTINGS, TOOLS, Project

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    """An empty folder. Tools of modules that commands import are gone with it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCHEMAC_CONFIG", raising=False)
    with Registry.isolated():
        yield Project(tmp_path)


@pytest.fixture
def project(bare: Project) -> Project:
    """A configured folder with two tools and a shared type, nothing wrong with them."""
    bare.write("pyproject.toml", SETTINGS)
    bare.write("sig/stage.sig", 'type stage = "screen" | "offer"\n')
    bare.write("app/tools.py", TOOLS)
    return bare
