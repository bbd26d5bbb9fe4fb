"""The page that tells clients where to get a token."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from werkzeug.middleware.proxy_fix import ProxyFix

from schemac.flask import Unauthorized
from tests.unit.flask import mounted
from tests.unit.flask.mounted import app_with, body, post

if TYPE_CHECKING:
    from pathlib import Path

    import flask


client = pytest.fixture(mounted.client)


def test_protected_resource_metadata(tmp_path: Path) -> None:
    def context(_: flask.Request) -> None:
        raise Unauthorized

    metadata = {"authorization_servers": ["https://auth.example"]}
    app = app_with(tmp_path, context=context, resource_metadata=metadata)
    client = app.test_client()
    where = "/.well-known/oauth-protected-resource/mcp"
    for path, suffix in (("/mcp", ""), ("/mcp/staff", "/staff")):
        challenge = post(client, path).headers["WWW-Authenticate"]
        assert challenge == f'Bearer resource_metadata="http://localhost{where}{suffix}"'
        assert body(client.get(where + suffix)) == {
            "bearer_methods_supported": ["header"],
            "authorization_servers": ["https://auth.example"],
            "resource": f"http://localhost/mcp{suffix}",
        }
    assert client.get(where, base_url="http://evil.example").status_code == 403


@pytest.mark.parametrize("resource", [{}, {"resource": "https://hall.example/mcp"}])
def test_metadata_is_a_page_and_needs_a_trusted_host(
    resource: dict[str, str], tmp_path: Path
) -> None:
    def context(_: flask.Request) -> None:
        raise Unauthorized

    metadata = {"authorization_servers": ["https://auth.example"], **resource}
    app = app_with(tmp_path, context=context, resource_metadata=metadata)
    path = "/.well-known/oauth-protected-resource/mcp"
    told = (
        b'{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"this host is not trusted"}}'
    )
    for where in (path, f"{path}/staff"):
        for url in ("http://evil.example", "http://hall.example", "http://hall.example.evil"):
            response = app.test_client().get(where, base_url=url)
            assert (response.status_code, response.data) == (403, told)
            assert app.test_client().head(where, base_url=url).status_code == 403
    if resource:
        challenge = post(app.test_client(), base_url="http://evil.example").headers
        assert f"https://hall.example{path}" in challenge["WWW-Authenticate"]
    app.config["TRUSTED_HOSTS"] = ["hall.example"]
    response = app.test_client().get(path, base_url="https://hall.example")
    assert body(response)["resource"] == "https://hall.example/mcp"


@pytest.mark.parametrize("resource", [{}, {"resource": "https://hall.example/mcp"}])
def test_a_client_behind_a_proxy_finds_the_metadata_where_the_challenge_says(
    resource: dict[str, str], tmp_path: Path
) -> None:
    def context(_: flask.Request) -> None:
        raise Unauthorized

    app = app_with(
        tmp_path, context=context, resource_metadata={**resource, "scopes_supported": ["s"]}
    )
    app.config["TRUSTED_HOSTS"] = ["hall.example"]
    app.wsgi_app = ProxyFix(app.wsgi_app, x_proto=1, x_host=1)  # type: ignore[method-assign] # as Flask documents
    client = app.test_client()
    forwarded = {"X-Forwarded-Host": "hall.example", "X-Forwarded-Proto": "https"}
    inner = "http://10.0.0.7:8000"
    challenge = post(client, base_url=inner, headers=forwarded).headers["WWW-Authenticate"]
    url = challenge.removeprefix('Bearer resource_metadata="').removesuffix('"')
    assert url == "https://hall.example/.well-known/oauth-protected-resource/mcp"
    path = url.removeprefix("https://hall.example")
    found = client.get(path, base_url=inner, headers=forwarded)
    assert body(found)["resource"] == "https://hall.example/mcp"
    assert client.get(path, base_url=inner).status_code == 403
