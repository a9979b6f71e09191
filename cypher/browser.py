"""Cypher that we put into Neo4j Browser's editor for people to run; nothing of ours runs it."""

from typing import LiteralString
from urllib.parse import quote

CAUSES: LiteralString = """\
MATCH (who:Appearance)-[:PERFORMS]->(cause:MicroEvent)-[:CAUSES]->(effect:MicroEvent),
      (other:Appearance)-[:PERFORMS]->(effect)-[:PART_OF]->(scene:MacroEvent)
RETURN * LIMIT 25"""
"""What made what happen, who did it, and in which scenes: a picture of all that a memory holds."""


def link(browser_url: str, cypher: str) -> str:
    """The address that opens Neo4j Browser with ``cypher`` in its editor, ready to run.

    ``browser_url``: as :class:`runtime.neo4j_local.connection.Connection` has it, which fills in
    server and user (Browser asks for the password itself).
    """
    return f"{browser_url}&cmd=edit&arg={quote(cypher, safe='')}"
