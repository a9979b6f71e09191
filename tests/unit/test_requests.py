"""What may be asked for, however it comes in."""

import pytest

from api.requests import answer_request, search_request
from runtime.errors import UsageError


def test_a_wrong_request_says_where_the_right_one_is_described() -> None:
    with pytest.raises(UsageError) as search:
        search_request(query="apple", k=0)
    with pytest.raises(UsageError) as answer:
        answer_request(question=" ")
    assert "search --help" in search.value.hint
    assert "ask --help" in answer.value.hint
