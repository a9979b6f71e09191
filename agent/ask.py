"""Asking a question of the memory: the one entry point of the command line and the service."""

from langchain_core.language_models import BaseChatModel

from agent.answer import Answer, Citation, TokenUse
from agent.question import Question
from cypher.store import Store
from runtime.embedder import Embedder
from runtime.settings import Settings

__all__ = ["Answer", "Citation", "Question", "TokenUse", "ask"]


def ask(
    question: Question,
    *,
    store: Store,
    embedder: Embedder,
    settings: Settings,
    model: BaseChatModel | None = None,
) -> Answer:
    """Explores the memory until the question is answered; see design §5."""
    raise NotImplementedError
