"""The files of the page, as a browser gets them."""

from __future__ import annotations

import re
from hashlib import sha256
from os import PathLike, stat_result
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

_COMMENT = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*$", re.DOTALL | re.MULTILINE)
"""A comment that has its lines for itself."""


class PageFiles(StaticFiles):
    """Sends the files of a folder; scripts without their comments, which are a quarter of what a phone would wait for."""

    def file_response(
        self,
        full_path: str | PathLike[str],
        stat_result: stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The answer with a file, or that the browser has it already."""
        path = Path(full_path)
        if path.suffix != ".js":
            return super().file_response(full_path, stat_result, scope, status_code)
        script = without_comments(path.read_text(encoding="utf-8")).encode()
        etag = f'"{sha256(script).hexdigest()[:32]}"'
        response = Response(script, status_code, {"ETag": etag}, "text/javascript")
        if self.is_not_modified(response.headers, Headers(scope=scope)):
            return NotModifiedResponse(response.headers)
        return response


def without_comments(script: str) -> str:
    """A script without the comments for readers and the type checker. Each line keeps its number."""
    return _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), script)
