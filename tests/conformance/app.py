"""An app of fixture tools that the official conformance suite asks for by name.

`python -m tests.conformance.app [PORT]` serves it on loopback and prints the URL.
"""

from __future__ import annotations

import sys
from typing import Any

import flask
from werkzeug.serving import make_server

from schemac.flask import blueprint
from schemac.runtime.handler import Handler
from schemac.runtime.registry import Registry
from schemac.runtime.results import ToolError

__all__ = ["REGISTRY", "make_app"]

REGISTRY = Registry()

_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)
_WAV = b"RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00"


@REGISTRY.tool("test_simple_text")
class SimpleText(Handler):
    """Return a simple text."""

    #: () -> String
    def call(self) -> str:
        return "This is a simple text response for testing."


@REGISTRY.tool("test_image_content")
class ImageContent(Handler):
    """Return an image."""

    #: () -> { image: Bytes @media_type(image/png) }
    def call(self) -> dict[str, Any]:
        return {"image": _PNG}


@REGISTRY.tool("test_audio_content")
class AudioContent(Handler):
    """Return a sound."""

    #: () -> { audio: Bytes @media_type(audio/wav) }
    def call(self) -> dict[str, Any]:
        return {"audio": _WAV}


@REGISTRY.tool("test_embedded_resource")
class EmbeddedResource(Handler):
    """Return an embedded resource."""

    #: () -> { document: Bytes @media_type(text/plain) }
    def call(self) -> dict[str, Any]:
        return {"document": b"This is an embedded resource content."}


@REGISTRY.tool("test_multiple_content_types")
class MultipleContentTypes(Handler):
    """Return several kinds of content."""

    #: () -> {
    #:   text: String,
    #:   image: Bytes @media_type(image/png),
    #:   document: Bytes @media_type(text/plain)
    #: }
    def call(self) -> dict[str, Any]:
        return {"text": "Multiple content types test:", "image": _PNG, "document": b"content"}


@REGISTRY.tool("test_error_handling")
class ErrorHandling(Handler):
    """Return an error."""

    #: () -> { never: bool }
    def call(self) -> dict[str, Any]:
        raise ToolError("This tool intentionally returns an error for testing")


@REGISTRY.tool("test_tool_with_progress")
class WithProgress(Handler):
    """Report progress."""

    #: () -> { done: bool }
    def call(self) -> dict[str, Any]:
        for step in (0, 50, 100):
            self.progress(step, 100, f"Completed step {step} of 100")
        return {"done": True}


@REGISTRY.tool("json_schema_2020_12_tool")
class JsonSchema(Handler):
    """Tool with JSON Schema 2020-12 features."""

    #: type address = { ?street: String, ?city: String }

    #: (?name: String, ?address: address, ?other: address) -> { done: bool }
    def call(self, *, name: Any = None, address: Any = None, other: Any = None) -> dict[str, Any]:
        return {"done": name is address is other}


@REGISTRY.tool("test_streaming_elicitation")
class Streaming(Handler):
    """Answer in a stream, and ask the client nothing."""

    #: () -> { done: bool }
    def call(self) -> dict[str, Any]:
        self.progress(1, 1)
        return {"done": True}


@REGISTRY.tool("test_logging_tool")
class NotLogging(Handler):
    """Send no log messages: none are ever sent to clients."""

    #: () -> { done: bool }
    def call(self) -> dict[str, Any]:
        self.progress(1, 1)
        return {"done": True}


@REGISTRY.tool("test_custom_header")
class CustomHeader(Handler):
    """Mirror a parameter in a header."""

    #: (region: String @header(Region), ?query: String) -> { region: String }
    def call(self, *, region: str, query: str | None = None) -> dict[str, Any]:
        del query
        return {"region": region}


def make_app() -> flask.Flask:
    """Make the app, open to everybody."""
    app = flask.Flask("conformance")
    made = blueprint(
        context=lambda _: None,
        registry=REGISTRY,
        server_name="mcp-conformance-test-server",
        server_version="1.0.0",
        resources=True,
    )
    app.register_blueprint(made, url_prefix="/mcp")
    return app


def main() -> None:
    """Serve on loopback until interrupted."""
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    server = make_server("127.0.0.1", port, make_app(), threaded=True)
    print(f"http://127.0.0.1:{server.server_port}/mcp", flush=True)  # noqa: T201 - whoever started it reads the URL
    server.serve_forever()


if __name__ == "__main__":
    main()
