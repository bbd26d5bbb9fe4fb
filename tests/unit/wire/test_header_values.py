from __future__ import annotations

import pytest

from schemac.wire.headers import (
    Authority,
    as_browsers_send,
    authority,
    is_loopback,
    media_type,
    origin_authority,
)
from schemac.wire.lines import WsgiHeaders, folded, usual_headers


def test_lines_are_folded_and_doubles_named() -> None:
    lines = [("Accept", "a"), ("accept", "b"), ("Mcp-Method", "x"), ("MCP-METHOD", "x")]
    assert folded(lines) == ({"accept": "a, b", "mcp-method": "x, x"}, "mcp-method")
    assert folded(lines[:3]) == ({"accept": "a, b", "mcp-method": "x"}, None)


def test_a_wsgi_environment_is_looked_up() -> None:
    environ = {
        "HTTP_HOST": "localhost",
        "HTTP_MCP_PARAM_REGION": "eu",
        "HTTP_X_EMPTY": "",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": "",
        "HTTP_CONTENT_TYPE": "never looked at",
        "wsgi.input": object(),
    }
    headers = WsgiHeaders(environ)
    assert dict(headers) == {
        "host": "localhost",
        "mcp-param-region": "eu",
        "x-empty": "",
        "content-type": "application/json",
    }
    assert len(headers) == 4
    assert headers.get("host") == "localhost"
    assert headers.get("content-length") is None
    assert headers.get("x-empty") == ""
    assert headers.get("origin", "none") == "none"
    assert "content-length" not in headers
    with pytest.raises(KeyError):
        headers["origin"]


@pytest.mark.parametrize("value", [None, "", "application/json", "17", "null"])
def test_usual_headers_are_what_is_looked_up(value: str | None) -> None:
    names = [*usual_headers({})]
    keys = [name.upper().replace("-", "_") for name in names]
    bare = {"CONTENT_TYPE", "CONTENT_LENGTH"}
    environ: dict[str, str] = {}
    if value is not None:
        environ = {key if key in bare else f"HTTP_{key}": value for key in keys}
    headers = WsgiHeaders(environ)
    assert usual_headers(environ) == {name: headers.get(name) for name in names}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        ("application/json", "application/json"),
        ("APPLICATION/json ;charset=x", "application/json"),
        (" application/json ", "application/json"),
        ("application/json,text/plain", None),
        ("application", None),
        ("", None),
        ("a b/c", None),
    ],
)
def test_media_types(value: str | None, expected: str | None) -> None:
    assert media_type(value) == expected


@pytest.mark.parametrize(
    ("netloc", "expected"),
    [
        ("example.com", Authority("example.com", 443)),
        ("EXAMPLE.com:8443", Authority("example.com", 8443)),
        ("[::1]:8000", Authority("::1", 8000)),
        ("", None),
        (":80", None),
        ("a@b", None),
        ("a/b", None),
        ("a?b", None),
        ("a#b", None),
        ("a:b", None),
        ("a:99999", None),
        ("[::1", None),
    ],
)
def test_authorities(netloc: str, expected: Authority | None) -> None:
    assert authority(netloc, "https") == expected


def test_origins_have_a_scheme_we_know() -> None:
    assert origin_authority("http://a") == Authority("a", 80)
    for origin in ("a", "ftp://a", "null", "http:/a", "http://a\n", "http://a/", "://a", ""):
        assert origin_authority(origin) is None


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.9.1", "::1"])
def test_loopback_names(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["localhost.example", "128.0.0.1", "::2", "10.0.0.1", ""])
def test_other_names(host: str) -> None:
    assert not is_loopback(host)


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("https://App.example", "https://app.example"),
        ("HTTPS://app.example:443", "https://app.example"),
        ("http://app.example:80", "http://app.example"),
        ("http://app.example:443", "http://app.example:443"),
        ("https://app.example:8443", "https://app.example:8443"),
        ("http://[::1]:80", "http://[::1]"),
        ("chrome-extension://abcdef", "chrome-extension://abcdef"),
        ("vscode-webview://a-b-c", "vscode-webview://a-b-c"),
        ("null", None),
        ("*", None),
        ("https://*.example", None),
        ("https://app.example/", None),
        ("https://app.example/x", None),
        ("https://user@app.example", None),
        ("https://app.example:x", None),
        ("https://", None),
        ("https://a b", None),
        ("app.example", None),
        ("file://", None),
    ],
)
def test_origins_as_they_are_sent(written: str, sent: str | None) -> None:
    assert as_browsers_send(written) == sent
