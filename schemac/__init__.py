"""Annotation compiler and enforcing server for MCP tools."""
