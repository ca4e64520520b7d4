"""The command `voiced`. Exit status: 0 done, 1 failed, 2 wrong input, with a line for each mistake and its place."""

from __future__ import annotations

import argparse
import errno
import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

import voiced
from voiced.adapters.machine.log_output import begin_logging
from voiced.adapters.machine.this_process import keep_one_heap
from voiced.cli.command import WRONG_INPUT, CommandParser, finished
from voiced.cli.ledger_owner import settle_ledger_owner
from voiced.domain.profile import VARIABLE, profile_in
from voiced.errors import DISK_TROUBLE, VoicedError, WrongInput
from voiced.runtime.native_thread import is_any_at_work

_DONE, _FAILED, _INTERRUPTED = 0, 1, 130

_COMMANDS = {
    "run": "the daemon: listen, answer, and record confirmed entries",
    "wake": "begin a session of the running daemon",
    "card": "the address of the page in the browser, and a QR code for the phone",
    "replay": "play recorded or typed turns through the whole daemon",
    "chat": "the same dialogue, typed",
    "ledger": "list, search, export, import, back up, check or restore the ledger",
    "report": "a month in sums by category, with its budgets",
    "budgets": "list, set or end the limits of categories",
    "recurring": "list, add or remove entries that come again",
    "memory": "list or forget what voiced learnt from corrections",
    "accounts": "list, add, rename or remove accounts",
    "categories": "list, add, rename or remove categories",
    "config": "check or show the configuration",
    "models": "list, fetch or check speech models",
    "asr": "compare the installed recognisers with your own voice",
    "voice": "build a voice from recordings, or try the voice",
    "devices": "list microphones and loudspeakers",
    "doctor": "check microphone, voice, models, ledger and machine",
    "nlu": "analyse sentences by the local rules, as JSON lines",
    "gateway": "serve a language model to daemons",
    "llm": "measure how far a language model can be believed",
    "stats": "show the times of answers",
    "service": "have systemd run the daemon",
}
"""Every command with its line in the help. The module `voiced.cli.NAME` defines its options and runs it."""

_NO_PLACE = frozenset(
    {errno.EACCES, errno.EPERM, errno.ENAMETOOLONG, errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.EROFS}
)
"""The errors of a path that this process cannot use."""

_EPILOG = """\
try it without a microphone:
  voiced chat                              type your sentences
  voiced replay text:午饭35块 text:确认     the same, scripted
  voiced replay 1.wav 2.wav --json         recorded turns, events as JSON lines
"""


class _Version(argparse.Action):
    """Prints the version, which is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"voiced {voiced.__version__}")
        parser.exit()


def parser() -> CommandParser:
    """The command line; the options of a command are added when it is chosen."""
    return _parser_and_commands()[0]


def whole_parser() -> CommandParser:
    """The command line with the options of all commands, for the man page and the completions."""
    root, commands = _parser_and_commands()
    for command in commands:
        command.load_all()
    return root


def _parser_and_commands() -> tuple[CommandParser, list[CommandParser]]:
    root = CommandParser(
        prog="voiced",
        description="Voice bookkeeping in Mandarin: say an entry, hear it read back, and confirm it; only then it is recorded.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    root.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    root.add_argument("-v", "--verbose", action="store_true", help="log decisions as well as failures")
    root.add_argument(
        "--profile",
        metavar="NAME",
        help="one person's settings and ledger on a shared device (default: $VOICED_PROFILE, else the common ones)",
    )
    below = root.add_subparsers(
        title="commands", metavar="COMMAND", required=True, dest="command", parser_class=CommandParser
    )
    commands: list[CommandParser] = []
    for name, does in _COMMANDS.items():
        command = below.add_parser(name, help=does)
        command.definition = f"voiced.cli.{name}:define"
        commands.append(command)
    return root, commands


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    Args:
        arguments: the command; by default the arguments of this process, which may then end here.
    """
    status = _run(arguments)
    if arguments is None and is_any_at_work():
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, AttributeError):  # closed by its reader, or given up below
                stream.flush()
        os._exit(status)
    return status


def _run(arguments: Sequence[str] | None) -> int:
    try:
        options = parser().parse_args(arguments)
        keep_one_heap()
        begin_logging()
        if options.verbose:
            # Libraries keep their level: at this one they log statements and messages with the speaker's words.
            logging.getLogger("voiced").setLevel(logging.DEBUG)
        if options.profile is not None:
            # All later code reads the profile from the variable.
            os.environ[VARIABLE] = options.profile
        # An invalid name is reported before the command begins.
        profile_in(os.environ)
        settle_ledger_owner(options.command, options)
        return _printed(finished(options.run(options)))
    except WrongInput as error:
        for mistake in str(error).splitlines():
            print(f"voiced: {mistake}", file=sys.stderr)
        return WRONG_INPUT
    except VoicedError as error:
        print(f"voiced: {error}", file=sys.stderr)
        return _FAILED
    except BrokenPipeError:
        # The reader of our output has closed it, so printing must not be tried again, even at exit.
        sys.stdout = None
        return _DONE
    except OSError as error:
        return _told(error)
    except ExceptionGroup as group:
        # Several parts of a conversation print, and each may have met the full disk.
        first, *_ = group.exceptions
        if not isinstance(first, OSError) or not all(map(_is_disk_trouble, group.exceptions)):
            raise
        return _told(first)
    except KeyboardInterrupt:
        return _INTERRUPTED


def _printed(status: int) -> int:
    """The status of a command, after its output was flushed: a full disk can be reported now, but not at exit."""
    sys.stdout.flush()
    return status


def _is_disk_trouble(error: Exception) -> bool:
    return isinstance(error, OSError) and error.errno in DISK_TROUBLE


def _told(error: OSError) -> int:
    """Report a full disk or an unusable path, which any command may meet.

    Raises:
        OSError: the error is of another kind.
    """
    if _is_disk_trouble(error):
        print(
            f"voiced: {error.filename or 'output'}: {error.strerror}; make room and try again",
            file=sys.stderr,
        )
        # Printing the rest at exit would fail again.
        sys.stdout = None
        return _FAILED
    if error.errno not in _NO_PLACE or error.filename is None:
        raise error
    print(f"voiced: {error.filename}: {error.strerror}; name another place", file=sys.stderr)
    return WRONG_INPUT
