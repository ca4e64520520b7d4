"""What must hold of voiced on a computer: its power is cut, its sound card pulled, its clock set."""

from __future__ import annotations

from collections.abc import Iterator

from tests.machines.household import Household
from tests.machines.record import Check
from tests.machines.sound import ANOTHER, ENTRY, LUNCH, TAXI, YES
from tests.machines.vm import Vm

POWER_CUTS = 5
PLAYER = "aplay --quiet --device plug:hw:Loopback,0,0"
ALSA = """\
pcm.!default {
  type asym
  capture.pcm "plug:hw:Loopback,1,0"
  playback.pcm "plug:hw:Loopback,0,1"
}
ctl.!default { type hw card Loopback }
"""
"""What is played at one end of the kernel's loopback card is heard at the other."""
TRANSCRIPT = "/run/voiced-transcript"
CHANGED_UNIT = f"[Service]\nStandardOutput=append:{TRANSCRIPT}\n"
"""The transcript is kept, for the moment of 「记好了」 to be seen."""
_CARD = "/sys/bus/platform/drivers/snd_aloop"


class PowerStory:
    """The checks of a machine's daemon on a computer that is switched on."""

    def __init__(self, vm: Vm, house: Household) -> None:
        """Prepare."""
        self._vm = vm
        self._house = house

    def checks(self) -> Iterator[Check]:
        """In their order."""
        yield Check("it boots, and the daemon waits to be woken", self.boots, is_needed=True)
        yield Check("an entry spoken at the sound card is in the ledger", self.entry, is_needed=True)
        for number in range(1, POWER_CUTS + 1):
            yield Check(
                f"power cut {number} of {POWER_CUTS}, right after 「记好了」: the row is there",
                self.cut_after_save,
            )
        yield Check("power cut with a draft open: it is offered, and saved once", self.cut_in_draft)
        yield Check(
            "rebooted with a draft open: it is dropped, as a stop does, and nothing is saved", self.reboot
        )
        yield Check("the sound card goes and comes: it is found again, and an entry is saved", self.card)
        yield Check("the clock jumps a day ahead and back: it goes on and saves", self.clock)

    def boots(self) -> None:
        self._vm.switch_on()
        self._house.until_property("ActiveState", "active", 300)
        self._house.until_status("waits to be woken", 120)

    def entry(self) -> None:
        self._adds(LUNCH)

    def cut_after_save(self) -> None:
        before = self._house.rows()
        self._house.wake()
        self._house.says(ENTRY[0])
        watching = self._vm.watch(f"tail --lines 0 --follow {TRANSCRIPT}")
        self._house.speaks(YES)
        assert watching.stdout is not None
        for line in watching.stdout:
            if "记好了" in line.decode(errors="replace"):
                break
        self._vm.cut_power()
        watching.wait()
        self.boots()
        assert self._house.rows() == [*before, LUNCH], (before, self._house.rows())

    def cut_in_draft(self) -> None:
        house, before = self._house, self._house.rows()
        house.wake()
        house.says(ENTRY[0])
        self._vm.cut_power()
        self.boots()
        house.wakes_to_an_offer()
        house.says(YES, YES)
        assert house.rows() == [*before, LUNCH], (before, house.rows())

    def reboot(self) -> None:
        house, before = self._house, self._house.rows()
        house.wake()
        house.says(ENTRY[0])
        self._vm.reboot()
        house.until_status("waits to be woken", 300)
        house.wake()
        house.says(*ANOTHER)
        assert house.rows() == [*before, TAXI], (before, house.rows())

    def card(self) -> None:
        self._vm.must(f"echo snd_aloop.0 > {_CARD}/unbind")
        self._house.until_status("looks for the microphone", 60)
        self._vm.must(f"echo snd_aloop.0 > {_CARD}/bind")
        self._house.until_status("listens|waits to be woken", 120)
        self._adds(LUNCH)

    def clock(self) -> None:
        house, before = self._house, self._house.rows()
        process = house.main_process()
        house.wake()
        house.says(ENTRY[0])
        self._vm.must("date --set '+1 day'")
        house.says(YES)
        house.says(ANOTHER[0])
        self._vm.must("date --set '-1 day -1 hour'")
        house.says(YES)
        assert house.rows() == [*before, LUNCH, TAXI], (before, house.rows())
        assert house.main_process() == process

    def _adds(self, row: str) -> None:
        before = self._house.rows()
        self._house.wake()
        self._house.says(*ENTRY)
        assert self._house.rows() == [*before, row], (before, self._house.rows())
