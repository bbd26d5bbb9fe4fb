from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Outcome, Project


def check(project: Project, name: str, python: str, *options: str) -> Outcome:
    project.write(f"{name}.py", python)
    return project.run("check", "--app", f"{name}:registry", "--format", "concise", *options)


def test_checks_what_an_import_registers(project: Project) -> None:
    outcome = check(
        project,
        "made_for_check_one",
        """
        from schemac import Registry

        registry = Registry()
        registry.add(lambda: {}, name="bad", signature="() -> absent", description="Bad.")
        """,
    )
    assert outcome.status == 1
    assert outcome.out == "bad:1:7: error[SC201]: unknown type `absent`\nFound 1 error.\n"


def test_reports_handlers_that_cannot_serve(project: Project) -> None:
    outcome = check(
        project,
        "made_for_check_two",
        """
        from schemac import Registry

        registry = Registry()

        @registry.tool("needy")
        class Needy:
            '''Needs much.'''

            def __init__(self, one, two): ...

            #: () -> { ok: bool }
            def call(self): ...
        """,
    )
    assert outcome.status == 1
    assert outcome.out == (
        "made_for_check_two.py:5:1: error[SC614]: the tool `needy` cannot be served: its "
        "`__init__` must take nothing, or one positional parameter, the context; anything else "
        "needs a default\n"
        "Found 1 error.\n"
    )


RAISING = """
    from schemac import Registry

    registry = Registry()

    class Raising:
        def __get__(self, instance, owner): raise RuntimeError("not now")

    @registry.tool("bad")
    class Bad:
        '''Raises.'''

        description = Raising()

        #: () -> { ok: bool }
        def call(self): ...

    registry.add(lambda: {}, name="worse", signature="() -> absent", description="Worse.")
    """


def test_a_tool_that_raises_when_it_is_looked_at_is_a_finding(project: Project) -> None:
    outcome = check(project, "made_for_check_raising", RAISING)
    assert outcome.status == 1
    assert outcome.out == (
        "made_for_check_raising.py:8:1: error[SC614]: the tool `bad` cannot be served: its class "
        "or object raised when it was looked at\n"
        "worse:1:7: error[SC201]: unknown type `absent`\n"
        "Found 2 errors.\n"
    )
    built = project.run("build", "--app", "made_for_check_raising:registry", "-o", "plan.json")
    assert built.status == 1
    assert "its class or object raised when it was looked at" in built.out + built.err
    assert not (project.folder / "plan.json").exists()


def test_warns_of_predicates_that_open_when_missing(project: Project) -> None:
    file = project.folder / "pyproject.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(f'{text}\n[tool.schemac.on_missing_predicate]\ntier = "open"\n')
    python = "from schemac import Registry\nregistry = Registry()\n"
    outcome = check(project, "made_for_check_three", python)
    assert outcome.status == 0
    assert outcome.out == (
        "warning[SC414]: the gates of `tier` are open to a context that does not have it\n"
        "Found 1 warning.\n"
    )


def test_two_tools_of_one_name_are_a_finding(project: Project) -> None:
    outcome = check(
        project,
        "made_for_check_four",
        """
        from schemac import Registry

        registry = Registry()

        @registry.tool("twin")
        def one(): ...

        @registry.tool("twin")
        def two(): ...
        """,
    )
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith("Error: `made_for_check_four` cannot be imported: ")
    assert "twin" in outcome.err


@pytest.mark.parametrize("python", ["1 / 0", "import no_such_module_at_all"])
def test_what_cannot_be_imported_cannot_be_checked(project: Project, python: str) -> None:
    outcome = check(project, f"made_for_check_five_{len(python)}", python)
    assert (outcome.status, outcome.out) == (2, "")
    assert "cannot be imported: " in outcome.err


CONTEXTS = """
    from schemac import Registry, Service
    from schemac.runtime.facade import Grouped

    registry = Registry()
    for name in ("show", "orders_tools"):
        registry.add(
            lambda: {},
            name=name,
            signature="() -> { ok: bool @tier(:gold) }",
            description="It.",
            requires="routing",
            domains=["admin"],
            category="orders" if name == "show" else "other",
        )
    grouped = Grouped(suffix="tools", uncategorized="group")
    service = Service(registry, predicates=["tier"], strict_schema=True, domains={"admin": grouped})

    class User:
        def can(self, flag):
            return True

    class Context:
        current_user = User()

    def make(name, persona, domain):
        context = Context()
        if name == "admin":
            context.tier = lambda flag: True
        return context
    """


def test_makes_contexts_and_domains_as_the_app_does(project: Project) -> None:
    file = project.folder / "pyproject.toml"
    settings = 'persona_context = "made_for_check_six:make"\nstrict_schema = false\n'
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("[tool.schemac]\n", f"[tool.schemac]\n{settings}"))
    project.write("made_for_check_six.py", CONTEXTS)
    outcome = project.run("check", "--app", "made_for_check_six:service", "--format", "concise")
    assert (outcome.status, outcome.err) == (1, ""), outcome
    assert outcome.out == (
        "warning[SC009]: `strict_schema` of `pyproject.toml` is not what the app is served with\n"
        "error[SC415]: the context of the persona `member` has no `tier`, which gates ask: they "
        "stay closed\n"
        "error[SC615]: the domain `admin` cannot be served: the facade of the category `orders` in "
        "the domain `admin` would be called `orders_tools`, as a tool is "
        "(made_for_check_six.py:7): rename the tool, or give the domain another `suffix`\n"
        "Found 2 errors and 1 warning.\n"
    )


APP = """
    import flask
    from schemac import Grants, Registry
    from schemac.flask import blueprint

    registry = Registry()
    app = flask.Flask(__name__)
    app.config.update(
        SCHEMAC_ON_MISSING_PREDICATE={"tier": "open"}, SCHEMAC_PAGE_SIZE=5, SCHEMAC_CLIENT_TTL_MS=7
    )
    app.secret_key = "key"
    made = blueprint(
        context=lambda request: Grants(),
        registry=registry,
        page_size=9,
        coerce="lax",
        predicates=["tier"],
        client_ttl_ms=7,
    )
    app.register_blueprint(made)
    """


@pytest.mark.parametrize("ours", [True, False])
def test_judges_the_settings_that_are_really_served(
    project: Project,
    ours: bool,  # noqa: FBT001 - one of two
) -> None:
    """Wherever they come from: the file of the app, `app.config` or arguments."""
    file = project.folder / "pyproject.toml"
    settings = (
        'coerce = "off"\npage_size = 5\nclient_ttl_ms = 7\n'
        'on_missing_predicate = { other = "open" }\n'
    )
    text = file.read_text(encoding="utf-8")
    own = text.replace("[tool.schemac]\n", f"[tool.schemac]\n{settings}")
    file.write_text(own if ours else text)
    if not ours:
        project.write("elsewhere/schemac.toml", settings)
    name = f"made_for_check_served_{ours}".lower()
    config = "" if ours else '\n    app.config["SCHEMAC_CONFIG"] = "elsewhere/schemac.toml"'
    project.write(f"{name}.py", APP.replace("\n    made =", f"{config}\n    made ="))
    outcome = project.run("check", "--app", f"{name}:app", "--format", "concise")
    place = "pyproject.toml" if ours else "schemac.toml"
    assert (outcome.status, outcome.err) == (0, ""), outcome
    assert sorted(outcome.out.splitlines()) == [
        "Found 5 warnings.",
        "warning[SC009]: `SCHEMAC_PAGE_SIZE` of `app.config` is not what the app is served with",
        f"warning[SC009]: `coerce` of `{place}` is not what the app is served with",
        f"warning[SC009]: `on_missing_predicate` of `{place}` is not what the app is served with",
        f"warning[SC009]: `page_size` of `{place}` is not what the app is served with",
        "warning[SC414]: the gates of `tier` are open to a context that does not have it",
    ]


def test_what_an_argument_closes_again_is_not_open(project: Project) -> None:
    python = APP.replace('coerce="lax"', "on_missing_predicate={}")
    project.write("made_for_check_closed.py", python)
    outcome = project.run("check", "--app", "made_for_check_closed:app", "--format", "concise")
    assert sorted(outcome.out.splitlines()) == [
        "Found 2 warnings.",
        (
            "warning[SC009]: `SCHEMAC_ON_MISSING_PREDICATE` of `app.config` is not what the app is "
            "served with"
        ),
        "warning[SC009]: `SCHEMAC_PAGE_SIZE` of `app.config` is not what the app is served with",
    ]


def test_a_context_that_breaks_where_gates_ask_is_a_finding(project: Project) -> None:
    file = project.folder / "pyproject.toml"
    text = file.read_text(encoding="utf-8")
    own = 'persona_context = "made_for_check_broken:make"\n'
    file.write_text(text.replace("[tool.schemac]\n", f"[tool.schemac]\n{own}"))
    project.write(
        "made_for_check_broken.py",
        """
        from schemac import Registry

        registry = Registry()
        registry.add(
            lambda: {},
            name="show",
            signature="() -> { ok: bool @feature(:sms) @tier(:gold) }",
            description="It.",
        )

        class Context:
            feature = None

            @property
            def tier(self):
                return self.missing.entirely

        def make(name, persona, domain):
            return Context()
        """,
    )
    outcome = project.run("check", "--app", "made_for_check_broken:registry", "--format", "concise")
    assert (outcome.status, outcome.err) == (1, ""), outcome
    told = [
        "has no `feature`, which gates ask: they stay closed",
        "raises AttributeError for `tier`, which gates ask: they stay closed",
    ]
    found = outcome.out.splitlines()
    assert sorted({line.partition("` ")[2] for line in found[:-1]}) == told
