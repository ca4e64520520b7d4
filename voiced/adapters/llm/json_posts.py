"""JSON questions and answers over HTTP POST. The caller sets the time limit, for the whole question.

Cancelling a question closes its connection, and the next question opens another.
"""

from __future__ import annotations

import asyncio
import ssl
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import voiced
from voiced.errors import UNREACHABLE, ConfigWrong, InterpreterFailure, InterpreterUnreachable

if TYPE_CHECKING:
    import httpx

MAX_ANSWER_BYTES = 256 * 1024
"""A real answer has one or two kilobytes; more comes from a broken endpoint only."""
_SERVICE_UNAVAILABLE = 503
KEEP_ALIVE_SECONDS = 60.0
"""As long as a silent session stays open, so the next correction finds an open connection."""
IDLE_CONNECTIONS = 8
"""The most idle connections. httpx checks each of them with every question, so more cost more than they save."""


class JsonPosts:
    """The connection to a server. It opens with the first question, or with `prepare`.

    Redirects are failures and the environment's proxies are not used: spoken words go only to the configured
    address.
    """

    def __init__(
        self,
        base_url: str,
        *,
        peer: str,
        api_key: str | None = None,
        proxy: str | None = None,
    ) -> None:
        """Check the address; no connection is opened yet.

        Args:
            base_url: such as `http://127.0.0.1:8100`; the paths are added to it.
            peer: the name of the server in error messages: `the gateway`.
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
            # Answers are short, and an uncompressed answer cannot swell.
            "Accept-Encoding": "identity",
            "Content-Type": "application/json",
            "User-Agent": f"voiced/{voiced.__version__}",
        }
        if api_key:
            self._headers["Authorization"] = f"Bearer {_checked_key(api_key, peer)}"
        self._opening = asyncio.Lock()
        self._transport: httpx.AsyncHTTPTransport | None = None
        self._closed = False

    async def prepare(self) -> None:
        """Load the HTTP library and the certificates now, so that the first question need not wait.

        Raises:
            InterpreterFailure: the connection is closed.
        """
        await self._opened()

    async def post(self, path: str, body: bytes) -> bytes:
        """The body of a successful JSON answer, at most `MAX_ANSWER_BYTES`.

        Raises:
            InterpreterUnreachable: the server or the network is down.
            InterpreterFailure: the answer is an HTTP error, cut off, too long, or not JSON by its header.
        """
        transport = await self._opened()
        import httpx  # noqa: PLC0415 - loaded by now; at the top it would cost the start-up 0.1 s

        try:
            request = httpx.Request("POST", self._base_url + path, headers=self._headers, content=body)
            response = await transport.handle_async_request(request)
            try:
                return await self._read(response)
            finally:
                # After the whole answer the connection is free for the next question; before its end it is closed.
                await response.aclose()
        # The library's message may hold addresses and headers; the kind of the failure is enough.
        except httpx.ConnectError as error:
            message = f"{self._peer} cannot be reached ({type(error).__name__})"
            raise InterpreterUnreachable(message) from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise InterpreterFailure(f"{self._peer} cannot be reached ({type(error).__name__})") from error

    async def close(self) -> None:
        """Close the connections; pending questions fail."""
        async with self._opening:
            self._closed = True
            transport, self._transport = self._transport, None
        if transport is not None:
            await transport.aclose()

    async def _opened(self) -> httpx.AsyncHTTPTransport:
        async with self._opening:
            if self._transport is None and not self._closed:
                # Importing and reading certificates block for tenths of a second: off the loop.
                self._transport = await asyncio.to_thread(self._open)
            if self._transport is None:
                raise InterpreterFailure(f"the connection to {self._peer} is closed")
            return self._transport

    def _open(self) -> httpx.AsyncHTTPTransport:
        import anyio  # noqa: PLC0415 - the start-up budget: a daemon starts without a question
        import httpx  # noqa: PLC0415 - the same

        # Loads modules that httpx would load on the loop, with its first connection.
        anyio.run(anyio.sleep, 0)
        tls, proxy = _tls(self._base_url, self._proxy), None
        if self._proxy is not None:
            is_https = urlsplit(self._proxy).scheme == "https"
            proxy = httpx.Proxy(self._proxy, ssl_context=tls if is_https else None)
        # The transport alone: redirects, cookies and the environment, which the client adds, are not wanted here.
        return httpx.AsyncHTTPTransport(
            verify=tls,
            proxy=proxy,
            trust_env=False,
            limits=httpx.Limits(
                max_keepalive_connections=IDLE_CONNECTIONS, keepalive_expiry=KEEP_ALIVE_SECONDS
            ),
        )

    async def _read(self, response: httpx.Response) -> bytes:
        """The answer's bytes; reading ends as soon as the answer proves useless."""
        if not response.is_success:
            failed = f"{self._peer} answered with HTTP status {response.status_code}"
            is_unavailable = response.status_code == _SERVICE_UNAVAILABLE
            if is_unavailable and UNREACHABLE.encode() in await self._read_body(response):
                raise InterpreterUnreachable(f"{failed}: the model behind it cannot be reached")
            raise InterpreterFailure(failed)
        if response.headers.get("content-encoding", "identity") != "identity":
            raise InterpreterFailure(f"{self._peer}'s answer is compressed, which was not asked for")
        media_type = (
            response.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
        )
        if media_type != "application/json" and not media_type.endswith("+json"):
            raise InterpreterFailure(f"{self._peer}'s answer is not JSON")
        return await self._read_body(response)

    async def _read_body(self, response: httpx.Response) -> bytes:
        body = bytearray()
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > MAX_ANSWER_BYTES:
                raise InterpreterFailure(f"{self._peer}'s answer is longer than {MAX_ANSWER_BYTES} bytes")
        return bytes(body)


def _tls(*urls: str | None) -> ssl.SSLContext:
    """The system's certificates if one of the URLs needs them; else a context without certificates."""
    if any(url is not None and urlsplit(url).scheme == "https" for url in urls):
        return ssl.create_default_context()
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _checked_url(url: str, what: str) -> str:
    """The URL without a slash at its end.

    Raises:
        ConfigWrong: it cannot be used. It may hold a password, so the message does not repeat it.
    """
    try:
        parts = urlsplit(url)
        host, _ = (parts.hostname or "").encode("idna"), parts.port
    except ValueError as error:  # a port that is not a number, an open bracket, a label that is too long
        raise ConfigWrong(f"{what} is not a URL; write it like http://127.0.0.1:8100") from error
    if parts.scheme not in ("http", "https") or not host or not url.isprintable() or " " in url:
        raise ConfigWrong(f"{what} must be like http://127.0.0.1:8100 or https://host")
    if parts.query or parts.fragment:
        raise ConfigWrong(f"{what} must have no query and no fragment")
    return url.rstrip("/")


def _checked_key(api_key: str, peer: str) -> str:
    if not (api_key.isascii() and api_key.isprintable()) or " " in api_key:
        raise ConfigWrong(f"{peer}'s API key must be printable ASCII without spaces")
    return api_key
