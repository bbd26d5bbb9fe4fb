"""What holds for every test."""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that starts the tests in the background has SIGINT ignored, and what they start
    # would inherit that: no server could be interrupted.
    signal.signal(signal.SIGINT, signal.default_int_handler)
