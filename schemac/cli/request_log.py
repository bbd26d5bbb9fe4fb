"""A request in, its line for the log out, without the colours that a file has no use for."""

from __future__ import annotations

from werkzeug.serving import WSGIRequestHandler

from schemac.report.display import shown

__all__ = ["PlainLog"]


class PlainLog(WSGIRequestHandler):
    """Answers requests as the development server does, and logs plain text."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Log the request line, which a caller wrote, so that it stays one line."""
        self.log("info", '"%s" %s %s', shown(self.requestline), str(code), size)
