"""A context callable and settings in, a blueprint that serves MCP out: the adapter for Flask."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

import flask
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.sansio.utils import host_is_trusted

from schemac.configuration import find_configuration, read_configuration
from schemac.runtime.errors import Forbidden, Unauthorized
from schemac.runtime.loop import RequestLoop
from schemac.runtime.registry import default_registry
from schemac.service import Service, Surroundings
from schemac.wire.callers import broken_caller, refused_caller, refused_with_status
from schemac.wire.exchange import HttpReply, HttpRequest, TooLargeError, UnreadableError
from schemac.wire.http import Endpoint, host_believed
from schemac.wire.metadata import Metadata
from schemac.wire.settings import check_names, read_settings, settings_of_file

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flask.sansio.blueprints import BlueprintSetupState

    from schemac.runtime.registry import Registry
    from schemac.wire.settings import Settings

__all__ = ["Forbidden", "Unauthorized", "blueprint"]

_EXTENSION = "schemac"
_CONFIG = "SCHEMAC_"
_CONFIG_FILE = "SCHEMAC_CONFIG"
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT")


@dataclass(frozen=True, slots=True)
class Mount:
    """One blueprint in one app: what its requests are served with."""

    service: Service
    endpoint: Endpoint
    context: Callable[[flask.Request], object]
    metadata: Metadata | None


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
    for rule, endpoint in (("", "mcp"), ("/<domain>", "domain")):
        made.add_url_rule(
            rule,
            endpoint,
            _serve,
            methods=_METHODS,
            strict_slashes=False,
            merge_slashes=False,
            provide_automatic_options=False,
        )

    def mount(state: BlueprintSetupState) -> None:
        _mount(state, context, registry, settings)

    made.record(mount)
    return made


def _mount(
    state: BlueprintSetupState,
    context: Callable[[flask.Request], object],
    registry: Registry,
    given: Mapping[str, object],
) -> None:
    app = cast("flask.Flask", state.app)
    name = f"{state.name_prefix}.{state.name}".lstrip(".")
    settings = _settings(app, given)
    if settings.page_size is not None and not app.secret_key:
        raise TypeError("`page_size` needs a SECRET_KEY, with which cursors are signed")
    surroundings = Surroundings(name, app.name, app, debug=app.debug, secrets=lambda: _secrets(app))
    service = Service.furnished(registry, settings, surroundings)
    metadata = None
    if settings.resource_metadata is not None:
        metadata = Metadata(settings.resource_metadata, state.url_prefix or "")
        _serve_metadata(app, name, metadata)
    endpoint = Endpoint(
        service.dispatcher,
        service.surface.has_domain,
        settings.limits,
        frozenset(settings.allowed_origins),
    )
    mounts = app.extensions.setdefault(_EXTENSION, {})
    mounts[name] = Mount(service, endpoint, context, metadata)


def _secrets(app: flask.Flask) -> list[str]:
    """Give the app's keys, the one that signs last."""
    older = app.config.get("SECRET_KEY_FALLBACKS") or ()
    return [*older, app.config["SECRET_KEY"]]


def _settings(app: flask.Flask, given: Mapping[str, object]) -> Settings:
    """Merge the three places; the blueprint's own arguments come last and win."""
    root = Path(app.root_path)
    named = app.config.get(_CONFIG_FILE)
    found = read_configuration(root / named) if named else find_configuration(root)
    configured = {
        key.removeprefix(_CONFIG).lower(): value
        for key, value in app.config.items()
        if key.startswith(_CONFIG) and key != _CONFIG_FILE
    }
    check_names(configured, prefix="app.config: ")
    merged = {**settings_of_file(found), **configured, **given}
    merged.setdefault("eager", not app.debug)
    return read_settings(merged)


def _serve(domain: str | None = None) -> flask.Response:
    """Answer one request of a blueprint, whatever it is, with a finished response."""
    mount = _current_mount()
    asked = _asked()
    refusal = mount.endpoint.refusal(asked)
    if refusal is not None:
        return _response(refusal)
    with RequestLoop() as loop:
        try:
            context = loop.settle(mount.context(flask.request))
        except Exception as error:  # noqa: BLE001 - whatever a context raises ends in an answer
            return _response(_turned_away(error, asked, mount, domain))
        return _response(mount.endpoint.reply(asked, context, domain))


def _current_mount() -> Mount:
    mounts: dict[str, Mount] = flask.current_app.extensions[_EXTENSION]
    return mounts[flask.request.blueprint or ""]


def _turned_away(
    error: Exception, asked: HttpRequest, mount: Mount, domain: str | None
) -> HttpReply:
    if isinstance(error, Unauthorized | Forbidden):
        root = flask.request.url_root
        url = mount.metadata.url(root, domain) if mount.metadata is not None else None
        return refused_caller(asked, error, url)
    if isinstance(error, HTTPException):
        response = error.get_response()
        kept = ("www-authenticate", "retry-after", "location")
        headers = [(key, value) for key, value in response.headers if key.lower() in kept]
        return refused_with_status(asked, response.status_code, error.name, headers)
    return broken_caller()


def _asked() -> HttpRequest:
    request = flask.request
    trusted = flask.current_app.config["TRUSTED_HOSTS"]
    return HttpRequest(
        request.method,
        request.scheme,
        list(request.headers),
        _read,
        host_trusted=bool(trusted) and host_is_trusted(request.host, trusted),
        bind=flask.copy_current_request_context,
    )


def _read(most: int) -> bytes:
    """Read the body, under the app's own limit too. What the app has read already is given."""
    request = flask.request
    limit = request.max_content_length
    request.max_content_length = most if limit is None else min(limit, most)
    try:
        body = request.get_data()
    except RequestEntityTooLarge:
        raise TooLargeError from None
    except HTTPException:
        raise UnreadableError from None
    if limit is not None and limit < most and len(body) >= limit and not request.content_length:
        raise TooLargeError
    return body


def _response(reply: HttpReply) -> flask.Response:
    response = flask.Response(reply.body, reply.status)
    del response.headers["Content-Type"]
    response.headers.extend(reply.headers)
    return response


def _serve_metadata(app: flask.Flask, name: str, metadata: Metadata) -> None:
    """Publish RFC 9728 metadata at the app's root, for the mount and for each of its domains."""

    def serve(domain: str | None = None) -> flask.Response:
        root = flask.request.url_root
        return _response(metadata.reply(root, domain, host_believed=host_believed(_asked())))

    for rule in metadata.rules():
        app.add_url_rule(
            rule,
            f"{name}.metadata_{'domain' if '<' in rule else 'mount'}",
            serve,
            methods=("GET",),
            strict_slashes=False,
        )
