"""The encoders: the default one against vectors of sentence-transformers, and each error."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pydantic import SecretStr
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from runtime import default_encoder
from runtime.embedder import Embedder, embedding_identity, load_embedder
from runtime.errors import ModelUnavailableError
from runtime.settings import Settings

TEXTS = (
    "The rabbit bites an apple.",
    "",
    "?",
    "Qu'est-ce que le lapin mange, et pourquoi? 兎がりんごをかじる。 Ünïcödé 🐇",
    "the squirrel throws a spiky burr down at the grass where a butterfly has just landed " * 40,
    "Who? WHO!",
)
REFERENCE = Path(__file__).with_name("minilm_reference.npy")
"""``SentenceTransformer(folder).encode(TEXTS, normalize_embeddings=True)``, version 6.2.0."""


@pytest.fixture(scope="module")
def default() -> Embedder:
    return load_embedder(Settings())


def test_the_default_encoder_agrees_with_sentence_transformers(default: Embedder) -> None:
    vectors = default.encode(TEXTS)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(vectors, np.load(REFERENCE), atol=2e-6)


def test_a_vector_does_not_depend_on_its_neighbours(default: Embedder) -> None:
    texts = [" ".join(["word"] * (number % 40)) for number in range(80)]
    together = default.encode(texts)
    for index in (0, 1, 39, 41, 79):
        np.testing.assert_allclose(together[index], default.encode([texts[index]])[0], atol=2e-6)
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1, atol=1e-6)


def test_no_texts_are_no_rows(default: Embedder) -> None:
    assert default.encode([]).shape == (0, 384)


def test_it_is_loaded_once_and_known_without_loading(default: Embedder) -> None:
    assert load_embedder(Settings()) is default
    assert embedding_identity(Settings()) == ("all-MiniLM-L6-v2", 384)
    assert (default.model, default.dimensions) == embedding_identity(Settings())


def test_the_default_needs_no_torch() -> None:
    code = (
        "import sys\nfrom runtime.embedder import load_embedder\n"
        "from runtime.settings import Settings\nload_embedder(Settings()).encode(['x'])\n"
        "assert not {'torch', 'transformers', 'sentence_transformers'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_other_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"other weights")
    monkeypatch.setattr(default_encoder, "folder", lambda: tmp_path)
    with pytest.raises(ModelUnavailableError, match="not the published ones") as raised:
        default_encoder.verified_folder()
    assert "pip install" in raised.value.hint


def answers(vectors: Callable[[list[str]], list[list[float]]]) -> Callable[[Request], Response]:
    def answer(request: Request) -> Response:
        texts = json.loads(request.data)["input"]
        data = [
            {"object": "embedding", "index": index, "embedding": vector}
            for index, vector in enumerate(vectors(texts))
        ]
        document = {
            "object": "list",
            "data": data,
            "model": "m",
            "usage": {"prompt_tokens": 1, "total_tokens": 1},
        }
        return Response(json.dumps(document), content_type="application/json")

    return answer


def endpoint(server: HTTPServer, name: str) -> Settings:
    return Settings(
        embedding=f"openai:{name}",
        embedding_base_url=server.url_for("/v1"),
        embedding_api_key=SecretStr("secret"),
        model_timeout_s=5,
    )


def test_an_openai_compatible_endpoint_is_asked_with_text(httpserver: HTTPServer) -> None:
    httpserver.expect_request(
        "/v1/embeddings", method="POST", headers={"Authorization": "Bearer secret"}
    ).respond_with_handler(answers(lambda texts: [[3.0, 4.0 * len(text)] for text in texts]))
    settings = endpoint(httpserver, "two-d")
    assert embedding_identity(settings) == ("openai:two-d", 2)
    vectors = load_embedder(settings).encode(["a", "ab"])
    expected = [[0.6, 0.8], [3 / 73**0.5, 8 / 73**0.5]]
    np.testing.assert_allclose(vectors, expected, atol=1e-6)


@pytest.mark.parametrize(
    ("name", "response"),
    [
        ("refused", Response("{}", 401)),
        ("unknown", Response('{"error": {"message": "no such model"}}', 404)),
        ("html", Response("<html>", 200, content_type="text/html")),
        ("empty", Response('{"data": []}', 200, content_type="application/json")),
    ],
)
def test_an_endpoint_that_answers_otherwise_is_unavailable(
    httpserver: HTTPServer, name: str, response: Response
) -> None:
    httpserver.expect_request("/v1/embeddings").respond_with_response(response)
    with pytest.raises(ModelUnavailableError) as raised:
        load_embedder(endpoint(httpserver, name))
    assert "LONGTAKE_EMBEDDING_BASE_URL" in raised.value.hint
    assert "secret" not in raised.value.message


def test_an_endpoint_that_is_not_there_is_unavailable() -> None:
    settings = Settings(embedding="openai:absent", embedding_base_url="http://127.0.0.1:9/v1")
    with pytest.raises(ModelUnavailableError, match="openai:absent"):
        load_embedder(settings)


def test_any_sentence_transformers_folder_can_be_the_encoder() -> None:
    """The one test that imports torch: a folder by name gives what the default gives."""
    folder = str(default_encoder.folder())
    encoder = load_embedder(Settings(embedding=folder))
    assert (encoder.model, encoder.dimensions) == (folder, 384)
    np.testing.assert_allclose(encoder.encode(TEXTS), np.load(REFERENCE), atol=2e-6)
    assert encoder.encode([]).shape == (0, 384)


def test_a_model_that_cannot_be_loaded_says_what_the_setting_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ModelUnavailableError, match="cannot be loaded") as raised:
        load_embedder(Settings(embedding=str(tmp_path / "nothing")))
    assert "LONGTAKE_EMBEDDING" in raised.value.hint
