"""The tools of the hiring service; importing this package registers them all."""

from __future__ import annotations

from examples.hiring.tools import applicants, interviews, messages, workflow

__all__ = ["applicants", "interviews", "messages", "workflow"]
