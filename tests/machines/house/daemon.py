"""`voiced run` of this checkout with a home of its own, beside Home Assistant on the same machine."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.machines.debian import ROOT
from tests.support.processes import free_port, listens_within

_START_SECONDS, _LOG_SECONDS = 60.0, 60.0
Sections = Mapping[str, Mapping[str, object]]
"""Settings, by section and key."""


class Daemon:
    """A daemon of a household.

    Attributes:
        home: the home of its user.
        card_port: where its page is.
        wyoming_port: where Home Assistant reaches it.
    """

    def __init__(self, home: Path) -> None:
        """It does not run yet."""
        self.home = home
        self.card_port, self.wyoming_port = free_port(), free_port()
        self._log = home / "voiced.log"
        self._settings = home / "voiced.toml"
        self._process: subprocess.Popen[bytes] | None = None
        folders = {"HOME": home, "XDG_RUNTIME_DIR": home, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home}
        self._environment = {**os.environ, **{name: str(folder) for name, folder in folders.items()}}

    @property
    def log(self) -> str:
        """What it told its operator, over all its starts."""
        return self._log.read_text(encoding="utf-8")

    def configure(self, sections: Sections) -> None:
        """Write its settings; JSON's texts, numbers and lists are TOML's as well."""
        given = {"card": {"port": self.card_port}, **sections}
        lines = [
            f"[{section}]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())
            for section, keys in given.items()
        ]
        self._settings.write_text("\n".join(lines), encoding="utf-8")

    def start(self) -> None:
        """Start it; return when it serves satellites."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "voiced", "run", "--config", str(self._settings)],
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        assert listens_within(_START_SECONDS, self.wyoming_port, self._process), self.log

    def stop(self) -> None:
        """Stop it in order."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None

    def restart(self) -> None:
        """Stop it and start it."""
        self.stop()
        self.start()

    def reload(self, told: str) -> None:
        """Have it read its settings anew; return when it tells these words."""
        assert self._process is not None
        count = self.log.count(told)
        self._process.send_signal(signal.SIGHUP)
        self.tells(told, count + 1)

    def tells(self, words: str, times: int = 1) -> None:
        """Return when its operator was told these words so often."""
        ends = time.monotonic() + _LOG_SECONDS
        while self.log.count(words) < times:
            assert time.monotonic() < ends, f"{words!r} is not told {times} times:\n{self.log[-1500:]}"
            time.sleep(0.1)

    def command(self, *arguments: str) -> str:
        """What a command of its user prints."""
        done = subprocess.run(
            [sys.executable, "-m", "voiced", *arguments],
            cwd=ROOT, env=self._environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.stdout + done.stderr

    def check(self) -> str:
        """What `voiced config check` says of its settings."""
        return self.command("config", "check", "--config", str(self._settings))

    def rows(self) -> list[str]:
        """`amount TYPE category` of each saved row."""
        ledger = self.home / "voiced/ledger.db"
        listed = self.command("ledger", "export", "--format", "jsonl", "--db", str(ledger))
        return [
            f"{row['amount']} {row['type']} {row['category']}" for row in map(json.loads, listed.splitlines())
        ]

    def rooms(self) -> list[str]:
        """The names of the rooms on its card."""
        found = re.search(r"http://\S+", self.command("card"))
        assert found is not None
        origin = f"http://127.0.0.1:{self.card_port}"
        with httpx.Client(follow_redirects=True, trust_env=False) as browser:
            browser.get(found[0])
            cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        page = connect(
            f"{origin.replace('http', 'ws')}/ws", origin=Origin(origin),
            additional_headers={"Cookie": cookie}, proxy=None,
        )  # fmt: skip
        with closing(page):
            told: dict[str, Any] = json.loads(page.recv(timeout=10))
        return [str(room["name"]) for room in told["rooms"]]

    def opens_metrics(self, token: str) -> bool:
        """Whether a token opens the metrics."""
        header = {"Authorization": f"Bearer {token}"}
        return httpx.get(
            f"http://127.0.0.1:{self.card_port}/metrics", headers=header, trust_env=False
        ).is_success
