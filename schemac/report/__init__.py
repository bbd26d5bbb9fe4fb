"""Diagnostics in, text for people and machines out: one renderer a format."""
