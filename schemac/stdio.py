"""A registry and one caller in, MCP over standard input and output out, by the SDK's own server.

The SDK speaks the protocol of the stream; every answer about tools is the service's, the same as
over HTTP. Standard output carries protocol only: whatever else is printed goes to standard error.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from io import TextIOWrapper
from threading import Event
from typing import TYPE_CHECKING, Any, BinaryIO

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types.jsonrpc import JSONRPCRequest
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from schemac.enforce.foreign import foreign
from schemac.runtime.registry import default_registry
from schemac.service import Service
from schemac.stdio_lines import Lines, Out
from schemac.wire.dispatch import logged_failure
from schemac.wire.eras import Spoken
from schemac.wire.replies import failed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager

    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
    from pydantic import BaseModel

    from schemac.runtime.registry import Registry
    from schemac.wire.replies import Reply

__all__ = ["Pipes", "claim", "serve", "serve_service"]

_PARAMETERS: dict[str, type[Any]] = {
    "tools/list": types.PaginatedRequestParams,
    "tools/call": types.CallToolRequestParams,
    "server/discover": types.RequestParams,
}
_OF_RESOURCES: dict[str, type[Any]] = {
    "resources/list": types.PaginatedRequestParams,
    "resources/templates/list": types.PaginatedRequestParams,
    "resources/read": types.ReadResourceRequestParams,
}


@dataclass(frozen=True, slots=True)
class Pipes:
    """Where the protocol is read and written, as bytes."""

    source: BinaryIO
    sink: BinaryIO


def claim() -> Pipes:
    """Take standard input and output for the protocol, for the rest of the process.

    From now on code that reads finds nothing, and what it prints goes to standard error, also from
    C and from child processes. Call it before application code is imported.
    """
    sys.stdout.flush()
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    beside = os.fdopen(1, "wb", closefd=False)  # whoever closes it closes nothing else
    sys.stdout = TextIOWrapper(beside, errors="backslashreplace", line_buffering=True)
    return Pipes(os.fdopen(source, "rb", closefd=False), os.fdopen(sink, "wb", closefd=False))


def serve(
    registry: Registry = default_registry,
    *,
    context: object = None,
    domain: str | None = None,
    **settings: object,
) -> None:
    """Serve the tools of a registry to one caller, until standard input ends."""
    pipes = claim()
    serve_service(Service(registry, **settings), context, pipes, domain=domain)


def serve_service(
    service: Service,
    context: object,
    pipes: Pipes,
    *,
    domain: str | None = None,
    around: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> None:
    """Serve one caller over the pipes. Each message is answered inside `around()`."""
    desk = _Desk(service, context, domain, around)
    anyio.run(_run, desk, pipes)


async def _run(desk: _Desk, pipes: Pipes) -> None:
    server = desk.server()
    out = Out(pipes.sink)
    incoming = Lines(pipes.source, out, desk.service.settings.limits)
    async with stdio_server(stdin=incoming, stdout=out) as (source, sink):  # type: ignore[arg-type] # it iterates lines and writes text, no more
        await server.run(source, sink, server.create_initialization_options())


class _Desk:
    """Answers what the SDK's server hands on."""

    def __init__(
        self,
        service: Service,
        context: object,
        domain: str | None,
        around: Callable[[], AbstractContextManager[object]],
    ) -> None:
        self.service = service
        self._context = context
        self._domain = domain
        self._around = around

    def server(self) -> Server[Any]:
        about = self.service.about
        server: Server[Any] = Server(
            about.name, version=about.version, instructions=about.instructions
        )
        served = {**_PARAMETERS, **(_OF_RESOURCES if about.resources else {})}
        for method, parameters in served.items():
            server.add_request_handler(method, parameters, self._handle)
        server.middleware.append(_arguments_last)
        return server

    async def _handle(
        self, ctx: ServerRequestContext[Any, Any], params: BaseModel
    ) -> dict[str, Any] | types.ErrorData:
        """Answer one request in a thread. Nothing is raised: the SDK would send its text."""
        del params
        sink = _Progress(ctx)
        work = partial(self._reply, ctx, sink)
        try:
            reply = await anyio.to_thread.run_sync(work, abandon_on_cancel=True)
        except anyio.get_cancelled_exc_class():
            sink.abandon()
            raise
        answer = json.loads(reply.body or b"{}")
        if "error" in answer:
            return types.ErrorData.model_validate(answer["error"])
        result: dict[str, Any] = answer["result"]
        return result

    def _reply(self, ctx: ServerRequestContext[Any, Any], sink: _Progress) -> Reply:
        request = JSONRPCRequest(
            jsonrpc="2.0",
            id=ctx.request_id if ctx.request_id is not None else 0,
            method=ctx.method,
            params=_as_said(ctx.params),
        )
        version = ctx.protocol_version
        spoken = Spoken("modern" if version in MODERN_PROTOCOL_VERSIONS else "handshake", version)
        try:
            with self._around():
                return self.service.dispatcher.reply(
                    request, spoken, self._context, self._domain, progress=sink
                )
        except foreign():  # what surrounds the answer is the application's too
            return failed(request.id, logged_failure(request.method))


class _Mended(dict[str, Any]):
    """Parameters of a call without the arguments, and as they were said."""

    def __init__(self, said: Mapping[str, Any]) -> None:
        super().__init__(said, arguments={})
        self.said = said


def _as_said(params: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if params is None:
        return None
    return dict(params.said if isinstance(params, _Mended) else params)


async def _arguments_last(
    ctx: ServerRequestContext[Any, Any], call_next: CallNext
) -> HandlerResult:
    """Keep arguments that are no object from the SDK's judgement: the tool comes before them."""
    params = ctx.params
    if ctx.method == "tools/call" and params is not None:
        arguments = params.get("arguments")
        if arguments is not None and type(arguments) is not dict:
            return await call_next(replace(ctx, params=_Mended(params)))
    return await call_next(ctx)


class _Progress:
    """Passes progress of a working thread to the session; silent where nobody asked for it."""

    def __init__(self, ctx: ServerRequestContext[Any, Any]) -> None:
        self._session = ctx.session
        self._loop = asyncio.get_running_loop()
        self._gone = Event()

    @property
    def cancelled(self) -> bool:
        """Whether the client took its request back."""
        return self._gone.is_set()

    def abandon(self) -> None:
        """Note that nobody waits any more."""
        self._gone.set()

    def report(self, current: float, total: float | None, message: str | None) -> None:
        """Pass one step on, from any thread; one that cannot be sent is nobody's error."""
        if self.cancelled:
            return
        step = self._session.report_progress(current, total, message)
        try:
            asyncio.run_coroutine_threadsafe(step, self._loop).result()
        except foreign():  # the stream may be gone; the handler has no part in that
            step.close()
            self.abandon()
