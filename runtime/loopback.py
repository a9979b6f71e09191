"""Small HTTP requests to our own processes on this machine: never through a proxy, and without the
tenth of a second that importing a full client takes at each command."""

import base64
import http.client
import json
from collections.abc import Mapping
from typing import Any


def call(
    port: int,
    path: str,
    *,
    body: Any = None,
    user: tuple[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
    timeout_s: float,
) -> tuple[int, Any] | None:
    """GET ``path``, or POST ``body`` as JSON; the status and the JSON that came back.

    Header values are sent as UTF-8. None when nobody answers in time; the JSON is None when the
    answer is not JSON.
    """
    sent = {"Accept": "application/json", "Content-Type": "application/json", **(headers or {})}
    if user is not None:
        sent["Authorization"] = "Basic " + base64.b64encode(":".join(user).encode()).decode()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout_s)
    try:
        text = None if body is None else json.dumps(body)
        raw_headers = {name: value.encode() for name, value in sent.items()}
        connection.request("GET" if body is None else "POST", path, text, raw_headers)
        answer = connection.getresponse()
        raw = answer.read()
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()
    try:
        return answer.status, json.loads(raw)
    except ValueError:
        return answer.status, None
