"""A repository to clone and to pull from: first this checkout, then a newer voiced."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.machines.debian import ROOT

OLDER, NEWER = "0.0.9", "0.0.10"
_AUTHOR = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "trial"), ("EMAIL", "trial@localhost"))
}


def commit() -> str:
    """The commit of this checkout, for a record."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


class Repository:
    """A bare repository; see the module."""

    def __init__(self, folder: Path) -> None:
        """Make it in a folder that is not there yet; it has this checkout."""
        self._folder = folder
        subprocess.run(
            ["git", "clone", "--quiet", "--bare", "--depth=1", f"file://{ROOT}", str(folder)], check=True
        )
        self._branch = self._git("symbolic-ref", "HEAD")
        self._older = self._commit(self._git("rev-parse", "HEAD^{tree}"))
        self._publish(self._older, OLDER)

    def release(self) -> None:
        """From now on a pull brings the newer version."""
        self._publish(self._commit(self._git("rev-parse", "HEAD^{tree}"), "-p", self._older), NEWER)

    def _publish(self, commit: str, version: str) -> None:
        self._git("update-ref", self._branch, commit)
        self._git("tag", f"v{version}", commit)

    def _commit(self, tree: str, *parents: str) -> str:
        return self._git("commit-tree", tree, *parents, "-m", "trial")

    def _git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(self._folder), *arguments],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, **_AUTHOR},
        )
        return done.stdout.removesuffix("\n")
