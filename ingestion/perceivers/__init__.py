"""The perceivers, one a file: each turns one window of media and timed text into macro events
of the perception document. Nothing here touches the graph."""
