"""A repository to clone and to pull from: this checkout, edits included, then a newer version."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
OLDER, NEWER = "0.0.8", "0.0.9"
_GIT = ("git", "-c", "user.name=somebody", "-c", "user.email=somebody@example.org")
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
        """Publish a newer version."""
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
        self._git("commit", "--allow-empty", "--message", f"Version {version}")
        self._git("tag", f"v{version}")

    def _git(self, *arguments: str) -> None:
        subprocess.run([*_GIT, *arguments], cwd=self.folder, check=True, capture_output=True)
