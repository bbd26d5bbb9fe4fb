"""Programs that stand in, warnings about what their gates may not do as meant out."""

from schemac.planner.lints.run import lint

__all__ = ["lint"]
