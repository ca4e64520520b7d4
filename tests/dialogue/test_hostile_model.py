"""A believed model that answers whatever it likes: no row that the words do not bear, no save without the speaker's assent.

The sentences hold no word of arithmetic, so every amount has to be one that was said. The table says for each what the
checks may expect, so that they do not ask the code under test.
"""

from __future__ import annotations

import random
from collections import Counter
from datetime import date, timedelta

import pytest
from msgspec import Struct

from tests.dialogue.world import World
from tests.support.now import NOW
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.requests import (
    Appended,
    Cancelled,
    Clarify,
    Confirmed,
    Corrected,
    Correcting,
    Entries,
    Interpretation,
    Outcome,
    Parsing,
    Queried,
    Replaced,
    Unclear,
)
from voiced.dialogue.values.state import AddOffer, ChangeOrAppend, Dialogue, Phase, PlainQuestion
from voiced.domain.batch import DraftBatch, DraftStatus, DraftTransaction
from voiced.domain.memory import EMPTY_MEMORY
from voiced.domain.money import Money
from voiced.domain.transaction import Correction, FieldChange, ParseResult, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY

ANSWERS = 10_000
TODAY = NOW.date()
EVERY_ROW = "*"


class Said(Struct, frozen=True):
    """A sentence, and what may follow from it.

    Attributes:
        amounts: the amounts that it tells, in yuan.
        days: the days that it names, counted from today.
        refuses: the things that it refuses, with their category, which names a row of another name too, or EVERY_ROW.
        approves: the things that it approves, or EVERY_ROW.
        denied: the type that it denies.
        objects: whether it objects to what stands on the card.
    """

    words: str
    amounts: tuple[int, ...] = ()
    days: tuple[int, ...] = ()
    refuses: tuple[str, ...] = ()
    approves: tuple[str, ...] = ()
    denied: TransactionType | None = None
    objects: bool = False


SENTENCES = (
    Said("吃饭花了60，打车30", (60, 30)),
    Said("那会儿吃饭用掉60呢", (60,)),
    Said("买书80，买菜42，剪头18", (80, 42, 18)),
    Said("书是昨天买的80，菜是前天买的42", (80, 42), (-1, -2)),
    Said("打车30，地铁30", (30, 30)),
    Said("不是打车30是地铁4块", (4,)),
    Said("打车30不是收入", (30,), denied=TransactionType.INCOME),
    Said("酒店花了300美元"),
    Said("下午三点和五个人开会"),
    Said("真高兴呀真高兴"),
    Said("打车那笔其实跳表到45", (45,)),
    Said("第二笔改成50", (50,)),
    Said("第一笔和第三笔改成70", (70,)),
    Said("不对，我说的是地铁那个6块的", (6,), objects=True),
    Said("还有一杯奶茶15", (15,)),
    Said("打车没用着，那笔给我去掉", refuses=("打车", "交通")),
    Said("吃饭那笔单位出的，别记啦", refuses=("吃饭", "餐饮")),
    Said("别的都不是我的，不要", refuses=(EVERY_ROW,)),
    Said("吃饭是对的，打车我再瞅瞅", approves=("吃饭", "餐饮")),
    Said("嗯对就这样", approves=(EVERY_ROW,)),
    Said("对", approves=(EVERY_ROW,)),
    Said("确认", approves=(EVERY_ROW,)),
    Said("那个不太对劲", objects=True),
)
QUESTIONS = ("哪一笔？", "Which one?", "您说的是打车吗？", "请问您想修改哪个部分？" * 9)
TEXTS = ("吃饭", "打车", "奶茶", "taxi", "кофе", "昼ご飯", "酒店", "别的", "第一笔", "🍜", "餐" * 200, "")
CATEGORIES = ("餐饮", "交通", "购物", "其他", "工资", "Food", "不存在的", "")
ACCOUNTS = (None, None, "微信", "黑卡", "现金")
POLICY = Policy(model_configured=True, believes=True, local_first=False, failures_before_pause=10**9)


class HostileModel:
    """Answers at random: said and unsaid amounts, any row, type, day, account and language."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def entries(self, said: Said) -> Entries:
        """Entries for a sentence, sometimes right ones."""
        some = tuple(self._entry(said) for _ in range(self._chance.choice((0, 1, 1, 2, 3, 12))))
        return Entries(some, self._chance.choice((0, 0, 0, 2)))

    def interpretation(self, said: Said) -> Interpretation:
        """A meaning for words about a draft."""
        sure = self._chance.choice((None, 0.2, 0.9, 0.95, 1.0))
        return Interpretation(self._outcome(said), sure)

    def _outcome(self, said: Said) -> Outcome:
        match self._chance.randrange(12):
            case 0:
                return Confirmed()
            case 1:
                return self._chance.choice((Cancelled(), Queried(), Unclear()))
            case 2:
                return Clarify(self._chance.choice(QUESTIONS))
            case 3 | 4:
                return Appended(self.entries(said).results or (self._entry(said),))
            case 5:
                return Replaced(self.entries(said).results or (self._entry(said),))
            case _:
                changes = tuple(
                    Correction(self._row(), self._change(said), self._chance.choice((None, 0.3, 0.9)))
                    for _ in range(self._chance.choice((0, 0, 1, 1, 2, 5)))
                )
                added = self.entries(said) if self._chance.random() < 0.4 else Entries(())
                return Corrected(changes, self._rows(), self._rows(), added.results, added.lost)

    def _rows(self) -> tuple[int, ...]:
        return tuple({self._row() for _ in range(self._chance.choice((0, 0, 1, 2, 4)))})

    def _row(self) -> int:
        return self._chance.choice((0, 0, 0, 1, 1, 2, 3, 9, -1, 99))

    def _amount(self, said: Said) -> Money:
        unsaid = (self._chance.randrange(1, 10**6), 300, 3, 5, 30, 60, 90, 10**8)
        yuan = (
            self._chance.choice(said.amounts or unsaid)
            if self._chance.random() < 0.6
            else self._chance.choice(unsaid)
        )
        money = Money.from_yuan(yuan)
        assert money is not None
        return money

    def _day(self) -> int:
        return self._chance.choice((0, 0, 0, 0, -1, -2, -30, 1, -5000))

    def _entry(self, said: Said) -> ParseResult:
        return ParseResult(
            amount=None if self._chance.random() < 0.1 else self._amount(said),
            type=self._chance.choice(tuple(TransactionType)),
            category=self._chance.choice(CATEGORIES),
            date=TODAY + timedelta(days=self._day()),
            description=self._chance.choice(TEXTS),
            account=self._chance.choice(ACCOUNTS),
            confidence=self._chance.choice((None, 0.3, 0.9)),
        )

    def _change(self, said: Said) -> FieldChange:
        stated = {
            "amount": self._amount(said),
            "type": self._chance.choice(tuple(TransactionType)),
            "category": self._chance.choice(CATEGORIES),
            "description": self._chance.choice(TEXTS),
            "date": TODAY + timedelta(days=self._day()),
            "account": self._chance.choice(ACCOUNTS),
        }
        names = self._chance.sample(sorted(stated), self._chance.choice((1, 1, 2, 6)))
        return FieldChange(**{name: stated[name] for name in names})  # pyright: ignore[reportArgumentType] - each value is of its field


class Conversation:
    """Sentences and answers at random, with the checks after each step.

    Attributes:
        answers: how many answers the model gave.
    """

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._model = HostileModel(self._chance)
        self._world = World(POLICY)
        self._world.happen(ev.Woken())
        self._world.happen(ev.LedgerKnown(DEFAULT_VOCABULARY, EMPTY_MEMORY))
        self._meant: tuple[Said, ...] = ()
        self.answers = 0

    def turn(self) -> None:
        """The speaker says a sentence; if the model is asked, it answers."""
        world, said = self._world, self._chance.choice(SENTENCES)
        if world.state.phase is Phase.IDLE:
            world.happen(ev.Woken())
        # An answer to the model's own question is understood with the words that it was about.
        answers_model = world.state.open_question is PlainQuestion.MODELS_OWN
        self._meant = (*self._meant, said) if answers_model else (said,)
        self._step(ev.Heard(said.words), said)
        match world.state.in_flight:
            case Parsing(number):
                self._answer(ev.Parsed(number, self._model.entries(said)), said)
            case Correcting(number):
                self._answer(ev.Interpreted(number, self._model.interpretation(said)), said)
            case _:
                pass
        while world.save is not None:
            world.write()
        for number in tuple(world.speaking):
            world.speaking.remove(number)
            world.happen(ev.SpeechEnded(number))

    def _answer(self, event: ev.Parsed | ev.Interpreted, said: Said) -> None:
        self.answers += 1
        self._world.questions.clear()
        before = self._world.state
        self._step(event, said)
        _adds_only_what_was_said(before, self._world.state, self._meant)
        if isinstance(event, ev.Parsed):
            _says_no_amount_twice(self._world.state, said)
        elif isinstance(event.interpretation.outcome, Corrected):
            _adds_no_amount_that_a_row_got(before.batch, self._world.state.batch, said)

    def _step(self, event: ev.Event, said: Said) -> None:
        before = self._world.state
        effects = self._world.happen(event)
        after = self._world.state
        if any(isinstance(effect, fx.Save) for effect in effects):
            assert said.approves or said.refuses, f"saved without assent: {said.words}"
        meant = self._meant
        is_answer = isinstance(event, ev.Interpreted)
        outcome = event.interpretation.outcome if isinstance(event, ev.Interpreted) else None
        if is_answer:
            _confirms_only_what_is_approved(before.batch, after.batch, meant)
            _drops_only_what_is_refused(before.batch, after.batch, meant)
        if is_answer and before.batch is not None and after.batch is None and after.saving is None:
            named = any(EVERY_ROW in one.refuses for one in meant)
            refuses = any(one.refuses or one.objects for one in meant)
            drops_last = refuses and len(before.batch.remaining_items) == 1
            assert isinstance(outcome, Cancelled) or named or drops_last, f"a draft was lost: {said.words}"
            lost = {item.result.description for item in before.batch.remaining_items}
            assert lost <= {row.description for group in after.dropped for row in group.rows}


def _adds_only_what_was_said(before: Dialogue, after: Dialogue, meant: tuple[Said, ...]) -> None:
    """Check each row, offer and proposal that is new."""
    amounts = {yuan for one in meant for yuan in one.amounts}
    days = {TODAY} | {TODAY + timedelta(days=day) for one in meant for day in one.days}
    open_days = set[date]() if before.batch is None else {item.result.date for item in before.batch.items}
    known = set(_values(before))
    for row in set(_values(after)) - known:
        of_row = next((old for old in known if old[:1] == row[:1] and row[0] >= 0), None)
        _, amount, of_type, day, account = row
        if amount is not None and (of_row is None or of_row[1] != amount):
            assert amount.yuan in amounts, f"{amount} was not in {meant}"
        # A further entry may belong to the day of an open row without saying so.
        if of_row is None or of_row[3] != day:
            assert day in (days if of_row else days | open_days), f"{day} was not in {meant}"
        if of_row is None or of_row[2] is not of_type:
            assert of_type is not meant[-1].denied, f"{of_type} is denied in {meant}"
        assert account is None, f"nobody named {account}"


_Value = tuple[int, Money | None, TransactionType, date, str | None]


def _values(state: Dialogue) -> list[_Value]:
    """The rows of the draft by index, and what was offered, with the index -1."""
    rows = [] if state.batch is None else [(item.index, item.result) for item in state.batch.items]
    match state.open_question:
        case AddOffer(entries):
            rows += [(-1, entry) for entry in entries]
        case ChangeOrAppend(_, entry):
            rows.append((-1, entry))
        case _:
            pass
    return [(index, row.amount, row.type, row.date, row.account) for index, row in rows]


def _says_no_amount_twice(state: Dialogue, said: Said) -> None:
    """Check that no amount of the sentence is in more rows than it was said times."""
    if state.batch is not None:
        rows = Counter(item.result.amount for item in state.batch.items if item.result.amount is not None)
        told = Counter(said.amounts)
        assert all(count <= told[int(amount.yuan)] for amount, count in rows.items()), (
            f"one amount in two rows: {said.words}"
        )


def _adds_no_amount_that_a_row_got(before: DraftBatch | None, after: DraftBatch | None, said: Said) -> None:
    """Check that a new row beside changes has no amount that an open row was changed to, unless it was said twice."""
    if before is None or after is None or before.id != after.id:
        return
    pairs = zip(before.items, after.items, strict=False)
    got = {new.result.amount for old, new in pairs if old.result.amount != new.result.amount}
    new = Counter(item.result.amount for item in after.items[len(before) :])
    told = Counter(said.amounts)
    for amount in new.keys() - {None}:
        assert amount is not None
        count = new[amount] + (amount in got)
        assert count <= told[int(amount.yuan)], f"one amount in two rows: {said.words}"


def _refused_names(meant: tuple[Said, ...]) -> set[str]:
    return {name for one in meant for name in one.refuses}


def _changed_to(
    status: DraftStatus, before: DraftBatch | None, after: DraftBatch | None
) -> list[DraftTransaction]:
    if before is None or after is None or before.id != after.id:
        return []
    pairs = zip(before.items, after.items, strict=False)
    return [old for old, new in pairs if new.status is status and old.status is not status]


def _confirms_only_what_is_approved(
    before: DraftBatch | None, after: DraftBatch | None, meant: tuple[Said, ...]
) -> None:
    approved = {name for one in meant for name in one.approves}
    for item in _changed_to(DraftStatus.CONFIRMED, before, after):
        assert EVERY_ROW in approved or _is_named(item, approved), f"nobody approved {item} in {meant}"


def _drops_only_what_is_refused(
    before: DraftBatch | None, after: DraftBatch | None, meant: tuple[Said, ...]
) -> None:
    refused = _refused_names(meant)
    for item in _changed_to(DraftStatus.CANCELLED, before, after):
        is_only = bool(refused) and before is not None and len(before) == 1
        is_meant = EVERY_ROW in refused or is_only or _is_named(item, refused)
        assert is_meant, f"nobody refused {item} in {meant}"


def _is_named(item: DraftTransaction, names: set[str]) -> bool:
    return any(name in item.result.description or name in item.result.category for name in names)


@pytest.mark.timeout(300)
def test_no_answer_makes_saves_or_drops_what_nobody_said() -> None:
    answers, seed = 0, 0
    while answers < ANSWERS:
        conversation = Conversation(seed)
        for _ in range(12):
            conversation.turn()
        answers += conversation.answers
        seed += 1
