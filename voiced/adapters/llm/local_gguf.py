"""A small model on this machine (extra `local-llm`): llama.cpp in this process, reached over loopback."""

from __future__ import annotations

import asyncio
import os
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from voiced.adapters.llm.openai_chat import OpenAiChat
from voiced.adapters.machine.installed_parts import how_to_get
from voiced.errors import ModelMissing, UpstreamFailure
from voiced.gateway.upstream import Chat, Completion

_CONTEXT_TOKENS = 2048
"""A prompt has about 1,000, an answer at most 700."""
_MAGIC = b"GGUF"
_ERRORS_ONLY = 1
"""The level of the engine's messages on stderr."""
_DEADLINE_SECONDS = 120.0
"""Long enough for a processor without a graphics card; the daemon's own deadline is shorter."""


class LocalGguf:
    """An `Upstream`. The model is loaded by `load` or with the first question, and used through its own API."""

    def __init__(self, weights: Path, *, threads: int | None = None) -> None:
        """Check the file and the engine; the model is not loaded yet.

        Args:
            weights: a GGUF file.
            threads: processor threads to use, all by default.

        Raises:
            ModelMissing: the file or the engine is missing, or the file is not a model.
        """
        if not _is_gguf(weights):
            raise ModelMissing(f"{weights}: no GGUF file; name one that holds a chat model")
        if find_spec("xllamacpp") is None:
            raise ModelMissing(
                f"the engine for a model on this machine is not installed; {how_to_get('local-llm')}"
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

    def load(self) -> None:
        """Load the model unless it is loaded; this blocks for seconds.

        Raises:
            ModelMissing: the engine cannot load the file.
        """
        if self._chat is None:
            address = self._served_at()
            self._chat = OpenAiChat(f"{address}/v1", self.model, deadline_seconds=_DEADLINE_SECONDS)

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
            try:
                await asyncio.to_thread(self.load)
            except ModelMissing as error:
                raise UpstreamFailure(str(error)) from error
            return cast("OpenAiChat", self._chat)

    def _served_at(self) -> str:
        """Load the weights. Returns the address of the engine."""
        import xllamacpp  # noqa: PLC0415  # pyright: ignore[reportMissingModuleSource] - an extra

        params = xllamacpp.CommonParams()
        params.model.path = str(self._weights)
        params.n_ctx = _CONTEXT_TOKENS
        params.n_parallel = 1
        params.verbosity = _ERRORS_ONLY
        params.port = 0
        params.cpuparams.n_threads = self._threads
        params.cpuparams_batch.n_threads = self._threads
        try:
            server = xllamacpp.Server(params)
        except RuntimeError as error:
            raise ModelMissing(
                f"{self._weights}: the engine cannot load this model; the file may be cut off"
            ) from error
        self._server = server
        return server.listening_address


def _is_gguf(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC
