"""A small service for end-to-end tests, and a way to serve a WSGI app on a free port."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import flask
from werkzeug.serving import make_server

from schemac.flask import Forbidden, Unauthorized, blueprint
from schemac.runtime.grants import Grants
from schemac.runtime.handler import Handler
from schemac.runtime.pipeline import current_call
from schemac.runtime.registry import Registry
from schemac.runtime.results import Denied, ToolError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["ADMIN", "MEMBER", "REGISTRY", "calls", "make_app", "serving"]

REGISTRY = Registry()
MEMBER = "member-token"
ADMIN = "admin-token"
CALLERS = {
    MEMBER: Grants(requires={"workflows"}),
    ADMIN: Grants(requires={"workflows", "backward_routing"}, feature={"sms"}),
}

calls: list[tuple[str, dict[str, Any]]] = []
"""What handlers were called with, for tests to look at and to clear."""


@REGISTRY.tool("advance_step", requires="workflows", destructive=False)
class AdvanceStep(Handler):
    """Advance an applicant to the next stage."""

    #: type moved = { success: true, applicant_id: String, current_stage: String }
    #: type rerouted = {
    #:   success: true, applicant_id: String, current_stage: String,
    #:   previous_stage: String, audit_trail: Array[String]
    #: }
    #: type refused = { success: false, hint: String }
    #: type output = moved | rerouted @requires(:backward_routing) | refused

    #: (
    #:   applicant_id: String,
    #:   ?stage_id: String? @requires(:backward_routing)
    #: ) -> output
    def call(self, *, applicant_id: str, stage_id: str | None = None) -> dict[str, Any]:
        calls.append(("advance_step", {"applicant_id": applicant_id, "stage_id": stage_id}))
        return {
            "success": True,
            "applicant_id": applicant_id,
            "current_stage": stage_id or "screen",
            "previous_stage": "offer",
            "audit_trail": ["secret trail"],
        }


@REGISTRY.tool("send_sms", gates={"feature": "sms"})
class SendSms(Handler):
    """Send a text message."""

    #: (to: String, text: String @max(20)) -> { sent: bool }
    def call(self, *, to: str, text: str) -> dict[str, Any]:
        calls.append(("send_sms", {"to": to, "text": text}))
        return {"sent": True, "provider": "secret provider"}


@REGISTRY.tool("count_up")
class CountUp(Handler):
    """Count, and tell how far it is."""

    #: (to: Integer @min(0) @max(50)) -> { counted: Integer }
    def call(self, *, to: int) -> dict[str, Any]:
        for number in range(to):
            self.progress(number + 1, to, f"at {number + 1}")
        return {"counted": to}


@REGISTRY.tool("wait_for_it")
class WaitForIt(Handler):
    """Report steadily, until nobody listens."""

    noticed = threading.Event()

    #: () -> { steps: Integer }
    def call(self) -> dict[str, Any]:
        for step in range(1, 10_000):
            if self.cancelled:
                self.noticed.set()
                return {"steps": step}
            self.progress(step)
            time.sleep(0.01)
        return {"steps": 10_000}


@REGISTRY.tool("go_wrong")
class GoWrong(Handler):
    """Fail in one of several ways."""

    #: (how: "told" | "denied" | "raised" | "broken") -> { fine: bool }
    def call(self, *, how: str) -> dict[str, Any]:
        if how == "told":
            raise ToolError("The applicant has left.")
        if how == "denied":
            raise Denied("not on a Sunday")
        if how == "raised":
            raise RuntimeError("secret of the exception")
        return {"fine": "secret of the result"}


@REGISTRY.tool("in_a_region")
class InARegion(Handler):
    """Say where."""

    #: (
    #:   region: String @header(Region),
    #:   ?tier: String @header(Tier) @requires(:admin)
    #: ) -> { region: String }
    def call(self, *, region: str, tier: str | None = None) -> dict[str, Any]:
        calls.append(("in_a_region", {"region": region, "tier": tier}))
        return {"region": region}


@REGISTRY.tool("staff_only", domains=["staff"])
class StaffOnly(Handler):
    """Say who is there."""

    #: () -> { correlation: String }
    def call(self) -> dict[str, Any]:
        return {"correlation": current_call().correlation_id}


def context(request: flask.Request) -> Grants:
    """Turn a bearer token into its grants, or the caller away."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme != "Bearer":
        raise Unauthorized(realm="hall")
    if token == "suspended":
        raise Forbidden(scope="hall:read")
    if token not in CALLERS:
        raise Unauthorized(realm="hall", error="invalid_token")
    return CALLERS[token]


def make_app(**settings: Any) -> flask.Flask:
    """Make the app. Settings as of the blueprint."""
    app = flask.Flask("tests.e2e", root_path=str(settings.pop("root", "/")))
    app.config["SECRET_KEY"] = "a secret of the tests"
    settings.setdefault("server_version", "1.0")
    made = blueprint(context=context, registry=REGISTRY, **settings)
    app.register_blueprint(made, url_prefix="/mcp")
    return app


@contextmanager
def serving(app: flask.Flask) -> Iterator[str]:
    """Serve the app on a free loopback port in a thread; give the URL of its mount."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/mcp"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
