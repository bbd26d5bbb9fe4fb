"""Tools and the files they stand in, in; the resolved program out: `resolver.resolve`."""
