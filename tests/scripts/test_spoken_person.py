"""The person of the spoken kinds listens: what was read back otherwise than it was said is corrected, as a person would."""

from __future__ import annotations

import pytest

from benchmarks import spoken_person
from benchmarks.spoken_kind import Conversation, Sound
from benchmarks.spoken_person import Person

TWO_ROWS = "识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。"


@pytest.fixture(autouse=True)
def no_stretching(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spoken_person, "in_time", _as_it_is)


def played(kind: str, words: str, answers: str) -> tuple[list[str], Conversation]:
    """What the person says to these answers; turns and answers are separated by |."""
    turns = tuple(words.split("|"))
    sounds = tuple(_sound(each) for each in turns)
    talk = Conversation(kind, "as recorded", (), turns, sounds, _sound, lambda sound: sound)
    said, left = list[str](), iter(answers.split("|"))
    for sound in Person(talk).turns():
        said.append(sound.decode())
        if answer := next(left, "…"):
            talk.said.append(answer)
    return said, talk


def _as_it_is(sound: Sound, _factor: float) -> Sound:
    return sound


def _sound(words: str) -> Sound:
    return words.encode()


def test_what_is_read_back_as_it_was_said_is_confirmed() -> None:
    said, talk = played(
        "append_item", "两笔|奶茶|确认", f"{TWO_ROWS}|已追加第3笔，支出15元，饮品。|已保存3笔交易。"
    )
    assert (said, talk.mended, talk.silences) == (["两笔", "奶茶", "确认"], 0, 0)


def test_an_answer_may_read_the_whole_draft_or_the_row_of_the_turn_alone() -> None:
    for answer in ("已将第1笔修改为支出50元，餐饮。还需要修改吗？", TWO_ROWS.replace("60", "50")):
        said, talk = played(
            "targeted_correction", "两笔|第一笔改成五十|确认", f"{TWO_ROWS}|{answer}|已保存2笔交易。"
        )
        assert (said, talk.mended) == (["两笔", "第一笔改成五十", "确认"], 0)


def test_another_amount_is_changed_by_its_row() -> None:
    answers = f"{TWO_ROWS}|已追加第3笔，支出5元，饮品。现在共3笔，请确认或修改。|已将第3笔修改为支出15元，饮品。还需要修改吗？|已保存3笔交易。"
    said, talk = played("append_item", "两笔|奶茶|确认", answers)
    assert said == ["两笔", "奶茶", "第三笔改成十五元", "确认"]
    assert (talk.mended, talk.by_sum) == (1, 0)


def test_an_amount_of_the_only_row_is_changed_without_a_number() -> None:
    said, _ = played(
        "natural_confirm",
        "晚饭|确认",
        "记录支出100元，餐饮，确认吗？|已修改为支出120元，餐饮，确认吗？|记好了，还有吗？",
    )
    assert said == ["晚饭", "改成一百二十元", "确认"]


@pytest.mark.parametrize(
    ("kind", "wrong", "by_sum"),
    [
        ("append_item", "记录支出60元，餐饮，确认吗？", 0),
        ("eight_items", "识别到8笔交易，共160.5元支出、500元收入。请查看详情后确认。", 1),
    ],
    ids=["a row is missing", "another sum"],
)
def test_other_rows_make_the_person_begin_again(kind: str, wrong: str, by_sum: int) -> None:
    said, talk = played(kind, "早餐|确认", f"{wrong}|已取消。请说。")
    assert said == ["早餐", "不要了", "早餐", "确认"]
    assert (talk.mended, talk.by_sum) == (1, by_sum)


def test_an_assent_that_is_not_heard_is_said_in_other_words() -> None:
    said, talk = played(
        "natural_confirm",
        "晚饭|确认",
        "记录支出120元，餐饮，确认吗？|没听清，请再说一次。|没听清，请再说一次。|记好了，还有吗？",
    )
    assert said == ["晚饭", "确认", "确认", "全部确认"]
    assert talk.repeats == 2


def test_a_turn_without_an_answer_is_a_silence() -> None:
    said, talk = played("natural_confirm", "晚饭|确认", "")
    assert (said, talk.silences) == (["晚饭"], 1)


def test_a_third_turn_without_words_is_unanswered_by_rule_and_the_person_gives_up() -> None:
    said, talk = played("natural_confirm", "晚饭|确认", "没听清，请再说一次。|没听清，请再说一次。|")
    assert said == ["晚饭"] * 3
    assert (talk.silences, talk.by_rule) == (0, 1)
