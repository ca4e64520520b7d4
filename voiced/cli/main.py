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

from voiced.adapters.machine.disk_trouble import DISK_TROUBLE
from voiced.adapters.machine.heap import keep_one_heap
from voiced.adapters.machine.log_output import begin_logging
from voiced.cli import (
    accounts,
    card,
    categories,
    chat,
    config,
    devices,
    doctor,
    gateway,
    ledger,
    models,
    nlu,
    replay,
    run,
    service,
    stats,
    wake,
)
from voiced.cli.whose import settle_whose
from voiced.domain.profile import VARIABLE, profile_in
from voiced.errors import VoicedError, WrongInput
from voiced.runtime.native_thread import is_any_at_work

_DONE, _FAILED, _WRONG_INPUT, _INTERRUPTED = 0, 1, 2, 130

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


class _Parser(argparse.ArgumentParser):
    """Tells a mistake in one line: argparse would print the usage before it. Those of its commands do the same."""

    def error(self, message: str) -> NoReturn:
        self.exit(_WRONG_INPUT, f"{self.prog}: {message}; see {self.prog} --help\n")


class _Version(argparse.Action):
    """Looks the version up when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        import voiced

        print(f"voiced {voiced.__version__}")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    root = _Parser(
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
    commands = root.add_subparsers(title="commands", metavar="COMMAND", required=True, dest="command")
    for command in (
        run,
        wake,
        card,
        replay,
        chat,
        ledger,
        accounts,
        categories,
        config,
        models,
        devices,
        doctor,
        nlu,
        gateway,
        stats,
        service,
    ):
        command.register(commands)
    return root


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
        return _WRONG_INPUT
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
    return _WRONG_INPUT
