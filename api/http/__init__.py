"""The REST service under /v1: routes, problem documents and health, over the same functions as
the command line."""
