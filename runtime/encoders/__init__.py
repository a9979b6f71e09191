"""One encoder a file, each fulfilling ``runtime.embedder.Embedder``; ``runtime.embedder`` picks.
Nothing here may be imported before it is picked: the heavy libraries come with it."""
