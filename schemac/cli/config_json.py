"""`schemac config-json`: an app and a caller in, what MCP clients take as configuration out."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import click

from schemac.cli.client_command import starting
from schemac.cli.grants import read_caller
from schemac.cli.loading import configured
from schemac.cli.options import app_options, caller_options
from schemac.cli.output import json_result

__all__ = ["command"]

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_EPILOG = """\b
Examples:
  schemac config-json --app app.mcp:registry --persona member
  schemac config-json --http http://127.0.0.1:8000/mcp --name hiring
"""


@click.command("config-json", epilog=_EPILOG)
@click.option("--name", default="schemac", help="What the client calls the server.")
@click.option("--http", "url", metavar="URL", help="Connect to a server that runs already.")
@click.option("--domain", metavar="NAME", help="Serve this domain.")
@app_options
@caller_options
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option, as click hands them over
    ctx: click.Context,
    *,
    name: str,
    url: str | None,
    domain: str | None,
    app: str | None,
    blueprint: str | None,
    persona: str | None,
    grants: tuple[str, ...],
    grant_all: bool,
) -> None:
    """Print the JSON to paste into an MCP client.

    Without `--http` the client starts `schemac serve --stdio` itself. Nothing is imported.
    """
    if _NAME.fullmatch(name) is None:
        raise click.UsageError(f"`--name {name}`: letters, digits, `_` and `-`, 64 at most")
    config = configured(ctx)
    if url is not None:
        if any((domain, app, blueprint, persona, grants, grant_all)):
            raise click.UsageError("`--http` names a running server: nothing else goes with it")
        if urlsplit(url).scheme not in {"http", "https"} or not urlsplit(url).hostname:
            raise click.UsageError(f"`--http {url}`: an address such as http://127.0.0.1:8000/mcp")
        server: dict[str, object] = {"type": "http", "url": url}
    else:
        read_caller(config, grants, persona, everything=grant_all)
        start = starting(
            config,
            app=app,
            blueprint=blueprint,
            domain=domain,
            persona=persona,
            grants=grants,
            grant_all=grant_all,
        )
        server = start.as_json()
    document = {"mcpServers": {name: server}}
    json_result(document)
