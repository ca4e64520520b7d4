"""What must hold of voiced on a real system, in the order in which it happens there."""

from __future__ import annotations

from collections.abc import Iterator

from tests.machines import page, sound
from tests.machines.checkout import NEWER, OLDER, Repository
from tests.machines.household import CANARY, Household
from tests.machines.machine import Machine
from tests.machines.people import add_person
from tests.machines.record import Check, NotRun
from tests.machines.sound import ANOTHER, ENTRY, LUNCH, TAXI, YES

REPOSITORY = "/srv/voiced.git"
_LONG_SECONDS = 900.0
_KEY = f'[llm]\\nupstream_key = "{CANARY}"\\n'
_DEBUG = _KEY + '[log]\\nlevel = "debug"\\n'
_MOST_ASSENTS = 4
"""One resumes a draft and one saves it; what was misheard is said again."""
_SMALL_DISK = "/mnt/disk"


class Story:
    """The checks that a user's and a machine's daemon share."""

    def __init__(self, house: Household, repository: Repository, mirror: str) -> None:
        """Prepare.

        Args:
            house: the daemon.
            repository: what is cloned.
            mirror: of speech models.
        """
        self.house = house
        self.machine: Machine = house.machine
        self._repository = repository
        self._mirror = mirror
        self._heading = "For a machine without a desktop" if house.is_system else "For you, at a desktop"

    def installation(self) -> Iterator[Check]:
        """What the page says until the service is started."""
        yield Check("the packages of the page are installed", self.packages, is_needed=True)
        yield Check("the checkout is cloned", self.clone, is_needed=True)
        for line in self._lines():
            if "systemctl" in line:
                break
            yield self._typing(line)

    def checks(self) -> Iterator[Check]:
        """In their order."""
        yield from self.installation()
        lines = self._lines()
        starts = next(number for number, line in enumerate(lines) if "systemctl" in line)
        for line in lines[starts:]:
            yield self._typing(line)
        yield Check("the daemon is active and waits to be woken", self.is_active, is_needed=True)
        yield Check("`voiced doctor` finds nothing wrong", self.doctor)
        yield Check("the card's address is in the journal, and the card opens", self.card)
        yield Check(
            "an entry that was spoken and confirmed is in the ledger", self.first_entry, is_needed=True
        )
        yield Check("its answers came out at the loudspeaker", self.answers_heard)
        yield Check(
            "at log level debug the journal tells of speech, and nothing said and no key", self.privacy
        )
        yield Check("killed with a draft open: it is back, and offers the draft, which is saved", self.killed)
        yield Check(
            "stopped by SIGSTOP: the watchdog restarts it, and the journal shows where it stood", self.hangs
        )
        yield Check("an error that the settings cause is in the journal once", self.wrong_settings)
        yield Check(
            "a full disk: it says so once, nothing is lost, and it saves when there is room", self.full_disk
        )
        yield Check("the clock jumps a day ahead and back: it goes on and saves", self.clock)
        yield Check("no key and nothing said is in the journal after all this", self.still_private)
        yield Check("upgraded by the page: another version, the same rows, running", self.upgrade)
        yield Check(
            "a second daemon, of another user, runs beside it with a card and a ledger of its own",
            self.second,
        )

    def removal(self) -> Iterator[Check]:
        """The last ones."""
        yield Check("uninstalled: program and unit are gone, the ledger stays", self.uninstall)
        yield Check("purged: nothing is left", self.purge)

    def packages(self) -> None:
        self.house.types("sudo apt-get update", seconds=_LONG_SECONDS)
        (line,) = [line for line in page.lines("What it needs", self._mirror) if "apt-get" in line]
        self.house.types(f"DEBIAN_FRONTEND=noninteractive {line}", seconds=_LONG_SECONDS, answer="y\n")

    def clone(self) -> None:
        self.house.types(f"git clone --quiet {REPOSITORY} ~/voiced")

    def typed(self, line: str) -> None:
        done = self.house.types(line, seconds=_LONG_SECONDS, folder=f"/home/{self.house.user}/voiced")
        if line == "voiced card":
            assert "on this machine:" in done, done

    def is_active(self) -> None:
        assert self.house.property("ActiveState") == "active"
        self.house.until_status("waits to be woken", 120)

    def doctor(self) -> None:
        told = self.house.voiced("doctor")
        assert "ledger" in told, told

    def card(self) -> None:
        address = self.house.opens_card()
        assert f"card: {address}" in self.house.journal()

    def first_entry(self) -> None:
        self.house.settings(_DEBUG)
        self.house.wake()
        self.house.says(*ENTRY)
        self.has_rows(LUNCH)

    def answers_heard(self) -> None:
        loud = sound.loud_samples(self.machine, self.house.user)
        assert loud > 16_000, f"{loud} samples are no silence"

    def privacy(self) -> None:
        self.house.wake()
        self.house.says(*ANOTHER)
        self.has_rows(LUNCH, TAXI)
        assert any("speech began at" in line for line in self.house.journal()), (
            "nothing of level debug is there"
        )
        self.still_private()

    def still_private(self) -> None:
        telling = self.house.said_in_journal()
        assert telling == [], telling

    def killed(self) -> None:
        house = self.house
        house.wake()
        house.says(ENTRY[0])
        before = house.main_process()
        house.signal("KILL")
        house.until_restarted(before)
        house.wakes_to_an_offer()
        for _ in range(_MOST_ASSENTS):
            house.says(YES)
            if len(house.rows()) > len((LUNCH, TAXI)):
                break
        self.has_rows(LUNCH, TAXI, LUNCH)

    def hangs(self) -> None:
        before = self.house.main_process()
        allowed = self.house.property("WatchdogUSec")
        assert allowed == "1min", allowed
        self.house.signal("STOP")
        self.house.until_restarted(before, 120)
        dump = [line for line in self.house.journal() if "Fatal Python error: Aborted" in line]
        assert len(dump) == 1, dump
        assert any("most recent call first" in line for line in self.house.journal())

    def wrong_settings(self) -> None:
        house = self.house
        before = len(house.journal())
        with house.changed("Environment=VOICED_VOICE__VOLUME=50\\n"):
            house.tries("restart voiced")
            told = [line for line in house.journal()[before:] if "is not valid" in line]
            state = house.property("Result"), house.property("ExecMainStatus")
        assert state == ("exit-code", "2"), state
        assert len(told) == 1, told

    def full_disk(self) -> None:
        house, machine = self.house, self.machine
        owner = "voiced" if house.is_system else house.user
        done = machine.root_line(
            f"mkdir -p {_SMALL_DISK} && mount -t tmpfs -o size=4m tmpfs {_SMALL_DISK}"
            f" && install -d -o {owner} -g {owner} -m 700 {_SMALL_DISK}/voiced"
        )
        assert done.status == 0, done.output
        ledger = f"{_SMALL_DISK}/voiced/ledger.db"
        writable = f"ReadWritePaths={_SMALL_DISK}\\n" if house.is_system else ""
        with house.changed(f"{writable}Environment=VOICED_LEDGER__PATH={ledger}\\n"):
            house.systemctl("restart voiced")
            house.wake()
            house.says(ENTRY[0])
            fill = (
                f"head -c 8M /dev/zero > {_SMALL_DISK}/voiced/filler 2> /dev/null; df {_SMALL_DISK} | tail -1"
            )
            assert "100%" in machine.root_line(fill).output
            before = len(house.journal())
            house.says(YES)
            told = [line for line in house.journal()[before:] if "nothing was written" in line]
            machine.root_line(f"rm {_SMALL_DISK}/voiced/filler")
            house.says(YES)
            rows = house.rows(ledger)
        assert len(told) == 1, told
        assert rows == [LUNCH], rows

    def clock(self) -> None:
        raise NotRun("a container has the clock of its host")

    def upgrade(self) -> None:
        house = self.house
        assert house.voiced("--version").strip() == f"voiced {OLDER}"
        rows, process = house.rows(), house.main_process()
        self._repository.release()
        for line in page.lines("Upgrade", self._mirror):
            house.types(self._as_operator(line), seconds=_LONG_SECONDS, folder=f"/home/{house.user}/voiced")
        house.until_restarted(process)
        assert house.voiced("--version").strip() == f"voiced {NEWER}"
        assert house.rows() == rows
        house.wake()

    def second(self) -> None:
        name = "bob"
        add_person(self.machine, name)
        if not self.house.is_system:
            sound.desktop_sound(self.machine, name)
        other = Household(self.machine, name, is_system=False)
        other.types(f"git clone --quiet {REPOSITORY} ~/voiced")
        for line in page.lines("For you, at a desktop", self._mirror)[1:]:
            if not line.startswith(("journalctl", "sudo")):
                other.types(line, seconds=_LONG_SECONDS, folder=f"/home/{name}/voiced")
        first = self.house.opens_card()
        assert other.opens_card() != first
        other.until_status("listens")
        other.says(*ANOTHER)
        assert other.rows() == [TAXI], other.rows()
        assert self.house.property("ActiveState") == "active"
        other.systemctl("disable --now voiced")

    def uninstall(self) -> None:
        self._remove(0)
        left = self.house.types("command -v voiced || echo no program").strip()
        assert left == "no program", left
        assert self.machine.root_line(f"test -s {self._ledger()}").status == 0, "the ledger is gone"

    def purge(self) -> None:
        self._remove(1)
        left = self.machine.root_line(f"find {self._places()} -iname '*voiced*' -not -path '*/voiced/*'")
        mine = [line for line in left.output.splitlines() if line != f"/home/{self.house.user}/voiced"]
        assert mine == [], mine
        if self.house.is_system:
            assert self.machine.root_line("id voiced").status != 0, "the user stays"

    def has_rows(self, *rows: str) -> None:
        found = self.house.rows()
        assert found == list(rows), (found, self.house.journal("--lines 12"))

    def _lines(self) -> list[str]:
        return page.lines(self._heading, self._mirror)

    def _typing(self, line: str) -> Check:
        needed = not line.startswith(("journalctl", "sudo loginctl"))
        return Check(f"`{_without_port(line)}`", lambda: self.typed(line), is_needed=needed)

    def _remove(self, number: int) -> None:
        line = page.lines("Remove", self._mirror)[number]
        self.house.types(
            self._as_operator(line), seconds=_LONG_SECONDS, folder=f"/home/{self.house.user}/voiced"
        )

    def _as_operator(self, line: str) -> str:
        """The page's line for a user's installation, as it is typed for a machine's."""
        if not self.house.is_system or "--user" not in line:
            return line
        return f"sudo {line.replace('--user', '--system')}"

    def _ledger(self) -> str:
        return (
            "/var/lib/voiced/ledger.db"
            if self.house.is_system
            else f"/home/{self.house.user}/.local/share/voiced/ledger.db"
        )

    def _places(self) -> str:
        return "/usr/local /etc /var/lib" if self.house.is_system else f"/home/{self.house.user}"


def _without_port(line: str) -> str:
    """The same line in every record."""
    return line.split(" --mirror", maxsplit=1)[0] + (" --mirror …" if "--mirror" in line else "")
