"""A voiced that was installed on a system, and who speaks to it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Generator
from contextlib import contextmanager

from tests.machines import sound
from tests.machines.machine import Machine

_TRIES = 3
CANARY = "canary-58c1e0"
"""Stands for a key."""
_CHINESE = re.compile("[\u4e00-\u9fff]")
_LISTENS = "listens|waits for a draft to be confirmed"
_OPEN = (
    "import sys, urllib.request as u; b = u.build_opener(u.HTTPCookieProcessor()); "
    "print(b.open(sys.argv[1], timeout=10).status)"
)
"""Opens a page as a browser does, with the cookie that it is given."""


class Household:
    """The daemon of one user, or of the machine.

    Attributes:
        machine: where.
        user: who types the commands and speaks.
        is_system: whether the daemon is the machine's.
        repeated: how often something had to be said again.
    """

    def __init__(
        self,
        machine: Machine,
        user: str,
        *,
        is_system: bool,
        player: str = "paplay --device=mic",
        patience_seconds: int = 60,
    ) -> None:
        """Nothing is done yet.

        Args:
            machine: where it is to be.
            user: who types and speaks.
            is_system: whether it is the machine's.
            player: the command that plays a file into the microphone.
            patience_seconds: how long an answer is waited for.
        """
        self.machine = machine
        self.user = user
        self.is_system = is_system
        self._player = player
        self._patience_seconds = patience_seconds
        self.repeated = 0
        self._scope = "sudo systemctl" if is_system else "systemctl --user"
        self._journal = "sudo journalctl" if is_system else "journalctl --user"

    def types(self, line: str, *, seconds: float = 120, answer: str = "", folder: str = "~") -> str:
        """Type a line that must succeed; what it printed."""
        done = self.machine.line(self.user, line, seconds=seconds, answer=answer, folder=folder)
        assert done.status == 0, f"$ {line}\n{done.output[-1500:]}"
        return done.output

    def voiced(self, arguments: str) -> str:
        """A command of voiced as the operator of this daemon types it."""
        return self.types(f"sudo voiced {arguments}" if self.is_system else f"voiced {arguments}")

    def systemctl(self, arguments: str) -> str:
        """Ask the manager that runs the daemon."""
        return self.types(f"{self._scope} {arguments}")

    def tries(self, arguments: str) -> None:
        """Ask it for something that may fail."""
        self.machine.line(self.user, f"{self._scope} {arguments}")

    def property(self, name: str) -> str:
        """What the manager knows of the daemon."""
        return self.systemctl(f"show voiced --property={name} --value").strip()

    def journal(self, options: str = "") -> list[str]:
        """The lines of the daemon in the journal, without times and names."""
        text = self.types(f"{self._journal} --quiet --unit voiced --output cat --no-pager {options} || true")
        return text.splitlines()

    def settings(self, text: str) -> None:
        """Write the settings and restart the daemon with them."""
        if self.is_system:
            self.types(f"sudo mkdir -p /etc/voiced && printf '{text}' | sudo tee /etc/voiced/voiced.toml")
        else:
            self.types(f"mkdir -p ~/.config/voiced && printf '{text}' > ~/.config/voiced/voiced.toml")
        self.systemctl("restart voiced")

    @contextmanager
    def changed(self, settings: str) -> Generator[None]:
        """Run the daemon with a changed unit for a block, as `systemctl edit` changes it."""
        place = "/etc/systemd/system" if self.is_system else "$HOME/.config/systemd/user"
        root = "sudo " if self.is_system else ""
        file = f"{place}/voiced.service.d/trial.conf"
        self.types(f"{root}mkdir -p $(dirname {file}) && printf '[Service]\\n{settings}' | {root}tee {file}")
        self.systemctl("daemon-reload")
        try:
            yield
        finally:
            self.types(f"{root}rm {file} && {root}rmdir --ignore-fail-on-non-empty $(dirname {file})")
            self.systemctl("daemon-reload")
            self.systemctl("reset-failed voiced")
            self.systemctl("restart voiced")

    def wake(self) -> None:
        """Begin a session, and return when the daemon listens."""
        self.voiced("wake")
        self.until_status(_LISTENS)

    def wakes_to_an_offer(self) -> None:
        """Begin a session after a crash, and return when the daemon has offered the draft and listens."""
        self._answered_after(f"{'sudo ' if self.is_system else ''}voiced wake")

    def says(self, *recordings: str) -> None:
        """Speak; return when the last was answered. Words that are not heard are said again, as a person does."""
        for recording in recordings:
            for _ in range(_TRIES - 1):
                try:
                    self._answered_after(sound.playing(recording, self._player))
                    break
                except AssertionError:
                    self.repeated += 1
            else:
                self._answered_after(sound.playing(recording, self._player))

    def speaks(self, recording: str) -> None:
        """Speak; return when the last sample was played."""
        self.types(sound.playing(recording, self._player))

    def until_status(self, pattern: str, seconds: int = 0) -> None:
        """Return when the daemon's status is one of those that are named."""
        self.until_property("StatusText", pattern, seconds)

    def until_property(self, name: str, pattern: str, seconds: int = 0) -> None:
        """Return when what the manager knows of the daemon matches."""
        seconds = max(seconds, self._patience_seconds)
        self._waits(self._until(name, pattern, seconds), seconds)

    def _answered_after(self, line: str) -> None:
        """Type a line that makes the daemon speak; return when it has spoken."""
        # Who begins to watch afterwards may miss a short answer on a busy machine.
        watch = self._until("StatusText", "speaks", self._patience_seconds // 3)
        then = self._until("StatusText", f"{_LISTENS}|waits to be woken", self._patience_seconds)
        self._waits(f"{watch} & {line} && wait $! && {then}", 2 * self._patience_seconds)

    def _until(self, name: str, pattern: str, seconds: int) -> str:
        show = f"{self._scope} show voiced --property={name} --value"
        return f"timeout {seconds} bash -c \"until {show} | grep -qxE '{pattern}'; do sleep 0.05; done\""

    def _waits(self, line: str, seconds: int) -> None:
        done = self.machine.line(self.user, line, seconds=seconds + 30)
        if done.status != 0:
            lately = "\n".join(self.journal("--lines 8"))
            status = self.property("StatusText")
            raise AssertionError(f"$ {line}\n{done.output}status {status!r}; the journal:\n{lately}")

    def opens_card(self) -> str:
        """Open the card at the address that `voiced card` tells; the address without what lets somebody in."""
        first = self.voiced("card").splitlines()
        address = next(line.split()[-1] for line in first if line.startswith("on this machine:"))
        assert self.types(f"python3 -c '{_OPEN}' '{address}'").strip() == "200"
        return address.split("?", maxsplit=1)[0]

    def rows(self, ledger: str = "") -> list[str]:
        """The rows of its ledger, or of another: amount, type and category."""
        named = f" --db {ledger}" if ledger else ""
        owner = "sudo -u voiced " if self.is_system else ""
        exported = self.types(f"{owner}voiced ledger export --format jsonl{named}")
        rows = (json.loads(line) for line in exported.splitlines() if line.startswith("{"))
        return [f"{row['amount']} {row['type']} {row['category']}" for row in rows]

    def main_process(self) -> str:
        """The process of the daemon."""
        return self.property("MainPID")

    def signal(self, name: str) -> None:
        """Signal the daemon's own process, as root."""
        done = self.machine.root_line(f"kill -{name} {self.main_process()}")
        assert done.status == 0, done.output

    def until_restarted(self, process_before: str, seconds: int = 60) -> None:
        """Return when another process of the daemon is ready."""
        self.until_property("ActiveState", "active", seconds)
        ends = time.monotonic() + seconds
        while self.main_process() in (process_before, "0") or self.property("ActiveState") != "active":
            assert time.monotonic() < ends, f"no other process is ready after {seconds} s"
            time.sleep(0.3)

    def said_in_journal(self) -> list[str]:
        """The lines of the journal that hold Chinese, which only the speaker and the voice use, a key or a token."""
        return [
            line for line in self.journal() if _CHINESE.search(line) or CANARY in line or "token=" in line
        ]
