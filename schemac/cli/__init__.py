"""Command line in, exit status out: one command a file."""

from schemac.cli.group import main

__all__ = ["main"]
