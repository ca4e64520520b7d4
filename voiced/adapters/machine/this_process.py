"""Settings of this process that the operating system keeps: its heap, and its end together with its parent.

This module must stay quick to import, since child processes wait for it. The settings of the heap are those of glibc, which
then keeps less unused memory; with another C library they have no effect.
"""

from __future__ import annotations

import ctypes
import signal
import sys
from contextlib import suppress

_M_ARENA_MAX = -8
"""The number of the setting in glibc's malloc.h."""
_PR_SET_PDEATHSIG = 1
"""From linux/prctl.h: the signal that a process gets when its parent ends."""


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


def end_with_parent() -> None:
    """Make the system kill this process when its parent ends.

    After a killed daemon the end of the input alone would not end a process that hangs in a native library.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
