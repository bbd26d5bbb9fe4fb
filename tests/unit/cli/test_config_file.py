from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from schemac.project.config import ConfigFailedError, load_config

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project


NO_TOML = "SC004 the configuration is no TOML: "


def wrong(project: Project, toml: str, name: str = "pyproject.toml") -> list[tuple[str, str]]:
    """Give place and message of everything that is wrong with a configuration."""
    project.write(name, toml)
    with pytest.raises(ConfigFailedError) as failed:
        load_config(None, Path.cwd())
    return [
        (
            "" if each.span is None else f"{each.span.begin.line}:{each.span.text}",
            f"{each.code} {each.message}" + (f"; {each.hint}" if each.hint else ""),
        )
        for each in failed.value.diagnostics
    ]


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


@pytest.mark.parametrize(
    ("toml", "place", "message"),
    [
        ("sig_path = []", "sig_path", "SC005 `sig_path` is no setting; did you mean `sig_paths`?"),
        ('paths = "app"', "paths", "SC006 `paths` must be a list of texts, not a text"),
        (
            "paths = [1]",
            "paths",
            "SC006 `paths` must be a list of texts, not a list with something else in it",
        ),
        ("modules = 3", "modules", "SC006 `modules` must be a list of texts, not a number"),
        (
            'strict_schema = "yes"',
            "strict_schema",
            "SC006 `strict_schema` must be true or false, not a text",
        ),
        (
            "predicates = ['min']",
            "predicates",
            "SC006 `min` is a tag already and cannot be a predicate",
        ),
        (
            "predicates = ['a b']",
            "predicates",
            "SC006 the predicate `a b` must be a name, as in `@name(:flag)`",
        ),
        (
            "flags = []",
            "flags",
            "SC006 `flags` must be a table of predicates and their flags, not an empty list",
        ),
        (
            "flags = { require = ['a'] }",
            "require",
            "SC005 `require` is no predicate; did you mean `requires`?",
        ),
        (
            "flags = { tier = ['a'] }",
            "tier",
            "SC005 `tier` is no predicate; name it in `predicates` first",
        ),
        (
            "flags.requires = 'a'",
            "flags.requires",
            "SC006 `flags.requires` must be a list of texts, not a text",
        ),
        (
            "dialects = ['mpc']",
            "dialects",
            "SC006 `mpc` is no dialect; did you mean `mcp`?",
        ),
        (
            "persona_context = 'app.mcp'",
            "persona_context",
            "SC006 `persona_context` must name a callable, as in `app.mcp:context_for`",
        ),
        (
            "personas = []",
            "personas",
            "SC006 `personas` must be a table of named callers, not an empty list",
        ),
        (
            "coerce = 'always'",
            "coerce",
            "SC006 `coerce` must be 'off' or 'lax', got 'always'",
        ),
    ],
)
def test_a_wrong_key_or_value_is_shown_where_it_stands(
    bare: Project, toml: str, place: str, message: str
) -> None:
    assert wrong(bare, f"[tool.schemac]\n{toml}\n") == [(f"2:{place}", message)]


def test_personas_speak_of_known_predicates_and_flags(bare: Project) -> None:
    assert wrong(
        bare,
        """
        [tool.schemac.flags]
        requires = ["admin"]

        [tool.schemac.personas.admin]
        requires = ["amdin"]
        default = {}
        [tool.schemac.personas.member]
        features = ["x"]
        """,
    ) == [
        ("5:requires", "SC006 `amdin` is no flag of `requires`; did you mean `admin`?"),
        ("6:default", "SC005 `default` is no predicate; did you mean `defaults`?"),
        ("8:features", "SC005 `features` is no predicate; did you mean `feature`?"),
    ]


def test_what_is_no_toml_is_shown_where_it_breaks(bare: Project) -> None:
    assert wrong(bare, "[tool.schemac]\npaths = [app]\n") == [
        ("2:a", NO_TOML + "Invalid value (at line 2, column 10)")
    ]
    assert wrong(bare, "[tool.schemac\n") == [
        (
            "1:\n",
            NO_TOML + "Expected ']' at the end of a table declaration (at line 1, column 14)",
        )
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


def test_a_table_that_is_none_is_shown_where_it_stands(bare: Project) -> None:
    for toml, place in (
        ("[tool]\nschemac = 3\n", "2:schemac"),
        ("tool.schemac = 3", "1:tool.schemac"),
    ):
        assert wrong(bare, toml) == [(place, "SC006 `tool.schemac` must be a table")]


@pytest.mark.parametrize(
    ("toml", "place"),
    [
        ("[limits]\nbody = 'x'\n", "2:body"),
        ("limits = { depth = 1, body = 'x' }\n", "1:body"),
        ("limits.body = 'x'\n", "1:limits.body"),
        ("[personas.a]\nrequires = 3\n", "2:requires"),
        ("[personas.a]\n[personas.b]\ndefaults = 3\n", "3:defaults"),
        ("paths = ['.']\n[domains.x]\nsuffixx = 'x'\n", "3:suffixx"),
        ("paths = ['.']\n[pathss.x]\na = 1\n", "2:pathss.x"),
    ],
)
def test_a_wrong_value_is_shown_at_its_own_key(bare: Project, toml: str, place: str) -> None:
    assert [found[0] for found in wrong(bare, toml, "schemac.toml")] == [place]


def test_a_table_of_the_other_file_is_to_be_left_out(bare: Project) -> None:
    assert wrong(bare, "[tool.schemac]\npaths = ['.']\n", "schemac.toml") == [
        (
            "1:tool.schemac",
            (
                "SC005 `tool` is no setting; leave out `[tool.schemac]`: in a file of its own its "
                "keys stand at the top"
            ),
        )
    ]


def test_known_settings_are_listed_once(bare: Project) -> None:
    ((_, message),) = wrong(bare, "zzzzzz = 1\n", "schemac.toml")
    names = message.partition("there are ")[2].split(", ")
    assert len(names) > 30
    assert sorted(names) == sorted(set(names))


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
