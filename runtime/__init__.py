"""What every part stands on: settings, errors, logging, chat models per role, the embedder, token
counting, the file store, the Celery app, the local Neo4j and broker. No knowledge of video,
language or Cypher may live here."""
