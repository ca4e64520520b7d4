"""A small model on this very machine (extra `local-llm`): llama.cpp in this process, no network beyond loopback."""

from __future__ import annotations

import asyncio
import os
from importlib.util import find_spec
from pathlib import Path

from voiced.adapters.openai_chat import OpenAiChat
from voiced.errors import ModelMissing, UpstreamFailure
from voiced.gateway.upstream import Chat, Completion

_CONTEXT_TOKENS = 2048
"""A prompt has some 600, an answer at most 700."""
_DEADLINE_SECONDS = 120.0
"""A processor without a graphics card takes its time; the daemon's own deadline is the shorter one."""


class LocalGguf:
    """An `Upstream`. The model is loaded with the first question, and asked as any other through its own API."""

    def __init__(self, weights: Path, *, threads: int | None = None) -> None:
        """Check what is needed; nothing is loaded yet.

        Args:
            weights: a GGUF file.
            threads: processor threads to use, all by default.

        Raises:
            ModelMissing: the file or the engine is not there.
        """
        if not weights.is_file():
            raise ModelMissing(f"{weights}: no such model; name a GGUF file")
        if find_spec("xllamacpp") is None:
            raise ModelMissing(
                "a model on this machine needs the extra local-llm: pip install 'voiced[local-llm]'"
            )
        self._weights = weights
        self._threads = threads or os.cpu_count() or 1
        self._opening = asyncio.Lock()
        self._server: object | None = None
        self._chat: OpenAiChat | None = None

    @property
    def model(self) -> str:
        """The file's name."""
        return self._weights.stem

    async def prepare(self) -> None:
        """Load the model."""
        await self._opened()

    async def complete(self, chat: Chat) -> Completion:
        """See `Upstream.complete`."""
        return await (await self._opened()).complete(chat)

    async def close(self) -> None:
        """See `Upstream.close`."""
        async with self._opening:
            chat, self._chat, self._server = self._chat, None, None
        if chat is not None:
            await chat.close()

    async def _opened(self) -> OpenAiChat:
        async with self._opening:
            if self._chat is None:
                address = await asyncio.to_thread(self._load)
                self._chat = OpenAiChat(f"{address}/v1", self.model, deadline_seconds=_DEADLINE_SECONDS)
            return self._chat

    def _load(self) -> str:
        """Load the weights; the address that the engine listens at.

        Raises:
            UpstreamFailure: it does not take the file.
        """
        import xllamacpp  # noqa: PLC0415  # pyright: ignore[reportMissingModuleSource] - an extra

        params = xllamacpp.CommonParams()
        params.model.path = str(self._weights)
        params.n_ctx = _CONTEXT_TOKENS
        params.n_parallel = 1
        params.port = 0
        params.cpuparams.n_threads = self._threads
        params.cpuparams_batch.n_threads = self._threads
        try:
            server = xllamacpp.Server(params)
        except RuntimeError as error:
            raise UpstreamFailure(f"{self._weights.name}: the engine cannot load this model") from error
        self._server = server
        return server.listening_address
