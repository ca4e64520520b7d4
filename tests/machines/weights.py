"""A mirror of speech models on this host, as `voiced models fetch --mirror` asks it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from tests.machines.debian import ROOT

MODEL = "faster-whisper-base"
_FILES = Path(".cache/models/whisper-base")


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files, and logs nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


@contextmanager
def mirror(folder: Path) -> Generator[str]:
    """The address of a server for a block.

    Args:
        folder: an empty one, for a link to the weights.
    """
    (folder / MODEL).symlink_to(ROOT / _FILES)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
