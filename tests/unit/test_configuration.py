from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.configuration import ConfigurationError, find_configuration, read_configuration

if TYPE_CHECKING:
    from pathlib import Path


def test_the_nearest_table_upwards_is_found(tmp_path: Path) -> None:
    inner = tmp_path / "app" / "tools"
    inner.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.schemac]\npaths = ["app"]\n')
    (tmp_path / "app" / "pyproject.toml").write_text('[project]\nname = "x"\n')
    found = find_configuration(inner)
    assert found is not None
    assert (found.folder, found.table) == (tmp_path.resolve(), {"paths": ["app"]})
    (tmp_path / "app" / "schemac.toml").write_text('sig_paths = ["sig"]\n')
    found = find_configuration(inner)
    assert found is not None
    assert found.file == (tmp_path / "app" / "schemac.toml").resolve()
    assert found.table == {"sig_paths": ["sig"]}


@pytest.mark.parametrize("text", ["a = ", "a = 1\na = 2", "[tool]\nschemac = 5"])
def test_what_cannot_be_read_is_an_error_that_names_the_file(tmp_path: Path, text: str) -> None:
    file = tmp_path / "pyproject.toml"
    file.write_text(text)
    with pytest.raises(ConfigurationError, match=r"pyproject\.toml"):
        read_configuration(file)


def test_bytes_that_are_no_text_are_an_error(tmp_path: Path) -> None:
    file = tmp_path / "schemac.toml"
    file.write_bytes(b"\xff")
    with pytest.raises(ConfigurationError, match=r"schemac\.toml"):
        find_configuration(tmp_path)
