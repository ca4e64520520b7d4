"""What the wheel holds beside the package: its version, the man page and the completions of shells, made of the parser."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

import shtab
from argparse_manpage.manpage import Manpage
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
COMPLETIONS = {
    "bash": "share/bash-completion/completions/voiced",
    "zsh": "share/zsh/site-functions/_voiced",
    "fish": "share/fish/vendor_completions.d/voiced.fish",
}
"""Where a shell looks below a prefix such as /usr/local or ~/.local."""
MAN_PAGE = "share/man/man1/voiced.1"


class CommandLineFiles(BuildHookInterface[Any]):
    """Writes these files into a folder of its own: the checkout stays as it is, also where root builds from it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the files, and say where they go in the wheel."""
        if version == "editable":
            return
        self._made = tempfile.TemporaryDirectory()
        folder = Path(self._made.name)
        number = folder / "VERSION"
        number.write_text(f"{self.metadata.version}\n", encoding="utf-8")  # pyright: ignore[reportUnknownMemberType] - no type of its own
        build_data["force_include"][str(number)] = "voiced/shipped/VERSION"
        for place, text in command_line_files().items():
            file = folder / Path(place).name
            file.write_text(text, encoding="utf-8")
            build_data["shared_data"][str(file)] = place

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clean up."""
        if version != "editable":
            self._made.cleanup()


def command_line_files() -> dict[str, str]:
    """The text of each file, by its place below a prefix."""
    sys.path.insert(0, str(ROOT))
    try:
        from voiced.cli.main import whole_parser  # noqa: PLC0415 - of this checkout, wherever the build runs
    finally:
        sys.path.remove(str(ROOT))
    files = {place: shtab.complete(whole_parser(), shell) for shell, place in COMPLETIONS.items()}
    return {**files, MAN_PAGE: man_page(whole_parser())}


def man_page(parser: argparse.ArgumentParser) -> str:
    """The man page; without a date, so that the same sources make the same wheel."""
    page = Manpage(parser, format="single-commands-section")
    page.date, page.source, page.manual = "", "voiced", "User commands"
    page.description = "voice bookkeeping in Mandarin"
    return str(page)
