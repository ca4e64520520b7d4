"""A file system that refuses each write, under a database that is open.

A test cannot do that to a real file system: while a file on it is open for writing, only the kernel makes it read-only, when
a disk fails. So the refusal comes at the place of the kernel's: SQLite calls the system by a table of functions, which
its own tests replace, too (`xSetSystemCall`, https://www.sqlite.org/c3ref/vfs.html). All parts above that table are real.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import os
from collections.abc import Generator
from contextlib import contextmanager

_WORD = ctypes.c_void_p
_SIGNED = ctypes.c_ssize_t


class _Vfs(ctypes.Structure):
    """`sqlite3_vfs` of version 3. Unused members have no name of their own."""

    _fields_ = (
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", _WORD),
        ("name", ctypes.c_char_p),
        ("data", _WORD),
        ("methods", _WORD * 13),
        ("set_system_call", ctypes.CFUNCTYPE(ctypes.c_int, _WORD, ctypes.c_char_p, _WORD)),
        ("get_system_call", ctypes.CFUNCTYPE(_WORD, _WORD, ctypes.c_char_p)),
        ("next_system_call", _WORD),
    )


_CALL = ctypes.CFUNCTYPE(_SIGNED, _SIGNED, _SIGNED, _SIGNED, _SIGNED, use_errno=True)
"""The type of each of these functions: all take at most four words and return -1 for a failure."""
_OPEN = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_int, use_errno=True)

_WRITING = ("write", "pwrite", "pwrite64", "ftruncate", "fallocate", "unlink")


@contextmanager
def nothing_can_be_written(number: int) -> Generator[None]:
    """Until the block is left, SQLite gets this error number when it writes, makes or removes a file."""
    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    found = library.sqlite3_vfs_find(None)
    vfs = found.contents

    def refuse(*_: int) -> int:
        ctypes.set_errno(number)
        return -1

    def open_to_read(path: bytes, flags: int, mode: int) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            return refuse()
        try:
            return os.open(path, flags, mode)
        except OSError as error:
            ctypes.set_errno(error.errno or number)
            return -1

    calls = {name: _CALL(refuse) for name in _WRITING} | {"open": _OPEN(open_to_read)}
    own = {name: vfs.get_system_call(found, name.encode()) for name in calls}
    replaced = [name for name in calls if own[name]]
    assert {"open", "write", "ftruncate"} <= set(replaced)
    try:
        for name in replaced:
            vfs.set_system_call(found, name.encode(), ctypes.cast(calls[name], _WORD))
        yield
    finally:
        for name in replaced:
            vfs.set_system_call(found, name.encode(), own[name])
