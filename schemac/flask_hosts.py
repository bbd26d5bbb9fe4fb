"""Hosts between Flask and the wire: which are believed, and requests of others that still arrive.

Where `TRUSTED_HOSTS` does not name a request's host, Flask refuses it before it looks for a route.
A mount judges hosts itself, by what they matter for, so its requests arrive whatever their host is.
Everything else in the app stays refused; code that asks for the name of such a host still gets
Flask's error, and links are made without one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import flask
from werkzeug.exceptions import BadHost, HTTPException, SecurityError
from werkzeug.sansio.utils import host_is_trusted
from werkzeug.wsgi import get_current_url, get_host

if TYPE_CHECKING:
    from flask.sansio.app import App
    from werkzeug.routing import MapAdapter

__all__ = ["let_arrive", "root_of", "trusts_host"]

_ENDPOINTS = "schemac.endpoints"
_OF_HOSTS = frozenset({"HTTP_HOST", "SERVER_NAME"})


def let_arrive(app: App, endpoint: str) -> None:
    """Let requests for the endpoint arrive whatever their host is."""
    endpoints: set[str] = app.extensions.setdefault(_ENDPOINTS, set())
    if not endpoints:
        _watch(cast("flask.Flask", app), endpoints)
    endpoints.add(endpoint)


def _watch(app: flask.Flask, endpoints: set[str]) -> None:
    """Stand behind the method in which the app refuses hosts, before anything sees a request."""
    judging = app.create_url_adapter

    def create_url_adapter(request: flask.Request | None) -> MapAdapter | None:
        try:
            return judging(request)
        except (SecurityError, BadHost):
            if request is None:
                raise
            hostless = _without_host(request)
            adapter = judging(hostless)
            if adapter is None or _endpoint(adapter) not in endpoints:
                raise
            return adapter

    app.create_url_adapter = create_url_adapter  # type: ignore[method-assign] # of this app alone


def _without_host(request: flask.Request) -> flask.Request:
    """Give the request as if no host had been sent with it, which Flask lets pass."""
    environ = {key: value for key, value in request.environ.items() if key not in _OF_HOSTS}
    return type(request)(environ, populate_request=False, shallow=True)


def _endpoint(adapter: MapAdapter) -> str | None:
    try:
        endpoint: str | None = adapter.match(return_rule=True)[0].endpoint
    except HTTPException:
        return None
    return endpoint


def trusts_host(request: flask.Request) -> bool:
    """Say whether the app's `TRUSTED_HOSTS` names the request's host."""
    trusted = flask.current_app.config["TRUSTED_HOSTS"]
    return bool(trusted) and host_is_trusted(get_host(request.environ), trusted)


def root_of(request: flask.Request) -> str:
    """Give the app's own URL as it was asked for, whether its host is believed or not."""
    return get_current_url(request.environ, root_only=True)
