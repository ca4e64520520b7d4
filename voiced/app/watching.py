"""Who watches the daemon without taking part: the service manager, a command of the user's."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from voiced.config import Settings
from voiced.runtime.device_state import DeviceState, StateWatch

if TYPE_CHECKING:
    from voiced.adapters.machine.service_notify import ServiceNotify
    from voiced.adapters.machine.state_hook import StateHook


class Watching(Struct, frozen=True):
    """What watches the states of a daemon.

    Attributes:
        states: to be told of what happens.
        feeders: what runs beside the daemon.
    """

    states: StateWatch
    feeders: tuple[Callable[[], Awaitable[None]], ...]


def watching(settings: Settings, notify: ServiceNotify) -> Watching:
    """The watchers as configured.

    Raises:
        ConfigWrong: the command cannot be read as one.
    """

    def show(state: DeviceState) -> None:
        notify.status(_STATUS[state])

    hook = hook_of(settings)
    if hook is None:
        return Watching(StateWatch(show), ())
    return Watching(StateWatch(show, hook.tell), (hook.run,))


def hook_of(settings: Settings) -> StateHook | None:
    """The command that is run at each change of state; None where no command is set.

    Raises:
        ConfigWrong: the command cannot be read as one.
    """
    if not settings.hooks.on_state.strip():
        return None
    from voiced.adapters.machine.state_hook import StateHook

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
"""What `systemctl status` shows; nothing of what is said."""
