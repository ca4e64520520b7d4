"""`voiced run` in a house: seen and switched over MQTT, measured by Prometheus, and missed when it is killed."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import httpx
import pytest

from tests.home.houses import NODE, an_onlooker
from tests.support.mosquitto_rig import mosquitto
from tests.support.pulse_rig import PulseRig
from tests.support.spoken_daemon import spoken_daemon
from voiced.adapters.machine.card_place import running_card
from voiced.home.entities import OFF, OFFLINE, ON, ONLINE, Topic

pytestmark = [pytest.mark.speech, pytest.mark.timeout(180)]


async def metrics(rig: PulseRig) -> str:
    token = Path(rig.environment["HOME"]) / ".local/state/voiced/metrics-token"
    place = running_card()
    assert place is not None
    async with httpx.AsyncClient() as prometheus:
        bearer = {"Authorization": f"Bearer {token.read_text().strip()}"}
        return (await prometheus.get(f"http://127.0.0.1:{place.port}/metrics", headers=bearer)).text


async def test_a_daemon_is_seen_switched_measured_and_missed(
    rig: PulseRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", rig.environment["XDG_RUNTIME_DIR"])
    with mosquitto(tmp_path) as broker:
        settings = {
            "VOICED_MQTT__HOST": "localhost",
            "VOICED_MQTT__PORT": str(broker.port),
            "VOICED_MQTT__NODE": NODE.name,
            "VOICED_CARD__METRICS": "true",
        }
        async with (
            an_onlooker(broker) as home,
            spoken_daemon(rig, tmp_path / "ledger.db", settings=settings) as daemon,
        ):
            await daemon.listens()
            await home.until(Topic.STATUS, ONLINE)
            await home.until(Topic.STATE, "listening")
            assert "voiced_microphone_up 1\n" in await metrics(rig)

            await home.asks(Topic.MICROPHONE_SET, OFF)
            await home.until(Topic.MICROPHONE, OFF)
            await daemon.logs("it is switched off")
            assert "voiced_microphone_up 0\n" in await metrics(rig)
            await home.asks(Topic.MICROPHONE_SET, ON)
            await daemon.logs("the microphone is back")
            assert "voiced_microphone_up 1\n" in await metrics(rig)

            os.kill(daemon.pid, signal.SIGKILL)
            await home.until(Topic.STATUS, OFFLINE)
