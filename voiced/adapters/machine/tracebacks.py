"""An error as the journal may hold it: where it happened and of which kind it is, without words that may have been said."""

from __future__ import annotations

import traceback
from typing import cast

from voiced.errors import VoicedError

_OF_CAUSE = "\n\nThe above exception was the direct cause of the following exception:\n\n"
_OF_CONTEXT = "\n\nDuring handling of the above exception, another exception occurred:\n\n"


def traceback_without_words(error: BaseException) -> str:
    """The traceback as Python prints it, with messages only of errors whose messages hold nothing that was said.

    A `KeyError` of a dictionary of words shows the word. Our own messages are written for the log, those of the operating
    system name files, and those of imports name modules.
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
