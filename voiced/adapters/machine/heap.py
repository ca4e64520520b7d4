"""Settings of glibc's heap, so that it keeps less unused memory. With another C library nothing happens."""

from __future__ import annotations

import ctypes
from contextlib import suppress

_M_ARENA_MAX = -8
"""glibc's number of the setting, from malloc.h."""


def keep_one_heap() -> None:
    """Let all threads share a heap. To be called before there are other threads.

    glibc would give each thread a heap of its own, and `give_back_memory` reaches the free end of the first alone: after a
    sentence of 12 s, 25 MB stayed with CTranslate2's thread.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


def give_back_memory() -> None:
    """Return to the system what is free, in 5 to 8 ms. glibc would keep it: 35 MB of a sentence, 100 MB of half a minute."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
