"""All acts that the dialogue may meet, and the checks after each of them.

`Anything` plays acts (words, presses, answers late and twice, failures, crashes) in a `World` and checks the invariants after
each. This module says for itself what words and presses may do to a draft, so that the checks do not ask the code under
test.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Flag, auto

from msgspec import Struct
from msgspec.structs import replace

from tests.dialogue.world import Lookup, World
from tests.support.answers import TAXI, answer_of, entries_of, interpretation_of
from tests.support.drafts import FOUR, ONE, TEN, TWO
from tests.support.now import NOW
from tests.support.recurring import RENT
from tests.support.saved_rows import saved
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy, SplitLocally
from voiced.dialogue.values.requests import (
    Cancelled,
    Clarify,
    Confirmed,
    Correcting,
    Interpretation,
    Parsing,
    Queried,
    Unclear,
)
from voiced.dialogue.values.state import (
    ChangeOrAppend,
    Dialogue,
    Phase,
    PlainQuestion,
    RecurringOffer,
    WhichOfJustNow,
)
from voiced.domain.batch import MAX_ITEMS, DraftBatch, DraftTransaction
from voiced.domain.habits import Habit, HabitField
from voiced.domain.left_out import TrayPlace
from voiced.domain.memory import LedgerMemory
from voiced.domain.money import Money
from voiced.domain.recurring import Due
from voiced.domain.transaction import CONFIDENCE_FLOOR, FieldChange, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.commands.asides import finds_it_right
from voiced.language.commands.row_commands import is_row_alone
from voiced.language.commands.wording import read_words


class May(Flag):
    """The changes that an utterance or a press may make to the draft, by its plain meaning."""

    NOTHING = 0
    CONFIRM = auto()
    CONFIRM_IF_ASKED = auto()
    MOVE_ON = auto()
    RESTORE = auto()
    CLOSE = auto()
    CANCEL_ROWS = auto()


_TAXI = Habit("打车", TransactionType.EXPENSE, HabitField.CATEGORY, "旅行", 2, NOW)
HOUSEHOLD = LedgerMemory(
    recent=(saved("支出12 餐饮 早饭", 24 * 60),),
    habits=(_TAXI, replace(_TAXI, words="吃饭", field=HabitField.ACCOUNT, value="微信")),
)
"""A household that once corrected 打车 and 吃饭, and that had a breakfast yesterday."""

_UTTERANCES = {
    May.CONFIRM: """确认 全部确认 没问题 确认第一笔 确认第二笔 最后一笔没问题 确认第九笔 除了第一笔其他都确认 嗯对就这样
        不用改""",
    May.CONFIRM_IF_ASKED: "嗯 对 好了 要",
    May.NOTHING: """不 不用 没有了 等一下 第一笔 第一笔不对 是15 收回吧 都记上了吗 怎么用 昨天呢 先别保存 念一遍
        第二笔是什么 这个月花了多少 我这个月打车又上头了一共造进去多少 我的预算还剩多少 复制上一笔 刚才那笔改成50 改成收入 第二笔改成50
        第一笔和第九笔改成50 对，不过第二笔改成50 好像不对 还有一笔奶茶15 奶茶15，停车10块 午饭35块
        吃饭花了60，打车30 今儿个真高兴 打车30是昨天的 吃饭花了50，不是60 打车四十 另记一笔 上周五付的
        谢谢你啊 补对 坐地铁上班 四块 每个月十五号房租三千 三千二 今天有什么 老样子
        和昨天一样的早饭 别这样记""",
    May.CLOSE: "取消 不要了 重来 退出 不确认",
    May.MOVE_ON | May.CLOSE: "再记一笔",
    May.CANCEL_ROWS: """删掉第一笔 删掉第二笔 前两笔不要 只要第二笔 撤销刚才那笔 打车30不要了 别记打车30 把吃饭60去掉
        不要记午饭35块""",
    May.CONFIRM | May.CANCEL_ROWS: "第二笔不要，其他的确认 只保存第二笔",
    May.CONFIRM | May.CLOSE: "确认并退出 确认，再记一笔",
    May.CANCEL_ROWS | May.CLOSE: "第一笔不要，退出",
    May.RESTORE: "恢复",
    May.CANCEL_ROWS | May.RESTORE: "错了，要删的是第二笔",
}
UTTERANCES = {words: may for may, said in _UTTERANCES.items() for words in said.split()}
"""Each utterance with what it may do."""

REFUSALS = frozenset(
    {
        "打车30不要了",
        "别记打车30",
        "把吃饭60去掉",
        "不要记午饭35块",
        "删掉第一笔",
        "不要了",
        "取消",
        "前两笔不要",
    }
)
"""After these words the draft holds neither more rows nor more money than before."""

WITHOUT_AMOUNT = frozenset(
    {"今儿个真高兴", "谢谢你啊", "上周五付的", "补对", "好像不对", "嗯对就这样", "改成收入", "是昨天的"}
)
"""Words without an entry, which a model may answer with made-up entries."""

ASSENTING = frozenset({"要", "嗯对就这样", "确认", "全部确认", "没问题", "好了", "嗯", "对", "不用改"})
"""Only after these words may a model's confirm save."""

OBJECTIONS = frozenset({"上周五付的", "好像不对", "第一笔不对"})
"""If these words change no row, the next spoken confirm reads the rows back first."""

CHOOSE_NOTHING = ASSENTING | {
    "确认第一笔",
    "确认第二笔",
    "确认并退出",
    "再记一笔",
    "等一下",
    "念一遍",
    "谢谢你啊",
}
"""After these words no row in doubt between two values has lost its doubt."""

WANT_THE_SECOND_ALONE = frozenset({"只要第二笔", "只保存第二笔"})

INTERPRETATIONS = (
    "correction 0 amount=50 @0.9",
    "correction 1 type=INCOME",
    "correction 0 amount=50, 1 amount=51 @0.8",
    "correction 9 amount=50 @0.9",
    "correction -1 amount=50 @0.9",
    "correction 0 @0.9",
    "confirm @0.9",
    "confirm @0.99",
    "confirm @0.7",
    "confirm",
    "confirm @0.5",
    "cancel @0.9",
    "cancel",
    "append 支出15 饮品 奶茶",
    f"append {FOUR}",
    f"append {TEN}",
    "append 支出15 饮品 奶茶 ?0.4 @0.9",
    "append 支出40 交通 打车 @0.95",
    "correction 0 amount=51 ?0.4 @0.9",
    "append",
    "replace 支出15 饮品 奶茶 @0.9",
    f"replace {TWO}",
    "replace",
    "clarify 请问您想修改哪个部分？",
    "query @0.9",
    "unclear @0.3",
)
DRAFTS = (
    "",
    ONE,
    TWO,
    FOUR,
    TEN,
    f"{TEN}；{TWO}",
    "支出? 饮品 奶茶",
    f"{ONE}；支出? 饮品 奶茶",
    "支出5 饮品 茶 ?0.3",
    "；".join((*(f"支出{number} 餐饮 第{number}顿" for number in range(1, 7)), "支出7 饮品 茶 ?0.3")),
    "支出4 其他",
    "支出45 交通 打车 或 支出15 交通 打车",
    f"{ONE}；支出200 人情 红包 或 收入200 红包 红包",
    f"支出100 餐饮 吃饭 或 支出60 餐饮 吃饭 和 支出40 餐饮 奶茶；{ONE}",
    "支出160 娱乐 门票 或说 支出40 娱乐 门票",
)

POLICIES = (
    Policy(model_configured=True),
    Policy(model_configured=True, local_first=False, failures_before_pause=1),
    Policy(offline=True),
    Policy(answer_questions=False),
    Policy(offline=True, split_locally=SplitLocally.ALWAYS),
)


class Say(Struct, frozen=True):
    """An utterance."""

    words: str


class Enter(Struct, frozen=True):
    """An utterance with entries that the model, if it is asked, answers at once, so that most sequences have a draft."""

    entries: str


class Press(Struct, frozen=True):
    """A press on the card, or on the card as it was `age` changes ago."""

    kind: type[ev.CardPress]
    index: int | None = None
    age: int = 0


class ModelAnswers(Struct, frozen=True):
    """The last question to the model, or an earlier one, is answered: for the first time or again."""

    words: str
    entries: str
    back: int = 1


class ModelFails(Struct, frozen=True):
    back: int = 1


class SaveEnds(Struct, frozen=True):
    succeeds: bool


class OldSaveEnds(Struct, frozen=True):
    number: int
    succeeds: bool


class LedgerAnswers(Struct, frozen=True):
    succeeds: bool
    back: int = 1


class VoiceEnds(Struct, frozen=True):
    pass


class TimeRunsOut(Struct, frozen=True):
    back: int = 1


class LedgerPageChanges(Struct, frozen=True):
    """The rows saved last are taken back on the card's ledger page, or brought back."""

    takes_back: bool


class LedgerTellsWhatRecurs(Struct, frozen=True):
    """A session begins, or the ledger is read anew: its recurring entries are known, and some are due."""

    begins_session: bool


class ProcessDies(Struct, frozen=True):
    after_commit: bool


SPEECH = (
    *map(Say, UTTERANCES),
    *(Enter(entries) for entries in DRAFTS * 2),
    ev.SpeechDetected(),
    ev.PartialHeard("确"),
    ev.Heard(""),
    ev.NotHeard("a gap in the sound"),
    ev.UnclearSpeech(),
    ev.UnclearSpeech("确认"),
    ev.BargedIn(),
)
PRESSES = (
    *(
        Press(kind, index, age)
        for kind in (
            ev.ConfirmPressed,
            ev.CancelPressed,
            ev.ReopenPressed,
            ev.EditPressed,
            ev.ChoosePressed,
            ev.ForgetPressed,
        )
        for index in (None, 0, 1, 9, -1)
        for age in (0, 0, 1)
    ),
    *(Press(ev.ContinuePressed, None, age) for age in (0, 1, 5)),
    *map(ev.Pressed, ev.Button),
    ev.PutAway(TrayPlace(0, "打车")),
    *(ev.EntryFilledIn(entry) for entry in entries_of(ONE, NOW.date())),
    ev.DuePressed(Due(RENT, NOW.date())),
)
OUTCOMES = (
    *(
        ModelAnswers(words, DRAFTS[place % len(DRAFTS)], back)
        for back in (1, 1, 2, 3)
        for place, words in enumerate(INTERPRETATIONS)
    ),
    *(ModelFails(back) for back in (1, 1, 1, 2)),
    *([SaveEnds(succeeds=True), SaveEnds(succeeds=False)] * 12),
    *(LedgerAnswers(succeeds, back) for succeeds in (True, False) for back in (1, 1, 1, 2)),
    *(OldSaveEnds(number, succeeds) for number in (1, 5, 9) for succeeds in (True, False)),
    *([VoiceEnds()] * 8),
)
WORLD = (
    *(TimeRunsOut(back) for back in (1, 1, 2, 5)),
    *(ProcessDies(after_commit) for after_commit in (True, False)),
    *(LedgerPageChanges(takes_back) for takes_back in (True, False)),
    *(LedgerTellsWhatRecurs(begins_session) for begins_session in (True, True, False)),
    ev.Woken(),
    ev.Stopped(),
    ev.ModelRetryDue(),
)


Act = (
    Say | Enter | Press | ModelAnswers | ModelFails | SaveEnds | OldSaveEnds | LedgerAnswers | VoiceEnds
    | TimeRunsOut | LedgerPageChanges | LedgerTellsWhatRecurs | ProcessDies | ev.Event
)  # fmt: skip
ACTS: tuple[Act, ...] = (*SPEECH * 4, *OUTCOMES * 3, *PRESSES, *WORLD)
"""All acts. Some stand in it several times, so that conversations become long."""


class Before(Struct, frozen=True):
    """The state before an event, and what the event may do to the draft."""

    state: Dialogue
    meant: May


class Anything:
    """A session in which any act may happen, with the invariants checked after each."""

    def __init__(self, policy: Policy) -> None:
        self.world = World(policy)
        self._objected_to: DraftBatch | None = None
        self._doubts_read: set[tuple[str, int]] = set()
        self._settled_unread: set[tuple[str, int]] = set()
        self.world.happen(ev.Woken())
        self.world.happen(ev.LedgerKnown(DEFAULT_VOCABULARY, HOUSEHOLD))

    def do(self, act: Act) -> None:
        """Play the act. The outcome of a request that is not open is skipped."""
        world = self.world
        match act:
            case Say(words):
                self._say(words)
            case Enter(entries):
                self._enter(entries)
            case Press(kind, index, age):
                press, meant = _press(kind, world.state.revision - age, index)
                self._check(lambda: world.happen(press), meant, is_stale=age > 0, is_spoken=False)
            case ModelAnswers() | ModelFails():
                if world.questions:
                    self._answer(world.questions[-min(act.back, len(world.questions))], act)
            case SaveEnds(succeeds):
                if world.save is not None:
                    if succeeds:
                        self._check(world.write, May.CLOSE)
                    else:
                        self._check(world.refuse, May.NOTHING, disappoints=True)
            case OldSaveEnds(number, succeeds):
                if world.state.saving is None or world.state.saving.number != number:
                    late = ev.Saved(number, ()) if succeeds else ev.SaveFailed(number, "磁盘满")
                    self._check(lambda: world.happen(late), May.NOTHING, is_stale=True)
            case LedgerAnswers(succeeds, back):
                if world.lookups:
                    self._look(world.lookups[-min(back, len(world.lookups))], succeeds=succeeds)
            case VoiceEnds():
                if world.speaking:
                    number = world.speaking.pop(0)
                    self._check(lambda: world.happen(ev.SpeechEnded(number)), May.NOTHING)
            case TimeRunsOut(back):
                if world.timers:
                    timer = world.timers[-min(back, len(world.timers))]
                    is_stale = timer != world.state.timer
                    self._check(lambda: world.happen(ev.TimedOut(timer)), May.CLOSE, is_stale=is_stale)
            case LedgerPageChanges(takes_back):
                rows = world.state.last_batch
                changed = ev.RowsChanged(undone=rows) if takes_back else ev.RowsChanged(rows)
                self._check(lambda: world.happen(changed), May.NOTHING)
                assert world.state.last_saved == (() if takes_back else rows)
            case LedgerTellsWhatRecurs(begins_session):
                if begins_session:
                    self._check(lambda: world.happen(ev.Pressed(ev.Button.EXIT)), May.CLOSE)
                    self._check(lambda: world.happen(ev.Woken()), May.NOTHING)
                self._check(lambda: world.happen(ev.RecurringKnown(world.recurring)), May.NOTHING)
            case ProcessDies(after_commit):
                world.crash(after_commit=after_commit)
                world.happen(ev.Woken())
            case event:
                self._check(lambda: world.happen(event), _meaning_of_event(world.state, event))

    def _say(self, words: str) -> None:
        world, before = self.world, self.world.state
        self._check(lambda: world.happen(ev.Heard(words)), _meaning(before, words))
        self._note_objection(words, before)
        if words in CHOOSE_NOTHING and not before.is_waiting:
            _no_reading_was_chosen(before.batch, world.state.batch)
        if words in REFUSALS and not before.is_waiting:
            _nothing_was_added(before.batch, world.state.batch)
        is_objected = before.objected or isinstance(before.open_question, ChangeOrAppend)
        is_read_back_first = is_objected and May.CONFIRM in UTTERANCES[words]
        if words in WANT_THE_SECOND_ALONE and not (before.is_waiting or is_read_back_first):
            _only_the_second_is_left(before.batch, world.state.batch)

    def still_listens(self) -> None:
        """Check that open saves end, and that a new session reads a new entry back, whatever happened before."""
        world = self.world
        while world.save is not None:
            self._check(world.write, May.CLOSE)
        for event in (ev.Pressed(ev.Button.EXIT), ev.ModelRetryDue(), ev.Woken()):
            self._check(lambda event=event: world.happen(event), May.CLOSE)
        effects = world.happen(ev.Heard("吃饭60"))
        request = world.state.in_flight
        if isinstance(request, Parsing):
            effects = world.happen(ev.Parsed(request.number, answer_of(ONE, NOW.date())))
        said = [effect.text for effect in effects if isinstance(effect, fx.Speak)]
        assert any("支出60元" in text for text in said), said
        assert world.state.phase is Phase.CONFIRMING

    def _enter(self, entries: str) -> None:
        self._check(lambda: self.world.happen(ev.Heard("吃饭花了60，打车30")), May.NOTHING)
        request = self.world.state.in_flight
        if isinstance(request, Parsing):
            parsed = ev.Parsed(request.number, answer_of(entries, NOW.date()))
            self._check(lambda: self.world.happen(parsed), May.NOTHING)

    def _answer(
        self, question: fx.AskParse | fx.AskCorrection | fx.AskQuestionValue, act: ModelAnswers | ModelFails
    ) -> None:
        number, before = question.number, self.world.state
        request = before.in_flight
        is_stale = request is None or request.number != number
        meant, disappoints = May.NOTHING, False
        match act, question:
            case ModelFails(), _:
                event: ev.Event = ev.ModelFailed(number, "超时")
                if isinstance(request, Correcting) and request.utterance.text == "嗯对就这样":
                    meant = May.CONFIRM
            case ModelAnswers(entries=entries), fx.AskParse():
                event = ev.Parsed(number, answer_of(entries, NOW.date()))
            case ModelAnswers(words=words), fx.AskQuestionValue():
                event = ev.QuestionRead(number, TAXI if words else None)
            case ModelAnswers(words=words), fx.AskCorrection():
                read = interpretation_of(words, NOW.date())
                event = ev.Interpreted(number, read)
                words_asked = request.utterance.text if isinstance(request, Correcting) else ""
                meant, disappoints = _meaning_of_answer(read, words_asked), _changes_nothing(read)
        self.world.open_questions.discard(number)
        effects = self._check(
            lambda: self.world.happen(event), meant, is_stale=is_stale, disappoints=disappoints
        )
        if isinstance(request, Correcting) and not is_stale and not before.deferred:
            self._note_objection(request.utterance.text, before)
            if before.batch is not None and before.batch.confirmed_items and self.world.state.batch is None:
                assert "已取消" in _speaks(effects), "confirmed rows were dropped without a sentence about it"
            _only_what_was_sent_changed(before.batch, self.world.state.batch, request)
            if request.utterance.text in WITHOUT_AMOUNT:
                assert len(_remaining(self.world.state.batch)) <= len(_remaining(before.batch)), (
                    "a made-up row"
                )

    def _look(self, lookup: Lookup, *, succeeds: bool) -> None:
        request = self.world.state.in_flight
        is_stale = request is None or request.number != lookup.number
        if succeeds:
            self._check(lambda: self.world.answer(lookup), May.NOTHING, is_stale=is_stale)
        else:
            self.world.open_questions.discard(lookup.number)
            failed = ev.LedgerFailed(lookup.number, "账本打不开")
            self._check(lambda: self.world.happen(failed), May.NOTHING, is_stale=is_stale)

    def _check(
        self,
        happens: Callable[[], tuple[fx.Effect, ...]],
        meant: May,
        *,
        is_stale: bool = False,
        disappoints: bool = False,
        is_spoken: bool = True,
    ) -> tuple[fx.Effect, ...]:
        """Play an event and check the invariants.

        Args:
            happens: gives the dialogue the event.
            meant: what the event may do to the draft.
            is_stale: whether the dialogue no longer waits for the event.
            disappoints: whether the event is the failure of a command that deferred words relied on.
            is_spoken: False for a press on the card, which shows all rows.

        Returns:
            the effects.
        """
        deferred = _meaning_of_deferred(self.world.state, disappointed=disappoints)
        before = Before(self.world.state, meant | deferred)
        effects = happens()
        self._watch(before, effects, is_spoken=is_spoken)
        if is_stale:
            assert self.world.state == before.state, "a stale event changed the state"
            assert all(isinstance(effect, fx.ShowDraft) for effect in effects), "a stale event had an effect"
        _only_confirmed_rows_are_written(self.world, before, effects)
        _only_an_accepted_offer_sets_up(before.state, effects)
        _a_draft_is_closed_for_a_reason(self.world, before)
        if not before.meant & May.RESTORE:
            _a_cancelled_row_stays_so(before.state, self.world.state)
        _holds(self.world)
        return effects

    def _note_objection(self, words: str, before: Dialogue) -> None:
        """Remember an objection after which the draft is as it was and was not read back."""
        state = self.world.state
        is_settled = state.batch != before.batch or _reads_back(state.said)
        if words in OBJECTIONS and not (before.is_waiting or state.is_waiting or is_settled):
            self._objected_to = state.batch

    def _watch(self, before: Before, effects: tuple[fx.Effect, ...], *, is_spoken: bool) -> None:
        """Check that a spoken confirm saves neither after an unsettled objection nor a doubtful row that was never read out.

        A sentence in few words tells every amount and asks for every check that the full one does.
        """
        for sentence in (effect for effect in effects if isinstance(effect, fx.Speak) and effect.short):
            assert _told(sentence.text) <= _told(sentence.short), sentence
        batch, said = self.world.state.batch, _speaks(effects)
        self._watch_settled(before.state.batch, said, is_spoken=is_spoken)
        confirms = before.meant & (May.CONFIRM | May.CONFIRM_IF_ASKED | May.MOVE_ON)
        for save in (effect for effect in effects if isinstance(effect, fx.Save)):
            if is_spoken and confirms and not before.meant & May.CANCEL_ROWS:
                assert self._objected_to is None, "a confirm passed over an objection"
            if is_spoken and batch is not None:
                doubtful = {
                    (save.batch_id, item.index) for item in batch.confirmed_items if _is_doubtful(item)
                }
                assert doubtful <= self._doubts_read, "a doubt was never read out"
                confirmed = {(save.batch_id, item.index) for item in batch.confirmed_items}
                assert not confirmed & self._settled_unread, "a chosen value was never read out"
        if batch != self._objected_to or _reads_back(said):
            self._objected_to = None
        if batch is not None and "请核对" in said:
            self._doubts_read |= {(batch.id, item.index) for item in batch.items if _is_doubtful(item)}

    def _watch_settled(self, before: DraftBatch | None, said: str, *, is_spoken: bool) -> None:
        """Remember the rows that lost their doubt until their value is read out, or is seen by a press on the card."""
        batch = self.world.state.batch
        if batch is None or not is_spoken:
            self._settled_unread.clear()
            return
        if before is not None and before.id == batch.id:
            pairs = zip(before.items, batch.items, strict=False)
            self._settled_unread |= {
                (batch.id, new.index) for old, new in pairs if old.doubt is not None and new.doubt is None
            }
        read = {item for item in batch.items if _reads_back(said) or f"{item.result.amount}元" in said}
        self._settled_unread -= {(batch.id, item.index) for item in read}


def _no_reading_was_chosen(before: DraftBatch | None, after: DraftBatch | None) -> None:
    """Check that no row has lost its doubt between two values that were said."""
    if before is None or after is None or before.id != after.id:
        return
    for item in before.pending_items:
        if item.doubt is not None and not item.doubt.is_proposal:
            assert after.items[item.index].doubt == item.doubt, "a yes chose one of two readings"


def _reads_back(said: str) -> bool:
    return any(
        words in said for words in ("请确认或修改", "请查看详情", "确认吗？", "多少钱？", "做什么用的？")
    )


def _is_doubtful(item: DraftTransaction) -> bool:
    return item.result.confidence is not None and item.result.confidence < CONFIDENCE_FLOOR


_TOLD = re.compile(r"(?<![\d.])(?!0元)\d+(?:\.\d+)?元|请核对")


def _told(sentence: str) -> set[str]:
    """The amounts that a sentence tells, and whether it asks for a check."""
    return set(_TOLD.findall(sentence))


def _speaks(effects: tuple[fx.Effect, ...]) -> str:
    return "".join(effect.text for effect in effects if isinstance(effect, fx.Speak))


def _press(kind: type[ev.CardPress], revision: int, index: int | None) -> tuple[ev.CardPress, May]:
    if kind is ev.ConfirmPressed:
        return ev.ConfirmPressed(revision, index), May.CONFIRM
    if kind is ev.CancelPressed:
        return ev.CancelPressed(revision, index), May.CLOSE if index is None else May.CANCEL_ROWS
    if kind is ev.ReopenPressed:
        return ev.ReopenPressed(revision, index or 0), May.RESTORE
    if kind is ev.ContinuePressed:
        return ev.ContinuePressed(revision), May.MOVE_ON | May.CLOSE
    if kind is ev.ChoosePressed:
        return ev.ChoosePressed(revision, index or 0, revision % 3), May.NOTHING
    if kind is ev.ForgetPressed:
        return ev.ForgetPressed(revision, index or 0), May.NOTHING
    return ev.EditPressed(revision, index or 0, FieldChange(amount=Money(123))), May.NOTHING


def _only_what_was_sent_changed(
    before: DraftBatch | None, after: DraftBatch | None, request: Correcting
) -> None:
    """Check that only rows of the request changed. A row that was reopened meanwhile may get the amount that it lacks."""
    if before is not None and after is not None:
        for item in before.items:
            may_change = item.is_pending and (item.index in request.indices or item.result.amount is None)
            assert may_change or after.items[item.index] == item, (
                "a row was changed that was decided, or not sent"
            )


def _only_the_second_is_left(before: DraftBatch | None, after: DraftBatch | None) -> None:
    """Check that only row 2 is left. Since cancelled rows stay cancelled, the others are never written."""
    if before is not None and len(before) > 1 and before.items[1] in before.remaining_items:
        assert after is not None
        assert [item.number for item in after.remaining_items] == [2], (
            "a row that is not wanted may be written"
        )


def _nothing_was_added(before: DraftBatch | None, after: DraftBatch | None) -> None:
    rows, rows_after = _remaining(before), _remaining(after)
    assert len(rows_after) <= len(rows), "words of refusal added a row"
    assert _sum_of(rows_after) <= _sum_of(rows), "words of refusal added money"


def _remaining(batch: DraftBatch | None) -> tuple[DraftTransaction, ...]:
    return () if batch is None else batch.remaining_items


def _sum_of(rows: tuple[DraftTransaction, ...]) -> int:
    return sum(row.result.amount.fen for row in rows if row.result.amount is not None)


def _meaning_of_answer(read: Interpretation, words: str) -> May:
    """What a model's answer may do. It confirms and cancels only with confidence, and confirms only words that agree."""
    if read.confidence is None or read.confidence < CONFIDENCE_FLOOR:
        return May.NOTHING
    match read.outcome:
        case Confirmed():
            return May.CONFIRM if words in ASSENTING else May.NOTHING
        case Cancelled():
            return May.CLOSE
        case _:
            return May.NOTHING


def _changes_nothing(read: Interpretation) -> bool:
    """Whether it is certain that the answer leaves the draft as it is."""
    unsure = read.confidence is not None and read.confidence < CONFIDENCE_FLOOR
    return unsure or isinstance(read.outcome, Unclear | Clarify | Queried)


def _meaning_of_event(state: Dialogue, event: ev.Event) -> May:
    match event:
        case ev.Pressed(ev.Button.EXIT) | ev.Stopped():
            return May.CLOSE
        case _:
            return May.CLOSE if state.overdue else May.NOTHING


def _meaning(state: Dialogue, words: str) -> May:
    meant = UTTERANCES[words]
    # 「好」 says that no further change is needed; 「对」 may ask for one.
    is_asked = state.open_question is PlainQuestion.CONFIRM_DRAFT or (
        state.open_question is PlainQuestion.MORE_CHANGES and finds_it_right(read_words(words))
    )
    if May.CONFIRM_IF_ASKED in meant and not is_asked:
        return May.NOTHING
    # 「第一笔」 answers the question which of the rows of just now goes.
    is_choice = isinstance(state.open_question, WhichOfJustNow) and is_row_alone(read_words(words))
    return meant | May.CANCEL_ROWS if is_choice else meant


def _meaning_of_deferred(state: Dialogue, *, disappointed: bool) -> May:
    """What deferred words may do. A bare yes that was said too early does not count; after a failure no confirm counts."""
    meant = May.NOTHING
    for words in (utterance.text for utterance in state.deferred):
        if not (disappointed and UTTERANCES[words] & (May.CONFIRM | May.MOVE_ON)):
            meant |= UTTERANCES[words]
        # The words deferred before may have asked for that question.
        meant |= May.CANCEL_ROWS if is_row_alone(read_words(words)) else May.NOTHING
    return meant & ~May.CONFIRM_IF_ASKED


def _pending(batch: DraftBatch | None) -> set[int]:
    return set() if batch is None else {item.index for item in batch.pending_items}


def _only_confirmed_rows_are_written(world: World, before: Before, effects: tuple[fx.Effect, ...]) -> None:
    meant = before.meant
    batch = world.state.batch
    confirmed = batch.confirmed_items if batch is not None else ()
    newly = {item.index for item in confirmed} & _pending(before.state.batch)
    is_single = before.state.batch is not None and before.state.batch.is_single
    if newly:
        may = meant & (May.CONFIRM | May.CONFIRM_IF_ASKED) or (May.MOVE_ON in meant and is_single)
        assert may, f"rows {newly} were confirmed without a confirm"
    saves = [effect for effect in effects if isinstance(effect, fx.Save)]
    assert len(saves) <= 1, "two saves at once"
    for save in saves:
        assert batch is not None
        assert [row.amount for row in save.rows] == [item.result.amount for item in batch.confirmed_items]
        assert all(row.amount.is_recordable for row in save.rows), "a row without an amount was written"
        assert save.batch_id == batch.id


def _only_an_accepted_offer_sets_up(before: Dialogue, effects: tuple[fx.Effect, ...]) -> None:
    kept = [effect for effect in effects if isinstance(effect, fx.KeepRecurring)]
    for effect in kept:
        assert before.open_question == RecurringOffer(effect.entry), "nobody was asked to set it up"


def _a_draft_is_closed_for_a_reason(world: World, before: Before) -> None:
    if before.state.batch is not None and world.state.batch is None:
        reasons = May.CLOSE | May.CANCEL_ROWS | May.MOVE_ON
        assert before.meant & reasons or before.state.open_question is PlainQuestion.RESUME_DRAFT, (
            "a draft was lost"
        )


def _a_cancelled_row_stays_so(before: Dialogue, now: Dialogue) -> None:
    """Check that cancelled rows stay cancelled, unless a failed save takes the command before it back."""
    has_failed = before.saving is not None and now.saving is None
    draft = before.saving.before if has_failed and before.saving is not None else before.batch
    if draft is not None and now.batch is not None and draft.id == now.batch.id:
        for item in draft.items:
            assert item in draft.remaining_items or now.batch.items[item.index] == item, "a row came back"


def _holds(world: World) -> None:
    """Check the invariants."""
    state = world.state
    assert (state.batch is not None) == (state.phase is Phase.CONFIRMING)
    if state.batch is not None:
        assert 1 <= len(state.batch) <= MAX_ITEMS
        assert state.batch.pending_count or state.saving is not None, (
            "a decided draft is neither saved nor closed"
        )
    if state.phase is Phase.IDLE:
        assert state.in_flight is None
        assert state.deferred == ()
        assert state.history == ()
    assert not (state.deferred and not state.is_waiting), (
        "words are deferred, but the dialogue waits for no outcome"
    )
    assert not (state.in_flight is not None and state.saving is not None)
    if state.in_flight is not None:
        assert state.in_flight.number in world.open_questions, (
            "a request is in flight, but no answer can come"
        )
        assert isinstance(state.in_flight, Parsing) <= (state.phase is Phase.LISTENING)
        assert isinstance(state.in_flight, Correcting) <= (state.phase is Phase.CONFIRMING)
    assert (state.saving is None) == (world.save is None), "a save without an end"
    if state.saving is not None and world.save is not None:
        assert state.saving.number == world.save.number
    assert sum(isinstance(effect, fx.Save) for effect in world.lane) <= 1, "two saves in flight"
    assert list(state.speaking) == world.speaking
    may_run = state.phase is not Phase.IDLE and not state.is_waiting and not state.speaking
    assert (state.timer is not None) == may_run, "the timer runs when it should not, or not when it should"
    if state.timer:
        assert state.timer == world.timers[-1]
    if state.revision:
        assert world.shown == (state.batch, state.revision), "the card shows another draft"
    for batch_id, begun in world.saves.items():
        in_flight = int(world.save is not None and world.save.batch_id == batch_id)
        assert world.writes[batch_id] <= 1, "a batch was written twice"
        assert begun == world.writes[batch_id] + world.failed[batch_id] + in_flight
    if world.save is None:
        kept = _journalled(state.batch, state.recovered)
        left_out = None if world.journal is None else world.journal.left_out
        found = None if world.journal is None else replace(world.journal, left_out=())
        assert found == kept, "a crash would find another draft"
        if state.batch is not None:
            assert left_out is not None
            assert left_out[: len(state.left_out)] == state.left_out, "a crash would lose what was left out"
    else:
        assert state.saving is not None
        kept = _journalled(state.saving.before, state.recovered)
        assert world.journal is not None
        found = replace(world.journal, left_out=())
        assert found == kept, "a crash would lose the draft that is being saved"
    for dropped in state.dropped:
        assert dropped.rows
        assert state.batch is None or dropped.outside(state.batch) == dropped, (
            "a row of the draft could be restored a second time"
        )


def _journalled(batch: DraftBatch | None, recovered: DraftBatch | None) -> DraftBatch | None:
    """The draft that a crash has to leave: the open one, with the rows of a recovered one that waits beside it."""
    if batch is None or recovered is None:
        return recovered if batch is None else batch
    for item in recovered.remaining_items[: MAX_ITEMS - len(batch)]:
        batch = batch.append(item.result)
    return batch
