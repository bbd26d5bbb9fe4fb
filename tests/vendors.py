"""A vendor's package in, the module of it that holds its rules out.

A test without the package is skipped. One whose vendor moved the module fails: it shall be looked
at, and not stay away.
"""

from __future__ import annotations

import importlib
from typing import Any

import pytest

__all__ = ["vendor_module"]


def vendor_module(package: str, name: str) -> Any:
    """Give the module; skip the test where there is no such package."""
    pytest.importorskip(package)
    return importlib.import_module(name)
