"""A repository to clone and to pull from: this checkout, edits included, then a version with one more step of the schema."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
OLDER, NEWER = "0.0.8", "0.0.9"
_GIT = ("git", "-c", "user.name=somebody", "-c", "user.email=somebody@example.org")
_VERSION = "VERSION = len(_STEPS)\n"
_ONE_MORE_STEP = f'_STEPS = (*_STEPS, ("SELECT 1",))\n\n{_VERSION}'
"""A step of the ledger's schema that changes its version alone."""
_OF_AN_INSTALLATION = ("voiced", "config", "systemd", "models", "requirements", "scripts")


class Origin:
    """A repository in a folder."""

    def __init__(self, folder: Path) -> None:
        """Publish this checkout."""
        self.folder = folder
        folder.mkdir()
        self._git("init")
        self._copy()
        self._release(OLDER)

    def goes_on(self) -> None:
        """Publish a version whose ledger has one more step."""
        schema = self.folder / "voiced/adapters/ledger/sqlite_schema.py"
        replace_in(schema, _VERSION, _ONE_MORE_STEP)
        self._release(NEWER)

    def _copy(self) -> None:
        for name in _OF_AN_INSTALLATION:
            shutil.copytree(
                *(ROOT / name, self.folder / name),
                ignore=shutil.ignore_patterns("__pycache__", "node_modules"),
                dirs_exist_ok=True,
            )
        for file in ROOT.iterdir():
            if file.is_file() and file.name != ".git":
                shutil.copy(file, self.folder)

    def _release(self, version: str) -> None:
        self._git("add", ".")
        self._git("commit", "--message", f"Version {version}")
        self._git("tag", f"v{version}")

    def _git(self, *arguments: str) -> None:
        subprocess.run([*_GIT, *arguments], cwd=self.folder, check=True, capture_output=True)


def replace_in(file: Path, old: str, new: str) -> None:
    """Put a text in the place of another one that stands there once."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
