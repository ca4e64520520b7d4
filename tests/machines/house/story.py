"""What must hold of voiced in a house with a real Home Assistant."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

from tests.machines.debian import ROOT
from tests.machines.house.core import Core
from tests.machines.house.daemon import Daemon, Sections
from tests.machines.house.satellite import Satellite, running_satellite
from tests.machines.record import Check, same
from tests.support.mosquitto_rig import PASSWORD, USER, MosquittoRig
from voiced.adapters.wyoming.talking import BUSY

AGENT = "conversation.voiced"
NODE = "trial"
_STATE = f"sensor.voiced_{NODE}_state"
_ASKED = "记录支出35元，餐饮，确认吗？"
KEPT_BY_HOME_ASSISTANT = ("算了", "没事了", "没关系", "再见", "闭嘴", "退下")
"""What it answers by itself where the assistant prefers its own commands."""
_AT_ONCE = 200
AWAY = "Error communicating with service"
"""How its answer begins while no daemon is there."""
_WHISPER = {"engine": "whisper", "model_dir": str(ROOT / ".cache/models/whisper-base")}
_SILENT: Sections = {"asr": {"engine": "none"}, "voice": {"engine": "none"}}


class Story:
    """A household: a core, a daemon, satellites and a broker, in the order of the checks."""

    def __init__(self, core: Core, folder: Path, stack: ExitStack, *, names_satellites: bool) -> None:
        """Nothing is connected yet.

        Args:
            core: a Home Assistant that runs.
            folder: for the files of daemon, satellites and broker.
            stack: ends them.
            names_satellites: whether this core tells an agent which satellite heard the words.
        """
        self._core = core
        self._daemon = Daemon(folder)
        self._broker = MosquittoRig(folder, asks_password=True)
        self._folder = folder
        self._stack = stack
        self._names_satellites = names_satellites
        self._satellites: dict[str, Satellite] = {}
        self._entry = ""
        self._assistant = ""
        stack.callback(self._daemon.stop)
        stack.callback(self._broker.stop)

    def checks(self) -> Iterator[Check]:
        """In their order; the numbers are those of what was once found by hand."""
        yield Check("it is onboarded by its API", self._core.onboard, is_needed=True)
        yield Check(
            "its Wyoming entry reaches voiced at an own address of the machine", self.connects, is_needed=True
        )
        yield Check(
            'with asr.engine and voice.engine = "none" it finds an agent, and no ears or voice',
            self.offers_agent,
        )
        yield from self._of_words()
        yield from self._of_many()
        yield from self._of_sound()
        yield from self._of_the_broker()

    def _of_words(self) -> Iterator[Check]:
        yield Check("REST: an entry is read back, and a row after 确认", self.rest)
        yield Check(
            "REST: 打开客厅的灯 is answered as an error, and the draft stays", self.order_for_the_house
        )
        yield Check(
            "REST: calls without a conversation_id are conversations of their own", self.no_conversation
        )
        yield Check("REST: two conversations have drafts of their own", self.two_conversations)
        yield Check(
            "websocket, handled by voiced alone: 没事了 reads the rows back, and the draft stays", self.asides
        )
        yield Check(
            f"websocket, locally first: {' '.join(KEPT_BY_HOME_ASSISTANT)} never reach voiced; 取消 and 退出 do",
            self.locally_first,
        )

    def _of_many(self) -> Iterator[Check]:
        yield Check(
            f"{_AT_ONCE} requests at once: each has an answer, and no log an exception", self.many_at_once
        )
        yield Check(
            "chats without a satellite have numbers on the card and one line in `voiced stats`", self.chats
        )
        yield Check(
            "while voiced is away, Home Assistant says so; afterwards the draft is offered", self.away
        )

    def _of_sound(self) -> Iterator[Check]:
        yield Check(
            "with a recogniser and a voice, ears and voice appear after a reload of the entry",
            self.offers_all,
        )
        yield Check("two satellites connect", self.satellites_connect)
        yield Check(
            "a satellite hears an entry and 确认, speaks both answers, and the row is saved", self.spoken
        )
        if self._names_satellites:
            yield Check("the card and `voiced stats` name the satellite", self.room_names)
            yield Check("two satellites have drafts of their own", self.two_rooms)

    def _of_the_broker(self) -> Iterator[Check]:
        yield Check("config check warns of a password file that others can read", self.exposed_file)
        yield Check("a wrong password at the broker is told as not authorised", self.wrong_password)
        yield Check(
            "a reload takes the mended password file, and Home Assistant finds the entities", self.mended
        )
        yield Check(
            "the state is one of those that the page explains, and follows `voiced wake`", self.states
        )
        yield Check(
            "the broker's password changes while it runs: not authorised, then mended by a reload",
            self.changed,
        )
        yield Check("a deleted metrics-token opens nothing after a reload", self.metrics_token)

    def connects(self) -> None:
        self._configure(_SILENT)
        self._daemon.start()
        self._entry = self._core.add("wyoming", host=_own_address(), port=self._daemon.wyoming_port)
        self._core.until_state(AGENT, "unknown")

    def offers_agent(self) -> None:
        listed = self._core.states("conversation", "stt", "tts")
        assert set(listed) - {"conversation.home_assistant"} == {AGENT}, listed

    def rest(self) -> None:
        same(self._core.hears("午饭35块", "rest"), ("action_done", _ASKED))
        assert self._core.hears("确认", "rest")[0] == "action_done"
        same(self._daemon.rows(), ["35 EXPENSE 餐饮"])

    def order_for_the_house(self) -> None:
        self._core.hears("打车20块", "order")
        same(self._core.hears("打开客厅的灯", "order"), ("error", "这不是记账的话，我没有处理。"))
        self._core.hears("确认", "order")
        same(self._daemon.rows()[1:], ["20 EXPENSE 交通"])

    def no_conversation(self) -> None:
        before = self._daemon.rows()
        self._core.hears("早餐8块", None)
        self._core.hears("确认", None)
        same(self._daemon.rows(), before)

    def two_conversations(self) -> None:
        before = self._daemon.rows()
        self._core.hears("晚饭19块", "first")
        self._core.hears("买书88块", "second")
        self._core.hears("确认", "first")
        same(self._daemon.rows()[len(before) :], ["19 EXPENSE 餐饮"])
        self._core.hears("取消", "second")

    def asides(self) -> None:
        before = self._daemon.rows()
        assistant = self._core.choose_assistant(locally_first=False)
        asked = self._core.assistant_hears(assistant, "水果25块", "asides")
        same(self._core.assistant_hears(assistant, "没事了", "asides"), asked)
        same(self._core.assistant_hears(assistant, "没关系", "asides"), asked)
        same(self._daemon.rows(), before)
        assert "取消" in self._core.assistant_hears(assistant, "算了", "asides")

    def locally_first(self) -> None:
        before = self._daemon.rows()
        assistant = self._core.choose_assistant(locally_first=True)
        self._core.assistant_hears(assistant, "水果26块", "local")
        for words in KEPT_BY_HOME_ASSISTANT:
            assert self._core.assistant_hears(assistant, words, "local") == "", words
        assert "取消" in self._core.assistant_hears(assistant, "取消", "local")
        self._core.assistant_hears(assistant, "水果27块", "local")
        assert "没有记" in self._core.assistant_hears(assistant, "退出", "local")
        same(self._daemon.rows(), before)

    def many_at_once(self) -> None:
        logs = {"Home Assistant": lambda: self._core.log, "voiced": lambda: self._daemon.log}
        before = {name: len(log()) for name, log in logs.items()}
        answers = asyncio.run(self._core.hears_at_once([f"午饭{yuan}块" for yuan in range(1, _AT_ONCE + 1)]))
        sentences = [sentence for _, sentence in answers]
        answered = [words for words in sentences if "确认吗" in words or words == BUSY]
        assert len(answered) == _AT_ONCE, set(sentences) - set(answered)
        for name, log in logs.items():
            told = log()[before[name] :]
            assert "Traceback" not in told, f"{name}: {told[-1500:]}"
            assert "reset" not in told, f"{name}: {told[-1500:]}"

    def chats(self) -> None:
        self._core.hears("午饭36块", None)
        rooms = [room for room in self._daemon.rooms() if room.startswith("对话")]
        assert rooms, self._daemon.rooms()
        assert len(rooms) <= 16, rooms
        told = self._daemon.command("stats")
        assert told.count("/对话") == 1, told

    def away(self) -> None:
        self._core.hears("晚饭120块", "away")
        self._daemon.stop()
        kind, sentence = self._core.hears("确认", "away")
        assert (kind, sentence[: len(AWAY)]) == ("error", AWAY), sentence
        self._daemon.start()
        assert "120" in self._core.hears("确认", "away")[1]

    def offers_all(self) -> None:
        self._configure({"asr": _WHISPER, "voice": {"engine": "pyttsx3"}})
        self._daemon.restart()
        self._core.reload(self._entry)
        self._core.until_state("stt.voiced", "unknown")
        self._core.until_state("tts.voiced", "unknown")

    def satellites_connect(self) -> None:
        self._core.choose_assistant(locally_first=False)
        for name in ("kitchen", "study"):
            satellite = self._stack.enter_context(running_satellite(self._folder / name, name))
            self._core.add("wyoming", host="127.0.0.1", port=satellite.port)
            self._core.until_state(f"assist_satellite.{name}", "idle")
            self._satellites[name] = satellite

    def spoken(self) -> None:
        before = self._daemon.rows()
        for recording in ("continue_recording/1", "continue_recording/4"):
            assert self._satellites["kitchen"].hears(recording) > 0
        same(self._daemon.rows()[len(before) :], ["35 EXPENSE 餐饮"])

    def room_names(self) -> None:
        assert "kitchen" in self._daemon.rooms()
        assert "/assist_satellite.kitchen" in self._daemon.command("stats")

    def two_rooms(self) -> None:
        before = self._daemon.rows()
        self._satellites["kitchen"].hears("continue_recording/1")
        self._satellites["study"].hears("continue_recording/3")
        self._satellites["study"].hears("continue_recording/4")
        same(self._daemon.rows()[len(before) :], ["18.5 EXPENSE 交通"])
        self._satellites["kitchen"].hears("cancel_all/2")

    def exposed_file(self) -> None:
        password = self._write_password("wrong")
        password.chmod(0o644)
        self._broker.start()
        self._core.add("mqtt", broker="127.0.0.1", port=self._broker.port, username=USER, password=PASSWORD)
        self._configure({**_SILENT, **self._of_mqtt()})
        assert f"other users can read {password}" in self._daemon.check()
        password.chmod(0o600)
        assert "other users" not in self._daemon.check()

    def wrong_password(self) -> None:
        self._daemon.restart()
        self._daemon.tells("not authorised")
        assert _STATE not in self._core.states("sensor")

    def mended(self) -> None:
        self._write_password(PASSWORD)
        self._daemon.reload("the new settings are in effect")
        self._core.until_state(_STATE, "idle")
        names = [self._core.name_of(f"{entity}_{end}") for entity, end in _NAMED]
        assert names == [f"voiced {NODE} {name}" for name in _NAMED.values()], names

    def states(self) -> None:
        self._daemon.command("wake")
        self._core.until_state(_STATE, "listening")

    def changed(self) -> None:
        told = self._daemon.log.count("not authorised")
        self._broker.change_password("another-password")
        self._daemon.tells("not authorised", told + 1)
        self._write_password("another-password")
        self._daemon.reload("the new settings are in effect")
        self._daemon.tells(f"the house is told over MQTT as {NODE}", 2)

    def metrics_token(self) -> None:
        file = self._folder / "voiced/metrics-token"
        revoked = file.read_text().strip()
        assert self._daemon.opens_metrics(revoked)
        file.unlink()
        self._daemon.reload("the new settings are in effect")
        assert not self._daemon.opens_metrics(revoked)
        assert self._daemon.opens_metrics(file.read_text().strip())

    def _configure(self, sections: Sections) -> None:
        """With a list of allowed addresses that names none of this machine's."""
        listen = f"tcp://0.0.0.0:{self._daemon.wyoming_port}"
        self._daemon.configure({"wyoming": {"listen": listen, "allow": ["192.0.2.1"]}, **sections})

    def _of_mqtt(self) -> Sections:
        broker: Mapping[str, object] = {"host": "127.0.0.1", "port": self._broker.port, "node": NODE}
        secret = {"user": USER, "password_file": str(self._folder / "password")}
        card = {"port": self._daemon.card_port, "metrics": True}
        return {"mqtt": {**broker, **secret}, "card": card}

    def _write_password(self, password: str) -> Path:
        file = self._folder / "password"
        file.write_text(f"{password}\n", encoding="utf-8")
        return file


_NAMED = {
    (f"sensor.voiced_{NODE}", "state"): "状态",
    (f"sensor.voiced_{NODE}", "spent_today"): "今天支出",
    (f"switch.voiced_{NODE}", "microphone"): "麦克风",
    (f"button.voiced_{NODE}", "confirm"): "确认",
}


def _own_address() -> str:
    """An address of this machine that is not its loopback; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
