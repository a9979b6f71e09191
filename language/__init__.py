"""Reading text: sentences into verb frames, pronouns into who is meant, clauses into causes, names
into entities, and words into search terms. English grammar by rule over a small dependency parser;
nothing here knows of media, of windows or of the graph."""
