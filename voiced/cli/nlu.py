"""`voiced nlu intent|parse|correct`: the local rules for scripts, a JSON object a line in, one a line out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from voiced.errors import WrongInput

if TYPE_CHECKING:
    from datetime import datetime

_ANSWERS = "intent", "parse", "correct"
_DONE = 0

_EPILOG = """\
examples:
  echo '{"text": "第二笔不要，其他的确认"}' | voiced nlu intent
  echo '{"text": "昨天打车花了三十五"}' | voiced nlu parse
  echo '{"text": "打车那笔改成四十", "batch": [{"index": 0, "amount": "30", "description": "打车"}]}' | voiced nlu correct
"""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the command to the command line."""
    command = commands.add_parser(
        "nlu",
        help="what the local rules make of sentences, as JSON lines",
        description="Read one JSON object a line from stdin, write one a line. No model is asked.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument(
        "what", choices=_ANSWERS, help="the intent, the entries, or the changes to an open batch"
    )
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Answer every line of stdin.

    Raises:
        WrongInput: a line that is no such object; the answers to the lines before it are written.
    """
    from voiced.adapters.machine.clocks import SystemClock
    from voiced.cli import nlu_answers

    answers: dict[str, Callable[[bytes, datetime], bytes]] = {
        "intent": nlu_answers.intent,
        "parse": nlu_answers.entries,
        "correct": nlu_answers.corrections,
    }
    answer, clock = answers[options.what], SystemClock()
    for number, line in enumerate(sys.stdin.buffer, start=1):
        if not line.strip():
            continue
        try:
            answered = answer(line, clock.now())
        except nlu_answers.Unreadable as error:
            raise WrongInput(f"nlu {options.what}: line {number} of stdin: {error}") from error
        sys.stdout.buffer.write(answered + b"\n")
        sys.stdout.buffer.flush()
    return _DONE
