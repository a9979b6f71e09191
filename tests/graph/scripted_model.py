"""An OpenAI-compatible server that answers by a script, for a real client to talk to."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

Reply = dict[str, Any] | Response | Callable[[dict[str, Any]], "dict[str, Any] | Response"]


def says(text: str) -> dict[str, Any]:
    """A message without calls."""
    return {"role": "assistant", "content": text}


def calls(name: str, arguments: Any, text: str = "", **more: Any) -> dict[str, Any]:
    """A message with one tool call; arguments that are no dict travel as they are."""
    written = arguments if isinstance(arguments, str) else json.dumps(arguments)
    function = {"name": name, "arguments": written}
    call = {"id": "call_1", "type": "function", "function": function, **more}
    return {"role": "assistant", "content": text, "tool_calls": [call]}


def answers(text: str, *citations: tuple[str, str], **more: Any) -> dict[str, Any]:
    """The tool ``answer`` with (id, quote) citations."""
    cited = [{"id": one, "quote": quote} for one, quote in citations]
    return calls("answer", {"answer": text, "citations": cited, **more})


def fails(status: int, message: str = "no") -> Response:
    """An error as OpenAI's API sends it."""
    body = {"error": {"message": message, "type": "error"}}
    headers = {"retry-after-ms": "1"}
    return Response(json.dumps(body), status, headers, content_type="application/json")


@dataclass
class ScriptedModel:
    """Replies in turn, the last one for ever; remembers every request it got."""

    server: HTTPServer
    replies: Sequence[Reply]
    usage: dict[str, int] | None = None
    slow_s: float = 0.0
    requests: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.server.expect_request("/v1/chat/completions").respond_with_handler(self._respond)

    @property
    def base_url(self) -> str:
        """What ``LONGTAKE_REASONER_BASE_URL`` is set to."""
        return self.server.url_for("/v1")

    def shown(self, turn: int) -> str:
        """All text of the messages of one request."""
        return json.dumps(self.requests[turn]["messages"])

    def _respond(self, request: Request) -> Response:
        body = json.loads(request.get_data())
        self.requests.append(body)
        time.sleep(self.slow_s)
        reply = self.replies[min(len(self.requests), len(self.replies)) - 1]
        if callable(reply) and not isinstance(reply, Response):
            reply = reply(body)
        if isinstance(reply, Response):
            return reply
        completion: dict[str, Any] = {
            "id": f"c{len(self.requests)}",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [{"index": 0, "message": reply, "finish_reason": "stop"}],
        }
        if self.usage:
            completion["usage"] = self.usage
        return Response(json.dumps(completion), content_type="application/json")


def tool_texts(body: dict[str, Any]) -> Iterator[str]:
    """The contents of the tool messages of a request."""
    for message in body["messages"]:
        if message["role"] == "tool":
            yield message["content"]
