"""`voiced nlu intent|parse|correct|explain`: the local rules for scripts; each line in and out is a JSON object."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime

from voiced.adapters.machine.clocks import SystemClock
from voiced.cli import nlu_answers
from voiced.cli.command import CommandParser
from voiced.errors import WrongInput

_ANSWERS = "intent", "parse", "correct", "explain"

_EPILOG = """\
examples:
  echo '{"text": "第二笔不要，其他的确认"}' | voiced nlu intent
  echo '{"text": "昨天打车花了三十五"}' | voiced nlu parse
  echo '{"text": "打车那笔改成四十", "batch": [{"index": 0, "amount": "30", "description": "打车"}]}' | voiced nlu correct
  echo '{"text": "外套原价三百九十九打完折一百九十九"}' | voiced nlu explain
"""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        "Reads a JSON object from each line of standard input, and writes a line for each. It asks no language model, "
        "and reads no ledger: what voiced learnt from corrections has no effect here.",
        _EPILOG,
    )
    command.add_argument(
        "what",
        choices=_ANSWERS,
        help="the intent, the entries, the changes to an open batch, or the clues by which the entries were read",
    )
    command.run_with(_run)


def _run(*, what: str) -> None:
    """Answer every line of standard input.

    Raises:
        WrongInput: a line is not such an object; the answers to the lines before it are written.
    """
    answers: dict[str, Callable[[bytes, datetime], bytes]] = {
        "intent": nlu_answers.intent,
        "parse": nlu_answers.entries,
        "correct": nlu_answers.corrections,
        "explain": nlu_answers.explanation,
    }
    answer, clock = answers[what], SystemClock()
    for number, line in enumerate(sys.stdin.buffer, start=1):
        if not line.strip():
            continue
        try:
            answered = answer(line, clock.now())
        except nlu_answers.Unreadable as error:
            raise WrongInput(f"nlu {what}: line {number} of stdin: {error}") from error
        sys.stdout.buffer.write(answered + b"\n")
        sys.stdout.buffer.flush()
