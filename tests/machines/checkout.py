"""A repository to clone and to pull from: first this checkout, then a newer voiced."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.machines.debian import ROOT
from tests.support.newer_schema import SCHEMA, with_one_more_step

OLDER, NEWER = "0.0.9", "0.0.10"
_AUTHOR = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "trial"), ("EMAIL", "trial@localhost"))
}


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
        self._publish(self._commit(self._newer_tree(), "-p", self._older), NEWER)

    def _publish(self, commit: str, version: str) -> None:
        self._git("update-ref", self._branch, commit)
        self._git("tag", f"v{version}", commit)

    def _newer_tree(self) -> str:
        index = str(self._folder / "newer-index")
        self._git("read-tree", "HEAD", index=index)
        newer = with_one_more_step(self._git("show", f"HEAD:{SCHEMA}") + "\n")
        blob = self._git("hash-object", "-w", "--stdin", typed=newer)
        self._git("update-index", "--cacheinfo", f"100644,{blob},{SCHEMA}", index=index)
        return self._git("write-tree", index=index)

    def _commit(self, tree: str, *parents: str) -> str:
        return self._git("commit-tree", tree, *parents, "-m", "trial")

    def _git(self, *arguments: str, typed: str = "", index: str = "") -> str:
        done = subprocess.run(
            ["git", "-C", str(self._folder), *arguments],
            input=typed,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, **_AUTHOR, **({"GIT_INDEX_FILE": index} if index else {})},
        )
        return done.stdout.removesuffix("\n")
