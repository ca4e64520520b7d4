"""Settings of glibc's heap, which then keeps less unused memory. They have no effect with another C library."""

from __future__ import annotations

import ctypes
from contextlib import suppress

_M_ARENA_MAX = -8
"""The number of the setting in glibc's malloc.h."""


def keep_one_heap() -> None:
    """Make all threads share a heap. Call it before other threads start.

    glibc would give each thread a heap of its own, and `give_back_memory` trims only the first: after a sentence of 12 s,
    25 MB stayed with CTranslate2's thread.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


def give_back_memory() -> None:
    """Return free memory to the system, in 5 to 8 ms. glibc would keep 35 MB after a sentence, 100 MB after 30 s."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
