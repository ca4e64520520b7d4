"""The command `voiced`. Exit status: 0 done, 1 failed, 2 wrong input (a line for each mistake says what and where)."""

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
from voiced.cli.command import WRONG_INPUT, CommandParser
from voiced.cli.whose import settle_whose
from voiced.domain.profile import VARIABLE, profile_in
from voiced.errors import DISK_TROUBLE, VoicedError, WrongInput
from voiced.runtime.native_thread import is_any_at_work

_DONE, _FAILED, _INTERRUPTED = 0, 1, 130

_COMMANDS = {
    "run": "the daemon: listen, answer, write down what is confirmed",
    "wake": "begin a session of the daemon that runs",
    "card": "the address of the page in the browser, and a QR code for the phone",
    "replay": "play recorded or typed turns through the whole daemon",
    "chat": "the same dialogue, typed",
    "ledger": "export, import, back up, check or restore the ledger",
    "accounts": "list, add, rename or remove accounts",
    "categories": "list, add, rename or remove categories",
    "config": "check or show the configuration",
    "models": "list, fetch or check speech models",
    "devices": "list microphones and loudspeakers",
    "doctor": "check microphone, voice, models, ledger and machine",
    "nlu": "what the local rules make of sentences, as JSON lines",
    "gateway": "serve a language model to daemons",
    "stats": "how long answers took",
    "service": "have systemd run the daemon",
}
"""Every command with its line in the help. The module `voiced.cli.NAME` defines its options and runs it."""

_NO_PLACE = frozenset(
    {errno.EACCES, errno.EPERM, errno.ENAMETOOLONG, errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.EROFS}
)
"""A place that may not or cannot be used, whatever is done with it."""

_EPILOG = """\
try it without a microphone:
  voiced chat --offline                    type what you would say
  voiced replay text:午饭35块 text:确认     the same, scripted
  voiced replay 1.wav 2.wav --json         recorded turns, events as JSON lines
"""


class _Version(argparse.Action):
    """Looks the version up when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"voiced {voiced.__version__}")
        parser.exit()


def parser() -> CommandParser:
    """The command line. What a command's module says of it is added when the command is chosen."""
    return _parser_and_commands()[0]


def whole_parser() -> CommandParser:
    """The command line with everything that the commands' modules say, for whoever looks at all of it."""
    root, commands = _parser_and_commands()
    for command in commands:
        command.load_all()
    return root


def _parser_and_commands() -> tuple[CommandParser, list[CommandParser]]:
    root = CommandParser(
        prog="voiced",
        description="Voice bookkeeping in Mandarin: say it, hear it read back, confirm it, only then it is written.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    root.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    root.add_argument(
        "-v", "--verbose", action="store_true", help="log what is decided, not only what goes wrong"
    )
    root.add_argument(
        "--profile",
        metavar="NAME",
        help="whose books, where several people share a device (default: $VOICED_PROFILE, or nobody's in particular)",
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
        arguments: the command; where it is left out, that of this process, which then belongs to it and may end here.
    """
    status = _run(arguments)
    if arguments is None and is_any_at_work():
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, AttributeError):  # closed by who read it, or let go
                stream.flush()
        os._exit(status)
    return status


def _run(arguments: Sequence[str] | None) -> int:
    options = parser().parse_args(arguments)
    keep_one_heap()
    begin_logging()
    if options.verbose:
        # Libraries stay as they are: at this level they log statements and messages with all that was said.
        logging.getLogger("voiced").setLevel(logging.DEBUG)
    if options.profile is not None:
        # As the variable does: it holds for all that reads the configuration and names files.
        os.environ[VARIABLE] = options.profile
    try:
        # A name that is none is told now, not in the middle of something.
        profile_in(os.environ)
        settle_whose(options.command, options)
        return _printed(options.run(options))
    except WrongInput as error:
        for mistake in str(error).splitlines():
            print(f"voiced: {mistake}", file=sys.stderr)
        return WRONG_INPUT
    except VoicedError as error:
        print(f"voiced: {error}", file=sys.stderr)
        return _FAILED
    except BrokenPipeError:
        # Whoever read our output has seen enough; nothing more can be printed, not even at exit.
        sys.stdout = None
        return _DONE
    except OSError as error:
        return _told(error)
    except ExceptionGroup as group:
        # Several parts of a conversation print, and each may have found the disk full.
        first, *_ = group.exceptions
        if not isinstance(first, OSError) or not all(map(_is_disk_trouble, group.exceptions)):
            raise
        return _told(first)
    except KeyboardInterrupt:
        return _INTERRUPTED


def _printed(status: int) -> int:
    """The status of a command, after its output was written: a full disk can be told now, but not at the end of the process."""
    sys.stdout.flush()
    return status


def _is_disk_trouble(error: Exception) -> bool:
    return isinstance(error, OSError) and error.errno in DISK_TROUBLE


def _told(error: OSError) -> int:
    """Tell of a full disk, or of a path that cannot be used. Any command may meet either, and the advice is the same.

    Raises:
        OSError: it is another trouble.
    """
    if _is_disk_trouble(error):
        print(
            f"voiced: {error.filename or 'output'}: {error.strerror}; make room and try again",
            file=sys.stderr,
        )
        # What could not be printed cannot be printed at exit either.
        sys.stdout = None
        return _FAILED
    if error.errno not in _NO_PLACE or error.filename is None:
        raise error
    print(f"voiced: {error.filename}: {error.strerror}; name another place", file=sys.stderr)
    return WRONG_INPUT
