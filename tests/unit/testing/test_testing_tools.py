from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import flask
import pytest

from schemac import Registry, Service, ToolError
from schemac.flask import blueprint
from schemac.plan.codec import encode
from schemac.runtime.errors import UnknownToolError
from schemac.testing import (
    McpClients,
    ProtocolError,
    SetupError,
    assert_no_exposure,
    call_tool,
    grants,
    persona,
)
from schemac.testing.gained import gained

if TYPE_CHECKING:
    from pathlib import Path

    from schemac import Grants

SALARY = (
    "exposure  output `/secret/salary`: "
    "field `salary` is visible now, for callers with `requires:admin`"
)
TYPES = "type output = { text: String, ?secret: String @requires(:admin) }"


def greet(*, name: str, mood: str | None = None) -> dict[str, object]:
    if name == "nobody":
        raise ToolError("who?")
    return {"text": f"Hello {name}, {mood}", "secret": "s3", "undeclared": 1}


def make(types: str = TYPES) -> Registry:
    registry = Registry.isolated()
    registry.add(
        greet,
        name="greet",
        description="Say hello.",
        signature="(name: String, ?mood: String @requires(:admin)) -> output",
        types=types,
    )
    registry.add(
        lambda: {"there": True},
        name="staff",
        description="For staff.",
        signature="() -> { there: bool }",
        domains=["staff"],
        requires="admin",
    )
    return registry


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "schemac.toml"
    file.write_text(
        '[personas.member]\nfeature = ["sms"]\n\n'
        '[personas.admin]\nrequires = ["admin"]\ndefaults = { zone = "UTC" }\n'
    )
    return file


def test_a_call_says_what_was_left_behind(config: Path) -> None:
    given = {"name": "Ada", "mood": "well", "more": 1}
    member = call_tool("greet", given, persona="member", registry=make(), config=config)
    assert (member.is_ok, member.is_denied, member.is_error) == (True, False, False)
    assert member.payload == {"text": "Hello Ada, None"}
    assert member.dropped == ("/mood", "/*")
    assert member.projected_away == ("/secret", "/*")
    admin = call_tool(greet, given, persona="admin", registry=make(), config=config)
    assert admin.payload == {"text": "Hello Ada, well", "secret": "s3"}
    assert (admin.dropped, admin.projected_away) == (("/*",), ("/*",))


def test_a_failed_call_has_a_reason(config: Path) -> None:
    result = call_tool("greet", {"name": "nobody"}, registry=make(), config=config)
    assert (result.is_ok, result.is_error, result.reason) == (False, True, "who?")
    result = call_tool("greet", {"name": 1}, registry=make(), config=config)
    assert (result.kind, result.reason) == ("invalid", "/name: expected a string, got 1")


def test_a_tool_is_called_in_a_domain_that_has_it(config: Path) -> None:
    result = call_tool("staff", persona="admin", registry=make(), config=config)
    assert result.payload == {"there": True}
    with pytest.raises(UnknownToolError):
        call_tool("staff", persona="member", registry=make(), config=config)
    with pytest.raises(UnknownToolError):
        call_tool("staff", persona="admin", domain="default", registry=make(), config=config)


def test_a_name_that_no_tool_has_is_a_slip_of_the_test(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SetupError, match=r"^there is no tool `gret`; did you mean `greet`\?$"):
        call_tool("gret", registry=make(), config=config)
    with pytest.raises(SetupError, match=r"^there is no tool `wholly_other`$"):
        call_tool("wholly_other", persona="admin", registry=make(), config=config)
    monkeypatch.setenv("SCHEMAC_CONFIG", "nope.toml")
    with pytest.raises(SetupError, match=r"`SCHEMAC_CONFIG` names `nope.toml`, which is no file"):
        call_tool("greet", registry=make())


def test_personas_and_grants_are_contexts(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    admin: Any = persona("admin", config=config)
    assert (admin.requires("admin"), admin.feature("sms")) == (True, False)
    assert admin.default_for("zone") == "UTC"
    held: Grants = grants(requires=["a"], tier="gold", user="u")
    assert (held.holds("tier", "gold"), held.holds("requires", "b")) == (True, False)
    assert held.current_user == "u"
    monkeypatch.setenv("SCHEMAC_CONFIG", str(config))
    member: Any = persona("member")
    assert member.feature("sms") is True


def test_what_is_not_there_is_told(config: Path) -> None:
    with pytest.raises(SetupError, match=r"`amdin` is no persona; did you mean `admin`\?"):
        persona("amdin", config=config)
    with pytest.raises(SetupError, match="is registered under 0 names"):
        call_tool(json.dumps, registry=make(), config=config)
    config.write_text("personal = 1\n")
    with pytest.raises(SetupError, match="the configuration is wrong: `personal` is no setting"):
        persona("admin", config=config)


def test_a_persona_may_have_a_context_of_its_own(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (config.parent / "contexts_of_a_test.py").write_text(
        "async def make(name, persona, domain):\n    return (name, persona.grants, domain)\n"
        "def fail(name, persona, domain):\n    raise LookupError('gone')\n"
    )
    monkeypatch.syspath_prepend(str(config.parent))
    text = config.read_text()
    config.write_text(f'persona_context = "contexts_of_a_test:make"\n{text}')
    made = persona("admin", domain="staff", config=config)
    assert made == ("admin", {"requires": ("admin",)}, "staff")
    config.write_text(f'persona_context = "contexts_of_a_test:fail"\n{text}')
    with pytest.raises(SetupError, match="made no context of the persona `admin`: LookupError"):
        persona("admin", config=config)
    config.write_text(f'persona_context = "contexts_of_a_test:absent"\n{text}')
    with pytest.raises(SetupError, match="cannot be imported from `contexts_of_a_test:absent`"):
        persona("admin", config=config)


def test_exposure_between_plans_is_an_assertion(tmp_path: Path) -> None:
    old = Service(make())
    new = Service(make("type output = { text: String, ?secret: String }"))
    file = tmp_path / "old.json"
    file.write_text(encode(old.surface.program().plan))
    assert_no_exposure(file, old)
    assert_no_exposure(new, old)
    with pytest.raises(AssertionError) as caught:
        assert_no_exposure(str(file), new.surface.program().plan)
    assert str(caught.value) == (
        "callers see more than before:\n"
        "greet\n"
        "  exposure  output `/secret`: field `secret` is visible now, for everybody\n"
        "\n"
        "1 exposure\n"
    )
    file.write_text("{}")
    with pytest.raises(SetupError, match="is no plan: "):
        assert_no_exposure(file, new)


def test_a_name_where_anything_stood_is_an_exposure() -> None:
    old, new = (
        Service(make(f"type output = {{ text: {text}, ?secret: {secret} @requires(:admin) }}"))
        for text, secret in (("String", "untyped"), ('"merger"', "{ salary: Integer }"))
    )
    assert_no_exposure(new, new)
    with pytest.raises(AssertionError) as caught:
        assert_no_exposure(old, new)
    assert [line.strip() for line in str(caught.value).splitlines()[2:4]] == [
        'exposure  output `/text`: value `"merger"` is visible now, for everybody',
        SALARY,
    ]


def test_a_client_speaks_the_protocol(mcp_client: McpClients, config: Path) -> None:
    app = flask.Flask("hall")
    app.register_blueprint(
        blueprint(context=lambda _: grants(), registry=make(), domains=["staff"]),
        url_prefix="/tools",
    )
    nobody = mcp_client(app)
    assert [tool["name"] for tool in nobody.list_tools()] == ["greet"]
    assert "mood" not in nobody.list_tools()[0]["inputSchema"]["properties"]
    admin = mcp_client(app, persona="admin", config=config)
    assert "mood" in admin.list_tools()[0]["inputSchema"]["properties"]
    answer = admin.call_tool("greet", {"name": "Ada"})
    assert answer["structuredContent"] == {"text": "Hello Ada, None", "secret": "s3"}
    staff = mcp_client(app, persona=grants(requires="admin"), domain="staff")
    assert [tool["name"] for tool in staff.list_tools()] == ["staff"]
    with pytest.raises(ProtocolError, match="Unknown tool: absent"):
        staff.call_tool("absent")


def test_what_a_later_tool_tells_more() -> None:
    old: dict[str, Any] = {"inputSchema": {"properties": {"a": {"enum": [1]}}}}
    new: dict[str, Any] = {
        "inputSchema": {
            "properties": {
                "a": {"enum": [1, 2]},
                "b/c": {"properties": {"inside": {"const": "x"}}},
            },
        },
        "outputSchema": {
            "$ref": "#/$defs/node",
            "$defs": {
                "node": {
                    "properties": {"next": {"$ref": "#/$defs/node"}},
                    "anyOf": [{}, {}],
                }
            },
        },
    }
    assert gained(None, new) == ("the tool itself",)
    assert gained(new, None) == ()
    assert gained(new, new) == ()
    assert gained(old, new) == (
        "input /b~1c",
        "input /a: value 2",
        "output: variant 1",
        "output: variant 2",
        "output /next",
    )
