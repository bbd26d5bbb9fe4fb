"""The file of settings: where it is found, and what each of its keys says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.project.config import load_config
from tests.unit.cli.config_files import wrong

if TYPE_CHECKING:
    import pytest

    from tests.unit.cli.commands import Project


def test_without_a_file_defaults_hold(bare: Project) -> None:
    config = load_config(None, bare.folder)
    assert config.file is None
    assert config.paths == (bare.folder / ".",)
    assert config.sig_paths == (bare.folder / "sig", bare.folder / "sig/shared")
    assert config.values.dialects == ("mcp",)


def test_reads_every_key(bare: Project) -> None:
    bare.write(
        "pyproject.toml",
        """
        [tool.schemac]
        paths = ["app"]
        sig_paths = ["types"]
        modules = ["app.mcp"]
        predicates = ["requires", "tier"]
        flags = { requires = ["admin", "routing"], tier = ["gold"] }
        strict_schema = true
        dialects = ["mcp"]
        persona_context = "app.mcp:context_for"
        server_name = "hiring"
        limits = { body = 1000 }

        [tool.schemac.personas.admin]
        requires = ["admin"]
        tier = ["gold"]
        defaults = { timezone = "America/Chicago", page = 1 }
        """,
    )
    config = load_config(None, bare.folder)
    assert config.file == bare.folder / "pyproject.toml"
    assert config.paths == (bare.folder / "app",)
    assert config.sig_paths == (bare.folder / "types",)
    values = config.values
    assert (values.modules, values.predicates) == (("app.mcp",), ("requires", "tier"))
    assert values.flags == {"requires": ("admin", "routing"), "tier": ("gold",)}
    assert values.strict_schema
    assert values.persona_context == "app.mcp:context_for"
    assert values.service == {"server_name": "hiring", "limits": {"body": 1000}}
    admin = config.personas["admin"]
    assert admin.grants == {"requires": ("admin",), "tier": ("gold",)}
    assert admin.defaults == {"timezone": "America/Chicago", "page": 1}
    options = config.options()
    assert (options.root, options.strict_schema) == (bare.folder, True)


def test_a_file_of_its_own_needs_no_prefix(bare: Project) -> None:
    bare.write("schemac.toml", 'paths = ["app"]\n')
    assert load_config(None, bare.folder).paths == (bare.folder / "app",)
    assert wrong(bare, 'paths = ["app"]\npath = 1\n', "schemac.toml") == [
        ("2:path", "SC005 `path` is no setting; did you mean `paths`?")
    ]


def test_a_wrong_configuration_ends_a_command_with_status_2(bare: Project) -> None:
    bare.write("pyproject.toml", "[tool.schemac]\npath = []\n")
    outcome = bare.run("check")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == (
        "pyproject.toml:2:1: error[SC005]: `path` is no setting\n"
        "  |\n"
        "2 | path = []\n"
        "  | ^^^^\n"
        "  = hint: did you mean `paths`?\n"
        "\n"
        "Found 1 error.\n"
        "Nothing was done: the configuration must be right first.\n"
    )


def test_another_file_may_be_named(project: Project) -> None:
    project.write("other/schemac.toml", 'paths = ["../app"]\nsig_paths = ["../sig"]\n')
    assert project.run("--config", "other/schemac.toml", "check").status == 0
    missing = project.run("--config", "nope.toml", "check")
    assert (missing.status, missing.out) == (2, "")
    assert "File 'nope.toml' does not exist." in missing.err
    project.write("other/pyproject.toml", "[tool.black]\n")
    empty = project.run("--config", "other/pyproject.toml", "check")
    assert empty.status == 2
    assert "`other/pyproject.toml` has no table `[tool.schemac]`" in empty.err


def test_the_file_may_be_named_before_the_command_and_behind_it(project: Project) -> None:
    file = str(project.write("other/schemac.toml", "[personas.someone]\n"))
    for arguments in (("--config", file, "matrix"), ("matrix", "--config", file)):
        assert project.run(*arguments).out.split()[0] == "someone", arguments
    outcome = project.run("matrix", "--config", "absent.toml")
    assert outcome.status == 2
    assert outcome.err.endswith("File 'absent.toml' does not exist.\n")


def test_what_is_no_file_is_not_passed_over(bare: Project) -> None:
    (bare.folder / "schemac.toml").mkdir()
    outcome = bare.run("check")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("error[SC004]: `schemac.toml` cannot be read: Is a directory\n")


def test_a_table_that_does_not_hold_is_told(bare: Project) -> None:
    bare.write("schemac.toml", "paths = ['.']\n")
    bare.write("pyproject.toml", "[tool.other]\na = 1\n")
    assert "note" not in bare.run("check").err
    bare.write("pyproject.toml", "[tool.schemac]\npaths = ['.']\n")
    outcome = bare.run("check")
    assert outcome.status == 0
    assert outcome.err.splitlines()[0] == (
        "note: `[tool.schemac]` of `pyproject.toml` is not read: `schemac.toml` holds"
    )
    assert "note" not in bare.run("check", "--config", "schemac.toml").err


def test_the_variable_is_named_where_it_names_no_file(
    bare: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEMAC_CONFIG", "nope.toml")
    outcome = bare.run("check")
    assert (outcome.status, outcome.out) == (2, "")
    said = "the variable `SCHEMAC_CONFIG` names `nope.toml`, which is no file"
    assert outcome.err.endswith(f"Error: {said}\n")
    assert bare.run("explain", "SC201").status == 0
    bare.write("other.toml", "paths = ['.']\n")
    assert bare.run("check", "--config", "other.toml").status == 0
