"""However an application turns a caller away, the answer is one of ours and stays a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flask
import pytest
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import HTTPException, MethodNotAllowed, TooManyRequests
from werkzeug.exceptions import Unauthorized as HttpUnauthorized

from schemac import Registry
from schemac.flask import Forbidden, Unauthorized, blueprint

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug.test import TestResponse

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


def odd(value: object = None) -> Any:
    """Give a value that no type checker would let through."""
    return value


def refused_by(refuse: Callable[[], BaseException], **settings: Any) -> flask.Flask:
    """Make an app that turns everybody away, and that words its own errors as HTML."""
    app = flask.Flask("hall")

    def context(_: flask.Request) -> object:
        raise refuse()

    @app.errorhandler(Exception)
    def html(_: Exception) -> tuple[str, int]:
        return "<h1>Sorry</h1>", 500

    app.register_blueprint(blueprint(context=context, registry=Registry(), **settings))
    return app


def answered(app: flask.Flask, **options: Any) -> TestResponse:
    response = app.test_client().post("/mcp", json=PING, **options)
    assert response.content_type == "application/json"
    assert (response.get_json()["jsonrpc"], response.get_json()["id"]) == ("2.0", None)
    assert "secret" not in response.text + str(response.headers)
    return response


class Silent(Unauthorized):
    def __init__(self, *given: object) -> None:
        pass


class Barred(Forbidden):
    def __init__(self, *given: object) -> None:
        pass


class Hostile(Unauthorized):
    @property
    def scheme(self) -> str:
        raise OSError("secret")

    @scheme.setter
    def scheme(self, _: object) -> None:
        pass

    def __str__(self) -> str:
        raise OSError("secret")


class Secretive:
    def __str__(self) -> str:
        return "secret"

    __repr__ = __str__


MISTAKES: dict[str, tuple[Callable[[], BaseException], int, str, str]] = {
    "a realm that is no text": (
        lambda: Unauthorized(realm=odd(5)),
        401,
        "Unauthorized",
        "Bearer",
    ),
    "no scheme": (lambda: Unauthorized(scheme=odd()), 401, "Unauthorized", "Bearer"),
    "a scheme that is none": (lambda: Unauthorized(scheme="a b"), 401, "Unauthorized", "Bearer"),
    "a description that is an exception": (
        lambda: Unauthorized(error="invalid_token", error_description=odd(ValueError("secret"))),
        401,
        "Unauthorized",
        'Bearer error="invalid_token"',
    ),
    "a list of scopes": (
        lambda: Forbidden(scope=odd(["secret"])),
        403,
        "Forbidden",
        'Bearer error="insufficient_scope"',
    ),
    "an exception as message": (
        lambda: Unauthorized(odd(ValueError("secret"))),
        401,
        "Unauthorized",
        "Bearer",
    ),
    "an object as message": (lambda: Forbidden(odd(Secretive())), 403, "Forbidden", ""),
    "no message": (lambda: Unauthorized(odd()), 401, "Unauthorized", "Bearer"),
    "a subclass without parts": (
        lambda: Silent(ValueError("secret")),
        401,
        "Unauthorized",
        "Bearer",
    ),
    "a forbidding one": (lambda: Barred("secret", 5), 403, "Forbidden", ""),
    "parts that raise": (lambda: Hostile("Come back"), 401, "Come back", "Bearer"),
    "half a character": (
        lambda: Unauthorized("log in\ud800\x00 first"),
        401,
        "log in first",
        "Bearer",
    ),
    "half a character in a part": (
        lambda: Unauthorized(realm="\ud800"),
        401,
        "Unauthorized",
        'Bearer realm="?"',
    ),
    "a long message": (lambda: Unauthorized("x" * 9000), 401, "x" * 2000, "Bearer"),
    "a long part": (
        lambda: Unauthorized(realm="x" * 9000),
        401,
        "Unauthorized",
        f'Bearer realm="{"x" * 1000}"',
    ),
}


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_mistaken_refusal_stays_a_refusal(kind: str) -> None:
    refuse, status, message, challenge = MISTAKES[kind]
    response = answered(refused_by(refuse))
    assert (response.status_code, response.get_json()["error"]["message"]) == (status, message)
    assert response.headers["WWW-Authenticate"] == (
        challenge or 'Bearer error="insufficient_scope"'
    )


class Odd(HTTPException):
    code = 403

    @property
    def name(self) -> str:
        raise OSError("secret")


class Unwritable(HTTPException):
    code = 403

    def get_response(self, *_: object, **__: object) -> Any:
        raise OSError("secret")


def custom(status: int, **headers: str) -> HTTPException:
    return HTTPException("secret", flask.Response("secret", status, headers))


@pytest.mark.parametrize(
    ("refuse", "status", "code"),
    [
        (TooManyRequests, 429, 429),
        (lambda: MethodNotAllowed(["GET"]), 405, 405),
        (
            lambda: HttpUnauthorized("secret", www_authenticate=WWWAuthenticate("basic")),
            401,
            -32002,
        ),
        (lambda: custom(451), 451, 451),
        (lambda: custom(307, Location="https://login.example/"), 307, 307),
        (lambda: custom(200), 500, -32603),
        (lambda: custom(204), 500, -32603),
        (lambda: custom(304), 500, -32603),
        (lambda: custom(999), 500, -32603),
        (lambda: HTTPException("secret"), 500, -32603),
        (Odd, 500, -32603),
        (Unwritable, 500, -32603),
        (lambda: SystemExit("secret"), 500, -32603),
    ],
)
def test_an_error_of_werkzeug_keeps_a_status_that_refuses(
    refuse: Callable[[], BaseException], status: int, code: int
) -> None:
    response = answered(refused_by(refuse))
    assert (response.status_code, response.get_json()["error"]["code"]) == (status, code)


@pytest.mark.parametrize(
    ("host", "trusted", "resource", "expected"),
    [
        ("localhost", None, None, "http://localhost/.well-known/oauth-protected-resource/mcp"),
        (
            "127.0.0.1:8000",
            None,
            None,
            "http://127.0.0.1:8000/.well-known/oauth-protected-resource/mcp",
        ),
        ("evil.example", None, None, None),
        (
            "hall.example",
            ["hall.example"],
            None,
            "http://hall.example/.well-known/oauth-protected-resource/mcp",
        ),
        (
            "evil.example",
            None,
            "https://hall.example/mcp",
            "https://hall.example/.well-known/oauth-protected-resource/mcp",
        ),
    ],
)
def test_a_challenge_leads_to_no_host_that_nobody_vouches_for(
    host: str, trusted: list[str] | None, resource: str | None, expected: str | None
) -> None:
    metadata: dict[str, object] = {"authorization_servers": ["https://auth.example"]}
    if resource is not None:
        metadata["resource"] = resource
    app = refused_by(Unauthorized, resource_metadata=metadata)
    app.config["TRUSTED_HOSTS"] = trusted
    challenge = answered(app, headers={"Host": host}).headers["WWW-Authenticate"]
    assert challenge == (f'Bearer resource_metadata="{expected}"' if expected else "Bearer")
