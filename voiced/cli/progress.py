"""How far a long work is, for who watches a terminal. A log or a pipe gets none of it."""

from __future__ import annotations

import sys
from collections.abc import Callable


def progress(doing: str, total: int) -> Callable[[int], None]:
    """What to tell how much is done; it rewrites one line on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        return lambda _: None

    def tell(done: int) -> None:
        end = "\n" if done == total else ""
        print(f"\r{doing}: {done} of {total}", end=end, file=sys.stderr, flush=True)

    return tell
