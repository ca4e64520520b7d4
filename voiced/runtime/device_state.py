"""The one state that a lamp, a status line or a script can show of the whole conversation."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from voiced.dialogue.effects import ChangeState, TellError, TellSaved
from voiced.dialogue.phase import Phase
from voiced.ports import MicrophoneBack, MicrophoneLost, Report


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


class StateWatch:
    """Watches a conversation and tells each change of the state. Of what is said it tells nothing.

    A lost microphone goes before everything, our own voice (the floor tells when it is heard) before the phase.
    """

    def __init__(self, *show: Callable[[DeviceState], None]) -> None:
        """`show` are given each change, in order; they must not block."""
        self._show = show
        self._phase = Phase.IDLE
        self._is_speaking = False
        self._is_lost = False
        self._shown: DeviceState | None = None

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

    def tell(self, report: Report) -> None:
        """Show what it changes."""
        match report:
            case ChangeState(phase):
                self._phase = phase
                self._settle()
            case TellSaved():
                self._blink(DeviceState.SAVED)
            case TellError():
                self._blink(DeviceState.ERROR)
            case MicrophoneLost():
                self._is_lost = True
                self._settle()
            case MicrophoneBack():
                self._is_lost = False
                self._settle()
            case _:
                pass

    def _blink(self, moment: DeviceState) -> None:
        self._shown = None
        self._show_all(moment)
        self._settle()

    def _settle(self) -> None:
        state = _OF_PHASE[self._phase]
        if self._is_lost:
            state = DeviceState.MICROPHONE_LOST
        elif self._is_speaking:
            state = DeviceState.SPEAKING
        if state is not self._shown:
            self._shown = state
            self._show_all(state)

    def _show_all(self, state: DeviceState) -> None:
        for show in self._show:
            show(state)
