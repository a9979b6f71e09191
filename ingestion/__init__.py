"""From media to memory: one stage a file (timed text, perception, segmentation, persistence,
resolution, aggregation, embedding, check), the ledger that says what is done, and the tasks
that run stages. Nothing here reads memory to answer questions."""
