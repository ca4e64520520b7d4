"""New settings while the daemon runs: daemons over a ledger in memory, a real notify socket, virtual time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from tests.support.conversing import world
from tests.support.fakes import MemoryLedger, RecordingWatcher
from tests.support.service_manager import NotifySocket
from tests.support.waiting import turns
from voiced.adapters.machine.paths import metrics_token_file
from voiced.adapters.machine.service_notify import ServiceNotify
from voiced.app.build_daemon import OpenDaemon
from voiced.app.secret_files import fingerprints
from voiced.app.service import LOOK_SECONDS, Service
from voiced.config import CardSettings, MqttSettings, Session, Settings, VoiceSettings
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.state import Phase
from voiced.errors import ConfigWrong, LedgerFailure, ModelMissing, NoModelYet
from voiced.runtime.conversation import Conversation, running_conversation
from voiced.runtime.daemon import Daemon

pytestmark = pytest.mark.looptime

WAKE = Settings(session=Session(start="wake"))
AT_ONCE = Settings(session=Session(start="at_once"))


def louder(settings: Settings) -> Settings:
    return msgspec.structs.replace(settings, voice=VoiceSettings(volume=0.5))


class House:
    """Opens daemons; keeps the settings of each, and may refuse some."""

    def __init__(self, settings: Settings) -> None:
        self.file: Settings | ConfigWrong = settings
        self.opened: list[Settings] = []
        self.unusable: list[Settings] = []
        self.trouble: Exception = ModelMissing("/models: holds no speech model")
        self.is_open = asyncio.Event()
        self.is_open.set()
        self.conversation: Conversation | None = None

    def read(self) -> Settings:
        if isinstance(self.file, ConfigWrong):
            raise self.file
        return self.file

    def look_for_models(self, settings: Settings) -> None:
        if settings in self.unusable and isinstance(self.trouble, NoModelYet):
            raise self.trouble

    @asynccontextmanager
    async def open(self, settings: Settings) -> AsyncGenerator[OpenDaemon]:
        await self.is_open.wait()
        if settings in self.unusable:
            raise self.trouble
        self.opened.append(settings)
        async with running_conversation(
            Policy(), world(MemoryLedger(), RecordingWatcher())
        ) as self.conversation:
            yield OpenDaemon(Daemon(self.conversation), None)

    @property
    def phase(self) -> Phase:
        assert self.conversation is not None
        return self.conversation.phase


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[NotifySocket]:
    with NotifySocket(tmp_path / "notify") as manager:
        yield manager


def service_of(house: House, environment: Mapping[str, str]) -> Service:
    return Service(house.read, house.open, ServiceNotify(environment), house.look_for_models)


@asynccontextmanager
async def running(house: House, manager: NotifySocket) -> AsyncGenerator[Service]:
    service = service_of(house, {"NOTIFY_SOCKET": str(manager.path)})
    task = asyncio.ensure_future(service.run())
    await turns()
    yield service
    service.ask_to_stop()
    await task


def told(manager: NotifySocket) -> list[str]:
    """What was said, without times."""
    return [line for line in manager.read() if not line.startswith("MONOTONIC_USEC=")]


async def test_new_settings_hold_at_once_where_no_session_is_open(manager: NotifySocket) -> None:
    house = House(WAKE)
    async with running(house, manager) as service:
        assert told(manager) == ["READY=1"]
        house.file = louder(WAKE)
        service.reload()
        assert told(manager) == ["RELOADING=1", "READY=1"]
        await turns()
        assert house.opened == [WAKE, louder(WAKE)]
    assert told(manager)[-1] == "STOPPING=1"


async def test_a_changed_file_of_the_settings_is_a_change(
    manager: NotifySocket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    password = tmp_path / "password"
    password.write_text("wrong")
    token = metrics_token_file()
    settings = msgspec.structs.replace(
        WAKE,
        mqtt=MqttSettings(host="broker", password_file=str(password)),
        card=CardSettings(metrics=True),
    )
    house = House(settings)
    service = Service(
        house.read, house.open, ServiceNotify({}), house.look_for_models, fingerprints=fingerprints
    )
    task = asyncio.ensure_future(service.run())
    await turns()
    service.reload()
    password.write_text("right")
    service.reload()
    await turns()
    token.parent.mkdir(parents=True, exist_ok=True)
    token.write_text("another")
    service.reload()
    await turns()
    service.reload()
    service.ask_to_stop()
    await task
    takes_effect = "it takes effect as soon as no session is open"
    assert [record.getMessage() for record in caplog.records] == [
        "the settings are unchanged",
        f"changed: mqtt.password_file; {takes_effect}",
        "the new settings are in effect",
        f"changed: the metrics token; {takes_effect}",
        "the new settings are in effect",
        "the settings are unchanged",
    ]
    assert house.opened == [settings] * 3


async def test_a_session_is_not_interrupted(manager: NotifySocket, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    house = House(AT_ONCE)
    async with running(house, manager) as service:
        house.file = louder(AT_ONCE)
        service.reload()
        await asyncio.sleep(10)
        assert house.opened == [AT_ONCE]
        assert house.phase is Phase.LISTENING
        assert house.conversation is not None
        house.conversation.post(ev.Heard("退出"))
        await turns()
        assert house.opened == [AT_ONCE, louder(AT_ONCE)]
        assert house.phase is Phase.IDLE, "a session begins at once only when the daemon is started"
    assert [record.getMessage() for record in caplog.records] == [
        "changed: voice.volume; it takes effect as soon as no session is open",
        "the new settings are in effect",
    ]


async def test_wrong_settings_change_nothing(manager: NotifySocket, caplog: pytest.LogCaptureFixture) -> None:
    house = House(WAKE)
    async with running(house, manager) as service:
        house.file = ConfigWrong("voiced.toml: is not valid TOML")
        service.reload()
        await turns()
        assert house.opened == [WAKE]
    assert [record.getMessage() for record in caplog.records] == [
        "voiced.toml: is not valid TOML; the settings stay as they are"
    ]


@pytest.mark.parametrize(
    "trouble",
    [
        ModelMissing("/models: holds no speech model"),
        LedgerFailure("/usb: no space left"),
        PermissionError(13, "Permission denied", "/nowhere/ledger.db"),
    ],
    ids=str,
)
async def test_settings_that_no_daemon_can_be_built_from_are_given_up(
    manager: NotifySocket, caplog: pytest.LogCaptureFixture, trouble: Exception
) -> None:
    house = House(WAKE)
    house.unusable.append(louder(WAKE))
    house.trouble = trouble
    async with running(house, manager) as service:
        house.file = louder(WAKE)
        service.reload()
        await turns()
        assert house.opened == [WAKE, WAKE]
        # Each of the two may have loaded a recogniser, for half the time that a sign of life is waited for.
        assert told(manager)[-3:] == ["WATCHDOG=1"] * 3
    assert [record.getMessage() for record in caplog.records] == [
        f"{trouble}; the settings stay as they were"
    ]


async def test_settings_that_are_taken_back_while_they_are_opened_do_not_hold(manager: NotifySocket) -> None:
    house = House(WAKE)
    async with running(house, manager) as service:
        house.file, house.is_open = louder(WAKE), asyncio.Event()
        service.reload()
        await turns()
        house.file = WAKE
        service.reload()
        house.is_open.set()
        await turns()
        assert house.opened == [WAKE, louder(WAKE), WAKE]


async def test_settings_that_are_what_they_were_disturb_nobody(manager: NotifySocket) -> None:
    house = House(WAKE)
    async with running(house, manager) as service:
        service.reload()
        await turns()
        assert house.opened == [WAKE]


async def test_the_first_settings_must_be_right(manager: NotifySocket) -> None:
    house = House(WAKE)
    house.unusable.append(WAKE)
    service = service_of(house, {"NOTIFY_SOCKET": str(manager.path)})
    with pytest.raises(ModelMissing):
        await service.run()
    assert told(manager) == []


@pytest.mark.parametrize("is_reloading", [False, True], ids=["at boot", "at a reload"])
async def test_the_button_is_remembered_while_a_daemon_opens(
    manager: NotifySocket, is_reloading: bool
) -> None:
    house = House(WAKE)
    if not is_reloading:
        house.is_open.clear()
    async with running(house, manager) as service:
        if is_reloading:
            house.is_open.clear()
            house.file = louder(WAKE)
            service.reload()
            await turns()
        service.wake()
        await turns()
        house.is_open.set()
        await turns()
        assert house.phase is Phase.LISTENING


async def test_the_button_wakes_the_daemon_of_the_day(manager: NotifySocket) -> None:
    house = House(WAKE)
    async with running(house, manager) as service:
        house.file = louder(WAKE)
        service.reload()
        await turns()
        service.wake()
        await turns()
        assert house.phase is Phase.LISTENING


MISSING = NoModelYet("/models: holds no speech model; fetch one with: voiced models fetch")


def without_model() -> House:
    house = House(WAKE)
    house.unusable.append(WAKE)
    house.trouble = MISSING
    return house


async def test_a_service_waits_for_a_model_and_begins_when_it_is_there(
    manager: NotifySocket, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    house = without_model()
    async with running(house, manager) as service:
        # Started as far as its manager is concerned: it is not to be started again, and its status says what is missing.
        assert told(manager) == ["READY=1", f"STATUS=waits for a model: {MISSING}", "WATCHDOG=1"]
        service.wake()
        await asyncio.sleep(10 * LOOK_SECONDS)
        assert set(told(manager)) == {"WATCHDOG=1"}
        house.unusable.clear()
        await asyncio.sleep(LOOK_SECONDS)
        assert house.opened == [WAKE]
        assert house.phase is Phase.IDLE, "a session begins that somebody called for long ago"
    assert [record.getMessage() for record in caplog.records] == [
        f"{MISSING}; the service waits for it",
        "the model is installed",
    ]


async def test_other_settings_end_the_wait_for_a_model(manager: NotifySocket) -> None:
    house = without_model()
    async with running(house, manager) as service:
        house.file = louder(WAKE)
        service.reload()
        await turns()
        assert house.opened == [louder(WAKE)]


async def test_settings_that_no_daemon_can_be_built_from_leave_the_wait_for_a_model_as_it_was(
    manager: NotifySocket, caplog: pytest.LogCaptureFixture
) -> None:
    house, wrong = without_model(), ConfigWrong("asr.server: tcp://nowhere is no address")

    @asynccontextmanager
    async def opened(settings: Settings) -> AsyncGenerator[OpenDaemon]:
        if settings == louder(WAKE):
            raise wrong
        async with house.open(settings) as daemon:
            yield daemon

    notify = ServiceNotify({"NOTIFY_SOCKET": str(manager.path)})
    service = Service(house.read, opened, notify, house.look_for_models)
    running = asyncio.ensure_future(service.run())
    await turns()
    house.file = louder(WAKE)
    service.reload()
    await turns()
    assert house.opened == []
    assert f"{wrong}; the settings stay as they were" in caplog.messages
    house.unusable.clear()
    await asyncio.sleep(10 * LOOK_SECONDS)
    assert house.opened == [WAKE]
    service.ask_to_stop()
    await running


async def test_a_stop_ends_the_wait_for_a_model_at_once(manager: NotifySocket) -> None:
    async with running(without_model(), manager):
        before = asyncio.get_running_loop().time()
    assert asyncio.get_running_loop().time() - before < LOOK_SECONDS


async def test_in_the_foreground_a_model_that_is_missing_is_a_mistake() -> None:
    with pytest.raises(NoModelYet):
        await service_of(without_model(), {}).run()


async def test_a_model_that_is_there_and_cannot_be_loaded_is_waited_for_longer_each_time(
    manager: NotifySocket,
) -> None:
    house = without_model()
    attempts: list[float] = []

    @asynccontextmanager
    async def refuse(settings: Settings) -> AsyncGenerator[OpenDaemon]:
        attempts.append(asyncio.get_running_loop().time())
        if len(attempts) < 6:
            raise MISSING
        async with house.open(settings) as daemon:
            yield daemon

    house.unusable.clear()
    notify = ServiceNotify({"NOTIFY_SOCKET": str(manager.path)})
    service = Service(house.read, refuse, notify, house.look_for_models)
    running = asyncio.ensure_future(service.run())
    await asyncio.sleep(100)
    assert [round(later - earlier) for earlier, later in pairwise(attempts)] == [3, 6, 12, 20, 20]
    service.ask_to_stop()
    await running
