"""A type in, its canonical text out; stands in until the printer of `ir` is there."""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schemac.ir.types import Type


def print_type(written: Type) -> str:
    """Print a type."""
    if importlib.util.find_spec("schemac.ir.printer") is None:
        return repr(written)
    return str(importlib.import_module("schemac.ir.printer").print_type(written))
