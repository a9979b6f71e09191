"""Settings from the environment (prefix ``LONGTAKE_``) and their defaults.

``NEO4J_URI``, ``NEO4J_USER`` and ``NEO4J_PASSWORD`` keep the names everybody uses. A file
``settings.env`` in the home folder (``LONGTAKE_BOLT_PORT=7690``, one a line) holds what one
installation should remember; the environment wins over it. Nothing is read at import: call
:func:`settings` where a value is needed.
"""

import os
from functools import lru_cache
from pathlib import Path

import platformdirs
from pydantic import AliasChoices, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from runtime.errors import UsageError


class Settings(BaseSettings):
    """One installation's settings; frozen, so a changed environment needs a new process."""

    model_config = SettingsConfigDict(
        env_prefix="LONGTAKE_", frozen=True, extra="ignore", populate_by_name=True
    )

    home: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("longtake", appauthor=False)),
        description="Folder holding all state of one installation.",
    )
    cache: Path = Field(
        default_factory=lambda: Path(platformdirs.user_cache_dir("longtake", appauthor=False)),
        description="Folder for downloads that may be fetched again (Neo4j's jars, the film).",
    )
    library: str = Field(default="main", description="Library used where --library is not given.")

    neo4j_uri: str | None = Field(
        default=None,
        validation_alias=AliasChoices("NEO4J_URI", "LONGTAKE_NEO4J_URI"),
        description="A server of your own; none is started locally then.",
    )
    neo4j_user: str = Field(
        default="neo4j",
        validation_alias=AliasChoices("NEO4J_USER", "LONGTAKE_NEO4J_USER"),
        description="User of that server.",
    )
    neo4j_password: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("NEO4J_PASSWORD", "LONGTAKE_NEO4J_PASSWORD"),
        description="Password of that user; the local server has one of its own.",
    )
    bolt_port: int = Field(default=7687, description="Loopback port of the local Neo4j's Bolt.")
    http_port: int = Field(default=7474, description="Loopback port of Neo4j Browser.")
    api_port: int = Field(default=8765, description="Loopback port of the HTTP service.")
    api_hosts: tuple[str, ...] = Field(
        default=("localhost", "127.0.0.1", "[::1]"),
        description="Host names the HTTP service answers to (a JSON list).",
    )

    broker_url: str | None = Field(
        default=None, description="Redis or RabbitMQ; an embedded Valkey where not given."
    )
    files_url: str | None = Field(
        default=None, description="fsspec URL for keyframes and artefacts; default <home>/files."
    )

    embedding: str = Field(
        default="all-MiniLM-L6-v2",
        description="The encoder: the default, any sentence-transformers name or path, or "
        "openai:<model> for an OpenAI-compatible endpoint.",
    )
    embedding_base_url: str | None = None
    embedding_api_key: SecretStr | None = None

    reasoner: str = Field(
        default="rules", description="rules, or provider:model for LangChain (openai:gpt-…)."
    )
    reasoner_base_url: str | None = None
    reasoner_api_key: SecretStr | None = None
    perception: str | None = Field(default=None, description="provider:model of the vlm perceiver.")
    perception_base_url: str | None = None
    perception_api_key: SecretStr | None = None
    verifier: str | None = Field(
        default=None, description="provider:model of the citation verifier; default: the reasoner."
    )
    verifier_base_url: str | None = None
    verifier_api_key: SecretStr | None = None
    orchestrator: str | None = Field(
        default=None, description="provider:model of the inner loop; default: the reasoner."
    )
    orchestrator_base_url: str | None = None
    orchestrator_api_key: SecretStr | None = None
    judge: str | None = Field(
        default=None, description="provider:model that grades evaluations; default: the reasoner."
    )
    judge_base_url: str | None = None
    judge_api_key: SecretStr | None = None
    model_max_retries: int = Field(
        default=2, ge=0, description="How often a model request is tried again (429, 5xx, timeout)."
    )
    model_timeout_s: float = Field(default=60.0, gt=0, description="Limit of one model request.")

    worker_processes: int = Field(
        default_factory=lambda: max(1, (os.cpu_count() or 2) // 2),
        ge=0,
        description="How many tasks run at once beside the service; 0 starts no worker.",
    )

    window_s: int = Field(default=600, ge=10, description="τ, the perception window in seconds.")
    first_person: str | None = Field(
        default=None,
        description="Who 'I' and '#C' are, or who acts in sentences without a subject "
        "(for example 'camera wearer'); none is invented where not given.",
    )


SETTINGS_FILE = "settings.env"


@lru_cache(maxsize=1)
def settings() -> Settings:
    """The settings of this process, read once: the environment, then ``<home>/settings.env``.

    Raises UsageError naming each setting whose value cannot be used.
    """
    try:
        home = Settings().home.expanduser().absolute()
        return Settings(home=home, _env_file=home / SETTINGS_FILE)
    except ValidationError as error:
        wrong = "; ".join(
            f"{_variable(str(item['loc'][0]))}={item['input']!r}: {item['msg']}"
            for item in error.errors()
        )
        raise UsageError(
            f"settings that cannot be used: {wrong}",
            "they are read from the environment and from settings.env in LONGTAKE_HOME",
        ) from None


def _variable(field: str) -> str:
    """The environment variable of a field, or of one of its aliases as pydantic reports it."""
    return field if field.isupper() else f"LONGTAKE_{field.upper()}"
