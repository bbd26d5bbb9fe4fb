"""What is wrong in a file of settings is told at the place where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.config_files import wrong

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

NO_TOML = "SC004 the configuration is no TOML: "


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
