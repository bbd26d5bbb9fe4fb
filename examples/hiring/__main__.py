"""`python -m examples.hiring`: two callers, one server, side by side."""

from __future__ import annotations

import argparse
import json
import logging
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from werkzeug.serving import BaseWSGIServer, make_server

from examples.hiring.app import create_app
from examples.hiring.database import create
from examples.hiring.demo import show

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_PORT = 65535
_TOKENS = {"member": "member-token", "admin": "admin-token"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the demonstration, or with `--serve` the server until it is interrupted."""
    parser = argparse.ArgumentParser(prog="python -m examples.hiring", description=__doc__)
    parser.add_argument("--serve", action="store_true", help="keep the server running")
    parser.add_argument(
        "--port", type=_port, default=0, help="port on loopback (default: a free one)"
    )
    options = parser.parse_args(arguments)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory(prefix="hiring-") as folder:
        database = Path(folder) / "hiring.sqlite3"
        create(database)
        server = make_server("127.0.0.1", options.port, create_app(database), threaded=True)
        try:
            return _run(server, serve=options.serve)
        finally:
            server.server_close()


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= _MOST_PORT):
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a number from 0 to {_MOST_PORT}")
    return int(text)


def _run(server: BaseWSGIServer, *, serve: bool) -> int:
    url = f"http://127.0.0.1:{server.server_port}/mcp"
    if serve:
        print(f"Serving {url} (Ctrl-C stops it). Paste one of these into your MCP client:")
        print(json.dumps(_client_configuration(url), indent=2), flush=True)
        server.serve_forever()  # it ends at Ctrl-C
        print("\nStopped.")
        return 0
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        show(url, _TOKENS)
    finally:
        server.shutdown()
        thread.join()
    return 0


def _client_configuration(url: str) -> dict[str, object]:
    return {
        "mcpServers": {
            f"hiring-{who}": {
                "type": "http",
                "url": url,
                "headers": {"Authorization": f"Bearer {token}"},
            }
            for who, token in _TOKENS.items()
        }
    }


if __name__ == "__main__":
    raise SystemExit(main())
