"""All inputs from outside, as functions of bytes that return whether the input was accepted.

A refusal is an error of our tree, or a value in its place. Any other exception is a fault.

`tests/faults/test_fuzz.py` feeds them with hypothesis, `scripts/fuzz` with atheris, which sees the lines of code that run.
"""

from __future__ import annotations

import asyncio
import wave
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from shutil import copy
from typing import Any

import msgspec

from tests.support.answers import entries_of
from tests.support.drafts import TWO, draft
from tests.support.now import NOW
from tests.support.script import ONLINE
from voiced.adapters.exchange.file_formats import FileFormat, read_file
from voiced.adapters.exchange.imported_lines import ImportedEntry
from voiced.adapters.ledger.sqlite_ledger import DRAFT_VERSION, decode_draft, encode_draft
from voiced.adapters.recognition.model_install import faults
from voiced.adapters.recognition.model_manifest import manifest_file, read_manifest
from voiced.adapters.sound.wav_files import read_wav
from voiced.card.page_messages import PingMessage, event_of, message_decoder
from voiced.cli import nlu_answers
from voiced.config import load, load_settings
from voiced.dialogue.machine import step
from voiced.dialogue.values.requests import CorrectionRequest, ParseRequest, RequestContext
from voiced.dialogue.values.state import Moment
from voiced.domain.batch import DraftBatch
from voiced.errors import RequestWrong, UpstreamFailure, VoicedError
from voiced.gateway.interpreter import ModelInterpreter
from voiced.gateway.protocol.exchanges import CORRECT, DIALOGUE, PARSE
from voiced.gateway.upstream import Chat, Completion

Target = Callable[[bytes], bool]

CHECKOUT = Path(__file__).parents[2]
ROWS = entries_of(TWO, NOW.date())
CONTEXT = RequestContext(NOW)
_DRAFT = draft(TWO)
_MOMENT = Moment(NOW, "00000000-0000-4000-8000-000000000000")


class Echo:
    """A language model that gives a fixed answer at once."""

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
        # A register of models names lists that lie beside it.
        for listed in manifest_file().parent.glob("*.txt"):
            copy(listed, folder)
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
        """Examples of each input."""
        item = b'{"index":0,"amount":60,"type":"EXPENSE","category":"\xe9\xa4\x90\xe9\xa5\xae"}'
        return {
            "wav": (_wav(16_000, 1), _wav(44_100, 2)),
            "settings": ((CHECKOUT / "config" / "voiced.toml").read_bytes(), b"[asr]\nbeam_size = 5\n"),
            "environment": (
                b"VOICED_ASR__BEAM_SIZE=5\nVOICED_LLM__BASE_URL=http://a\n",
                b"VOICED__ASR=1\nVOICED_ASR__MODEL_DIR=\xff\n",
            ),
            "models": (manifest_file().read_bytes(),),
            "receipt": (sha256().hexdigest().encode() + b"  am/final.mdl\n",),
            "draft": (encode_draft(DraftBatch.of(ROWS, batch_id="b", created_at=NOW)).encode(),),
            "card": (
                b'{"type":"press","button":"wake"}',
                b'{"type":"confirm","revision":1,"index":0}',
                b'{"type":"add","entry":{"amount":"4","type":"EXPENSE","date":"2026-11-21"}}',
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
                '{"messages":[{"role":"user","content":"改成50"}],"currentBatch":[{"index":0,"amount":60}],"context":{}}'.encode(),
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
        """The input for a format: accepted if an entry was read. A bad line has a message of its own."""

        def is_imported(data: bytes) -> bool:
            try:
                found = read_file(self._written(data), form).lines
            except VoicedError:
                return False
            return any(isinstance(one, ImportedEntry) for one in found)

        return is_imported

    def _receipt(self, data: bytes) -> bool:
        """Whether the receipt fits a model that consists of one empty file."""
        folder = self._file.with_name("model")
        (folder / "am").mkdir(parents=True, exist_ok=True)
        (folder / "am" / "final.mdl").touch()
        (folder / "SHA256SUMS").write_bytes(data)
        return not faults(folder)


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


def _accepted(take: Callable[[], object], refusal: type[Exception] = VoicedError) -> bool:
    """Whether the input was accepted. An error of another kind than the refusal is raised."""
    try:
        take()
    except refusal:
        return False
    return True


def _environment(data: bytes) -> bool:
    """Whether a variable sets a key. Variables of other programs are ignored."""
    lines = data.decode(errors="surrogateescape").splitlines()
    variables = dict(line.split("=", 1) for line in lines if "=" in line)
    try:
        return bool(load(None, {**variables, "XDG_CONFIG_HOME": "/nonexistent"}).origins)
    except VoicedError:
        return False


def _kept_draft(data: bytes) -> bool:
    return decode_draft(DRAFT_VERSION, data.decode(errors="replace")) is not None


def _card(data: bytes) -> bool:
    """Whether a message of the page is read, as `voiced.card.socket` does; then the dialogue takes a step with it."""
    try:
        message = message_decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
    if isinstance(message, PingMessage):
        return True
    try:
        event = event_of(message)
    except RequestWrong:
        return False
    step(ONLINE, _DRAFT, event, _MOMENT)
    return True


def _nlu(data: bytes) -> bool:
    """Whether one of the three commands accepts the line."""
    answers = (nlu_answers.intent, nlu_answers.entries, nlu_answers.corrections)
    accepted = [
        _accepted(lambda answer=answer: answer(data, NOW), nlu_answers.Unreadable) for answer in answers
    ]
    return any(accepted)


def _gateway(data: bytes) -> bool:
    """Whether one of the endpoints reads the request. The model answers with the same bytes."""
    model = ModelInterpreter(Echo(data.decode(errors="replace")))
    answers = (
        PARSE.serve(data, model.parse, NOW, model.model),
        CORRECT.serve(data, model.correct, NOW, model.model),
        DIALOGUE.serve(data, model.next_turn, NOW, model.model),
    )
    accepted = [_is_read(answer) for answer in answers]
    return any(accepted)


def _is_read(answer: Coroutine[Any, Any, object]) -> bool:
    """Whether a request was read, even if the model's answer to it was refused."""
    with suppress(UpstreamFailure):
        return _accepted(lambda: asyncio.run(answer), RequestWrong)
    return True


def _model_answer(data: bytes) -> bool:
    """Whether the bytes are an answer to one of the kinds of question."""
    correction = CorrectionRequest(ROWS, "改成50", CONTEXT)
    reads = (
        lambda: PARSE.read_answer(data, ParseRequest("吃饭", CONTEXT)),
        lambda: CORRECT.read_answer(data, correction),
        lambda: DIALOGUE.read_answer(data, correction),
    )
    accepted = [_accepted(read) for read in reads]
    return any(accepted)


def _wav(rate: int, channels: int) -> bytes:
    file = BytesIO()
    with wave.open(file, "wb") as wav:
        wav.setnchannels(channels)
        wav.setsampwidth(2)
        wav.setframerate(rate)
        wav.writeframes(bytes(range(256)) * 4)
    return file.getvalue()
