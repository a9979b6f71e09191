"""A named Cypher statement with its contract."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Query:
    """One statement, declared as a constant of a query module or built from closed enums.

    ``text`` is a literal, or made by a pure function from ``Label`` and ``RelationType`` members
    only; everything else travels in ``$parameters``. It is Cypher 5, which the store tells the
    server, unless it begins with ``CYPHER 25`` (ask ``cypher/server_features.py`` first). ``doc``
    says which parameters come in and which columns come out. Columns are scalars, lists and maps,
    never nodes or relationships, so that no driver type leaves ``cypher/``.
    """

    text: str
    doc: str
