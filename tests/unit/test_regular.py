from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from schemac.configuration import ConfigurationError, find_configuration
from schemac.contract_sources.planned import PlanContracts
from schemac.plan.codec import PlanFormatError
from schemac.regular import read_regular, read_regular_text
from schemac.testing import assert_no_exposure
from schemac.testing.setup import SetupError


def test_gives_the_bytes_and_the_text(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("é\r\nb\rc\n".encode())
    (tmp_path / "link").symlink_to("a")
    assert read_regular(tmp_path / "a") == "é\r\nb\rc\n".encode()
    assert read_regular(tmp_path / "link", 2) == "é".encode()
    assert read_regular_text(tmp_path / "a") == "é\nb\nc\n"


@pytest.fixture(params=["pipe", "device", "folder", "nothing"])
def odd(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    place = tmp_path / "schemac.toml"
    match request.param:
        case "pipe":
            os.mkfifo(place)
        case "device":
            place.symlink_to("/dev/zero")
        case "folder":
            place.mkdir()
        case _:
            place.symlink_to("gone")
    return place


def test_reads_nothing_else(odd: Path) -> None:
    with pytest.raises(OSError, match=r"schemac\.toml"):
        read_regular(odd)
    with pytest.raises(ConfigurationError):
        find_configuration(odd.parent)
    with pytest.raises(PlanFormatError, match="the plan cannot be read"):
        PlanContracts(odd).contracts([])
    with pytest.raises(SetupError, match="is no plan"):
        assert_no_exposure(odd, odd)


def test_what_comes_while_it_is_opened_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    before = (tmp_path / "file").stat()
    assert stat.S_ISREG(before.st_mode)
    monkeypatch.setattr(Path, "stat", lambda *_, **__: before)
    with pytest.raises(OSError, match="it is no file"):
        read_regular(tmp_path / "pipe")
