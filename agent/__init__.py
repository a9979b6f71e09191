"""From question to checked answer: LangChain tools over retrieval, the loops, prompts as
files, typed answers, citation checks and the rules reasoner. No Cypher and no ways in."""
