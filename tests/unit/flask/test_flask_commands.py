from __future__ import annotations

from importlib.metadata import entry_points
from typing import TYPE_CHECKING

import flask
import pytest

from schemac import Grants, Registry
from schemac.cli.flask_commands import mcp
from schemac.flask import blueprint

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


def add(registry: Registry) -> Registry:
    registry.add(
        lambda *, name, mood=None: {"text": f"{name} {mood} {flask.current_app.name}", "more": 1},
        name="greet",
        description="Say hello.",
        signature="(name: String, ?mood: String @requires(:admin)) -> { text: String }",
    )
    return registry


@pytest.fixture
def app(tmp_path: Path) -> flask.Flask:
    (tmp_path / "schemac.toml").write_text('[personas.admin]\nrequires = ["admin"]\n')
    made = flask.Flask("hall", root_path=str(tmp_path))
    made.register_blueprint(blueprint(context=lambda _: Grants(), registry=add(Registry())))
    return made


def run(app: flask.Flask, *arguments: str) -> Result:
    return app.test_cli_runner().invoke(mcp, arguments, prog_name="flask mcp")


def test_the_entry_point_is_the_group() -> None:
    found = [each for each in entry_points(group="flask.commands") if each.name == "mcp"]
    assert [each.load() for each in found] == [mcp]


def test_lists_what_a_caller_is_told(app: flask.Flask) -> None:
    outcome = run(app, "tools", "--format", "text")
    assert (outcome.exit_code, outcome.output) == (0, "greet  Say hello.\n")
    assert '"mood"' in run(app, "tools", "--persona", "admin").stdout
    assert '"mood"' not in run(app, "tools").stdout
    outcome = run(app, "tools", "--domain", "absent")
    assert outcome.exit_code == 2
    assert outcome.stderr == "Error: `absent` is no domain; there is `default`\n"


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["default"], 0),
        (["--domain", "default"], 0),
        (["default", "--domain", "default"], 0),
        (["absent"], 2),
        (["default", "--domain", "absent"], 2),
        (["a", "b"], 2),
    ],
)
def test_a_domain_is_a_word_or_an_option(
    arguments: list[str], status: int, app: flask.Flask
) -> None:
    outcome = run(app, "tools", *arguments, "--format", "text")
    assert (outcome.exit_code, outcome.stdout) == (status, "" if status else "greet  Say hello.\n")
    if len(arguments) == 3 and status:
        told = "Error: `default` and `--domain absent` are two domains; name one\n"
        assert outcome.stderr.endswith(told)


def test_calls_inside_the_app(app: flask.Flask) -> None:
    given = '{"name": "Ada", "mood": "well"}'
    outcome = run(app, "call", "greet", "--args", given, "--persona", "admin")
    assert (outcome.exit_code, outcome.stdout) == (0, '{\n  "text": "Ada well hall"\n}\n')
    assert outcome.stderr == "cut from the result: /*\n"
    outcome = run(app, "call", "greet", "--args", given)
    assert outcome.stdout == '{\n  "text": "Ada None hall"\n}\n'
    assert outcome.stderr == "dropped from the arguments: /mood\ncut from the result: /*\n"
    outcome = run(app, "call", "geet")
    assert (outcome.exit_code, outcome.stdout) == (2, "")
    assert outcome.stderr == "Error: there is no tool `geet`; did you mean `greet`?\n"


def test_explains_by_asking_the_context(app: flask.Flask) -> None:
    outcome = run(app, "explain", "greet", "/mood", "--persona", "admin")
    assert outcome.output == (
        "`/mood` of `greet`, for the persona `admin`: visible in the input\n"
        "  yes  input /mood  field  requires:admin  greet:1\n"
    )
    outcome = run(app, "explain", "greet", "--grant", "requires:other")
    assert outcome.stderr == "note: no gate asks for `requires:other`\n"
    assert outcome.stdout == (
        "`greet`, for a caller with `requires:other`: visible\n"
        "  no  input /mood  field  requires:admin  greet:1\n"
    )
    outcome = run(app, "explain", "absent")
    assert (outcome.exit_code, outcome.stderr) == (2, "Error: there is no tool `absent`\n")
    outcome = run(app, "explain", "SC201")
    assert (outcome.exit_code, outcome.stderr) == (
        2,
        "Error: there is no tool `SC201`; `schemac explain SC201` explains the code\n",
    )


def test_unknown_answers_are_told_apart(app: flask.Flask, tmp_path: Path) -> None:
    (tmp_path / "schemac.toml").write_text(
        'persona_context = "flask_commands_contexts:make"\n[personas.admin]\n'
    )
    (tmp_path / "flask_commands_contexts.py").write_text(
        "def make(name, persona, domain):\n    return object()\n"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(tmp_path))
        outcome = run(app, "explain", "greet", "--persona", "admin")
    assert "  unknown  input /mood  field  requires:admin  greet:1\n" in outcome.stdout


def test_several_blueprints_must_be_told_apart(app: flask.Flask) -> None:
    app.register_blueprint(
        blueprint(context=lambda _: Grants(), registry=Registry(), name="other"),
        url_prefix="/other",
    )
    outcome = run(app, "tools")
    assert outcome.exit_code == 2
    assert outcome.stderr == (
        "Error: the app has several blueprints, `schemac`, `other`: name one\n"
    )
    assert run(app, "tools", "--blueprint", "other").stdout == "[]\n"
    outcome = run(app, "tools", "--blueprint", "othr")
    assert outcome.stderr == ("Error: `othr` is no blueprint of schemac; did you mean `other`?\n")
    outcome = run(flask.Flask("bare"), "tools")
    assert outcome.stderr == "Error: the app has no blueprint of schemac\n"


def test_a_wrong_configuration_is_told(app: flask.Flask, tmp_path: Path) -> None:
    (tmp_path / "schemac.toml").write_text("personal = 1\n")
    outcome = run(app, "tools")
    assert outcome.exit_code == 2
    assert "`personal` is no setting" in outcome.stderr
    assert outcome.stderr.endswith("Error: the configuration of the app is wrong\n")
