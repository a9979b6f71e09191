"""Which chat model a role gets, and what each wrong setting says."""

from typing import Any

import pytest
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from runtime.chat_models import Role, chat_model
from runtime.errors import ModelUnavailableError
from runtime.settings import Settings

SERVER = "http://127.0.0.1:9/v1"


def test_a_server_of_ones_own_needs_no_key() -> None:
    settings = Settings(
        reasoner="openai:small", reasoner_base_url=SERVER, model_timeout_s=7, model_max_retries=1
    )
    model = chat_model("reasoner", settings)
    assert isinstance(model, ChatOpenAI)
    assert (model.model_name, model.openai_api_base) == ("small", SERVER)
    assert (model.request_timeout, model.max_retries) == (7, 1)


@pytest.mark.parametrize("role", ["verifier", "orchestrator", "judge"])
def test_roles_without_a_model_use_the_reasoners(role: Role) -> None:
    settings = Settings(
        reasoner="openai:large", reasoner_base_url=SERVER, reasoner_api_key=SecretStr("key")
    )
    model = chat_model(role, settings)
    assert isinstance(model, ChatOpenAI)
    assert model.model_name == "large"
    own = Settings.model_validate(
        {**settings.model_dump(), role: "openai:own", f"{role}_base_url": SERVER}
    )
    other = chat_model(role, own)
    assert isinstance(other, ChatOpenAI)
    assert other.model_name == "own"


def test_a_model_name_may_hold_colons() -> None:
    model = chat_model("perception", Settings(perception="openai:a:b", perception_base_url=SERVER))
    assert isinstance(model, ChatOpenAI)
    assert model.model_name == "a:b"


@pytest.mark.parametrize(
    ("role", "given", "says", "hint"),
    [
        ("reasoner", {"reasoner": "rules"}, "names no chat model", "LONGTAKE_REASONER=provider"),
        ("reasoner", {"reasoner": "gpt-5"}, "names no chat model", "provider:model"),
        ("reasoner", {"reasoner": ":gpt-5"}, "names no chat model", "provider:model"),
        ("reasoner", {"reasoner": "openai:"}, "names no chat model", "provider:model"),
        ("perception", {}, "LONGTAKE_PERCEPTION is None", "LONGTAKE_PERCEPTION=provider"),
        ("judge", {}, "LONGTAKE_REASONER is 'rules'", "LONGTAKE_JUDGE=provider"),
        ("reasoner", {"reasoner": "nobody:x"}, "nobody", "LangChain provider"),
        (
            "reasoner",
            {"reasoner": "ollama:x"},
            "package of provider 'ollama' is not installed",
            "pip install langchain-ollama",
        ),
        ("reasoner", {"reasoner": "openai:x"}, "LONGTAKE_REASONER=openai:x", "_API_KEY"),
    ],
)
def test_a_wrong_setting_says_which_and_what_to_do(
    role: Role, given: dict[str, Any], says: str, hint: str
) -> None:
    with pytest.raises(ModelUnavailableError) as raised:
        chat_model(role, Settings(**given))
    assert says in raised.value.message
    assert hint in raised.value.hint
    assert raised.value.exit_code == 4
