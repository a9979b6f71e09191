"""Cypher that we put into Neo4j Browser's editor for people to run; nothing of ours runs it."""

from typing import LiteralString
from urllib.parse import quote

OUTLINE: LiteralString = (
    "MATCH path = (:Video)<-[:PART_OF]-(:Root)<-[:PART_OF]-(:SuperEvent)<-[:PART_OF]-(:MacroEvent)"
    "\nRETURN path LIMIT 300"
)
"""A video's chapters and the events in them, as a tree."""


def link(browser_url: str, cypher: str) -> str:
    """The address that opens Neo4j Browser with ``cypher`` in its editor, ready to run.

    ``browser_url``: as :class:`runtime.neo4j_local.connection.Connection` has it, which fills in
    server and user (Browser asks for the password itself).
    """
    return f"{browser_url}&cmd=edit&arg={quote(cypher, safe='')}"
