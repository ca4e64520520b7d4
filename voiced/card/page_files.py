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

from voiced.card.page_bundle import BUNDLE, beside_bundle, bundled

_COMMENT = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.DOTALL | re.MULTILINE)
"""A comment that has its lines for itself."""
_REMARK = re.compile(r"(?<=[;,{)\]]) // .*$", re.MULTILINE)
"""A comment at the end of a line."""
_TYPE = re.compile(r"/\*\* @(?:(?!\*/).)*\*/ ?")
"""A type for the checker, beside code."""
_INDENT = re.compile(r"^ +", re.MULTILINE)
_AROUND = re.compile(r"\s*;?\s*(\})\s*|\s*([{;])\s*|(?<=:) |(?<=,)\s+")
"""Spaces and ends of lines around the parts of a style, and the last semicolon of a block."""
_KINDS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}


class PageFiles(StaticFiles):
    """Sends the files of a folder; pages, scripts and styles without what is there for readers, a quarter of what a phone would wait for.

    The scripts of the first view are one file.
    """

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The answer to a request for a file."""
        if path != BUNDLE or self.directory is None:
            return await super().get_response(path, scope)
        return self._packed(without_comments(bundled(Path(self.directory))), ".js", scope)

    def file_response(
        self,
        full_path: str | PathLike[str],
        stat_result: stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The answer with a file, or that the browser has it already."""
        path = Path(full_path)
        if path.suffix not in _KINDS:
            return super().file_response(full_path, stat_result, scope, status_code)
        is_script = path.suffix == ".js"
        bare = without_comments(
            beside_bundle(path.parent, path.name) if is_script else path.read_text(encoding="utf-8")
        )
        return self._packed(
            _AROUND.sub(r"\1\2", bare) if path.suffix == ".css" else bare, path.suffix, scope, status_code
        )

    def _packed(self, bare: str, suffix: str, scope: Scope, status_code: int = 200) -> Response:
        text = bare.encode()
        etag = f'"{sha256(text).hexdigest()[:32]}"'
        response = Response(text, status_code, {"ETag": etag}, _KINDS[suffix])
        if self.is_not_modified(response.headers, Headers(scope=scope)):
            return NotModifiedResponse(response.headers)
        return response


def without_comments(text: str) -> str:
    """A page, a script or a style without comments and indentation. Each line keeps its number."""
    bare = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    return _INDENT.sub("", _REMARK.sub("", _TYPE.sub("", bare)))
