"""Benchmarks as a user runs them: measuring extraction, answers, citations, scoped recall and
speed beside their floors. Gold labels live here and nowhere below."""
