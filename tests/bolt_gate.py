"""A door in front of a real Neo4j that can be shut and opened, as a restart or a cable does."""

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class BoltGate:
    """Forwards a loopback port to a server's Bolt port while it is open.

    ``shut`` cuts every connection and refuses new ones; ``open`` lets them in again, on the same
    port. ``uri`` is what a store connects to.
    """

    def __init__(self, uri: str) -> None:
        parts = urlsplit(uri)
        self._server = (parts.hostname or "localhost", parts.port or 7687)
        self._port = 0
        self._listener: socket.socket | None = None
        self._pairs: list[socket.socket] = []
        self.open()

    @property
    def uri(self) -> str:
        """Where to connect to."""
        return f"bolt://127.0.0.1:{self._port}"

    def open(self) -> None:
        """Listen, and forward whoever comes."""
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self._port))
        listener.listen()
        self._port = listener.getsockname()[1]
        self._listener = listener
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()

    def shut(self) -> None:
        """Refuse new connections and cut the old ones, in the middle of whatever they carry."""
        if self._listener is not None:
            # Closing alone would not wake a thread that waits in accept().
            with suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._listener = None
        for end in self._pairs:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._pairs.clear()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            server = socket.create_connection(self._server)
            self._pairs += [client, server]
            for source, target in ((client, server), (server, client)):
                threading.Thread(target=_copy, args=(source, target), daemon=True).start()


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)
