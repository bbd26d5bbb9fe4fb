"""Attacks 18, 34, 39, 40, 46 and 57 through whole servers: all that leaves, logs included."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

import flask
import pytest

from schemac import Grants, Handler, Registry, Service
from schemac.flask import blueprint
from schemac.runtime.grouping import Grouped
from schemac.runtime.signals import tool_called

if TYPE_CHECKING:
    from flask.testing import FlaskClient

SECRET = "zqsecret"
"""Begins whatever a caller without grants may not learn of: names, words, values, flags."""

BOTH = ("default", "grouped")
ADMIN = Grants(requires={"zqsecretflag"}, feature={"zqsecretflag"})


class Everything(Handler):
    """Do it."""

    breaks = False

    #: description "Do zqsecretwords" @requires(:zqsecretflag) | "Do it"
    #: type zqsecrettype = { zqsecretfield: String @desc(zqsecretwords) } @requires(:zqsecretflag)
    #: ## About the node.
    #: type node = { name: String, ?zqsecretkids: Array[node] @requires(:zqsecretflag) }
    #: type output = {
    #:   name: "a" | ("zqsecretliteral" @desc(zqsecretwords) @requires(:zqsecretflag)),
    #:   node: node,
    #:   ?of: { kind: "open", n: Integer } | (zqsecrettype),
    #:   ?by_key: Hash["k" | ("zqsecretkey" @feature(:zqsecretflag)), Integer],
    #:   ?zqsecretextra: Array[zqsecrettype] @title(zqsecretwords) @requires(:zqsecretflag),
    #:   ?zqsecretpicture: Bytes @media_type(image/png) @requires(:zqsecretflag)
    #: }

    #: (
    #:   id: String,
    #:   ?mode: "x" | ("zqsecretmode" @requires(:zqsecretflag)),
    #:   ?zqsecretplan: String @default("zqsecretdefault") @example("zqsecretexample")
    #:     @pattern(zqsecret.*) @header(Zqsecret) @depends_on(:id) @requires(:zqsecretflag),
    #:   ?zqsecretasked: String @default_for(:zqsecretkey) @requires(:zqsecretflag),
    #:   ?zqsecrettree: node @requires(:zqsecretflag)
    #: ) -> output
    def call(self, **_given: object) -> object:
        trail: dict[str, object] = {"name": "n", "zqsecretkids": [{"name": "zqsecretvalue"}]}
        return {
            "name": "a",
            "node": trail,
            "of": {
                "kind": "open",
                "n": "x" if self.breaks else 1,
                "zqsecretfield": "zqsecretvalue",
            },
            "by_key": {"k": 1, "zqsecretkey": 7},
            "zqsecretextra": [{"zqsecretfield": "zqsecretvalue"}],
            "zqsecretpicture": b"zqsecretvalue",
            "zqsecretundeclared": "zqsecretvalue",
        }


class Hidden(Handler):
    """Do zqsecretthings."""

    #: () -> { zqsecretdone: true }
    def call(self) -> object:
        return {"zqsecretdone": True}


@pytest.fixture
def registry() -> Registry:
    made = Registry()
    made.add(Everything, name="everything", category="open", domains=BOTH)
    made.add(
        Hidden,
        name="zqsecrettool",
        requires="zqsecretflag",
        category="zqsecretcategory",
        domains=BOTH,
    )
    return made


@pytest.fixture
def client(registry: Registry) -> FlaskClient:
    app = flask.Flask("attacked")
    app.config["SECRET_KEY"] = "of the test"
    made = blueprint(
        context=lambda request: ADMIN if "admin" in request.headers else Grants(),
        registry=registry,
        domains={"default": None, "grouped": Grouped()},
    )
    app.register_blueprint(made, url_prefix="/mcp")
    return app.test_client()


def ask(client: FlaskClient, method: str, params: Any, path: str = "/mcp", **headers: str) -> str:
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return client.post(path, json=body, headers=headers).text


ASKED: tuple[tuple[str, Any], ...] = (
    ("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {}}),
    ("tools/list", {}),
    ("tools/call", {"name": "everything", "arguments": {"id": "i"}}),
    ("tools/call", {"name": "everything", "arguments": {"id": 5, "mode": "y"}}),
    ("tools/call", {"name": "everything", "arguments": {}}),
    ("tools/call", {"name": "everything_", "arguments": {}}),
    ("tools/call", {"name": "open_tools", "arguments": {"tool_name": "no"}}),
    ("tools/call", {"name": "open_tools", "arguments": {"tool_name": "everything"}}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "schemac://surface"}),
    ("resources/read", {"uri": "schemac://tool/everything"}),
    ("resources/read", {"uri": "schemac://domain/default"}),
    ("prompts/list", {}),
)


@pytest.mark.parametrize("path", ["/mcp", "/mcp/grouped"])
def test_46_no_answer_names_anything_that_is_hidden(client: FlaskClient, path: str) -> None:
    for method, params in ASKED:
        assert SECRET not in ask(client, method, params, path).lower(), (method, params)
    told = ask(client, "tools/list", {}, path, admin="yes")
    assert "zqsecret" in told
    assert "zqsecretcategory" in told if path == "/mcp/grouped" else "zqsecretmode" in told


@pytest.mark.parametrize("breaks", [False, True])
def test_40_nothing_hidden_is_in_content_logs_records_or_signals(
    registry: Registry,
    breaks: bool,  # noqa: FBT001 - a parameter of the test
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Everything, "breaks", breaks)
    caplog.set_level(logging.DEBUG)
    heard: list[object] = []
    surface = Service(registry, eager=True).surface

    def hear(_sender: object, record: object) -> None:
        heard.append(record)

    with tool_called.connected_to(hear):
        sent = {"id": "i", "zqsecretplan": "zqsecretvalue", "x": "zqsecretvalue"}
        outcome = surface.call_tool("everything", sent, Grants())
    assert outcome.kind == ("contract" if breaks else "ok")
    assert "zqsecret" not in json.dumps([outcome.content, outcome.structured, outcome.text])
    assert len(heard) == 1
    logged = " ".join(str(vars(record)) for record in caplog.records)
    assert "zqsecretvalue" not in logged + repr(heard) + repr(outcome)
    assert ("of/n" in logged) is breaks or "/of" in logged


@pytest.mark.parametrize(
    "name",
    ["Everything", "EVERYTHING", "everything ", " everything", "ｅverything", "еverything"],  # noqa: RUF001 - that is the point
)
def test_34_a_tool_is_called_by_its_own_name_only(client: FlaskClient, name: str) -> None:
    answer = json.loads(ask(client, "tools/call", {"name": name, "arguments": {"id": "i"}}))
    assert answer["error"] == {"code": -32602, "message": f"Unknown tool: {name}"}


@pytest.mark.parametrize("stringified", [False, True])
def test_19_strings_in_a_string_are_not_opened_through_a_facade_either(
    stringified: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    taken: list[object] = []

    def work(**given: object) -> dict[str, bool]:
        taken.append(given)
        return {"ok": True}

    registry = Registry()
    signature = "(rows: Array[Integer] @max(9), ?at: { x: Integer }) -> { ok: bool }"
    registry.add(work, name="work", description="Work.", signature=signature, category="some")
    surface = Service(registry, domains={"default": Grouped()}).surface

    def outcome(**arguments: object) -> str:
        sent = json.dumps(arguments) if stringified else arguments
        return surface.call_tool("some_tools", {"tool_name": "work", "arguments": sent}, None).text

    assert outcome(rows=[1], at={"x": 1}) == ""
    assert taken.pop() == {"rows": [1], "at": {"x": 1}}
    texts = [outcome(rows="[1]"), outcome(rows=[1], at='{"x":1}')]
    assert [text.partition(",")[0] for text in texts] == (
        ["/rows: expected a list", '/at: expected an object with "x"'] if stringified else ["", ""]
    )
    assert len(taken) == (0 if stringified else 2)


@pytest.mark.parametrize("key", ["a\nb", "\u2028", "\x1b[31m", "\u202e", "k" * 9_999])
def test_44_keys_beside_a_facades_arguments_stay_on_one_line(client: FlaskClient, key: str) -> None:
    params = {"name": "open_tools", "arguments": {"tool_name": "everything", key: 1}}
    answer = json.loads(ask(client, "tools/call", params, "/mcp/grouped"))
    text = answer["result"]["content"][0]["text"]
    assert text.isprintable()
    assert text.endswith("put the tool's own arguments inside `arguments`")
    assert len(text) < 500


@pytest.mark.parametrize("params", [None, [], "x", 5, {}, {"name": None}, {"name": 5}])
def test_18_parameters_that_name_no_tool(client: FlaskClient, params: Any) -> None:
    answer = json.loads(ask(client, "tools/call", params))
    assert answer["error"]["code"] in (-32602, -32600)


@pytest.mark.parametrize("arguments", [[], [{}], "{}", "x", 5, 1.5, True, False])
def test_18_arguments_that_are_no_object(client: FlaskClient, arguments: Any) -> None:
    answer = json.loads(ask(client, "tools/call", {"name": "everything", "arguments": arguments}))
    assert answer["error"]["code"] == -32602


@pytest.mark.parametrize("params", [{}, {"arguments": None}, {"arguments": {}}])
def test_18_no_arguments_are_none(client: FlaskClient, params: dict[str, Any]) -> None:
    answer = json.loads(ask(client, "tools/call", {"name": "everything", **params}))
    assert answer["result"]["content"][0]["text"] == "/id: required, expected a string"


class Report(Handler):
    """Report."""

    #: type rows = { items: Array[untyped] @max(3) }
    #: type output = { rows: rows }

    #: () -> output
    def call(self) -> object:
        return {"rows": {"items": [{"zqsecretvalue": 1}]}}


@pytest.mark.parametrize(("gated", "told"), [(True, 1), (False, 0)])
def test_39_untyped_results_of_a_gated_tool_are_warned_of(
    gated: bool,  # noqa: FBT001 - a parameter of the test
    told: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    registry = Registry()
    options: dict[str, Any] = {"requires": "admin"} if gated else {}
    registry.add(Report, name="report", **options)
    Service(registry, eager=True)
    assert caplog.text.count("SC411") == told
