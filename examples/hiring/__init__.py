"""A small hiring service: one Flask app, two kinds of callers, two different MCP servers."""
