// search_text comes normalised from Python (stems, CJK bigrams), so the analyzer only splits at
// spaces. library and video_id are fields of the index: a search can be scoped inside Lucene.

CREATE FULLTEXT INDEX memory_text IF NOT EXISTS
FOR (n:Memory) ON EACH [n.search_text, n.library, n.video_id]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}};
