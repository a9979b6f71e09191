"""Requests to our own processes."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from runtime.loopback import call


class Echo(BaseHTTPRequestHandler):
    """Answers with the library it was asked for, byte for byte."""

    def do_POST(self) -> None:
        body = b'"' + self.headers["Longtake-Library"].encode("latin-1") + b'"'
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Quiet."""


def test_a_header_may_hold_any_script() -> None:
    with HTTPServer(("127.0.0.1", 0), Echo) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        headers = {"Longtake-Library": "映画"}
        answer = call(server.server_port, "/", body={}, headers=headers, timeout_s=10)
    assert answer == (200, "映画")
