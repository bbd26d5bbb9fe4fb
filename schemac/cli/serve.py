"""`schemac serve`: an app and a caller in, MCP over standard streams or HTTP out."""

from __future__ import annotations

import ipaddress
import socket
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, NamedTuple

import click

from schemac.cli.app import AppError, loaded
from schemac.cli.callers import calling_context
from schemac.cli.loading import configured
from schemac.cli.options import app_options, caller_options
from schemac.cli.output import colour, note
from schemac.project.mounts import address, around, calling_as

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager


__all__ = ["command"]

_MOST_PORT = 65535
_EPILOG = """\b
Examples:
  schemac serve --stdio --app app.mcp:registry --persona member
  schemac serve --http 127.0.0.1:8000 --app app:create_app
"""


class _Place(NamedTuple):
    host: str
    port: int


class _Who(NamedTuple):
    """Whom every request is served as; nobody in particular without a persona or a grant."""

    persona: str | None
    grants: Sequence[str]
    everything: bool

    @property
    def named(self) -> bool:
        return self.persona is not None or bool(self.grants) or self.everything


@click.command("serve", epilog=_EPILOG)
@click.option("--stdio", is_flag=True, help="Speak over standard input and output.")
@click.option("--http", metavar="HOST:PORT", help="Listen here; port 0 takes a free one.")
@click.option("--allow-remote", is_flag=True, help="Listen on an address others can reach.")
@click.option("--domain", metavar="NAME", help="With `--stdio`: serve this domain.")
@app_options
@caller_options
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option, as click hands them over
    ctx: click.Context,
    *,
    stdio: bool,
    http: str | None,
    allow_remote: bool,
    domain: str | None,
    app: str | None,
    blueprint: str | None,
    persona: str | None,
    grants: tuple[str, ...],
    grant_all: bool,
) -> None:
    """Serve an app for development.

    With a persona or grants every request is that caller's. Without them an app asks its own
    `context` callable over HTTP; anything else serves a caller who holds nothing.
    """
    if stdio == (http is not None):
        raise click.UsageError("say either `--stdio` or `--http HOST:PORT`")
    if http is not None and domain is not None:
        raise click.UsageError(
            "`--domain` goes with `--stdio`; over HTTP it is part of the address"
        )
    who = _Who(persona, grants, grant_all)
    place = None if http is None else _place(http, allow_remote=allow_remote)
    if place is None:
        _serve_stdio(ctx, app, blueprint, domain, who)
    else:
        _serve_http(ctx, app, blueprint, place, who)


def _serve_stdio(
    ctx: click.Context, app: str | None, blueprint: str | None, domain: str | None, who: _Who
) -> None:
    """Take the streams before any code of the application runs: it may print."""
    from schemac.stdio import claim, serve_service  # noqa: PLC0415 - the SDK's server

    config = configured(ctx)
    if sys.stdin is None or sys.stdout is None:
        raise AppError("`--stdio` needs standard input and standard output, and one is closed")
    pipes = claim()
    with loaded(config, app, blueprint) as served:
        context = calling_context(
            config, served.service, who.grants, who.persona, domain, everything=who.everything
        )
        if not served.service.surface.has_domain(domain):
            raise AppError(f"`{domain}` is no domain")

    def inside() -> AbstractContextManager[object]:
        return around(served.app)

    serve_service(served.service, context, pipes, domain=domain, around=inside)


def _serve_http(
    ctx: click.Context, app: str | None, blueprint: str | None, place: _Place, who: _Who
) -> None:
    config = configured(ctx)
    with loaded(config, app, blueprint) as served:
        context = calling_context(
            config, served.service, who.grants, who.persona, None, everything=who.everything
        )
    if served.app is None or served.name is None:
        from schemac.flask import development_app  # noqa: PLC0415 - Flask, when it is served

        _listen(place, development_app(served.service, context), "/mcp", nullcontext())
        return
    path = address(served.app, served.name)
    one = calling_as(served.app, served.name, lambda _: context) if who.named else nullcontext()
    _listen(place, served.app, path, one)


def _listen(
    place: _Place, app: object, path: str, around_all: AbstractContextManager[object]
) -> None:
    """Answer until interrupted."""
    from werkzeug.serving import make_server  # noqa: PLC0415 - the server, when it is served

    from schemac.cli.request_log import PlainLog  # noqa: PLC0415 - the same

    wsgi: Callable[..., object] = app  # type: ignore[assignment] # a Flask app is one
    handler = None if colour(sys.stderr) else PlainLog
    with _bound(place) as listener:
        server = make_server(
            place.host,
            listener.getsockname()[1],
            wsgi,  # type: ignore[arg-type] # the same
            threaded=True,
            request_handler=handler,
            fd=listener.fileno(),
        )
    host = f"[{place.host}]" if ":" in place.host else place.host
    note(f"Serving http://{host}:{server.port}{path} (Ctrl-C stops it).")
    try:
        with around_all:
            server.serve_forever()
    finally:
        server.server_close()


def _bound(place: _Place) -> socket.socket:
    """Take the address; the server is then handed the socket. Raises AppError."""
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    try:
        return socket.create_server((place.host, place.port), family=family)
    except OSError as problem:
        why = (problem.strerror or str(problem)).partition(" (while ")[0]
        raise AppError(f"cannot listen on {place.host}:{place.port}: {why.lower()}") from None


def _place(text: str, *, allow_remote: bool) -> _Place:
    """Read `HOST:PORT`. Raises click.UsageError."""
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not (port.isascii() and port.isdecimal()):
        raise click.UsageError(f"`--http {text}`: write it as `host:port`, as in `127.0.0.1:8000`")
    if len(port) > len(str(_MOST_PORT)) or int(port) > _MOST_PORT:
        raise click.UsageError(f"`--http {text}`: a port is 0 to {_MOST_PORT}")
    if not (allow_remote or _is_loopback(host)):
        raise click.UsageError(
            f"`{host}` can be reached by others, and this server is for development; say "
            "`--allow-remote` if that is meant"
        )
    return _Place(host, int(port))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
