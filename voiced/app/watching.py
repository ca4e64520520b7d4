"""Builds the observers of the daemon's state: the service manager and the user's command."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec import Struct

from voiced.adapters.machine.service_notify import ServiceNotify
from voiced.adapters.machine.state_hook import StateHook
from voiced.config import Settings
from voiced.runtime.device_state import DeviceState, StateWatch


class Watching(Struct, frozen=True):
    """The observers of a daemon's state.

    Attributes:
        states: gets the reports of the conversation.
        feeders: coroutines that run beside the daemon.
    """

    states: StateWatch
    feeders: tuple[Callable[[], Awaitable[None]], ...]


def watching(settings: Settings, notify: ServiceNotify) -> Watching:
    """The configured observers.

    Raises:
        ConfigWrong: hooks.on_state is not a runnable command.
    """

    def show(state: DeviceState) -> None:
        notify.status(_STATUS[state])

    hook = hook_of(settings)
    if hook is None:
        return Watching(StateWatch(show), ())
    return Watching(StateWatch(show, hook.tell), (hook.run,))


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
