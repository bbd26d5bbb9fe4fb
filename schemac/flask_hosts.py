"""Hosts between Flask and the wire: which are believed, and requests of others that still arrive.

Where `TRUSTED_HOSTS` does not name a request's host, Flask refuses it before it looks for a route.
A mount judges hosts itself, by what they matter for, so its requests arrive whatever their host is.
Everything else in the app stays refused; code that asks for the name of such a host still gets
Flask's error, and links are made without one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import flask
from flask.globals import request_ctx
from werkzeug.exceptions import BadHost, HTTPException, SecurityError
from werkzeug.sansio.utils import host_is_trusted
from werkzeug.wsgi import get_current_url, get_host

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.sansio.app import App

__all__ = ["arrives_again", "let_arrive", "root_of", "trusts_host"]


_ENDPOINTS = "schemac.endpoints"
_OF_HOSTS = frozenset({"HTTP_HOST", "SERVER_NAME"})


def let_arrive(app: App, endpoint: str) -> None:
    """Let requests for the endpoint arrive whatever their host is."""
    endpoints: set[str] = app.extensions.setdefault(_ENDPOINTS, set())
    if not endpoints:
        # Before anything of the app or of a blueprint looks at the request.
        flask.request_started.connect(_arrive, app)
    endpoints.add(endpoint)


def _arrive(app: flask.Flask) -> None:
    """Find the route of a request whose host was refused, as Flask does where none was sent."""
    request = flask.request
    if not isinstance(request.routing_exception, SecurityError | BadHost):
        return
    hostless = {key: value for key, value in request.environ.items() if key not in _OF_HOSTS}
    adapter = app.create_url_adapter(app.request_class(hostless))
    if adapter is None:
        return
    try:
        rule, arguments = adapter.match(return_rule=True)
    except HTTPException:
        return
    if rule.endpoint in app.extensions[_ENDPOINTS]:
        request.url_rule, request.view_args = rule, dict(arguments)
        request.routing_exception = None
        request_ctx.url_adapter = adapter


def arrives_again(work: Callable[[], None]) -> Callable[[], None]:
    """Give work for a copy of the present request, which arrives there as it did here."""

    def work_on() -> None:
        _arrive(flask.current_app._get_current_object())  # type: ignore[attr-defined] # noqa: SLF001 - documented for proxies
        work()

    return work_on


def trusts_host(request: flask.Request) -> bool:
    """Say whether the app's `TRUSTED_HOSTS` names the request's host."""
    trusted = flask.current_app.config["TRUSTED_HOSTS"]
    return bool(trusted) and host_is_trusted(get_host(request.environ), trusted)


def root_of(request: flask.Request) -> str:
    """Give the app's own URL as it was asked for, whether its host is believed or not."""
    return get_current_url(request.environ, root_only=True)
