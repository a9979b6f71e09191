"""Search terms: the same for documents and queries, in every script."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.normalise import STEMMERS, search_text

LANGUAGES = st.sampled_from(["en", "de", "fr", "ja", "hi", "xx", "en-GB", ""])


@pytest.mark.parametrize(
    ("text", "language", "terms"),
    [
        ("The rabbit's apples, knocked OFF!", "en", "rabbit appl knock off"),
        ("don’t", "en", "don't"),
        ("Who is it?", "en", "who is it"),
        ("It's what they did", "en", "it what they did"),
        ("ﬁsh ①２", "en", "fish 12"),
        ("cafe\u0301 Café", "en", "cafe cafe"),
        ("L’eau des garçons", "fr", "l eau de garcon"),
        ("Hände schön", "de", "hand schon"),
        ("runs", "xx", "runs"),
        ("runs", "en-US", "run"),
        ("東京都の猫", "ja", "東京 京都 都の の猫 東 京 都 猫"),
        ("猫", "zh", "猫"),
        ("ｶﾀｶﾅ", "ja", "カタ タカ カナ"),
        ("안녕 세계", "ko", "안녕 세계"),
        ("abc猫def", "en", "abc 猫 def"),
        ("हिन्दी में किताबें।", "hi", "हिन्दी में किताबें"),
        ("السَّلام عليكم", "ar", "السَّلام عليكم"),
        ("🎉 !!", "en", ""),
        ("", "en", ""),
    ],
)
def test_terms(text: str, language: str, terms: str) -> None:
    assert search_text(text, language) == terms


@given(text=st.text(max_size=200), language=LANGUAGES)
def test_deterministic_and_splittable_at_white_space(text: str, language: str) -> None:
    terms = search_text(text, language)
    assert terms == search_text(text, language)
    assert terms == " ".join(terms.split())


@given(text=st.text(max_size=100), language=LANGUAGES)
def test_case_does_not_matter(text: str, language: str) -> None:
    assert search_text(text.casefold(), language) == search_text(text, language)


@given(word=st.sampled_from(["rabbits", "running", "apples", "猫が走る", "किताबें", "Straße"]))
def test_a_word_is_found_in_any_sentence(word: str) -> None:
    sentence = search_text(f"Then {word}, suddenly", "en").split()
    assert set(search_text(word, "en").split()) <= set(sentence)


@pytest.mark.parametrize("language", STEMMERS)
def test_every_stemmer_exists(language: str) -> None:
    assert search_text("word", language)


def test_threads_share_no_stemmer() -> None:
    words = [f"running{number} rabbits jumped" for number in range(500)]
    alone = [search_text(word) for word in words]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(search_text, words)) == alone
