"""The interpreter of an installation without a language model."""

from __future__ import annotations

from voiced.dialogue.values.requests import CorrectionRequest, Entries, Interpretation, ParseRequest
from voiced.errors import InterpreterFailure

_NONE = "no language model is configured (set llm.base_url)"


class NoInterpreter:
    """Refuses each question. The dialogue knows that no model is configured, and asks no question."""

    async def prepare(self) -> None:
        """Do nothing."""

    async def parse(self, request: ParseRequest) -> Entries:
        """Raise an `InterpreterFailure`."""
        raise InterpreterFailure(_NONE)

    async def correct(self, request: CorrectionRequest) -> Interpretation:
        """Raise an `InterpreterFailure`."""
        raise InterpreterFailure(_NONE)

    async def close(self) -> None:
        """Do nothing."""
