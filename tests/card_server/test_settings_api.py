"""The settings on the page: what people choose is kept over the configuration, and a code lets a second device in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from tests.card_server.houses import ENTERED, SETTINGS, House, a_house
from tests.support.now import NOW
from voiced.adapters.machine import card_place
from voiced.adapters.machine.clocks import SampleClock
from voiced.app.configured import configuration
from voiced.app.kept_preferences import KeptPreferences
from voiced.card.access import INVITATION_SECONDS, Access
from voiced.config import CardSettings

Kept = Callable[[], dict[str, object] | None]
CONFIGURED = {"wakePhrase": "小记小记", "voice": "none", "rate": 200, "night": ""}
EVERYWHERE = replace(SETTINGS, card=CardSettings(port=0, host="0.0.0.0", password="芝麻开门"))  # noqa: S104, S106


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "voiced.toml"
    no_models = f'model_dir = "{tmp_path}"'
    file.write_text(f'[voice]\nengine = "none"\n{no_models}\nrate_words_per_minute = 200\n')
    return file


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    """What the file of the choices holds; None without a file."""
    file = tmp_path / "state" / "voiced" / "preferences.json"
    return lambda: msgspec.json.decode(file.read_bytes()) if file.exists() else None


@pytest.fixture
def unwritable(tmp_path: Path) -> None:
    """A folder stands where the file of the choices would."""
    (tmp_path / "state" / "voiced" / "preferences.json").mkdir(parents=True)


@asynccontextmanager
async def house_with(
    config: Path, reload: Callable[[], None] = lambda: None, **options: Any
) -> AsyncGenerator[House]:
    async with a_house(config.parent, choice=KeptPreferences(config, reload), **options) as house:
        yield house


async def test_a_choice_is_kept_over_the_file_and_can_be_taken_back(config: Path, kept: Kept):
    reloaded = asyncio.Event()
    async with house_with(config, reloaded.set) as house, house.browser() as browser:
        shown = (await browser.get("/api/settings")).json()
        assert (shown["inUse"], shown["chosen"], shown["fixed"]) == (CONFIGURED, [], [])
        assert shown["voices"] == ["auto", "pyttsx3", "none"], "what this machine has"

        wanted = CONFIGURED | {"wakePhrase": "管家管家", "night": "22:00-07:00"}
        answer = await browser.put("/api/settings", json=wanted)
        assert answer.json() == {"waits": False}
        await reloaded.wait()
        shown = (await browser.get("/api/settings")).json()
        assert (shown["inUse"], shown["chosen"]) == (wanted, ["wakePhrase", "night"])
        assert kept() == {"wake_phrase": "管家管家", "night": "22:00-07:00"}, "what differs, and nothing else"
        settings = configuration(config).settings
        assert (settings.session.wake_phrase, settings.voice.night) == ("管家管家", "22:00-07:00")

        assert (await browser.delete("/api/settings")).json() == {"waits": False}
        assert (await browser.get("/api/settings")).json()["inUse"] == CONFIGURED
        assert kept() is None


async def test_during_a_session_a_change_waits(config: Path):
    async with house_with(config) as house, house.browser() as browser:
        await house.wake()
        assert (await browser.put("/api/settings", json=CONFIGURED | {"rate": 150})).json() == {"waits": True}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"wakePhrase": "龘龘"}, "wake_wrong"),
        ({"wakePhrase": "hello"}, "wake_wrong"),
        ({"wakePhrase": "记"}, "wake_wrong"),
        ({"rate": 40}, "bad_request"),
        ({"rate": "fast"}, "bad_request"),
        ({"night": "22-7"}, "bad_request"),
        ({"voice": "opera"}, "bad_request"),
        ({"voice": "neural"}, "bad_request"),
        ({"volume": 1}, "bad_request"),
    ],
)
async def test_what_the_configuration_refuses_is_refused_in_one_line(
    config: Path, kept: Kept, change: dict[str, object], code: str
):
    async with house_with(config) as house, house.browser() as browser:
        answer = await browser.put("/api/settings", json=CONFIGURED | change)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == code
    assert "\n" not in answer.json()["error"]["message"]
    assert kept() is None


async def test_a_variable_stands_over_a_choice_and_the_page_knows(
    config: Path, kept: Kept, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("VOICED_VOICE__NIGHT", "21:00-06:00")
    async with house_with(config) as house, house.browser() as browser:
        shown = (await browser.get("/api/settings")).json()
        assert shown["fixed"] == ["night"]
        assert shown["inUse"]["night"] == "21:00-06:00"
        assert (await browser.put("/api/settings", json=CONFIGURED)).status_code == 400
    assert kept() is None


@pytest.mark.usefixtures("unwritable")
async def test_a_choice_that_cannot_be_kept_is_told(config: Path):
    async with house_with(config) as house, house.browser() as browser:
        answer = await browser.put("/api/settings", json=CONFIGURED | {"rate": 150})
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not_kept")


async def test_strangers_and_other_pages_change_nothing(config: Path, kept: Kept):
    async with house_with(config) as house:
        wanted = CONFIGURED | {"rate": 150}
        async with httpx.AsyncClient(base_url=house.origin, headers={"Origin": house.origin}) as stranger:
            assert (await stranger.get("/api/settings")).status_code == 401
            assert (await stranger.put("/api/settings", json=wanted)).status_code == 401
            assert (await stranger.delete("/api/settings")).status_code == 401
        async with house.browser(Origin="http://evil.example") as page:
            assert (await page.put("/api/settings", json=wanted)).status_code == 403
    assert kept() is None


async def test_a_code_lets_a_second_device_in_without_the_password(
    config: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(card_place, "own_names", lambda: ("127.0.0.2", "pi.local"))
    async with house_with(config, settings=EVERYWHERE) as house, house.browser() as browser:
        shown = (await browser.get("/api/settings")).json()
        first, second = map(str, shown["entrances"])
        assert first.startswith(f"http://127.0.0.2:{house.port}/?token=")
        assert second.startswith(f"http://pi.local:{house.port}/?token=")
        assert shown["code"].startswith("data:image/svg+xml")
        async with httpx.AsyncClient() as phone:
            assert (await phone.get(first)).status_code == ENTERED
            assert (await phone.get(f"http://127.0.0.2:{house.port}/")).status_code == 200, "the page"


async def test_where_only_this_machine_reaches_the_card_no_code_is_shown(config: Path):
    async with house_with(config) as house, house.browser() as browser:
        shown = (await browser.get("/api/settings")).json()
    assert (shown["entrances"], shown["code"]) == ([], None)


async def test_an_invitation_ends_with_its_time_and_with_the_password():
    clock = SampleClock(NOW)
    access = Access("as-printed", clock, "芝麻开门")
    invitation = access.invitation()
    assert access.takes_token(invitation)
    assert not replace(access, password="芝麻关门").takes_token(invitation)  # noqa: S106 - of no card
    assert not replace(access, token="renewed").takes_token(invitation)  # noqa: S106 - of no card
    await clock.advance(INVITATION_SECONDS)
    assert access.takes_token(invitation)
    assert access.invitation() != invitation
    await clock.advance(INVITATION_SECONDS)
    assert not access.takes_token(invitation)
    assert access.takes_token("as-printed")
