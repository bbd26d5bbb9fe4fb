"""A context callable and settings in, a blueprint that serves MCP out: the adapter for Flask."""

from __future__ import annotations

import contextvars
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter

from schemac.enforce.foreign import foreign
from schemac.flask_bodies import body_of, respond
from schemac.flask_hosts import let_arrive, root_of, trusts_host
from schemac.runtime.errors import Forbidden, Unauthorized
from schemac.runtime.loop import RequestLoop
from schemac.runtime.registry import default_registry
from schemac.service import Service, Surroundings
from schemac.wire.app_settings import settings_of_app
from schemac.wire.callers import broken_caller, refused_caller, refused_with_status
from schemac.wire.exchange import HttpReply, HttpRequest
from schemac.wire.http import Endpoint, host_believed
from schemac.wire.lines import WsgiHeaders, usual_headers
from schemac.wire.metadata import Metadata
from schemac.wire.settings import check_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flask.sansio.app import App
    from flask.sansio.blueprints import BlueprintSetupState

    from schemac.runtime.registry import Registry
    from schemac.wire.settings import Layer

__all__ = ["Forbidden", "Unauthorized", "blueprint", "development_app"]

_EXTENSION = "schemac"
_NOWHERE = "/"
"""Stands for a path below a mount that leads to no domain: the name of one has no slash."""


class _Below(BaseConverter):
    """Matches what is no domain: anything at all, after everything else that an app has."""

    name = "schemac_below"
    regex = ".+?"
    part_isolating = False
    weight = 1000

    def to_python(self, value: str) -> str:
        """Give the same for all of it."""
        del value
        return _NOWHERE


_ROUTES = (("", "mcp"), ("/<domain>", "domain"), (f"/<{_Below.name}:domain>", "nowhere"))
"""Below an app's root there are other things than ours, so a mount there goes without the last."""

_EXACTLY: dict[str, Any] = {
    "strict_slashes": False,
    "merge_slashes": False,
    "provide_automatic_options": False,
}


@dataclass(frozen=True, slots=True)
class Mount:
    """One blueprint in one app: what its requests are served with, and who said so.

    `layers` are the places that settings came from, the ones that win last.
    """

    service: Service
    endpoint: Endpoint
    context: Callable[[flask.Request], object]
    metadata: Metadata | None
    layers: tuple[Layer, ...] = ()


def blueprint(
    *,
    context: Callable[[flask.Request], object],
    registry: Registry = default_registry,
    name: str = "schemac",
    **settings: object,
) -> flask.Blueprint:
    """Make the blueprint. Register it in any number of apps, at `url_prefix="/mcp"` by default.

    `context` makes the caller's context of a request, or raises `Unauthorized`, `Forbidden` or an
    HTTPException; it may be a coroutine function. Settings given here win over `SCHEMAC_…` in
    `app.config`, and those over `[tool.schemac]`; an unknown one is a TypeError.
    """
    if not callable(context):
        raise TypeError("`context` must be a callable that makes a context of a request")
    check_names(settings)
    made = flask.Blueprint(name, __name__, url_prefix="/mcp")

    def register(state: BlueprintSetupState) -> None:
        _register(state, context, registry, settings)

    made.record(register)
    return made


def _register(
    state: BlueprintSetupState,
    context: Callable[[flask.Request], object],
    registry: Registry,
    settings: Mapping[str, object],
) -> None:
    """Serve one blueprint in one app: the routes look their mount up, which tests may replace."""
    mounts, name = _mount(state, context, registry, settings)

    def mcp(domain: str | None = None, **_: object) -> flask.Response:
        return _serve(mounts[name], domain)

    routes = _ROUTES if (state.url_prefix or "").strip("/") else _ROUTES[:2]
    state.app.url_map.converters.setdefault(_Below.name, _Below)
    for rule, endpoint in routes:
        state.add_url_rule(rule, endpoint, mcp, **_EXACTLY)
        _answer(state.app, f"{name}.{endpoint}")


def _mount(
    state: BlueprintSetupState,
    context: Callable[[flask.Request], object],
    registry: Registry,
    given: Mapping[str, object],
) -> tuple[Mapping[str, Mount], str]:
    app = cast("flask.Flask", state.app)
    name = f"{state.name_prefix}.{state.name}".lstrip(".")
    root = Path(app.root_path)
    settings, layers = settings_of_app(root, app.config, given, eager=not app.debug)
    if settings.page_size is not None and not app.secret_key:
        raise TypeError("`page_size` needs a SECRET_KEY, with which cursors are signed")
    surroundings = Surroundings(
        name,
        app.name,
        app,
        debug=partial(attrgetter("debug"), app),
        testing=lambda: bool(app.testing),
        secrets=lambda: _secrets(app),
    )
    service = Service.furnished(registry, settings, surroundings)
    metadata = None
    if settings.resource_metadata is not None:
        if "<" in (state.url_prefix or ""):
            raise TypeError("`resource_metadata` needs a `url_prefix` without variables")
        metadata = Metadata(settings.resource_metadata, state.url_prefix or "")
        _serve_metadata(app, name, metadata)
    mounts: dict[str, Mount] = app.extensions.setdefault(_EXTENSION, {})
    mounts[name] = Mount(service, _endpoint(service), context, metadata, layers)
    return mounts, name


def development_app(service: Service, context: object) -> flask.Flask:
    """Make an app at `/mcp` in which every request is one caller's; for a loopback address."""
    app = flask.Flask("schemac.development")
    mount = Mount(service, _endpoint(service), lambda _: context, None)
    app.extensions[_EXTENSION] = {"schemac": mount}

    def mcp(domain: str | None = None) -> flask.Response:
        return _serve(mount, domain)

    app.url_map.converters[_Below.name] = _Below
    for rule, endpoint in _ROUTES:
        app.add_url_rule(f"/mcp{rule}", f"schemac.{endpoint}", mcp, **_EXACTLY)
        _answer(app, f"schemac.{endpoint}")
    return app


def _answer(app: App, endpoint: str) -> None:
    """Let the endpoint answer every method and host, so that no page of Flask's does."""
    for rule in app.url_map.iter_rules(endpoint):
        rule.methods = None
    let_arrive(app, endpoint)


def _endpoint(service: Service) -> Endpoint:
    settings = service.settings
    return Endpoint(
        service.dispatcher,
        service.surface.meet,
        settings.limits,
        frozenset(settings.allowed_origins),
    )


def _secrets(app: flask.Flask) -> list[str]:
    """Give the app's keys, the one that signs last; none where the app has none."""
    older = app.config.get("SECRET_KEY_FALLBACKS") or ()
    return [key for key in (*older, app.config["SECRET_KEY"]) if key]


def _serve(mount: Mount, domain: str | None) -> flask.Response:
    """Answer one request of a blueprint, whatever it is, with a finished response."""
    try:
        return respond(_reply(mount, domain))
    except foreign():  # it is logged, and the caller is told an id
        return respond(broken_caller())


def _reply(mount: Mount, domain: str | None) -> HttpReply:
    request: flask.Request = flask.request._get_current_object()  # type: ignore[attr-defined] # noqa: SLF001 - documented for proxies
    asked = _asked(request)
    refusal = mount.endpoint.refusal(asked)
    if refusal is not None:
        return refusal
    with RequestLoop() as loop:
        try:
            context = loop.settle(mount.context(request))
        except (Unauthorized, Forbidden) as error:
            return refused_caller(asked, error, _metadata_url(asked, mount, domain))
        except HTTPException as error:
            return _turned_away(error, asked)
        except foreign():  # whatever a context raises ends in an answer
            return broken_caller()
        return mount.endpoint.reply(asked, context, domain)


def _turned_away(error: HTTPException, asked: HttpRequest) -> HttpReply:
    response = error.get_response()
    kept = ("www-authenticate", "retry-after", "location")
    headers = [(key, value) for key, value in response.headers if key.lower() in kept]
    return refused_with_status(asked, response.status_code, error.name, headers)


def _metadata_url(asked: HttpRequest, mount: Mount, domain: str | None) -> str | None:
    if mount.metadata is None:
        return None
    root, domain = root_of(flask.request), None if domain == _NOWHERE else domain
    return mount.metadata.url(root, domain, host_believed=host_believed(asked))


def _asked(request: flask.Request) -> HttpRequest:
    environ = request.environ
    return HttpRequest(
        request.method,
        request.scheme,
        WsgiHeaders(environ),
        partial(body_of, request),
        partial(trusts_host, request),
        _bind,
        usual=usual_headers(environ),
    )


def _bind(work: Callable[[], None]) -> Callable[[], None]:
    """Carry the request over to a thread: a context of its own for Flask, all else as it is.

    Flask pushes a fresh app context, with its own `g` and teardown, only where it finds none.
    """
    copied = flask.copy_current_request_context(work)
    around = contextvars.copy_context().items()
    kept = [(variable, value) for variable, value in around if variable.name[:6] != "flask."]

    def bound() -> None:
        for variable, value in kept:
            variable.set(value)
        copied()

    return bound


def _serve_metadata(app: flask.Flask, name: str, metadata: Metadata) -> None:
    """Publish RFC 9728 metadata at the app's root, for the mount and for each of its domains."""

    def serve(domain: str | None = None) -> flask.Response:
        asked = _asked(flask.request)
        try:
            believed = host_believed(asked)
            root = root_of(flask.request)
            return respond(metadata.reply(asked.method, root, domain, host_believed=believed))
        except foreign():  # it is logged, and the asker is told an id
            return respond(broken_caller())

    for rule in metadata.rules():
        endpoint = f"{name}.metadata_{'domain' if '<' in rule else 'mount'}"
        app.add_url_rule(rule, endpoint, serve, **_EXACTLY)
        _answer(app, endpoint)
