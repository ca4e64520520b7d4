"""What a thread frees is given back to the system; each case has a process of its own."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import re, sys, threading
from pathlib import Path
from voiced.adapters.machine.this_process import give_back_memory, keep_one_heap

def resident_megabytes():
    return int(re.search(r"VmRSS:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) / 1024

def recognise():
    bytes(30_000_000)  # glibc learns from a large block to keep as much of the free memory
    blocks = [b"x" * 100_000 for _ in range(300)]
    del blocks
    is_done.set()
    may_end.wait()

if sys.argv[1] == "one heap":
    keep_one_heap()
is_done, may_end = threading.Event(), threading.Event()
thread = threading.Thread(target=recognise)
before = resident_megabytes()
thread.start()
is_done.wait()
give_back_memory()
print(resident_megabytes() - before)
may_end.set()
"""


def megabytes_held(heaps: str) -> float:
    """What is still held of 30 MB that a thread has freed."""
    ran = subprocess.run([sys.executable, "-c", PROGRAM, heaps], capture_output=True, text=True, check=True)
    return float(ran.stdout)


def test_memory_that_a_thread_freed_is_given_back_from_a_shared_heap() -> None:
    assert megabytes_held("one heap") < 5


def test_it_is_kept_where_each_has_its_own() -> None:
    """The setting is of use on this C library: without it the test before would fail."""
    assert megabytes_held("as glibc does") > 10
