"""The escaping function against the real full-text index."""

import uuid

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cypher.lucene import escaped
from cypher.query import Query
from cypher.store import Store
from graph_schema.indexes import FULLTEXT_INDEX

FIND = Query(
    "CALL db.index.fulltext.queryNodes($index, $text, {limit: 50}) YIELD node RETURN node.id AS id",
    "In: index, text. Out: id.",
)
PUT = Query(
    "MERGE (n:Utterance:Memory {id: $id}) SET n.library = $library, n.search_text = $text",
    "In: id, library, text. Out: nothing.",
)

AWKWARD = st.text(
    alphabet=st.one_of(
        st.sampled_from('+-&|!(){}[]^"~*?:\\/<>= \t\n\u3000ANDORTuU0041_@#%$\x00\u2028'),
        st.characters(),
    ),
    max_size=60,
)
FUZZ = settings(
    max_examples=250,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
)


@FUZZ
@given(terms=st.lists(AWKWARD, min_size=1, max_size=4))
@example(terms=["AND"])
@example(terms=["OR", "NOT", "TO"])
@example(terms=["\\u00zz", "\\", "/", "a*", "*", "[a TO b]", "x^y", "~2", "||", "&&"])
@example(terms=["", " ", "\ud800", "\x00", "a" * 40_000])
def test_no_input_raises(store: Store, terms: list[str]) -> None:
    text = f"+library:{escaped('nobody')} +search_text:({' '.join(map(escaped, terms))})"
    assert store.read(FIND, index=FULLTEXT_INDEX, text=text) == []


@settings(FUZZ, max_examples=100)
@given(term=st.text(alphabet=st.characters(exclude_categories=("Z", "C")), min_size=1, max_size=40))
@example(term="AND")
@example(term="c++")
@example(term="library:main")
@example(term="*")
@example(term="\\u0041")
def test_a_term_is_found_as_it_was_stored(store: Store, library: str, term: str) -> None:
    node_id = f"{library}.u1"
    store.write(PUT, id=node_id, library=library, text=f"before {term} after")
    text = f"+library:{escaped(library)} +search_text:{escaped(term)}"
    assert store.read(FIND, index=FULLTEXT_INDEX, text=text) == [{"id": node_id}]


@pytest.mark.parametrize(
    "attempt",
    ["x) library:*", 'x" OR library:*', "x\\", "* -library:none", "x OR library\\:*", "x /.*/"],
)
def test_a_term_cannot_leave_its_library(store: Store, library: str, attempt: str) -> None:
    other = f"other-{uuid.uuid4().hex[:8]}"
    store.write(PUT, id=f"{library}.u1", library=library, text="x secret")
    text = f"+library:{escaped(other)} +search_text:({escaped(attempt)})"
    assert store.read(FIND, index=FULLTEXT_INDEX, text=text) == []
