"""Traditional characters and the simplified ones they are written with on the mainland, one to one.

Recognisers answer in either script. A table of characters is enough here, as no rule asks which of two traditional forms
was meant.
"""

from __future__ import annotations

from collections.abc import Mapping

from voiced.packaged import packaged_lines

TO_SIMPLIFIED: Mapping[int, int] = {
    ord(traditional): ord(simplified)
    for line in packaged_lines("voiced.language", "tables/traditional.txt")
    for traditional, simplified in line.split()
}
"""A table for `str.translate`."""
