"""Ends a child process together with its parent. This module must stay quick to import, since children wait for it."""

from __future__ import annotations

import ctypes
import signal
import sys

_PR_SET_PDEATHSIG = 1
"""From linux/prctl.h: the signal that a process gets when its parent ends."""


def end_with_parent() -> None:
    """Make the system kill this process when its parent ends.

    After a killed daemon the end of the input alone would not end a process that hangs in a native library.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
