"""A file in, the same file with its annotations laid out one way out; all else stays as it is."""

from schemac.syntax.format.files import format_source

__all__ = ["format_source"]
