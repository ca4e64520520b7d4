"""JSON posted over HTTP and the JSON that answers it. There is no time limit here: the caller holds one in total.

Connect, send, read and decode share that deadline, so a timer of our own could only disagree with it.
Cancelling a question closes its connection, and the next question opens another.
"""

from __future__ import annotations

import asyncio
import ssl
from importlib import import_module
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import voiced
from voiced.errors import ConfigWrong, InterpreterFailure, InterpreterUnreachable

if TYPE_CHECKING:
    import aiohttp

MAX_ANSWER_BYTES = 256 * 1024
"""A real answer has one or two kilobytes; this bounds what a broken endpoint can make us read."""
KEEP_ALIVE_SECONDS = 60.0
"""As long as a session stays open without a word: the next correction finds the connection open."""


class JsonPosts:
    """The connection to a server. It opens with the first question, or with `prepare`.

    Redirects are failures and the environment's proxies are not used: what was said goes where the
    configuration says, and nowhere else.
    """

    def __init__(
        self,
        base_url: str,
        *,
        peer: str,
        api_key: str | None = None,
        proxy: str | None = None,
    ) -> None:
        """Check where to ask; nothing is opened yet.

        Args:
            base_url: such as `http://127.0.0.1:8100`; the paths are added to it.
            peer: who is asked, in the words of error messages: `the gateway`.
            api_key: sent as a bearer token.
            proxy: the URL of an HTTP proxy.

        Raises:
            ConfigWrong: a URL or the key cannot be used.
        """
        self._base_url = _checked_url(base_url, f"{peer}'s base URL")
        if "@" in self._base_url:
            raise ConfigWrong(f"{peer}'s base URL must have no user or password; a key has its own setting")
        self._peer = peer
        self._proxy = None if proxy is None else _checked_url(proxy, "the proxy's URL")
        self._headers = {
            "Accept": "application/json",
            # Answers are short; what is not compressed cannot swell.
            "Accept-Encoding": "identity",
            "Content-Type": "application/json",
            "User-Agent": f"voiced/{voiced.__version__}",
        }
        if api_key:
            self._headers["Authorization"] = f"Bearer {_checked_key(api_key, peer)}"
        self._opening = asyncio.Lock()
        self._session: aiohttp.ClientSession | None = None
        self._closed = False

    async def prepare(self) -> None:
        """Load the HTTP library and the certificates now, so that the first question need not wait.

        Raises:
            InterpreterFailure: the exchange is closed.
        """
        await self._opened()

    async def post(self, path: str, body: bytes) -> bytes:
        """The body of a successful JSON answer, at most `MAX_ANSWER_BYTES`.

        Raises:
            InterpreterUnreachable: nobody listens there, or there is no network.
            InterpreterFailure: an HTTP error, cut off, too long, or no JSON by its header.
        """
        session = await self._opened()
        import aiohttp  # noqa: PLC0415 - already loaded by now; at the top it would cost the start-up 0.2 s

        await _noticed()
        try:
            response = await session.post(
                self._base_url + path, data=body, proxy=self._proxy, allow_redirects=False
            )
            try:
                return await self._read(response)
            finally:
                # After the whole answer the connection is free already; before its end it is of no use.
                response.close()
        # The library's own words may hold addresses and headers; the kind of failure says enough.
        except aiohttp.ClientConnectorError as error:
            message = f"{self._peer} cannot be reached ({type(error).__name__})"
            raise InterpreterUnreachable(message) from error
        except (aiohttp.ClientError, OSError) as error:
            raise InterpreterFailure(f"{self._peer} cannot be reached ({type(error).__name__})") from error

    async def close(self) -> None:
        """Close the connections; questions that still wait fail."""
        async with self._opening:
            self._closed = True
            session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def _opened(self) -> aiohttp.ClientSession:
        async with self._opening:
            if self._session is None and not self._closed:
                # Importing and reading certificates block for tenths of a second: off the loop.
                self._session = self._open(await asyncio.to_thread(_loaded, self._base_url, self._proxy))
            if self._session is None:
                raise InterpreterFailure(f"the connection to {self._peer} is closed")
            return self._session

    def _open(self, tls: ssl.SSLContext) -> aiohttp.ClientSession:
        import aiohttp  # noqa: PLC0415 - loaded off the loop just before

        from voiced.adapters.llm.name_lookup import NameLookup  # noqa: PLC0415 - the same

        # Cookies, redirects, decompression and the environment are not wanted here.
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=0, ssl=tls, keepalive_timeout=KEEP_ALIVE_SECONDS, resolver=NameLookup()
            ),
            headers=self._headers,
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
            auto_decompress=False,
            trust_env=False,
        )

    async def _read(self, response: aiohttp.ClientResponse) -> bytes:
        """The answer as it came over the wire, as soon as it is seen to be no use no further."""
        if not 200 <= response.status < 300:
            raise InterpreterFailure(f"{self._peer} answered with HTTP status {response.status}")
        if response.headers.get("content-encoding", "identity") != "identity":
            raise InterpreterFailure(f"{self._peer}'s answer is compressed, which was not asked for")
        media_type = (
            response.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
        )
        if media_type != "application/json" and not media_type.endswith("+json"):
            raise InterpreterFailure(f"{self._peer}'s answer is not JSON")
        body = bytearray()
        async for chunk in response.content.iter_any():
            body += chunk
            if len(body) > MAX_ANSWER_BYTES:
                raise InterpreterFailure(f"{self._peer}'s answer is longer than {MAX_ANSWER_BYTES} bytes")
        return bytes(body)


async def _noticed() -> None:
    """Let the event loop see which idle connections have ended: a question sent on one of them would be lost.

    The first turn of the loop polls the sockets, the second one comes after what it found was handled.
    """
    await asyncio.sleep(0)
    await asyncio.sleep(0)


def _loaded(*urls: str | None) -> ssl.SSLContext:
    """Load the HTTP library and the certificates that the URLs need; the slow part of opening."""
    import_module("aiohttp")  # not at the top: a daemon that listens need not have asked yet
    return _tls(*urls)


def _tls(*urls: str | None) -> ssl.SSLContext:
    """The system's certificates where one of the URLs needs them; else a context that trusts nobody."""
    if any(url is not None and urlsplit(url).scheme == "https" for url in urls):
        return ssl.create_default_context()
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _checked_url(url: str, what: str) -> str:
    """The URL without a slash at its end.

    Raises:
        ConfigWrong: it cannot be used; the message does not repeat it, as it may hold a password.
    """
    try:
        parts = urlsplit(url)
        host, _ = (parts.hostname or "").encode("idna"), parts.port
    except ValueError as error:  # a port that is no number, a bracket that does not close, a label too long
        raise ConfigWrong(f"{what} is no URL; write it like http://127.0.0.1:8100") from error
    if parts.scheme not in ("http", "https") or not host or not url.isprintable() or " " in url:
        raise ConfigWrong(f"{what} must be like http://127.0.0.1:8100 or https://host")
    if parts.query or parts.fragment:
        raise ConfigWrong(f"{what} must have no query and no fragment")
    return url.rstrip("/")


def _checked_key(api_key: str, peer: str) -> str:
    if not (api_key.isascii() and api_key.isprintable()) or " " in api_key:
        raise ConfigWrong(f"{peer}'s API key must be printable ASCII without spaces")
    return api_key
