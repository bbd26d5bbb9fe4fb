"""Resolved program in, plan out: `program.plan_program`."""
