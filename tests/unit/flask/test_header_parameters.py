"""`Mcp-Param-*` headers over HTTP: of a direct call, and of one through a facade."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import flask
import pytest

from schemac import Grants, Registry
from schemac.flask import blueprint
from schemac.runtime.grouping import Grouped

if TYPE_CHECKING:
    from flask.testing import FlaskClient

VERSION = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
}
MISMATCH = -32020


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    registry = Registry()
    registry.add(
        lambda **given: {"given": json.dumps(given, sort_keys=True)},
        name="route",
        description="d",
        category="roads",
        signature=(
            "(?region: String @header(Region), ?level: Integer @header(Level) @requires(:admin))"
            " -> { given: String }"
        ),
    )
    app = flask.Flask("hall")

    def context(request: flask.Request) -> Grants:
        return Grants(requires=request.args.getlist("flag"))

    grouped = Grouped(suffix="tools")
    app.register_blueprint(
        blueprint(context=context, registry=registry, domains={"default": grouped})
    )
    return app.test_client()


def call(
    client: FlaskClient, name: str, arguments: object, *, flag: str = "", **sent: str
) -> dict[str, Any]:
    headers = {f"Mcp-Param-{key}": value for key, value in sent.items()}
    headers |= {"MCP-Protocol-Version": VERSION, "Mcp-Method": "tools/call", "Mcp-Name": name}
    params = {"name": name, "arguments": arguments, "_meta": META}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    answer: dict[str, Any] = client.post(
        "/mcp", query_string={"flag": flag}, json=message, headers=headers
    ).get_json()
    return answer


def given(answer: dict[str, Any]) -> object:
    """Give what the handler was handed, or the code of the refusal."""
    if "error" in answer:
        return answer["error"]["code"]
    return json.loads(answer["result"]["structuredContent"]["given"])


def through(inner: object) -> dict[str, object]:
    return {"tool_name": "route", "arguments": inner}


EU = {"region": "eu"}


def test_a_direct_call_owes_the_headers_of_the_parameters_it_gives(client: FlaskClient) -> None:
    assert given(call(client, "route", EU, Region="eu")) == EU
    assert given(call(client, "route", {})) == {}
    assert given(call(client, "route", EU)) == MISMATCH
    assert given(call(client, "route", EU, Region="us")) == MISMATCH
    assert given(call(client, "route", {}, Region="eu")) == MISMATCH


@pytest.mark.parametrize("written", [EU, json.dumps(EU)])
def test_through_a_facade_no_header_is_owed_and_one_that_is_sent_is_true(
    written: object, client: FlaskClient
) -> None:
    assert given(call(client, "roads_tools", through(written))) == EU
    assert given(call(client, "roads_tools", through(written), Region="eu")) == EU
    assert given(call(client, "roads_tools", through(written), Region="=?base64?ZXU=?=")) == EU
    assert given(call(client, "roads_tools", through(written), Region="us")) == MISMATCH
    assert given(call(client, "roads_tools", through({}), Region="eu")) == MISMATCH
    assert given(call(client, "roads_tools", through({}))) == {}


@pytest.mark.parametrize("name", ["route", "roads_tools"])
def test_the_header_of_a_hidden_parameter_is_one_that_nobody_knows(
    name: str, client: FlaskClient
) -> None:
    inner = {"level": 5}
    arguments = through(inner) if name == "roads_tools" else inner
    for sent in ({}, {"Level": "5"}, {"Level": "6"}, {"Nobody": "5"}):
        assert given(call(client, name, arguments, **sent)) == {}
    assert given(call(client, name, arguments, flag="admin", Level="5")) == inner
    assert given(call(client, name, arguments, flag="admin", Level="6")) == MISMATCH


@pytest.mark.parametrize("name", ["route", "roads_tools"])
@pytest.mark.parametrize("version", [None, "2025-11-25"])
def test_the_older_eras_know_no_such_headers(
    name: str, version: str | None, client: FlaskClient
) -> None:
    arguments = through(EU) if name == "roads_tools" else EU
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    }
    headers = {"Mcp-Param-Region": "us"}
    if version is not None:
        headers["MCP-Protocol-Version"] = version
    assert given(client.post("/mcp", json=message, headers=headers).get_json()) == EU
