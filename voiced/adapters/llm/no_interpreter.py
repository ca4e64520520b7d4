"""The language model that is not there."""

from __future__ import annotations

from voiced.dialogue.requests import CorrectionRequest, Entries, Interpretation, ParseRequest
from voiced.errors import InterpreterFailure

_NONE = "no language model is configured (set llm.base_url)"


class NoInterpreter:
    """Stands in where no model is configured; the dialogue, which knows it, never asks."""

    async def prepare(self) -> None:
        """Nothing to load."""

    async def parse(self, request: ParseRequest) -> Entries:
        """Never understands anything."""
        raise InterpreterFailure(_NONE)

    async def correct(self, request: CorrectionRequest) -> Interpretation:
        """Never understands anything."""
        raise InterpreterFailure(_NONE)

    async def close(self) -> None:
        """Nothing to close."""
