"""The programs of another processor or another Debian, on this host's kernel. No systemd, no sound: commands alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.machines import page
from tests.machines.host import HostNetwork
from tests.machines.machine import LINE_SECONDS, Done, Machine, run
from tests.machines.record import Check
from tests.machines.sound import ENTRY, SPEECH
from tests.machines.system_files import UNREGISTERED, binds, prepare

_SLOW_SECONDS = 3000.0
_OF_NSPAWN = "Attempted to remove disk file system"
"""What systemd-nspawn complains of where it was not registered."""
_NOT_HERE = ("microphone", "loudspeaker", "clock")
"""What the doctor cannot find well in a userland."""


class Userland(Machine):
    """A file system whose programs are run one line at a time."""

    def __init__(
        self,
        root: Path,
        network: HostNetwork,
        shared: Mapping[Path, str],
        kept: Mapping[Path, str] | None = None,
    ) -> None:
        """Nothing runs yet.

        Args:
            root: its file system.
            network: of the host.
            shared: folders of the host and where it sees them, not to be written to.
            kept: the same for folders that it may write to.
        """
        prepare(root, network)
        self._root = root
        kept = kept or {}
        self._binds = [
            *binds(network, shared),
            *(f"--bind={source}:{target}" for source, target in kept.items()),
        ]

    def command(self, line: str) -> list[str]:
        """The host's command that runs a line of shell as root; one at a time."""
        options = ("--quiet", "--pipe", f"--directory={self._root}", "--resolv-conf=copy-host", "--as-pid2")
        return ["systemd-nspawn", *options, *UNREGISTERED, *self._binds, "bash", "-c", line]

    def root_line(self, line: str, seconds: float = LINE_SECONDS) -> Done:
        """Run a line of shell as root."""
        done = run(self.command(line), seconds)
        told = (each for each in done.output.splitlines() if not each.startswith(_OF_NSPAWN))
        return Done(done.status, "\n".join(told))

    def line(
        self, user: str, line: str, *, seconds: float = LINE_SECONDS, answer: str = "", folder: str = "~"
    ) -> Done:
        """Run a line of shell as a user, whom nobody logged in."""
        place = "" if folder == "~" else f"cd {folder} && "
        return self.root_line(
            f"printf %s '{answer}' | runuser --login {user} --command \"{place}{line}\"", seconds
        )

    def read(self, path: str) -> bytes:
        """The content of a file."""
        return (self._root / path.lstrip("/")).read_bytes()


class UserlandStory:
    """What must hold of voiced there."""

    def __init__(self, userland: Userland, user: str, repository: str, mirror: str) -> None:
        """`user` has an account, `repository` is what is cloned, `mirror` gives the weights."""
        self._userland = userland
        self._user = user
        self._repository = repository
        self._mirror = mirror

    def checks(self) -> Iterator[Check]:
        """In their order."""
        yield Check("its programs are those of aarch64", self.is_another_processor, is_needed=True)
        yield Check("the checkout is cloned", self.clone, is_needed=True)
        yield Check("`scripts/install --user --with whisper`", self.install, is_needed=True)
        yield Check("`voiced models fetch … --mirror …`", self.fetch, is_needed=True)
        yield Check("`voiced doctor` finds nothing wrong but sound, which is not there", self.doctor)
        yield Check("typed turns end in the ledger", self.typed)
        yield Check("recorded turns end in the ledger", self.recorded)

    def is_another_processor(self) -> None:
        assert self._types("uname -m").strip() == "aarch64"

    def clone(self) -> None:
        self._types(f"git clone --quiet {self._repository} voiced")

    def install(self) -> None:
        self._page_line("scripts/install --user --with")

    def fetch(self) -> None:
        self._page_line("voiced models fetch")

    def doctor(self) -> None:
        told = self._userland.line(self._user, "voiced doctor --json", seconds=_SLOW_SECONDS).output
        wrong = [one for one in _judged(told) if one[1] == "bad" and one[0] not in _NOT_HERE]
        assert "recogniser" in told, told
        assert wrong == [], wrong

    def typed(self) -> None:
        told = self._types("voiced replay text:午饭35块 text:确认 --offline --db typed.db")
        assert "记好了" in told, told
        self._has_lunch("typed.db")

    def recorded(self) -> None:
        turns = " ".join(f"{SPEECH}/{recording}.wav" for recording in ENTRY)
        told = self._types(f"voiced replay {turns} --offline --db recorded.db")
        assert "记好了" in told, told
        self._has_lunch("recorded.db")

    def _has_lunch(self, ledger: str) -> None:
        rows = self._types(f"voiced ledger export --format csv --db {ledger}").splitlines()
        assert len(rows) == 2, rows
        assert "35" in rows[1], rows

    def _page_line(self, beginning: str) -> None:
        lines = page.lines("For you, at a desktop", self._mirror)
        (line,) = [line for line in lines if line.startswith(beginning)]
        self._types(line, folder=f"/home/{self._user}/voiced")

    def _types(self, line: str, folder: str = "~") -> str:
        done = self._userland.line(self._user, line, seconds=_SLOW_SECONDS, folder=folder)
        assert done.status == 0, f"$ {line}\n{done.output[-1500:]}"
        return done.output


def _judged(told: str) -> list[tuple[str, str]]:
    """What the doctor looked at, and its verdicts."""
    found = json.loads(told[told.index("{") :])
    return [(str(one["subject"]), str(one["verdict"])) for one in found["findings"]]
