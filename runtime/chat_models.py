"""The chat model of a role, as the settings name it: any provider that LangChain knows."""

import importlib.util
import os
from typing import Any, Literal

from langchain.chat_models import init_chat_model
from langchain_core.language_models.chat_models import BaseChatModel
from pydantic import SecretStr

from runtime.errors import ModelUnavailableError
from runtime.settings import Settings

Role = Literal["reasoner", "perception", "verifier", "orchestrator", "judge"]

RULES = "rules"
"""The reasoner that is no chat model of a provider: ``agent`` builds it."""

_STAND_IN: dict[Role, Role] = {
    "verifier": "reasoner",
    "orchestrator": "reasoner",
    "judge": "reasoner",
}
_PROVIDER_KEYS = {"openai": "OPENAI_API_KEY"}
_NO_KEY = SecretStr("none")


def chat_model(role: Role, settings: Settings) -> BaseChatModel:
    """The model of ``LONGTAKE_<ROLE>`` (``provider:model``), with its base URL and key.

    Verifier, orchestrator and judge use the reasoner's where they have none of their own.
    Requests end after ``LONGTAKE_MODEL_TIMEOUT_S`` seconds and are tried again
    ``LONGTAKE_MODEL_MAX_RETRIES`` times when that can help. Nothing is asked of the provider yet.
    Raises :class:`~runtime.errors.ModelUnavailableError` when there is no such setting, it is not
    of that form, its provider's package is missing, or the provider wants a key.
    """
    named = role if getattr(settings, role) else _STAND_IN.get(role, role)
    variable = f"LONGTAKE_{named.upper()}"
    name: str | None = getattr(settings, named)
    provider, _, model = (name or "").partition(":")
    if not provider or not model:
        raise ModelUnavailableError(
            f"{variable} is {name!r}, which names no chat model for the {role}",
            f"Set LONGTAKE_{role.upper()}=provider:model, for example openai:gpt-5-mini; "
            f"LONGTAKE_{role.upper()}_BASE_URL points at an OpenAI-compatible server of your own.",
        )
    try:
        options = _options(named, provider, settings)
        chat: BaseChatModel = init_chat_model(model, model_provider=provider, **options)
    except ImportError as error:
        raise ModelUnavailableError(
            f"{variable}={name}: the package of provider {provider!r} is not installed",
            _install_hint(provider, error),
        ) from error
    except ValueError as error:  # LangChain's unknown provider, and pydantic's validation
        raise ModelUnavailableError(
            f"{variable}={name}: {str(error).splitlines()[0]}",
            "The part before the colon is a LangChain provider: openai, anthropic, ollama …",
        ) from error
    except Exception as error:  # each provider has errors of its own, most often for a missing key
        raise ModelUnavailableError(
            f"{variable}={name}: {str(error).splitlines()[0]}",
            f"Set {variable}_API_KEY, or the provider's own variable.",
        ) from error
    return chat


def _options(role: Role, provider: str, settings: Settings) -> dict[str, Any]:
    base_url: str | None = getattr(settings, f"{role}_base_url")
    key: SecretStr | None = getattr(settings, f"{role}_api_key")
    variable = _PROVIDER_KEYS.get(provider)
    if key is None and base_url and variable and not os.environ.get(variable):
        key = _NO_KEY  # servers of one's own seldom ask for one; the client insists
    options: dict[str, Any] = {
        "timeout": settings.model_timeout_s,
        "max_retries": settings.model_max_retries,
    }
    if base_url:
        options["base_url"] = base_url
    if key:
        options["api_key"] = key
    return options


def _install_hint(provider: str, error: ImportError) -> str:
    package = (error.name or f"langchain_{provider}").partition(".")[0]
    if importlib.util.find_spec(package) is not None:
        package = f"langchain_{provider}"
    return f"Install it: pip install {package.replace('_', '-')}"
