"""Builds the observers of the daemon's state: the service manager and the user's command."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec import Struct

from voiced.adapters.machine.service_notify import ServiceNotify
from voiced.adapters.machine.state_hook import StateHook
from voiced.config import Settings
from voiced.runtime.device_state import DeviceState, StateWatcher


class StateObservers(Struct, frozen=True):
    """The observers of a daemon's state.

    Attributes:
        states: gets the reports of the conversation.
        feeders: coroutines that run beside the daemon.
    """

    states: StateWatcher
    feeders: tuple[Callable[[], Awaitable[None]], ...]


def state_observers(settings: Settings, notify: ServiceNotify) -> StateObservers:
    """The configured observers.

    Raises:
        ConfigWrong: hooks.on_state is not a runnable command.
    """

    def show(state: DeviceState) -> None:
        notify.status(_STATUS[state])

    hook = hook_of(settings)
    if hook is None:
        return StateObservers(StateWatcher(show), ())
    return StateObservers(StateWatcher(show, hook.tell), (hook.run,))


def hook_of(settings: Settings) -> StateHook | None:
    """The command that is run at each change of state; None if it is not set.

    Raises:
        ConfigWrong: hooks.on_state is not a runnable command.
    """
    if not settings.hooks.on_state.strip():
        return None

    return StateHook(settings.hooks.on_state)


_STATUS = {
    DeviceState.IDLE: "waits to be woken",
    DeviceState.LISTENING: "listens",
    DeviceState.CONFIRMING: "waits for a draft to be confirmed",
    DeviceState.SPEAKING: "speaks",
    DeviceState.SAVED: "saved",
    DeviceState.ERROR: "something failed",
    DeviceState.MICROPHONE_LOST: "looks for the microphone",
}
"""The texts for `systemctl status`."""
