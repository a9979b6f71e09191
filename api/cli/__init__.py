"""The longtake command: one file per group of commands, errors and --json handled in one
place."""
