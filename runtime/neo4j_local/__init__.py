"""A real Neo4j Community server for one machine, run from its published jars: no Docker, no
installed Java. ``jars`` fetches what ``jars-<version>.lock`` lists, ``server`` configures, starts
and stops it, ``connection`` tells how to reach it, ``renew`` writes a lock for another version."""
