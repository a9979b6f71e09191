"""The demo that `make demo` runs: a film goes in, a graph holds its memory, six questions are
answered with moments that can be checked. It uses nothing that the command line does not use."""
