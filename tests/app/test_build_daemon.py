"""The configured display of the state of the device."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.service_manager import NotifySocket
from voiced.adapters.machine.service_notify import ServiceNotify
from voiced.app.build_daemon import state_display
from voiced.config import Hooks, Settings
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Phase
from voiced.errors import ConfigWrong
from voiced.ports.conversation import MicrophoneLost


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[NotifySocket]:
    with NotifySocket(tmp_path / "notify") as manager:
        yield manager


def test_the_manager_is_shown_the_state_in_words(manager: NotifySocket) -> None:
    display = state_display(Settings(), ServiceNotify({"NOTIFY_SOCKET": str(manager.path)}))
    states = display.states
    states.begin()
    states.tell(fx.ChangeState(Phase.LISTENING))
    states.tell(fx.TellSaved("b1", ()))
    states.tell(MicrophoneLost("unplugged"))
    assert manager.read() == [
        "STATUS=waits to be woken",
        "STATUS=listens",
        "STATUS=saved",
        "STATUS=listens",
        "STATUS=looks for the microphone",
    ]
    assert display.feeders == (), "no command is to be run"


async def test_the_command_of_the_settings_runs_beside_the_daemon() -> None:
    display = state_display(Settings(hooks=Hooks(on_state="true")), ServiceNotify({}))
    assert len(display.feeders) == 1


async def test_a_wrong_command_is_told() -> None:
    with pytest.raises(ConfigWrong, match=r"hooks.on_state"):
        state_display(Settings(hooks=Hooks(on_state="lamp 'on")), ServiceNotify({}))
