"""A server with a speech model, and the register that lists the model, as a user has who keeps a mirror."""

from __future__ import annotations

import hashlib
import threading
import zipfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_REGISTER = """\
[[model]]
name = "{name}"
engine = "vosk"
language = "zh"
licence = "Apache-2.0"
origin = "{origin}"
about = "What the tests take for the small Mandarin model."

[[model.file]]
url = "{origin}/{name}.zip"
path = "{name}.zip"
unpack = "zip"
size = {size}
sha256 = "{sha256}"
"""
_UNREACHABLE = "http://127.0.0.1:9"
"""The origin of the model, a port without a server."""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Keep the access log out of the test's output."""


@contextmanager
def model_mirror(folder: Path, name: str, content: Path) -> Generator[Mapping[str, str]]:
    """Serve a model; the variables that lead `voiced models` to it.

    Args:
        folder: an empty folder for the files that are served.
        name: the name of the model.
        content: the folder that becomes the folder of the model.
    """
    archive = folder / name / f"{name}.zip"
    archive.parent.mkdir()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as packed:
        for path in sorted(content.rglob("*")):
            packed.write(path, Path(name) / path.relative_to(content))
    register = folder / "manifest.toml"
    with archive.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    register.write_text(
        _REGISTER.format(name=name, origin=_UNREACHABLE, size=archive.stat().st_size, sha256=digest)
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield {
            "VOICED_ASR__MODELS_MIRROR": f"http://127.0.0.1:{server.server_port}",
            "VOICED_ASR__MODELS_MANIFEST": str(register),
        }
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
