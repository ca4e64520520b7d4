"""Every setting with its default and its limits; `config/voiced.toml` explains each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.inspect import BoolType, FloatType, IntType, LiteralType, StrType, VarTupleType, type_info

from voiced.dialogue.values.policy import MODEL_DEADLINE_SECONDS, Policy

SECRETS = frozenset({"llm.api_key", "llm.upstream_key", "ledger.url", "ledger.password", "card.password"})
"""Keys with secret values."""

_BEHAVIOUR = Policy()
"""The dialogue's own defaults, which are those of its settings."""

_URL = r"^(https?://[^\s/@?#][^\s@?#]*)?\Z"
_API_KEY = r"^[!-~]*\Z"
_WYOMING = r"^tcp://[^\s/]+:[0-9]{1,5}$"
_WYOMING_LISTEN = r"^(tcp://[^\s/@]+:[0-9]{1,5})?\Z"
_NETWORK = r"^[0-9A-Fa-f.:]+(/[0-9]{1,3})?\Z"
_POSTGRES = r"^(postgres(ql)?://\S+)?$"

Seconds = Annotated[float, Meta(gt=0, le=3600)]
Silence = Annotated[float, Meta(ge=0.2, le=5)]
Deadline = Annotated[float, Meta(gt=0, le=60)]
GatewayUrl = Annotated[str, Meta(pattern=_URL)]
ApiKey = Annotated[str, Meta(pattern=_API_KEY)]
WyomingUri = Annotated[str, Meta(pattern=_WYOMING)]
_SPAN = r"^(([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9])?\Z"
_HOST = r"^[^\s/@]*\Z"
_NODE = r"^[A-Za-z0-9_-]{0,40}\Z"
_TOPIC = r"^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*\Z"
_WAKE_PHRASE = "^[\u4e00-\u9fff]{2,8}$"


class Session(msgspec.Struct, frozen=True):
    """The beginning and the end of a session."""

    start: Literal["wake", "at_once"] = "wake"
    wake_phrase: Annotated[str, Meta(pattern=_WAKE_PHRASE)] = "小记小记"
    wake_spotter: Literal["auto", "off"] = "auto"
    inactivity_seconds: Seconds = _BEHAVIOUR.inactivity_seconds


class DialogueSettings(msgspec.Struct, frozen=True):
    """The behaviour of the conversation."""

    protocol: Literal["structured", "history"] = "structured"
    questions: bool = _BEHAVIOUR.answer_questions
    draft_offer_max_age_minutes: Annotated[float, Meta(ge=0, le=10_080)] = _BEHAVIOUR.draft_offer_seconds / 60


class NoticesSettings(msgspec.Struct, frozen=True):
    """What voiced points out by itself."""

    recurring: bool = _BEHAVIOUR.notices.recurring
    budgets: bool = _BEHAVIOUR.notices.budgets
    missing: bool = _BEHAVIOUR.notices.missing
    repeated: bool = _BEHAVIOUR.notices.repeated


class Audio(msgspec.Struct, frozen=True):
    """Microphone and speaker."""

    input_device: str = ""
    output_device: str = ""
    echo_cancelled: bool = False


class Vad(msgspec.Struct, frozen=True):
    """Voice activity detection."""

    engine: Literal["cascade", "webrtc"] = "cascade"
    mode: Annotated[int, Meta(ge=0, le=3)] = 2


class EndpointSettings(msgspec.Struct, frozen=True):
    """The beginning and the end of an utterance."""

    dictating_silence_seconds: Silence = 1.0
    confirming_silence_seconds: Silence = 0.5
    start_speech_seconds: Annotated[float, Meta(ge=0.02, le=1)] = 0.1
    preroll_seconds: Annotated[float, Meta(ge=0, le=2)] = 0.4
    max_utterance_seconds: Annotated[float, Meta(ge=2, le=120)] = 30.0
    no_speech_seconds: Annotated[float, Meta(ge=1, le=300)] = 10.0


class Asr(msgspec.Struct, frozen=True):
    """Speech recognition."""

    engine: Literal["auto", "sherpa", "vosk", "whisper", "wyoming", "none"] = "auto"
    model_dir: str = ""
    models_dir: Annotated[str, Meta(min_length=1)] = "~/.local/share/voiced/models"
    models_mirror: GatewayUrl = ""
    models_manifest: str = ""
    decoding: Literal["auto", "full", "light"] = "auto"
    beam_size: Annotated[int, Meta(ge=1, le=10)] = 1
    cpu_threads: Annotated[int, Meta(ge=0, le=64)] = 0
    hotwords_boost: Annotated[float, Meta(ge=0, le=5)] = 1.5
    server: WyomingUri = "tcp://127.0.0.1:10300"


class VoiceSettings(msgspec.Struct, frozen=True):
    """The voice that answers."""

    engine: Literal["auto", "bank", "pyttsx3", "neural", "wyoming", "none"] = "auto"
    voice: str = ""
    model_dir: str = ""
    rate_words_per_minute: Annotated[int, Meta(ge=80, le=450)] = 180
    volume: Annotated[float, Meta(ge=0, le=1)] = 1.0
    night: Annotated[str, Meta(pattern=_SPAN)] = ""
    night_volume: Annotated[float, Meta(ge=0.1, le=1)] = 0.4
    detail: Literal["auto", "full", "short"] = "auto"
    deadline_seconds: Deadline = 5.0
    server: WyomingUri = "tcp://127.0.0.1:10200"
    earcons: bool = True


class Llm(msgspec.Struct, frozen=True):
    """The language model."""

    base_url: GatewayUrl = ""
    api_key: ApiKey = ""
    upstream_url: GatewayUrl = ""
    upstream_model: str = ""
    upstream_key: ApiKey = ""
    upstream_format: Literal["json_schema", "json_object", "text"] = "json_schema"
    parse_deadline_seconds: Deadline = MODEL_DEADLINE_SECONDS
    correction_deadline_seconds: Deadline = MODEL_DEADLINE_SECONDS
    local_first: bool = _BEHAVIOUR.local_first
    trust: Literal["auto", "full", "weighed"] = "auto"
    offline: bool = _BEHAVIOUR.offline
    split_locally: Literal["local", "always", "never"] = _BEHAVIOUR.split_locally.value
    failures_before_pause: Annotated[int, Meta(ge=1, le=100)] = _BEHAVIOUR.failures_before_pause
    pause_seconds: Seconds = _BEHAVIOUR.pause_seconds


class LedgerSettings(msgspec.Struct, frozen=True):
    """The database and its backups."""

    path: str = ""
    url: Annotated[str, Meta(pattern=_POSTGRES)] = ""
    password: str = ""
    backup_dir: str = ""
    backup_every_hours: Annotated[float, Meta(ge=0, le=8_760)] = 24.0
    backup_keep: Annotated[int, Meta(ge=1, le=1_000)] = 7


class MemorySettings(msgspec.Struct, frozen=True):
    """What the daemon learns of the household."""

    habits: bool = _BEHAVIOUR.habits


class CardSettings(msgspec.Struct, frozen=True):
    """The page in the browser."""

    enabled: bool = True
    host: Annotated[str, Meta(min_length=1)] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8377
    password: str = ""
    metrics: bool = False


class MqttSettings(msgspec.Struct, frozen=True):
    """The broker of the house, and what it is told."""

    host: Annotated[str, Meta(pattern=_HOST)] = ""
    port: Annotated[int, Meta(ge=0, le=65_535)] = 0
    tls: bool = False
    ca_file: str = ""
    user: str = ""
    password_file: str = ""
    node: Annotated[str, Meta(pattern=_NODE)] = ""
    discovery_prefix: Annotated[str, Meta(pattern=_TOPIC)] = "homeassistant"
    entries: bool = False


class SaySettings(msgspec.Struct, frozen=True):
    """Sentences that scripts and phones send."""

    per_minute: Annotated[int, Meta(ge=1, le=6_000)] = 60
    inactivity_seconds: Seconds = 600.0


class WyomingSettings(msgspec.Struct, frozen=True):
    """The server for voice satellites and Home Assistant."""

    listen: Annotated[str, Meta(pattern=_WYOMING_LISTEN)] = ""
    allow: tuple[Annotated[str, Meta(pattern=_NETWORK)], ...] = ()
    inactivity_seconds: Seconds = 300.0


class LogSettings(msgspec.Struct, frozen=True):
    """The log of `voiced run`."""

    level: Literal["debug", "info", "warning", "error"] = "info"


class Hooks(msgspec.Struct, frozen=True):
    """The user's own commands."""

    on_state: str = ""


class Settings(msgspec.Struct, frozen=True):
    """All settings, by the sections of the file."""

    session: Session = Session()
    dialogue: DialogueSettings = DialogueSettings()
    notices: NoticesSettings = NoticesSettings()
    audio: Audio = Audio()
    vad: Vad = Vad()
    endpoint: EndpointSettings = EndpointSettings()
    asr: Asr = Asr()
    voice: VoiceSettings = VoiceSettings()
    llm: Llm = Llm()
    ledger: LedgerSettings = LedgerSettings()
    memory: MemorySettings = MemorySettings()
    card: CardSettings = CardSettings()
    say: SaySettings = SaySettings()
    wyoming: WyomingSettings = WyomingSettings()
    mqtt: MqttSettings = MqttSettings()
    log: LogSettings = LogSettings()
    hooks: Hooks = Hooks()


SECTIONS: Mapping[str, Mapping[str, Any]] = {
    section.name: {key.name: key.type for key in msgspec.structs.fields(section.type)}
    for section in msgspec.structs.fields(Settings)
}
"""Every section with its keys and their types."""


_FORMS = {
    _URL: '"" or a URL that begins with http:// or https://, without user, query or fragment',
    _API_KEY: "printable ASCII without spaces",
    _WYOMING: "a host and a port as tcp://HOST:PORT",
    _WYOMING_LISTEN: '"" or a host and a port as tcp://127.0.0.1:10700',
    _NETWORK: "addresses or networks as 192.168.1.0/24",
    _POSTGRES: '"" or a URL that begins with postgresql://',
    _SPAN: '"" or two times of day as 22:00-07:00',
    _HOST: '"" or the name or number of a machine, as homeassistant.local',
    _NODE: "at most 40 of the characters A-Z, a-z, 0-9, - and _",
    _TOPIC: "names of the characters A-Z, a-z, 0-9, - and _, with / between them",
    _WAKE_PHRASE: "2 to 8 Chinese characters, best 3 to 6",
}
"""Each pattern of a text, in words."""


def allowed(type_: Any) -> str:
    """The allowed values of a key, in words."""
    match type_info(type_):
        case LiteralType(values):
            return "one of " + ", ".join(f'"{value}"' for value in values)
        case IntType(ge=low, le=high):
            return f"a whole number from {low} to {high}"
        case FloatType(gt=None, ge=low, le=high):
            return f"a number from {low} to {high}"
        case FloatType(gt=low, le=high):
            return f"a number above {low}, at most {high}"
        case BoolType():
            return "true or false"
        case StrType(pattern=str(pattern)):
            return _FORMS[pattern]
        case VarTupleType(StrType(pattern=str(pattern))):
            return f"a list of {_FORMS[pattern]}"
        case StrType(min_length=1):
            return "a text that is not empty"
        case _:
            return "a text in quotation marks"
