"""An error for the journal: its place and type, without words that may have been spoken."""

from __future__ import annotations

import traceback
from typing import cast

from voiced.errors import VoicedError

_OF_CAUSE = "\n\nThe above exception was the direct cause of the following exception:\n\n"
_OF_CONTEXT = "\n\nDuring handling of the above exception, another exception occurred:\n\n"


def traceback_without_words(error: BaseException) -> str:
    """The traceback as Python prints it, with the messages of safe errors only.

    The message of a `KeyError` may show a spoken word. Messages of voiced, of the operating system and of imports are safe:
    they name parts, files and modules.
    """
    parts: list[str] = []
    if error.__cause__ is not None:
        parts += [traceback_without_words(error.__cause__), _OF_CAUSE]
    elif error.__context__ is not None and not error.__suppress_context__:
        parts += [traceback_without_words(error.__context__), _OF_CONTEXT]
    parts += ["Traceback (most recent call last):\n", *traceback.format_tb(error.__traceback__), _name(error)]
    if isinstance(error, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", error)
        parts += [f"\n\nOne of them:\n{traceback_without_words(one)}" for one in group.exceptions]
    return "".join(parts)


def _name(error: BaseException) -> str:
    name = type(error).__qualname__
    return f"{name}: {error}" if isinstance(error, VoicedError | OSError | ImportError) else name
