"""A language model whose answers are kept in files, so that checks can be tuned without new requests."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from voiced.gateway.upstream import Chat, Completion, Upstream


@dataclass(slots=True)
class Recorder:
    """An `Upstream` that notes its times and keeps its answers in a folder.

    Attributes:
        last: the answer given last; empty before the first one and after `forget`.
    """

    upstream: Upstream
    folder: Path | None
    seconds: list[float] = field(default_factory=list[float])
    prompt_tokens: list[int] = field(default_factory=list[int])
    completion_tokens: list[int] = field(default_factory=list[int])
    last: str = ""

    @property
    def model(self) -> str:
        """The model's name."""
        return self.upstream.model

    async def prepare(self) -> None:
        """See `Upstream.prepare`."""
        await self.upstream.prepare()

    async def complete(self, chat: Chat) -> Completion:
        """See `Upstream.complete`."""
        kept = self._kept(chat)
        if kept and kept.exists():
            answer: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
        else:
            self.last = ""
            started = time.perf_counter()
            completion = await self.upstream.complete(chat)
            answer = {
                "text": completion.text,
                "seconds": time.perf_counter() - started,
                "prompt_tokens": completion.prompt_tokens,
                "completion_tokens": completion.completion_tokens,
            }
            if kept:
                kept.write_text(json.dumps(answer, ensure_ascii=False), encoding="utf-8")
        self.seconds.append(answer["seconds"])
        self.prompt_tokens.append(answer["prompt_tokens"] or 0)
        self.completion_tokens.append(answer["completion_tokens"] or 0)
        self.last = answer["text"]
        return Completion(self.last, answer["prompt_tokens"], answer["completion_tokens"])

    def forget(self) -> None:
        """Forget the last answer, so that `last` shows whether the next question reaches the model."""
        self.last = ""

    async def close(self) -> None:
        """See `Upstream.close`."""
        await self.upstream.close()

    def _kept(self, chat: Chat) -> Path | None:
        if self.folder is None:
            return None
        asked = json.dumps([(message.role, message.content) for message in chat.messages], ensure_ascii=False)
        return self.folder / f"{hashlib.sha256(asked.encode()).hexdigest()}.json"
