"""Everything that comes from outside, as functions of bytes: each may raise nothing that is not of our error tree.

`tests/faults/test_fuzz.py` feeds them with hypothesis, `scripts/fuzz` with atheris, which sees what of the code runs.
"""

from __future__ import annotations

import asyncio
import wave
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import msgspec

from tests.support.answers import entries_of
from tests.support.drafts import TWO, draft
from tests.support.script import NOW, ONLINE
from voiced.adapters.exchange.formats import FileFormat
from voiced.adapters.exchange.importing import readings
from voiced.adapters.ledger import draft_journal
from voiced.adapters.llm.llm_answers import read_correction, read_entries, read_turn
from voiced.adapters.recognition.model_install import faults
from voiced.adapters.recognition.model_manifest import manifest_file, read_manifest
from voiced.adapters.sound.wav_files import read_wav
from voiced.card.wire import Ping, event_of, message_decoder
from voiced.cli import nlu_answers
from voiced.config import load_settings
from voiced.dialogue.asking import AskingContext, CorrectionRequest, ParseRequest
from voiced.dialogue.machine import step
from voiced.dialogue.state import Moment
from voiced.domain.batch import DraftBatch
from voiced.errors import VoicedError
from voiced.gateway.service import Gateway
from voiced.gateway.upstream import Chat, Completion

Target = Callable[[bytes], None]

CHECKOUT = Path(__file__).parents[2]
ROWS = entries_of(TWO, NOW.date())
CONTEXT = AskingContext(NOW)
_DRAFT = draft(TWO)
_MOMENT = Moment(NOW, "00000000-0000-4000-8000-000000000000")


class Echo:
    """A language model that answers what it is told to, at once."""

    model = "echo"

    def __init__(self, answer: str) -> None:
        self._answer = answer

    async def prepare(self) -> None: ...
    async def close(self) -> None: ...

    async def complete(self, chat: Chat) -> Completion:
        del chat
        return Completion(self._answer)


class Inputs:
    """The inputs by name, each with a few examples of what it expects. Files are written to `folder`."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "input"
        imports = {f"import_{form}": self._import(form) for form in FileFormat}
        self.targets: Mapping[str, Target] = {
            "wav": lambda data: _accepted(lambda: read_wav(self._written(data))),
            "settings": lambda data: _accepted(lambda: load_settings(self._written(data), {})),
            "environment": _environment,
            "models": lambda data: _accepted(lambda: read_manifest(self._written(data))),
            "receipt": self._receipt,
            "draft": _kept_draft,
            "card": _card,
            "nlu": _nlu,
            "gateway": _gateway,
            "model_answer": _model_answer,
            **imports,
        }

    @property
    def examples(self) -> Mapping[str, tuple[bytes, ...]]:
        """What each input expects."""
        item = b'{"index":0,"amount":60,"type":"EXPENSE","category":"\xe9\xa4\x90\xe9\xa5\xae"}'
        return {
            "wav": (_wav(16_000, 1), _wav(44_100, 2)),
            "settings": ((CHECKOUT / "config" / "voiced.toml").read_bytes(), b"[asr]\nbeam_size = 5\n"),
            "environment": (
                b"VOICED_ASR__BEAM_SIZE=5\nVOICED_LLM__BASE_URL=http://a\n",
                b"VOICED__ASR=1\nVOICED_ASR__MODEL_DIR=\xff\n",
            ),
            "models": (manifest_file().read_bytes(),),
            "receipt": (b"0" * 64 + b"  am/final.mdl\n",),
            "draft": (draft_journal.encode(DraftBatch.of(ROWS, batch_id="b", created_at=NOW)).encode(),),
            "card": (
                b'{"type":"press","button":"wake"}',
                b'{"type":"confirm","revision":1,"index":0}',
                b'{"type":"edit","revision":1,"index":1,"change":{"amount":"35.5","date":"2026-11-21"}}',
            ),
            "nlu": (
                '{"text":"前天打车花了三十五块五，奶茶两杯28"}'.encode(),
                b'{"text":"\xe7\xac\xac\xe4\xba\x8c\xe7\xac\x94\xe6\x94\xb9\xe6\x88\x9050","batch":['
                + item
                + b"]}",
            ),
            "gateway": (
                '{"text":"吃饭花了60","context":{"now":"2026-11-21T10:30:00+08:00"}}'.encode(),
                '{"currentBatch":[{"index":0,"amount":60}],"correctionText":"改成50","context":{}}'.encode(),
                '{"messages":[{"role":"user","content":"改成50"}],"currentBatch":[],"context":{}}'.encode(),
            ),
            "model_answer": (
                b'{"transactions":[{"amount":35.5,"type":"EXPENSE","date":"2026-11-21"}]}',
                b'{"corrections":[{"index":0,"updatedFields":{"amount":50}}],"intent":"correction"}',
                b'{"action":"correct","index":0,"transaction":{"amount":50},"confidence":0.9}',
            ),
            **_IMPORTS,
        }

    def _written(self, data: bytes) -> Path:
        self._file.write_bytes(data)
        return self._file

    def _import(self, form: FileFormat) -> Target:
        return lambda data: _accepted(lambda: readings(self._written(data), form))

    def _receipt(self, data: bytes) -> None:
        folder = self._file.with_name("model")
        folder.mkdir(exist_ok=True)
        (folder / "SHA256SUMS").write_bytes(data)
        _accepted(lambda: faults(folder))


_IMPORTS: Mapping[str, tuple[bytes, ...]] = {
    "import_jsonl": (
        '{"id":"a","batch_id":"b","amount":"35.5","currency":"CNY","type":"EXPENSE","category":"餐饮","account":"现金",'
        '"description":"午饭","date":"2026-11-21","created_at":"2026-11-21T10:30:00+08:00"}'.encode(),
    ),
    "import_csv": (
        "id,batch_id,amount,currency,type,category,account,description,date,created_at\n"
        "a,b,35.5,CNY,EXPENSE,餐饮,现金,午饭,2026-11-21,2026-11-21T10:30:00+08:00\n".encode(),
    ),
    "import_qianji": (
        "时间,分类,类型,金额,账户1,备注\n2026/11/21 10:30,餐饮,支出,35.5,现金,午饭\n".encode(),
    ),
    "import_suishouji": (
        "交易类型,日期,分类,金额,账户1,备注\n支出,2026-11-21,餐饮,35.5,现金,午饭\n".encode(),
    ),
    "import_beancount": (
        '2026-11-21 * "午饭"\n  Expenses:Food  35.50 CNY\n  Assets:Cash  -35.50 CNY\n'.encode(),
    ),
}


def _accepted(take: Callable[[], object]) -> None:
    with suppress(VoicedError):
        take()


def _environment(data: bytes) -> None:
    lines = data.decode(errors="surrogateescape").splitlines()
    variables = dict(line.split("=", 1) for line in lines if "=" in line)
    _accepted(lambda: load_settings(None, {**variables, "XDG_CONFIG_HOME": "/nonexistent"}))


def _kept_draft(data: bytes) -> None:
    draft_journal.decode(draft_journal.VERSION, data.decode(errors="replace"))


def _card(data: bytes) -> None:
    """A message of the page, as `voiced.card.socket` reads it, and what the dialogue makes of it."""
    try:
        message = message_decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return
    if not isinstance(message, Ping) and (event := event_of(message)) is not None:
        step(ONLINE, _DRAFT, event, _MOMENT)


def _nlu(data: bytes) -> None:
    for answer in (nlu_answers.intent, nlu_answers.entries, nlu_answers.corrections):
        with suppress(nlu_answers.Unreadable):
            answer(data, NOW)


def _gateway(data: bytes) -> None:
    """A request, with a model that says the very same."""
    gateway = Gateway(Echo(data.decode(errors="replace")), lambda: NOW)
    for ask in (gateway.parse, gateway.correct, gateway.dialogue):
        _accepted(lambda ask=ask: asyncio.run(ask(data)))


def _model_answer(data: bytes) -> None:
    correction = CorrectionRequest(ROWS, "改成50", CONTEXT)
    _accepted(lambda: read_entries(data, ParseRequest("吃饭", CONTEXT)))
    _accepted(lambda: read_correction(data, correction))
    _accepted(lambda: read_turn(data, correction))


def _wav(rate: int, channels: int) -> bytes:
    file = BytesIO()
    with wave.open(file, "wb") as wav:
        wav.setnchannels(channels)
        wav.setsampwidth(2)
        wav.setframerate(rate)
        wav.writeframes(bytes(range(256)) * 4)
    return file.getvalue()
