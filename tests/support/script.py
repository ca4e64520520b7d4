"""A scenario language: a test reads as a conversation, and fails if the dialogue does more or less than it says.

A script has lines of the form `speaker: words`. Lines of the outside world are played to the dialogue in order::

    你: 吃饭花了60，打车30          said by the user
    模型: 支出60 餐饮 吃饭；支出30 交通 打车    the model's answer to the last question (see `answers`)
    模型#1: …                       … to the first question of the script: a late answer
    模型: 失败 答非所问              … or its failure; 连不上 … if it cannot be reached
    过: 3s                          time passes; deadlines, the timer and the model's rest run out
    按: 确认 2                      a press on the card (确认, 取消, 继续, 改 N …, 选 N 1|2, 忘 N) or a button (唤醒, 退出, 安静)
    按旧: 确认                      a press on an older card
    存: 好 / 存: 失败 磁盘满         the outcome of a save, where the script holds saves (`账本: 手动`)
    账本: 手动 / 声音: 手动          from here on saves / sentences end only when the script says so
    说完:                           the oldest sentence ends (with 声音: 手动)
    声: 开始 / 声: 没听清 / 声: 打断 / 声: 空    speech detected, lost, over our voice, without words
    声: 不清 / 声: 像确认               speech that gave no words; a second look found 确认 in it
    停:                             an orderly stop
    账页: 改 1 amount=99             on the card's ledger page a row is changed, the rows of this run counted from 1
    账页: 撤 1 2 / 账页: 复 1        … rows are taken back, brought back
    别处: 撤 1 / 别处: 改 1 amount=99    another program does so; the dialogue is told nothing of it
    恢复: 支出60 餐饮 吃饭           a draft that a crash left behind (`恢复 13小时前: …` for its age)

The script must also hold each action of the dialogue, in order::

    它: 记录支出60元，餐饮，确认吗？   spoken
    态: CONFIRMING                  state
    卡: 1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车 | ✗3 …     the card; `卡: 空` for none
    问: 解析「…」 / 问: 修改「…」[支出60元 餐饮 吃饭 | …]          asked of the model
    弃: 2                           a question dropped
    写: 支出60元 餐饮 吃饭 | …       sent to the ledger
    账: 支出60元 餐饮 吃饭 | …       written
    设: 每月15号 支出3000元 住房 房租      a recurring entry is set up
    问过: 房租 2026-11-21 / 了结: 房租 2026-11-15    a recurring entry was offered, a due day was answered
    查: total 支出 2026-11-01..2026-11-30 全部 / 撤: / 改账: amount=50    asked of the ledger
    答账: 1280 3笔 / 答账: 失败      its answer (played, not checked)
    静:                             the daemon's voice is stopped
    失信:                           the model is believed no longer
    原文: …  错: …  续:              interim text, error, on_continue_recording

Two passages that many tests share have a line of their own (see `passages`)::

    你改: 改成50 [支出60元 餐饮 吃饭]              你: 改成50, 它: 好的，正在修改..., 问: 修改「改成50」[支出60元 餐饮 吃饭]
    记完: ✓1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车     the last row is decided: the card with the marks (卡), the
                                    confirmed rows sent and written (写, 账), 态: LISTENING, 卡: 空, and 它: 记好了，还有吗？
                                    for one row, 已保存2笔交易。 for more

Lines that begin with # are comments. Final texts, timers and the journal are not shown.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from msgspec.structs import replace

from tests.support.answers import (
    answer_of,
    change_of,
    entries_of,
    entry_words,
    interpretation_of,
    question_value,
)
from tests.support.now import NOW
from tests.support.passages import expanded
from voiced.dialogue.machine import step
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.requests import CorrectionRequest, QuestionRequest
from voiced.dialogue.values.state import Dialogue, Moment
from voiced.domain.agenda import Agenda
from voiced.domain.batch import DraftBatch, DraftStatus, DraftTransaction
from voiced.domain.bills.standing import BillStanding
from voiced.domain.money import Money
from voiced.domain.question import LedgerAnswer, LedgerQuestion
from voiced.domain.transaction import TYPE_NAMES, FieldChange, ParseResult, Transaction
from voiced.gateway.protocol.questions import value_as_json

ONLINE = Policy(model_configured=True)
BELIEVED = Policy(model_configured=True, believes=True)
OFFLINE = Policy(offline=True)
LOCAL = Policy()
DEADLINE_SECONDS = 3.0

_MARKS = {DraftStatus.PENDING: "", DraftStatus.CONFIRMED: "✓", DraftStatus.CANCELLED: "✗"}
_BUTTONS = {"唤醒": ev.Button.WAKE, "退出": ev.Button.EXIT, "安静": ev.Button.QUIET}


def play(script: str, policy: Policy = ONLINE, start: Dialogue | None = None) -> Dialogue:
    """Play a script in a running session and compare the actions of the dialogue with it; returns the last state.

    Raises:
        AssertionError: the actions differ; the message is a diff.
    """
    stage = Stage(policy, start if start is not None else in_session(policy))
    expected = expanded(script)
    for line in expected:
        stage.read(line)
    if stage.lines != expected:
        diff = "\n".join(difflib.ndiff(expected, stage.lines))
        raise AssertionError(f"the conversation went another way (- expected, + happened):\n{diff}")
    return stage.state


def in_session(policy: Policy) -> Dialogue:
    """The state just after a session began."""
    state, _ = step(policy, Dialogue(), ev.Woken(), _moment(NOW, 0))
    return state


def _moment(now: datetime, count: int) -> Moment:
    return Moment(now, str(UUID(int=count, version=4)))


@dataclass
class Stage:
    """The world of a script: it keeps time, holds questions and saves, and writes down all actions of the dialogue."""

    policy: Policy
    state: Dialogue
    now: datetime = NOW
    agenda: Agenda = field(default_factory=Agenda)
    bills: tuple[BillStanding, ...] = ()
    lines: list[str] = field(default_factory=list[str])
    trace: list[fx.Effect] = field(default_factory=list[fx.Effect])
    _steps: int = 0
    _questions: list[fx.AskParse | fx.AskCorrection | fx.AskQuestionValue] = field(
        default_factory=list[fx.AskParse | fx.AskCorrection | fx.AskQuestionValue]
    )
    _alarms: dict[ev.Event, datetime] = field(default_factory=dict[ev.Event, datetime])
    _save: fx.Save | None = None
    _look: (
        fx.AskLedgerFor | fx.AskAgenda | fx.AskBills | fx.UndoBatch | fx.AmendRow | fx.KeepRecurring | None
    ) = None
    _speaking: list[int] = field(default_factory=list[int])
    _holds_saves: bool = False
    _holds_speech: bool = False
    _rows: dict[str, Transaction] = field(default_factory=dict[str, Transaction])

    def __post_init__(self) -> None:
        self._rows.update((row.id, row) for row in self.state.last_batch)
        if self.state.timer is not None:
            self._start_timer(self.state.timer, self.policy.inactivity_seconds)

    def read(self, line: str) -> None:
        """Play a line of the outside world; a line of the daemon is only compared later."""
        who, _, what = line.partition(":")
        what = what.strip()
        name, _, detail = who.partition("#")
        match name.split()[0]:
            case "你":
                event: ev.Event = ev.Heard(what)
            case "模型":
                event = self._model(int(detail) if detail else len(self._questions), what)
            case "按" | "按旧":
                event = self._press(what, stale=name == "按旧")
            case "声":
                sounds: dict[str, ev.Event] = {
                    "开始": ev.SpeechDetected(),
                    "没听清": ev.NotHeard("a gap in the sound"),
                    "打断": ev.BargedIn(),
                    "空": ev.Heard(""),
                    "不清": ev.UnclearSpeech(),
                    "像确认": ev.UnclearSpeech("确认"),
                    "像取消": ev.UnclearSpeech("取消"),
                    "像退出": ev.UnclearSpeech("退出"),
                }
                event = sounds[what]
            case "停":
                event = ev.Stopped()
            case "账页":
                event = self._changed_on_the_page(what)
            case "恢复":
                event = ev.DraftRecovered(self._left_behind(name, what))
            case "过" | "账本" | "声音" | "存" | "说完" | "答账" | "别处":
                self.lines.append(line)
                self._operate(name, what)
                return
            case _:
                return
        self.lines.append(line)
        self.happen(event)

    def _operate(self, name: str, what: str) -> None:
        match name:
            case "过":
                self._pass(float(what.removesuffix("s")))
            case "账本":
                self._holds_saves = True
            case "声音":
                self._holds_speech = True
            case "存":
                self._end_save(what)
            case "别处":
                self._change_elsewhere(what)
            case "说完":
                self.happen(ev.SpeechEnded(self._speaking.pop(0)))
            case _:
                self._end_look(what)

    def happen(self, event: ev.Event) -> None:
        """Give the dialogue an event, write down the effects, and give it the events that follow at once."""
        self._steps += 1
        self.state, effects = step(self.policy, self.state, event, _moment(self.now, self._steps))
        follow: list[ev.Event] = []
        for effect in effects:
            self.trace.append(effect)
            follow += self._perform(effect)
        for later in follow:
            self.happen(later)

    def _perform(self, effect: fx.Effect) -> list[ev.Event]:
        match effect:
            case fx.Speak(number, text):
                self.lines.append(f"它: {text}")
                if not self._holds_speech:
                    return [ev.SpeechEnded(number)]
                self._speaking.append(number)
            case fx.StopSpeaking():
                self.lines.append("静:")
            case fx.ChangeState(phase):
                self.lines.append(f"态: {phase}")
            case fx.ShowDraft(batch, _):
                self.lines.append(f"卡: {card(batch)}")
            case fx.AskParse() | fx.AskCorrection() | fx.AskQuestionValue():
                self._questions.append(effect)
                self._alarms[_timeout(effect.number)] = self.now + timedelta(seconds=DEADLINE_SECONDS)
                self.lines.append(f"问: {_question(effect)}")
            case fx.DropRequest(number):
                self._alarms.pop(_timeout(number), None)
                self.lines.append(f"弃: {self._place(number)}")
            case fx.Save():
                self.lines.append(f"写: {_rows(effect.rows)}")
                self._save = effect
                if not self._holds_saves:
                    return [self._saved()]
            case fx.KeepRecurring(number, entry):
                self.lines.append(f"设: {entry.days} {entry_words(entry.entry_on(NOW.date()), NOW.date())}")
                if not self._holds_saves:
                    return [ev.RecurringKept(number)]
                self._look = effect
            case fx.NoteRecurring():
                self._note(effect)
            case fx.AskLedgerFor() | fx.AskAgenda() | fx.AskBills() | fx.UndoBatch() | fx.AmendRow():
                self._look = effect
                self.lines.append(_look(effect))
            case fx.SetTimer(number, seconds):
                self._start_timer(number, seconds)
            case fx.RevokeTrust():
                self.lines.append("失信:")
            case fx.RetryModelLater(seconds):
                self._alarms[ev.ModelRetryDue()] = self.now + timedelta(seconds=seconds)
            case fx.TellInterimText(text):
                self.lines.append(f"原文: {text}")
            case fx.TellError(message):
                self.lines.append(f"错: {message}")
            case fx.TellContinueRecording():
                self.lines.append("续:")
            case _:
                pass
        return []

    def _note(self, note: fx.NoteRecurring) -> None:
        name = next(entry.name for entry in self.state.recurring if entry.id == note.id)
        noted = f"问过: {name} {note.offered}" if note.offered else f"了结: {name} {note.settled}"
        self.lines.append(noted)

    def _model(self, place: int, what: str) -> ev.Event:
        question = self._questions[place - 1]
        self._alarms.pop(_timeout(question.number), None)
        if what.startswith("失败"):
            return ev.ModelFailed(question.number, what.removeprefix("失败").strip())
        if what.startswith("连不上"):
            return ev.ModelFailed(question.number, what.removeprefix("连不上").strip(), is_unreachable=True)
        if isinstance(question, fx.AskParse):
            return ev.Parsed(question.number, answer_of(what, self.now.date()))
        if isinstance(question, fx.AskQuestionValue):
            return ev.QuestionRead(question.number, question_value(what))
        return ev.Interpreted(question.number, interpretation_of(what, self.now.date()))

    def _place(self, number: int) -> str:
        numbers = [question.number for question in self._questions]
        return str(numbers.index(number) + 1) if number in numbers else "账本"

    def _press(self, what: str, *, stale: bool) -> ev.Event:
        button, *rest = what.split(maxsplit=2)
        if button in _BUTTONS:
            return ev.Pressed(_BUTTONS[button])
        revision = self.state.revision - stale
        index = int(rest[0]) - 1 if rest else None
        match button:
            case "确认":
                return ev.ConfirmPressed(revision, index)
            case "取消":
                return ev.CancelPressed(revision, index)
            case "继续":
                return ev.ContinuePressed(revision)
            case "忘":
                assert index is not None, what
                return ev.ForgetPressed(revision, index)
            case "选":
                assert index is not None, what
                return ev.ChoosePressed(revision, index, int(rest[1]) - 1)
            case _:
                assert index is not None, what
                return ev.EditPressed(revision, index, change_of(rest[1]))

    def _changed_on_the_page(self, what: str) -> ev.RowsChanged:
        act, *rest = what.split()
        saved = tuple(self._rows.values())
        match act:
            case "改":
                row = saved[int(rest[0]) - 1].amended(change_of(" ".join(rest[1:])))
                self._rows[row.id] = row
                return ev.RowsChanged((row,))
            case "撤":
                return ev.RowsChanged(undone=tuple(saved[int(number) - 1] for number in rest))
            case _:
                return ev.RowsChanged(tuple(saved[int(number) - 1] for number in rest))

    def _change_elsewhere(self, what: str) -> None:
        changed = self._changed_on_the_page(what)
        for row in changed.undone:
            del self._rows[row.id]

    def _left_behind(self, who: str, what: str) -> DraftBatch:
        hours = float(who.split()[1].removesuffix("小时前")) if " " in who else 0.0
        created = self.now - timedelta(hours=hours)
        return DraftBatch.of(
            entries_of(what, created.date()), batch_id=str(UUID(int=99, version=4)), created_at=created
        )

    def _start_timer(self, number: int, seconds: float) -> None:
        others = {event: when for event, when in self._alarms.items() if not isinstance(event, ev.TimedOut)}
        self._alarms = others | {ev.TimedOut(number): self.now + timedelta(seconds=seconds)}

    def _pass(self, seconds: float) -> None:
        """Let time pass; timers and deadlines end in order."""
        until = self.now + timedelta(seconds=seconds)
        while due := [event for event, when in self._alarms.items() if when <= until]:
            event = min(due, key=self._alarms.__getitem__)
            self.now = self._alarms.pop(event)
            self.happen(event)
        self.now = until

    def _saved(self) -> ev.Event:
        save = self._save
        assert save is not None, "nothing is being saved"
        self._save = None
        self._rows |= {row.id: row for row in save.rows}
        self.lines.append(f"账: {_rows(save.rows)}")
        return ev.Saved(save.number, save.rows)

    def _end_save(self, what: str) -> None:
        if what == "好":
            self.happen(self._saved())
            return
        save = self._save
        assert save is not None, "nothing is being saved"
        self._save = None
        self.happen(ev.SaveFailed(save.number, what.removeprefix("失败").strip()))

    def _end_look(self, what: str) -> None:
        look = self._look
        assert look is not None, "the ledger is not asked"
        self._look = None
        if what in ("失败", "连不上"):
            self.happen(ev.LedgerFailed(look.number, "账本打不开", is_away=what == "连不上"))
            return
        match look:
            case fx.AskLedgerFor(number, question):
                total, count = what.split()
                amount = Money.from_text(total)
                assert amount is not None, what
                self.happen(
                    ev.Answered(
                        number, LedgerAnswer(question, amount, int(count.removesuffix("笔")), self._latest())
                    )
                )
            case fx.AskAgenda(number):
                self.happen(ev.AgendaKnown(number, self.agenda, self.state.recurring))
            case fx.AskBills(number):
                self.happen(ev.BillsKnown(number, self.bills))
            case fx.KeepRecurring(number):
                self.happen(ev.RecurringKept(number))
            case fx.UndoBatch(number, batch_id):
                undone = tuple(r for r in self._rows.values() if r.batch_id == batch_id)
                self.happen(ev.Revised(number, ev.RowsChanged(undone=undone)))
            case fx.AmendRow(number, transaction_id, change):
                row = self._rows.get(transaction_id)
                if row is None:
                    self.happen(ev.Revised(number, ev.RowsChanged()))
                    return
                amended = replace(row, amount=change.amount or row.amount, type=change.type or row.type)
                self._rows[transaction_id] = amended
                self.happen(ev.Revised(number, ev.RowsChanged((amended,))))

    def _latest(self) -> tuple[Transaction, ...]:
        return tuple(reversed(self._rows.values()))


def _timeout(number: int) -> ev.ModelFailed:
    return ev.ModelFailed(number, "超时")


def card(batch: DraftBatch | None) -> str:
    """The card in one line."""
    return "空" if batch is None else " | ".join(_card_row(item) for item in batch.items)


def _card_row(item: DraftTransaction) -> str:
    return f"{_MARKS[item.status]}{item.number} {entry_words(item.result, NOW.date())}"


def _question(question: fx.AskParse | fx.AskCorrection | fx.AskQuestionValue) -> str:
    match question.request:
        case CorrectionRequest(rows=rows, text=text):
            return f"修改「{text}」[{' | '.join(entry_words(row, NOW.date()) for row in rows)}]"
        case QuestionRequest(text=text, last=last):
            behind = "" if last is None else f" 上一问 {value_as_json(last)}"
            return f"问账「{text}」{behind}"
        case request:
            return f"解析「{request.text}」"


def _rows(rows: tuple[Transaction, ...]) -> str:
    return " | ".join(entry_words(_entry(row), NOW.date()) for row in rows)


def _entry(row: Transaction) -> ParseResult:
    return ParseResult(row.amount, row.type, row.category, row.date, row.description)


def asked_line(question: LedgerQuestion) -> str:
    """A question as scripts write it: its measure, the type of its rows, their period and what they are about."""
    rows, names = question.rows, [subject.label for subject in question.rows.subjects]
    about = " ".join([*names, *rows.accounts]) or "全部"
    against = question.against.period if question.against else rows.period
    than = "" if against == rows.period else f" 比 {against.first}..{against.last}"
    of_type = TYPE_NAMES[rows.type] if rows.type else "所有"
    return f"查: {question.measure.value} {of_type} {rows.period.first}..{rows.period.last} {about}{than}"


def _look(effect: fx.AskLedgerFor | fx.AskAgenda | fx.AskBills | fx.UndoBatch | fx.AmendRow) -> str:
    match effect:
        case fx.AskLedgerFor(_, question):
            return asked_line(question)
        case fx.AskBills():
            return "查: 账单"
        case fx.AskAgenda(_, today):
            return f"查: {today} 有什么"
        case fx.UndoBatch():
            return "撤:"
        case fx.AmendRow(_, _, change):
            return f"改账: {_change(change)}"


def _change(change: FieldChange) -> str:
    fields = {
        "amount": change.amount,
        "type": change.type,
        "category": change.category,
        "description": change.description,
        "date": change.date,
        "account": change.account,
    }
    return " ".join(f"{name}={value}" for name, value in fields.items() if value is not None)
