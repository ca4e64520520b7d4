"""The state of the conversation as one value, for a lamp, a status line or a script."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Phase
from voiced.ports.conversation import MicrophoneBack, MicrophoneLost, Report


class DeviceState(StrEnum):
    """The activity of the device. SAVED and ERROR are momentary: the state after them follows at once."""

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


class StateWatcher:
    """Watches a conversation and shows each change of the state, without any words.

    A lost microphone has the highest priority, then our own voice (the floor reports when it is audible), then the phase.
    """

    def __init__(self, *show: Callable[[DeviceState], None]) -> None:
        """Each `show` gets each change, in order, and must not block."""
        self._show = show
        self._phase = Phase.IDLE
        self._is_speaking = False
        self._is_lost = False
        self._shown: DeviceState | None = None

    def begin(self) -> None:
        """Show the first state."""
        self._settle()

    def speaking(self) -> None:
        """Our voice becomes audible."""
        self._is_speaking = True
        self._settle()

    def silent(self) -> None:
        """Our voice is over."""
        self._is_speaking = False
        self._settle()

    def tell(self, report: Report) -> None:
        """Show the new state, if the report changes it."""
        match report:
            case fx.ChangeState(phase):
                self._phase = phase
                self._settle()
            case fx.TellSaved():
                self._blink(DeviceState.SAVED)
            case fx.TellError():
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
