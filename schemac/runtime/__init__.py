"""Tools, contexts and calls: the serving side, without a wire."""
