"""Two daemons on one machine, as of two users: the card of the second finds another port, and both are reached."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.support.processes import free_port
from tests.support.pulse_rig import PulseRig
from tests.support.spoken_daemon import spoken_daemon
from voiced.adapters.machine.card_place import CardPlace, running_card

pytestmark = [pytest.mark.speech, pytest.mark.timeout(180)]

# Nothing is said to them; that these weights are of another language does not matter.
QUICK = ("--asr", "vosk", "--model", str(Path(".cache/models/vosk-ko").resolve()))


def of_user(folder: Path, port: int) -> dict[str, str]:
    """The surroundings of a user of the machine."""
    folder.mkdir()
    return {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "VOICED_CARD__PORT": str(port)}


def card_of(user: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> CardPlace:
    """What another command of the user finds."""
    with monkeypatch.context() as context:
        context.setenv("XDG_RUNTIME_DIR", user["XDG_RUNTIME_DIR"])
        place = running_card()
    assert place is not None
    return place


async def test_a_second_daemon_starts_and_tells_where_its_card_is(
    rig: PulseRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    first, second = (of_user(tmp_path / name, port) for name in ("first", "second"))
    async with (
        spoken_daemon(rig, tmp_path / "first/ledger.db", *QUICK, settings=first) as one,
        httpx.AsyncClient(follow_redirects=True) as browser,
    ):
        await one.listens()
        async with spoken_daemon(rig, tmp_path / "second/ledger.db", *QUICK, settings=second) as other:
            await other.listens()
            await other.logs("card: http://")
            places = [card_of(user, monkeypatch) for user in (first, second)]
            assert places[0].port == port != places[1].port
            said = f"card.port: {port} is taken, another daemon may run on this machine; the card is at port"
            assert f"{said} {places[1].port}" in other.log
            assert said not in one.log
            # One browser, whose cookies are the same for all ports, keeps both open.
            for place in places:
                assert (await browser.get(place.address)).status_code == 200
            for place in places:
                assert (await browser.get(f"http://127.0.0.1:{place.port}/")).status_code == 200
            assert await other.stop() == 0
        assert await one.stop() == 0
