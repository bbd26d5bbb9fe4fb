"""A shape in, functions that cut values to it out: one walk over a value, nothing left of nodes."""
