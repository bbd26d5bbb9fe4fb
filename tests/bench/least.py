"""Nothing in, what the least would take out, as Markdown: `python -m tests.bench.least`.

Views written by hand for one tool and one caller, each doing one thing more of what the contract
asks of a call, with nothing made general: no other era, no middleware, no coroutines, no defaults,
no domains, no mapping of errors, no other types of values than the expected. What these take
beyond the bare view no server takes less than, and a goal below that cannot be reached.
"""

from __future__ import annotations

import json
import logging
import secrets
import sys
import time
from json.encoder import encode_basestring as quoted
from typing import TYPE_CHECKING, Any

import flask
from mcp_types import methods
from mcp_types.jsonrpc import JSONRPCRequest
from pydantic import TypeAdapter
from pydantic_core import to_json

from schemac.enforce.read import read_message
from schemac.runtime.audit import fresh_id, record_call
from schemac.runtime.outcomes import CallOutcome
from tests.bench.by_hand import by_hand
from tests.bench.enforcing_rows import Input, Outputs, accepted, judging, member_page
from tests.bench.gunicorn_rows import there
from tests.bench.measuring import in_turn
from tests.bench.row import Effort
from tests.bench.serving import call, first_handler, member, served
from tests.bench.work import ARGUMENTS, OWN_FLAGS, RESULT, SHARED_FLAGS, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from schemac.runtime.page import Page
    from tests.bench.serving import Served

__all__ = ["RUNGS", "add_views"]

_EFFORT = Effort(rounds=60, batch=0.02, runs=3)
_VERSION = "2025-11-25"
_log = logging.getLogger("schemac.audit")

RUNGS = (
    "the bare view",
    "the official package's checks, content and structured content",
    "no key twice, no half pairs, bounded depth",
    "its eleven gates asked",
    "arguments cut and validated",
    "result cut and validated",
    "the audit line, by `logging`",
    "the same line, as ours is written",
)
_BY_LOGGING, _AS_OURS = 6, 7


def add_views(made: Served) -> None:
    """Add a view for each rung, at `/least/0` and so on, before the app's first request."""
    page = member_page(made)
    for height in range(len(RUNGS)):
        view = _view(height, made, page)
        made.app.add_url_rule(f"/least/{height}", f"least_{height}", view, methods=["POST"])


def _view(height: int, made: Served, page: Page) -> Callable[[], flask.Response]:
    """Make the view that does all up to one rung."""
    accept, project = by_hand(page)
    handler = first_handler(made)

    def answered() -> flask.Response:
        if height >= 1:
            _check_headers(flask.request.environ)
        body = flask.request.get_data()
        asked: Any = read_message(body) if height >= 2 else json.loads(body)
        if height >= 1:
            frame = JSONRPCRequest.model_validate(asked)
            methods.validate_client_request(frame.method, _VERSION, frame.params)
        context, arguments = made.caller, asked["params"]["arguments"]
        if height >= 3:
            _ask_gates(context)
        if height >= 4:
            arguments = accept(arguments)
        started = time.perf_counter()
        result = handler(context).call(**arguments)
        if height >= 5:
            result = project(result)
        if height == 0:
            answer = json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result})
            return flask.Response(answer, mimetype="application/json")
        text = to_json(result).decode()
        if height == _BY_LOGGING:
            _log.info(_line(time.perf_counter() - started))
        if height == _AS_OURS:
            outcome = CallOutcome([], None, False, None, "ok", "", fresh_id())
            record_call(None, frame.method, "", outcome, time.perf_counter() - started, "x")
        answer = (
            f'{{"jsonrpc":"2.0","id":{frame.id},"result":{{"content":[{{"type":"text","text":'
            f'{quoted(text)}}}],"structuredContent":{text},"isError":false}}}}'
        )
        return flask.Response(answer, mimetype="application/json")

    return answered


def _check_headers(environ: dict[str, Any]) -> None:
    if (
        environ.get("HTTP_ORIGIN") is not None
        or environ["CONTENT_TYPE"] != "application/json"
        or "application/json" not in environ["HTTP_ACCEPT"]
        or environ["HTTP_MCP_PROTOCOL_VERSION"] != _VERSION
    ):
        raise ValueError


def _ask_gates(context: Any) -> None:
    if not context.requires("staff"):
        raise ValueError
    for flag in (OWN_FLAGS[0], *SHARED_FLAGS):
        context.requires(flag)


def _line(seconds: float) -> str:
    return (
        f'{{"tool":"tool_00000","domain":"","outcome":"ok","duration":{seconds * 1000!r},'
        f'"correlation_id":"{secrets.token_hex(8)}","dropped":{{}},"cut":{{}},"decisions":"x"}}'
    )


def _ladder() -> Iterator[str]:
    """Measure the rungs, then ours, each beside the bare view."""
    made, request = served(Work()), call(modern=False)
    made.caller = member()
    add_views(made)
    ours, bare = made.ours(request), made.bare(request, "/bare/call")
    rungs = [lambda at=at: made.sent(f"/least/{at}", request) for at in range(len(RUNGS))]
    first, *times = in_turn([bare, *rungs, ours], _EFFORT)
    yield "| with | µs | of the bare view |"
    yield "|---|---:|---:|"
    for words, seconds in zip((*RUNGS, "ours, with all there is"), times, strict=True):
        yield f"| {words} | {seconds * 1e6:.1f} | {seconds / first:.2f} |"


def _enforcing() -> Iterator[str]:
    """Measure what is written by hand for one view beside ours and pydantic's."""
    page = member_page()
    accept, project = by_hand(page)
    takes, gives = page.accepts, judging(page, RESULT)
    if accept(ARGUMENTS) != accepted(page) or project(RESULT) != gives():
        raise RuntimeError("the two do not agree")
    inputs, outputs = TypeAdapter(Input), TypeAdapter(Outputs)
    yield "| | pydantic | by hand | ratio | ours | ratio |"
    yield "|---|---:|---:|---:|---:|---:|"
    for words, works in (
        (
            "input",
            (
                lambda: inputs.validate_python(ARGUMENTS),
                lambda: accept(ARGUMENTS),
                lambda: takes.accept(dict(ARGUMENTS)),
            ),
        ),
        ("output", (lambda: outputs.validate_python(RESULT), lambda: project(RESULT), gives)),
    ):
        theirs, least, ours = in_turn(works, _EFFORT)
        yield (
            f"| {words} | {theirs * 1e6:.2f} µs | {least * 1e6:.2f} µs | {least / theirs:.2f}"
            f" | {ours * 1e6:.2f} µs | {ours / theirs:.2f} |"
        )


def _under_gunicorn() -> Iterator[str]:
    """Measure the last rungs under a server, beside the bare view there."""
    heights = (_BY_LOGGING - 1, _BY_LOGGING, _AS_OURS)
    paths = ("/bare/call", *(f"/least/{height}" for height in heights), "/mcp")
    names = ("the bare view", "all but the audit line", *RUNGS[_BY_LOGGING:], "ours")
    rates = there(call(modern=False), paths, Effort(rounds=7, batch=0.02, runs=3))
    yield "| with | per second | of the bare view |"
    yield "|---|---:|---:|"
    for words, rate in zip(names, rates, strict=True):
        yield f"| {words} | {rate:,.0f} | {rate / rates[0]:.2f} |"


def main() -> None:
    """Print the tables."""
    for table in (_ladder, _enforcing, _under_gunicorn):
        for line in table():
            sys.stdout.write(f"{line}\n")
        sys.stdout.write("\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
