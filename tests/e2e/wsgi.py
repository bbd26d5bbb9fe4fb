"""The app of the end-to-end tests, for WSGI servers that want a module."""

from __future__ import annotations

from tests.e2e.served import make_app

app = make_app()
