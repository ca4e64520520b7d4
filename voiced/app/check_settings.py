"""Finds every mistake in the settings that a start would refuse, without starting.

Each judgement calls the function that builds the same part of the daemon, so both refuse the same settings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from voiced.adapters.machine.clocks import SystemClock
from voiced.adapters.machine.listening_socket import listen_nearby
from voiced.adapters.machine.paths import expanded
from voiced.app.build_card import CARD, access_of
from voiced.app.build_daemon import hook_of
from voiced.app.build_ears import loader_for_daemon, voice_activity_of
from voiced.app.build_ledger import check_place, ledger_of
from voiced.app.build_model import interpreter_of
from voiced.app.build_voice import voice_of
from voiced.app.satellite_address import listening_for_satellites
from voiced.config import SECTIONS, Asr, Settings, VoiceSettings
from voiced.errors import VoicedError
from voiced.language.sounds.wake import WakePhrase


class Mistake(Struct, frozen=True):
    """A value that a start refuses.

    Attributes:
        key: its key, such as `card.host`.
        told: the mistake, and the allowed values.
    """

    key: str
    told: str


def mistakes_in(settings: Settings) -> Iterator[Mistake]:
    """Every mistake that `voiced run` would refuse. No file is created, and no server is contacted."""
    judgements: tuple[tuple[str, Callable[[], object]], ...] = (
        ("session.wake_phrase", lambda: WakePhrase(settings.session.wake_phrase)),
        ("vad.engine", lambda: voice_activity_of(settings)),
        (
            _speech_key("asr", settings.asr),
            lambda: loader_for_daemon(settings),
        ),
        (_speech_key("voice", settings.voice), lambda: voice_of(settings)),
        (
            _set_one(settings.llm.base_url, "llm.base_url", "llm.upstream_url"),
            lambda: interpreter_of(settings),
        ),
        (
            _set_one(settings.ledger.url, "ledger.url", "ledger.path"),
            lambda: check_place(ledger_of(settings)),
        ),
        ("ledger.backup_dir", lambda: _backups(settings)),
        ("card.host", lambda: _card_access(settings)),
        ("card.port", lambda: _card_address(settings)),
        ("wyoming.listen", lambda: _wyoming_address(settings)),
        ("mqtt.host", lambda: _home(settings)),
        ("hooks.on_state", lambda: hook_of(settings)),
    )
    for key, judge in judgements:
        try:
            judge()
        except VoicedError as error:
            yield _mistake(key, str(error))


def _mistake(key: str, told: str) -> Mistake:
    """The mistake in a message. If the message begins with a key of its own, such as `asr.models_dir`, that key counts."""
    named, _, rest = told.partition(": ")
    section, _, name = named.partition(".")
    return Mistake(named, rest) if name in SECTIONS.get(section, ()) else Mistake(key, told)


def _speech_key(section: str, speech: Asr | VoiceSettings) -> str:
    """The key that decides whether a recogniser or a voice can be made: its server, its model, or its engine."""
    if speech.engine == "wyoming":
        return f"{section}.server"
    return f"{section}.model_dir" if speech.model_dir else f"{section}.engine"


def _set_one(value: str, key: str, otherwise: str) -> str:
    """`key` if its value is set, else `otherwise`."""
    return key if value else otherwise


def _backups(settings: Settings) -> None:
    if not settings.ledger.url:
        expanded(settings.ledger.backup_dir, "ledger.backup_dir")


def _card_access(settings: Settings) -> None:
    if settings.card.enabled:
        access_of(settings, "", SystemClock())


def _card_address(settings: Settings) -> None:
    """Listen at the address for a moment, or at the other port that `voiced run` would take."""
    if settings.card.enabled:
        listen_nearby(settings.card.host, settings.card.port, CARD).close()


def _wyoming_address(settings: Settings) -> None:
    """Listen at the address for a moment, or at another port if a running daemon, which a reload ends first, has it."""
    if settings.wyoming.listen:
        listening_for_satellites(settings, listen_nearby).socket.close()


def _home(settings: Settings) -> None:
    if settings.mqtt.host:
        from voiced.app.build_home import broker_of  # noqa: PLC0415 - where there is a broker

        broker_of(settings.mqtt, "")
