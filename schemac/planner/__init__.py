"""Resolved program in, plan out."""

from schemac.planner.program import plan_program

__all__ = ["plan_program"]
