"""The answer of a believed model: it stands as it was given if it keeps the invariants, and is unclear otherwise."""

from __future__ import annotations

import json

import pytest

from tests.gateway.drafts import CONTEXT, rows
from tests.gateway.said_model import SaidModel
from tests.support.answers import change_of, entry_words
from tests.support.now import NOW
from voiced.dialogue.values.requests import (
    Appended,
    Cancelled,
    Clarify,
    Confirmed,
    Corrected,
    CorrectionRequest,
    Entries,
    Interpretation,
    Outcome,
    ParseRequest,
    Queried,
    Unclear,
)
from voiced.domain.transaction import CONFIDENCE_FLOOR, Correction
from voiced.gateway.believed import NOTHING_UNDERSTOOD, UNSTATED
from voiced.gateway.interpreter import ModelInterpreter

TWO = rows("支60 餐饮 吃饭", "支30 交通 打车")


def answering(answer: object) -> ModelInterpreter:
    model = SaidModel()
    model.text = json.dumps(answer, ensure_ascii=False)
    return ModelInterpreter(model)


async def parsed(said: str, *transactions: dict[str, object]) -> Entries:
    model = answering({"transactions": transactions})
    return await model.parse(ParseRequest(said, CONTEXT, believes=True))


async def turned(said: str, **answer: object) -> Interpretation:
    """A turn of the dialogue protocol, which also asks and answers questions."""
    return await answering(answer).next_turn(CorrectionRequest(TWO, said, CONTEXT, believes=True))


def words(entries: Entries) -> list[str]:
    return [entry_words(row, NOW.date()) for row in entries.results]


async def test_entries_stand_with_the_models_type_and_category_and_without_a_mark():
    entry: dict[str, object] = {"amount": 800, "type": "EXPENSE", "category": "住房", "description": "押金"}
    read = await parsed("房客搬家，押金八百退给她了", entry)
    assert (words(read), read.lost) == (["支出800元 住房 押金"], 0)
    assert not read.results[0].is_doubtful


async def test_what_the_model_leaves_out_is_an_expense_of_today():
    assert words(await parsed("那玩意三十", {"amount": 30})) == ["支出30元 其他 那玩意"]


async def test_a_doubt_that_the_model_states_travels_with_the_row():
    (row,) = (await parsed("打车三十", {"amount": 30, "confidence": 0.4})).results
    assert row.confidence == 0.4
    assert row.is_doubtful


async def test_entries_that_the_words_do_not_bear_are_counted():
    read = await parsed("打车三十", {"amount": 30, "description": "打车"}, {"amount": 31})
    assert (words(read), read.lost) == (["支出30元 交通 打车"], 1)


async def test_the_category_of_last_resort_is_an_answer_too():
    entry: dict[str, object] = {"amount": 300, "description": "借给邻居", "category": "其他"}
    assert words(await parsed("邻居买药差点钱，借给邻居三百", entry)) == ["支出300元 其他 借给邻居"]
    assert words(await parsed("打车三十", {"amount": 30, "description": "打车"})) == ["支出30元 交通 打车"]


async def test_of_another_type_the_model_says_the_category():
    change = {"index": 1, "updatedFields": {"type": "INCOME", "category": "红包"}}
    read = await corrected("第二笔不是支出，是收的红包", change)
    assert read == Corrected((Correction(1, change_of("type=INCOME category=红包")),))


async def test_no_entry_is_an_answer():
    assert await parsed("以前馒头五毛一个") == Entries(())


APPENDED = {"action": "parse", "transaction": {"amount": 15, "description": "奶茶", "category": "饮品"}}


@pytest.mark.parametrize(
    ("said", "answer", "outcome"),
    [
        (
            "叫车软件上扣的是五十五，我看岔啦",
            {"action": "correct", "index": 1, "transaction": {"amount": 55}},
            Corrected((Correction(1, change_of("amount=55")),)),
        ),
        (
            "叫车软件上扣的是五十五，我看岔啦",
            {"action": "correct", "index": 1, "transaction": {"amount": 56}},
            None,
        ),
        (
            "叫车软件上扣的是五十五，我看岔啦",
            {"action": "correct", "index": 9, "transaction": {"amount": 55}},
            None,
        ),
        ("嗯对就这样", {"action": "confirm"}, Confirmed()),
        ("今天真高兴", {"action": "confirm"}, None),
        ("这些我老婆已经记过了", {"action": "cancel"}, Cancelled()),
        ("今天真高兴", {"action": "cancel"}, None),
        ("改一下那个", {"action": "clarify", "message": "哪一笔？"}, Clarify("哪一笔？")),
        ("这个月花了多少来着", {"action": "query"}, Queried()),
        ("奶茶十六", APPENDED, None),
    ],
)
async def test_a_turn_stands_or_is_unclear(said: str, answer: dict[str, object], outcome: Outcome | None):
    read = await turned(said, confidence=0.9, **answer)
    assert read.confidence == 0.9
    if outcome is None:
        assert isinstance(read.outcome, Clarify)  # how the dialogue protocol says that it is unclear
    else:
        assert read.outcome == outcome


async def test_an_answer_that_only_restates_a_row_is_no_contradiction():
    answer = {"intent": "correction", "corrections": [{"index": 1, "updatedFields": {"amount": 30}}]}
    request = CorrectionRequest(TWO, "打车嘛就是那么多", CONTEXT, believes=True)
    read = await answering(answer | {"confidence": 0.9}).correct(request)
    assert read.outcome == Corrected((Correction(1, change_of("amount=30")),))


async def test_new_entries_are_held_to_the_words():
    request = CorrectionRequest(TWO, "奶茶喝了十五", CONTEXT, believes=True)
    new = {"amount": 15, "description": "奶茶", "category": "饮品"}
    changes = [{"index": -1, "updatedFields": fields} for fields in (new, new | {"amount": 16})]
    read = (await answering({"intent": "append", "corrections": changes}).correct(request)).outcome
    assert isinstance(read, Appended)
    assert ([entry_words(row, NOW.date()) for row in read.results], read.lost) == (["支出15元 饮品 奶茶"], 1)
    read = (await answering({"intent": "append", "corrections": []}).correct(request)).outcome
    assert read == Unclear()


CHANGE = {"index": 1, "updatedFields": {"amount": 55}}
WATER_FIELDS: dict[str, object] = {"amount": 3, "description": "水", "category": "饮品"}
WATER: dict[str, object] = {"index": -1, "updatedFields": WATER_FIELDS}
BOTH = "叫车软件上扣的是五十五，还有瓶水三块"


def new_row(**fields: object) -> dict[str, object]:
    return WATER | {"updatedFields": WATER_FIELDS | fields}


async def corrected(said: str, *rows: object, believes: bool = True, **answer: object) -> Outcome:
    request = CorrectionRequest(TWO, said, CONTEXT, believes=believes)
    given = {"intent": "correction", "corrections": rows, "confidence": 0.9} | answer
    return (await answering(given).correct(request)).outcome


async def test_a_new_row_beside_a_change_stands():
    read = await corrected(BOTH, WATER, CHANGE)
    assert isinstance(read, Corrected)
    assert read.corrections == (Correction(1, change_of("amount=55")),)
    assert ([entry_words(row, NOW.date()) for row in read.added], read.lost) == (["支出3元 饮品 水"], 0)


@pytest.mark.parametrize(
    ("said", "row"),
    [
        (BOTH, new_row(amount=700)),  # an amount that nobody said
        (BOTH, new_row(amount=55)),  # the amount that the changed row gets
        (BOTH, new_row(date="2026-11-18")),  # a day that nobody said
        (f"{BOTH}，不是收入", new_row(type="INCOME")),  # a denied type
        ("叫车软件上扣的是五十五，买水三块不要了", WATER),  # what the words take back
    ],
)
async def test_a_new_row_that_the_words_do_not_bear_is_lost_beside_the_change(
    said: str, row: dict[str, object]
):
    read = await corrected(said, CHANGE, row)
    assert read == Corrected((Correction(1, change_of("amount=55")),), lost=1)


@pytest.mark.parametrize(
    "rows",
    [
        [{"index": 1, "updatedFields": {"amount": 560}}, WATER],
        [{"index": 2, "updatedFields": {"amount": 55}}, WATER],
        [{"updatedFields": {"amount": 55}}, WATER],  # a change of no row is no new row
        [{"updatedFields": {"amount": 55}}],
        [new_row(amount=700)],
    ],
)
async def test_a_change_that_breaks_an_invariant_makes_all_unclear(rows: list[object]):
    assert await corrected(BOTH, *rows) == Unclear()


async def test_new_rows_beside_a_restated_row_are_appended_to_it():
    read = await corrected("打车还是三十，还有瓶水三块", {"index": 1, "updatedFields": {"amount": 30}}, WATER)
    assert isinstance(read, Corrected)
    assert len(read.added) == 1
    assert isinstance(await corrected("还有瓶水三块", WATER), Appended)


async def test_a_weighed_models_new_row_beside_a_change_is_refused():
    assert await corrected(BOTH, CHANGE, WATER, believes=False) == Unclear()


async def test_a_confidence_that_the_model_does_not_state_is_enough_for_a_change_and_for_nothing_else():
    changed = await turned(
        "叫车软件上扣的是五十五，我看岔啦", action="correct", index=1, transaction={"amount": 55}
    )
    assert changed.confidence == UNSTATED >= CONFIDENCE_FLOOR
    confirmed = await turned("嗯对就这样", action="confirm")
    assert confirmed.confidence == NOTHING_UNDERSTOOD < CONFIDENCE_FLOOR
