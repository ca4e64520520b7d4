"""What must hold of voiced in a container."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import numpy as np
import yaml
from wyoming.client import AsyncTcpClient
from wyoming.info import Describe, Info

from tests.machines import weights
from tests.machines.debian import ROOT
from tests.machines.image import EXTRAS, IMAGE_VERSION, PACKAGING, Container, Podman
from tests.machines.record import Check, same
from tests.machines.sound import ENTRY
from tests.support.pulse_rig import PulseRig
from tests.support.spoken_daemon import LOUD
from voiced.hearing.frame import SAMPLE_RATE

BASE, IMAGE, ADD_ON = "localhost/voiced-debian", "localhost/voiced", "localhost/voiced-add-on"
_CONTAINER = PACKAGING / "container"
_WYOMING = 10_700
_PID_FILE = "/state/pid"
_USER = "1000"
_RECORDINGS = ROOT / "tests/audio/conversations"
_WHISPER = ROOT / ".cache/models/whisper-base"
_ADD_ON_FOLDER = PACKAGING / "home-assistant/voiced"
_ANSWER_SECONDS, _QUIET_SECONDS, _TRIES = 60.0, 0.8, 3


class Story:
    """The image, the containers of both compose files, and the add-on."""

    def __init__(self, podman: Podman) -> None:
        """Nothing is built yet."""
        self._podman = podman
        self._stack = ExitStack()
        self._container: Container | None = None

    def checks(self) -> Iterator[Check]:
        """In their order."""
        yield Check(
            "mmdebstrap's Debian 13 becomes an image",
            lambda: self._podman.import_debian(BASE),
            is_needed=True,
        )
        yield Check("the Containerfile is built on it", self.build, is_needed=True)
        yield Check(
            "compose.home-assistant.yaml: it starts, and the health check turns healthy",
            self.start,
            is_needed=True,
        )
        yield Check("its user is not root, and has no capability", self.user)
        yield Check("its root is read-only", self.read_only)
        yield Check("words sent to POST /api/say become a row in the ledger on the volume", self.say)
        yield Check("Home Assistant's integration would find an agent, and no ears or voice", self.agent)
        yield Check("its log holds no spoken word", self.log)
        yield Check("a daemon that hangs is unhealthy, and healthy again afterwards", self.hangs)
        yield Check("another container of the same volumes has the row", self.again)
        yield Check(
            "compose.yaml: it hears a recording by the sound server's socket, and answers aloud", self.sound
        )
        yield Check("the add-on is built on the image", self.build_add_on, is_needed=True)
        yield Check(
            "the add-on goes by its options, as a user that is not root, with its books in /data", self.add_on
        )

    def build(self) -> None:
        arguments = {"BASE": BASE, "EXTRAS": EXTRAS, "VERSION": IMAGE_VERSION}
        self._podman.build(IMAGE, ROOT, _CONTAINER / "Containerfile", **arguments)

    def start(self) -> None:
        self._container = self._stack.enter_context(self._composed("compose.home-assistant.yaml"))
        same(self._one.until_healthy(), "healthy")

    def user(self) -> None:
        same(self._one.must("id", "-u").strip(), _USER)
        status = self._one.must("cat", f"/proc/{self._pid()}/status")
        assert re.search(r"^Uid:\t1000\t1000", status, re.MULTILINE), status
        assert re.search(r"^CapEff:\t0+$", status, re.MULTILINE), status

    def read_only(self) -> None:
        assert self._one.inspected(".HostConfig.ReadonlyRootfs") == "true"
        done = self._one.line("touch", "/opt/voiced/new")
        assert (done.status, "Read-only file system" in done.output) == (1, True), done.output

    def say(self) -> None:
        token = self._one.must("voiced", "card", "token", "make", "trial").split()[0]
        address = f"{_origin(self._one.must('voiced', 'card'))}/api/say"
        for words in ("午饭35块", "确认"):
            header = {"Authorization": f"Bearer {token}"}
            answer = httpx.post(address, json={"text": words}, headers=header, trust_env=False)
            assert answer.status_code == 200, answer.text
        same(_rows(self._one), ["35 EXPENSE 餐饮"])
        assert self._one.must("stat", "--format", "%m", "/ledger/ledger.db").strip() == "/ledger"

    def agent(self) -> None:
        same(asyncio.run(_services(_WYOMING)), {"handle"})

    def log(self) -> None:
        assert "午饭" not in self._one.log
        assert "确认" not in self._one.log

    def hangs(self) -> None:
        self._signal("STOP")
        try:
            assert self._one.line("voiced-health").status == 1
        finally:
            self._signal("CONT")
        same(self._one.until_healthy(), "healthy")

    def again(self) -> None:
        self._stack.close()
        with self._composed("compose.home-assistant.yaml") as container:
            container.until_healthy()
            same(_rows(container), ["35 EXPENSE 餐饮"])

    def sound(self) -> None:
        asyncio.run(self._spoken_to())

    async def _spoken_to(self) -> None:
        folder = self._podman.folder / "sound"
        (folder / "pulse").mkdir(parents=True)
        # Where a desktop has its socket.
        (folder / "pulse/native").symlink_to(folder / "pulse.sock")
        rig = PulseRig(folder)
        await rig.start()
        try:
            with self._composed("compose.yaml", folder) as container:
                self._podman.must("cp", f"{_WHISPER.resolve()}/.", f"voiced:/models/{weights.MODEL}")
                container.until_healthy()
                before, silence = len(_rows(container)), len(rig.heard())
                container.must("voiced", "wake")
                await rig.listener()
                for recording in ENTRY:
                    await _says(rig, _RECORDINGS / f"{recording}.wav")
                same(_rows(container)[before:], ["35 EXPENSE 餐饮"])
                assert np.abs(rig.heard()[silence:].astype(int)).max() > LOUD
        finally:
            await rig.stop()

    def build_add_on(self) -> None:
        self._podman.build(ADD_ON, _ADD_ON_FOLDER, _ADD_ON_FOLDER / "Dockerfile", BUILD_FROM=IMAGE)

    def add_on(self) -> None:
        data = self._podman.folder / "data"
        data.mkdir()
        config = yaml.safe_load((_ADD_ON_FOLDER / "config.yaml").read_text(encoding="utf-8"))
        (data / "options.json").write_text(json.dumps(config["options"]), encoding="utf-8")
        options = ("--init", "--network", "host", "--volume", f"{data}:/data")
        with self._podman.running("voiced-add-on", ADD_ON, options) as container:
            same(container.until_healthy(), "healthy")
            status = container.must("sh", "-c", "cat /proc/$(cat /data/state/pid)/status")
            assert re.search(r"^Uid:\t1000\t1000", status, re.MULTILINE), status
            same(asyncio.run(_services(_WYOMING)), {"handle"})
            assert (data / "ledger/ledger.db").exists()

    @property
    def _one(self) -> Container:
        assert self._container is not None
        return self._container

    def _pid(self) -> str:
        return self._one.must("cat", _PID_FILE).strip()

    def _signal(self, name: str) -> None:
        self._one.must("sh", "-c", f"kill -{name} {self._pid()}")

    @contextmanager
    def _composed(self, file: str, runtime: Path | None = None) -> Generator[Container]:
        variables = {} if runtime is None else {"XDG_RUNTIME_DIR": str(runtime)}
        with self._podman.composed(_CONTAINER / file, "voiced", **variables) as container:
            yield container


async def _says(rig: PulseRig, recording: Path) -> None:
    """Speak, and return when it was answered. On a busy machine words are lost, and said again as a person does."""
    for _ in range(_TRIES):
        before = len(rig.heard())
        await rig.say(recording)
        with suppress(TimeoutError):
            await _answered(rig, before)
            return
    raise AssertionError(
        f"{recording.parent.name}/{recording.name} was said {_TRIES} times, and not answered"
    )


async def _answered(rig: PulseRig, since: int) -> None:
    """Return when the loudspeaker made a sound after so many samples, and then none for a while."""
    async with asyncio.timeout(_ANSWER_SECONDS):
        while True:
            await asyncio.sleep(0.1)
            heard = rig.heard()[since:]
            loud = np.flatnonzero(np.abs(heard.astype(int)) > LOUD)
            if len(loud) and len(heard) - loud[-1] > _QUIET_SECONDS * SAMPLE_RATE:
                return


async def _services(port: int) -> set[str]:
    """The kinds of service that a Wyoming server describes."""
    async with AsyncTcpClient("127.0.0.1", port) as client:
        await client.write_event(Describe().event())
        event = await client.read_event()
    assert event is not None
    info = Info.from_event(event)
    return {kind for kind in ("asr", "tts", "handle", "intent", "wake") if getattr(info, kind)}


def _rows(container: Container) -> list[str]:
    listed = container.must("voiced", "ledger", "export", "--format", "jsonl")
    rows = [json.loads(line) for line in listed.splitlines() if line.startswith("{")]
    return [f"{row['amount']} {row['type']} {row['category']}" for row in rows]


def _origin(told: str) -> str:
    found = re.search(r"http://[^/\s]+", told)
    assert found is not None, told
    return found[0]
