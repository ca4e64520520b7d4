from __future__ import annotations

import pytest

from voiced.packaged import packaged_lines, packaged_text


def test_a_table_is_read_without_its_comments() -> None:
    assert packaged_text("voiced.language", "tables/lunar.txt").startswith("# ")
    assert packaged_lines("voiced.language", "tables/lunar.txt")[0] == "2000 02-05  0 110010010110"


def test_a_file_that_is_missing_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"none\.txt"):
        packaged_text("voiced.language", "tables/none.txt")


def test_a_package_that_cannot_be_read_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="install voiced again"):
        packaged_text("sys", "none.txt")
