"""How many tokens a prompt has, and cutting text so that it fits (K = 1,000)."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from langchain_core.messages import BaseMessage, convert_to_openai_messages
from langchain_core.tools import BaseTool, StructuredTool
from langchain_core.utils.function_calling import convert_to_openai_tool

from runtime.tokens import count_tokens, first_tokens

HARD_LIMIT = 8_000
"""No prompt of the explore loop is larger: system prompt, tool schemas and messages together."""
TARGET = 6_000
"""What the loop aims at (MemDreamer, Table 4: 5.9-6.3K)."""

CUT = " […]"
_CUT_TOKENS = 3
_LONGEST_TOKEN = 16


def prompt_tokens(messages: Sequence[BaseMessage], tool_tokens: int) -> int:
    """Tokens of a request: the messages as they travel, plus those of the tool schemas."""
    # Brackets and commas are tokens by themselves, so each message is counted apart: one that comes
    # again with the next prompt is not read again.
    sent = [count_tokens(json.dumps(one)) for one in convert_to_openai_messages(messages)]
    return tool_tokens + sum(sent) + len(sent) + 1


def schema_tokens(tools: Sequence[BaseTool]) -> int:
    """Tokens of the tool schemas as they travel with every request."""
    sent = [count_tokens(_described(tool)) for tool in tools]
    return sum(sent) + len(sent) + 1


def _described(tool: BaseTool) -> str:
    """One tool as it travels."""
    arguments = tool.args_schema
    if isinstance(arguments, type):
        return _described_once(tool.name, tool.description, arguments)
    return json.dumps(convert_to_openai_tool(tool))


@lru_cache(maxsize=64)
def _described_once(name: str, description: str, arguments: type[Any]) -> str:
    """Making a tool's schema takes pydantic some milliseconds each time."""
    tool = StructuredTool(name=name, description=description, args_schema=arguments)
    return json.dumps(convert_to_openai_tool(tool))


def clipped(text: str, tokens: int) -> str:
    """``text`` if it has at most ``tokens`` tokens, else its beginning with a mark at the end.

    Cut at white space where there is any, and always at most ``tokens`` long (0 gives nothing).
    """
    if tokens <= 0:
        return ""
    if len(text) <= tokens:  # a token has at least one character
        return text
    head = text[: tokens * _LONGEST_TOKEN]  # so that a long text is not read to its end
    beginning = first_tokens(head, tokens)
    if beginning == text:
        return text
    kept = first_tokens(beginning, max(0, tokens - _CUT_TOKENS))
    at_space = kept.rfind(" ")
    return (kept[:at_space] if at_space > len(kept) // 2 else kept) + CUT
