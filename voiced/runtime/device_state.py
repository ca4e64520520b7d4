"""The one state that a lamp, a status line or a script can show of the whole conversation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from voiced.dialogue.phase import Phase
from voiced.domain.transaction import Transaction
from voiced.runtime.bystander import Bystander


class DeviceState(StrEnum):
    """What the device does. SAVED and ERROR are moments: what holds after them is told right away."""

    IDLE = "idle"
    LISTENING = "listening"
    CONFIRMING = "confirming"
    SPEAKING = "speaking"
    SAVED = "saved"
    ERROR = "error"
    MICROPHONE_LOST = "microphone_lost"


_OF_PHASE = {
    Phase.IDLE: DeviceState.IDLE,
    Phase.LISTENING: DeviceState.LISTENING,
    Phase.CONFIRMING: DeviceState.CONFIRMING,
}


class StateWatch(Bystander):
    """Watches a conversation and tells each change of the state. Of what is said it tells nothing.

    A lost microphone goes before everything, our own voice (the floor tells when it is heard) before the phase.
    """

    def __init__(self, *tell: Callable[[DeviceState], None]) -> None:
        """`tell` are told of each change, in order; they must not block."""
        self._tell = tell
        self._phase = Phase.IDLE
        self._is_speaking = False
        self._is_lost = False
        self._told: DeviceState | None = None

    def begin(self) -> None:
        """Tell the first state."""
        self._settle()

    def speaking(self) -> None:
        """Our voice begins to be heard."""
        self._is_speaking = True
        self._settle()

    def silent(self) -> None:
        """Our voice is over."""
        self._is_speaking = False
        self._settle()

    def on_state_changed(self, phase: Phase) -> None:
        """The dialogue is in another phase."""
        self._phase = phase
        self._settle()

    def on_saved(self, batch_id: str, rows: Sequence[Transaction]) -> None:
        """Rows are in the ledger."""
        self._blink(DeviceState.SAVED)

    def on_error(self, message: str) -> None:
        """Something failed."""
        self._blink(DeviceState.ERROR)

    def on_microphone_lost(self, reason: str) -> None:
        """No sound comes in any more."""
        self._is_lost = True
        self._settle()

    def on_microphone_back(self) -> None:
        """Sound comes in again."""
        self._is_lost = False
        self._settle()

    def _blink(self, moment: DeviceState) -> None:
        self._told = None
        self._tell_all(moment)
        self._settle()

    def _settle(self) -> None:
        state = _OF_PHASE[self._phase]
        if self._is_lost:
            state = DeviceState.MICROPHONE_LOST
        elif self._is_speaking:
            state = DeviceState.SPEAKING
        if state is not self._told:
            self._told = state
            self._tell_all(state)

    def _tell_all(self, state: DeviceState) -> None:
        for tell in self._tell:
            tell(state)
