"""A machine that voiced has never seen: an empty home, the system's programs, nothing of this checkout's environment."""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import DEVNULL, PIPE, STDOUT
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
_KEPT = ("PIP_", "HTTP_", "HTTPS_", "http_", "https_", "SSL_")
"""How this machine reaches its package registry; another one has it in its own settings."""


class Machine:
    """Commands, run as a new user would run them."""

    def __init__(self, folder: Path, variables: Mapping[str, str], programs: Path) -> None:
        """Set the machine up.

        Args:
            folder: empty, its path short.
            variables: what the user has set: the way to microphone and loudspeaker, a repository, a mirror.
            programs: a folder with `sudo`.
        """
        self.home = folder / "home"
        self.home.mkdir(mode=0o700)
        self._folder = self.home
        self.manager_folder = folder / "systemd"
        self.manager_folder.mkdir()
        ours = {name: value for name, value in os.environ.items() if name.startswith(_KEPT)}
        self.environment = {
            **ours,
            **variables,
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            # The client library of PulseAudio keeps one in the home; that is none of our files.
            "PULSE_COOKIE": str(folder / "cookie"),
            "PATH": f"{self.home}/.local/bin:{self.manager_folder}/bin:{programs}:/usr/local/bin:/usr/bin:/bin",
            "VOICED_CARD__PORT": "0",
            # Without it each run of the tests would fetch what the last one fetched.
            "PIP_CACHE_DIR": str(ROOT / ".cache" / "pip"),
        }

    async def run(self, command: str) -> tuple[int, str]:
        """Run a line as its shell would, in the folder that the line before it has led to; exit status and output."""
        keep_folder = f"trap 'pwd > {self.manager_folder}/folder' EXIT\n"
        process = await asyncio.create_subprocess_exec(
            *("bash", "-c", keep_folder + command),
            env=self.environment,
            cwd=self._folder,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=STDOUT,
        )
        output, _ = await process.communicate()
        assert process.returncode is not None
        self._folder = Path((self.manager_folder / "folder").read_text().strip())
        return process.returncode, output.decode()

    async def does(self, command: str) -> str:
        """Run a line that must succeed; what it printed."""
        status, output = await self.run(command)
        assert status == 0, f"$ {command}\n{output}"
        return output

    def units(self) -> list[Path]:
        """The user's unit of voiced with its drop-ins."""
        changes = sorted((self.home / ".config/systemd/user/voiced.service.d").glob("*.conf"))
        return [self.home / ".local/share/systemd/user/voiced.service", *changes]

    def files(self) -> set[str]:
        """All files and links in the home."""
        return {
            str(path.relative_to(self.home))
            for path in self.home.rglob("*")
            if path.is_symlink() or not path.is_dir()
        }
