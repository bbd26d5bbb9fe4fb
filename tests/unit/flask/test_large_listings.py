from __future__ import annotations

import json
from typing import TYPE_CHECKING

import flask

from schemac.flask import blueprint
from schemac.runtime.grants import Grants
from schemac.runtime.registry import Registry

if TYPE_CHECKING:
    from pathlib import Path

COUNT = 400


def handler(*, n: int) -> object:  # noqa: ARG001 - as its signature says
    return {}


def test_a_large_listing_is_whole_and_has_its_length_each_time(tmp_path: Path) -> None:
    registry = Registry()
    for number in range(COUNT):
        registry.add(handler, name=f"t{number}", signature="(n: Integer) -> {}", description="D.")
    app = flask.Flask("hall", root_path=str(tmp_path))
    app.register_blueprint(blueprint(context=lambda _: Grants(), registry=registry))
    client = app.test_client()
    sent: set[bytes] = set()
    for _ in range(4):
        response = client.post("/mcp", json={"jsonrpc": "2.0", "id": 7, "method": "tools/list"})
        assert response.content_length == len(response.data) > 65_536
        sent.add(response.data)
    (body,) = sent
    answer = json.loads(body)
    assert answer["id"] == 7
    assert [tool["name"] for tool in answer["result"]["tools"]] == [f"t{n}" for n in range(COUNT)]
