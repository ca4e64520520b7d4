"""Records of a CSV file that a spreadsheet opens."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

BYTE_ORDER_MARK = "\ufeff"
"""At the beginning it tells Excel that the file is UTF-8."""


def record(cells: Sequence[str]) -> str:
    """A record of RFC 4180, its end included."""
    written = io.StringIO()
    csv.writer(written).writerow(cells)
    return written.getvalue()
