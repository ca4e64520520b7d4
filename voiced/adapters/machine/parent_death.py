"""A child process that never outlives its parent. Light to import: children wait for it."""

from __future__ import annotations

import ctypes
import signal
import sys

_PR_SET_PDEATHSIG = 1
"""From linux/prctl.h: the signal that a process gets when its parent ends."""


def end_with_parent() -> None:
    """Have the system kill this process when its parent ends.

    The end of the input would not end a process that is stuck in a native library when the daemon is killed.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
