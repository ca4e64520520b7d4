"""`voiced nlu intent|parse|correct`: the local rules for scripts, one JSON object a line in, one a line out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from voiced.cli.nlu_wire import Answer

_EPILOG = """\
examples:
  echo '{"text": "确认第二笔"}' | voiced nlu intent
  echo '{"text": "昨天打车三十五块五"}' | voiced nlu parse
  echo '{"text": "第一笔改成50", "batch": [{"index": 0, "amount": "60"}]}' | voiced nlu correct
"""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the command."""
    command = commands.add_parser(
        "nlu",
        help="the local language rules for scripts: JSON lines in, JSON lines out",
        description="Reads one JSON object a line on standard input, writes one a line. Local rules only.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    questions = command.add_subparsers(title="questions", metavar="QUESTION", required=True)
    intent = questions.add_parser("intent", help='what words ask for: {"text"} → {"intent", "items"}')
    intent.set_defaults(run=_intent)
    parse = questions.add_parser("parse", help='the entry in a sentence: {"text", "now"?} → {"transactions"}')
    parse.set_defaults(run=_parse)
    correct = questions.add_parser(
        "correct", help='what words change: {"text", "batch"} → {"intent", "items", "corrections"}'
    )
    correct.set_defaults(run=_correct)


def _intent(options: argparse.Namespace) -> int:
    del options
    from voiced.cli.nlu_wire import answer_intent

    return _answer_lines(sys.stdin.buffer, answer_intent)


def _parse(options: argparse.Namespace) -> int:
    del options
    from voiced.cli.nlu_wire import answer_parse

    return _answer_lines(sys.stdin.buffer, answer_parse)


def _correct(options: argparse.Namespace) -> int:
    del options
    from voiced.cli.nlu_wire import answer_correct

    return _answer_lines(sys.stdin.buffer, answer_correct)


def _answer_lines(lines: Iterable[bytes], answer: Callable[[bytes], Answer]) -> int:
    """Answer line by line; the first wrong one ends it, what was answered before stands.

    Raises:
        WrongInput: a line is no such question; the message names it.
    """
    import msgspec

    from voiced.errors import WrongInput

    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found = answer(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise WrongInput(f"standard input, line {number}: {error}") from error
        except ValueError as error:
            raise WrongInput(f"standard input, line {number}: {error}") from error
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
        sys.stdout.flush()
    return 0
