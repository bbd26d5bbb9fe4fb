"""A folder in, what `[tool.schemac]` says of it out: settings, named callers, the app itself."""
