"""Where no model is configured, asking one fails in words that say what to do."""

from __future__ import annotations

import pytest

from tests.support.fakes import NOW
from voiced.adapters.llm.no_interpreter import NoInterpreter
from voiced.dialogue.values.requests import CorrectionRequest, ParseRequest, RequestContext
from voiced.errors import InterpreterFailure
from voiced.ports import Interpreter


async def test_never_answers() -> None:
    interpreter: Interpreter = NoInterpreter()
    context = RequestContext(NOW)
    with pytest.raises(InterpreterFailure, match=r"set llm\.base_url"):
        await interpreter.parse(ParseRequest("吃饭花了60", context))
    with pytest.raises(InterpreterFailure, match=r"set llm\.base_url"):
        await interpreter.correct(CorrectionRequest((), "改成50", context))
    await interpreter.close()
