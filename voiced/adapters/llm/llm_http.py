"""Questions to a gateway over HTTP."""

from __future__ import annotations

from voiced.adapters.llm.json_posts import JsonPosts
from voiced.adapters.llm.llm_wire import Endpoint


class HttpExchange:
    """The connection to a gateway. It opens with the first question, or with `prepare`."""

    def __init__(self, base_url: str, *, api_key: str | None = None, proxy: str | None = None) -> None:
        """Check where to ask; nothing is opened yet.

        Args:
            base_url: such as `http://127.0.0.1:8378`; the endpoints' paths are added to it.
            api_key: sent as a bearer token.
            proxy: the URL of an HTTP proxy.

        Raises:
            ConfigWrong: a URL or the key cannot be used.
        """
        self._posts = JsonPosts(base_url, peer="the gateway", api_key=api_key, proxy=proxy)

    async def prepare(self) -> None:
        """Load the HTTP library and the certificates now, so that the first question need not wait.

        Raises:
            InterpreterFailure: the exchange is closed.
        """
        await self._posts.prepare()

    async def ask(self, endpoint: Endpoint, body: bytes) -> bytes:
        """See `Exchange.ask`."""
        return await self._posts.post(endpoint, body)

    async def close(self) -> None:
        """Close the connections; questions that still wait fail."""
        await self._posts.close()
