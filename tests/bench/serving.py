"""Work in, an app that serves it beside its bare views out; requests are calls of the app.

What is on in production is on: the audit line is written (to nowhere), signals are sent, spans are
begun.
"""

from __future__ import annotations

import importlib.util
import io
import json
import logging
import os
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import flask

from schemac import Grants
from schemac.flask import blueprint
from schemac.plan.codec import encode
from tests.bench.work import ARGUMENTS, OWN_FLAGS, SHARED_FLAGS, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from types import ModuleType

    from tests.bench.work import Work

__all__ = [
    "Served",
    "call",
    "first_handler",
    "handlers",
    "listing",
    "member",
    "served",
    "served_from",
    "small",
    "written",
]

_MODERN_META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


@dataclass(frozen=True, slots=True)
class Request:
    """A request of one era, ready to be posted."""

    body: bytes
    headers: Mapping[str, str]


@dataclass(slots=True)
class Served:
    """An app; `caller` is the context of whoever calls next, `module` holds the handlers."""

    app: flask.Flask
    module: ModuleType
    caller: object = None
    answer: bytes = b""

    def post(self, path: str, request: Request) -> bytes:
        """Send one request; the answer's body comes back. Raises where it is an error."""
        return b"".join(self._pieces(path, request))

    def sent(self, path: str, request: Request) -> int:
        """Send one request and take the answer as servers do: piece by piece. Gives its size."""
        return sum(map(len, self._pieces(path, request)))

    def _pieces(self, path: str, request: Request) -> Iterable[bytes]:
        statuses: list[str] = []

        def start(status: str, headers: object, error: object = None, /) -> Callable[[bytes], None]:
            del headers, error
            statuses.append(status)
            return _unused

        answer = self.app(_environ(path, request), start)
        if not statuses[0].startswith("2"):
            raise RuntimeError(f"{statuses[0]}: {b''.join(answer)[:500]!r}")
        return answer

    def ours(self, request: Request) -> Callable[[], int]:
        """Give the work of asking us."""
        return lambda: self.sent("/mcp", request)

    def bare(self, request: Request, path: str = "/bare") -> Callable[[], int]:
        """Give the work of asking the bare view that answers the same bytes as we do."""
        self.answer = self.post("/mcp", request)
        return lambda: self.sent(path, request)


def _unused(_: bytes) -> None:
    raise NotImplementedError


def member(*more: str) -> Grants:
    """Give a caller who may about half of what there is."""
    return Grants(requires={"staff", *SHARED_FLAGS[::2], *OWN_FLAGS[1::2], *more})


@cache
def written(work: Work) -> Path:
    """Write the work into a folder of its own, which goes when the process ends."""
    folder = tempfile.TemporaryDirectory(prefix="schemac-bench-")
    _folders.append(folder)
    write(Path(folder.name), work)
    return Path(folder.name)


_folders: list[tempfile.TemporaryDirectory[str]] = []


def handlers(folder: Path) -> ModuleType:
    """Import the handlers under a name of their own."""
    name = f"handlers_{folder.name.replace('-', '_')}"
    spec = importlib.util.spec_from_file_location(name, folder / "handlers.py")
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@cache
def served(work: Work) -> Served:
    """Serve the work from a plan file, as production does."""
    return served_from(written(work))


def served_from(folder: Path) -> Served:
    """Serve what is written in a folder; its plan is made unless it is there."""
    _audit_to_nowhere()
    module = handlers(folder)
    plan = folder / "plan.json"
    if not plan.exists():
        plan.write_text(encode(compiled(module, folder)), "utf-8")
    app = flask.Flask("bench", root_path=str(folder))
    made = Served(app, module, member())
    app.register_blueprint(
        blueprint(context=lambda _: made.caller, registry=module.registry, plan=str(plan))
    )
    _add_bare_views(app, made)
    return made


def compiled(module: ModuleType, folder: Path) -> Any:
    """Compile the plan of imported handlers."""
    from schemac.compiler import (  # noqa: PLC0415 - only where it is measured
        CompileOptions,
        compile_tools,
    )

    tools = [tool.declaration() for tool in module.registry.tools()]
    compilation = compile_tools(tools, CompileOptions(sig_paths=(folder / "sig",)))
    if compilation.errors:
        raise RuntimeError(str([(one.code, one.message) for one in compilation.errors[:3]]))
    return compilation.plan


def first_handler(made: Served) -> Any:
    """Give the class of the first tool."""
    return next(value for name, value in vars(made.module).items() if name.startswith("Tool0000"))


def _add_bare_views(app: flask.Flask, made: Served) -> None:
    handler = first_handler(made)

    @app.post("/bare")
    def same() -> flask.Response:
        json.loads(flask.request.get_data())
        return flask.Response(made.answer, mimetype="application/json")

    @app.post("/bare/call")
    def called() -> flask.Response:
        asked = json.loads(flask.request.get_data())
        result = handler(made.caller).call(**asked["params"]["arguments"])
        answer = {"jsonrpc": "2.0", "id": asked["id"], "result": result}
        return flask.Response(json.dumps(answer), mimetype="application/json")


def _audit_to_nowhere() -> None:
    logger = logging.getLogger("schemac.audit")
    if not logger.handlers:
        nowhere = Path(os.devnull).open("w")  # noqa: SIM115 - for as long as the process lives
        logger.addHandler(logging.StreamHandler(nowhere))
        logger.setLevel(logging.INFO)
        logger.propagate = False


def _environ(path: str, request: Request) -> dict[str, object]:
    return {
        **_ENVIRON,
        "PATH_INFO": path,
        "CONTENT_LENGTH": str(len(request.body)),
        "wsgi.input": io.BytesIO(request.body),
        **request.headers,
    }


_ENVIRON: dict[str, object] = {
    "REQUEST_METHOD": "POST",
    "SCRIPT_NAME": "",
    "QUERY_STRING": "",
    "SERVER_NAME": "localhost",
    "SERVER_PORT": "80",
    "SERVER_PROTOCOL": "HTTP/1.1",
    "REMOTE_ADDR": "127.0.0.1",
    "HTTP_HOST": "localhost",
    "HTTP_USER_AGENT": "bench",
    "HTTP_ACCEPT": "application/json, text/event-stream",
    "CONTENT_TYPE": "application/json",
    "wsgi.version": (1, 0),
    "wsgi.url_scheme": "http",
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
}


def listing(*, modern: bool) -> Request:
    """Ask for the tools."""
    return _request("tools/list", {}, modern=modern)


def call(*, modern: bool, tool: str = "tool_00000") -> Request:
    """Call a tool with about 1 KB of arguments."""
    return _request("tools/call", {"name": tool, "arguments": ARGUMENTS}, modern=modern, name=tool)


def small(method: str) -> Request:
    """Ask one of the methods that need no tools; `server/discover` is of the modern era."""
    if method == "initialize":
        params: dict[str, Any] = {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "bench", "version": "1"},
        }
        return _request(method, params, modern=False)
    if method.startswith("notifications/"):
        return _request(method, {}, modern=False, identity=None)
    return _request(method, {}, modern=method == "server/discover")


def _request(
    method: str,
    params: dict[str, Any],
    *,
    modern: bool,
    name: str | None = None,
    identity: int | None = 1,
) -> Request:
    headers = {"HTTP_MCP_PROTOCOL_VERSION": "2026-07-28" if modern else "2025-11-25"}
    if modern:
        params = {**params, "_meta": _MODERN_META}
        headers["HTTP_MCP_METHOD"] = method
        if name is not None:
            headers["HTTP_MCP_NAME"] = name
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    if identity is not None:
        message["id"] = identity
    if params:
        message["params"] = params
    return Request(json.dumps(message).encode(), headers)
