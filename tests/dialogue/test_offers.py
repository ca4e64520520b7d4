"""What may not have happened is offered before it is a row, and what certainly did not becomes none."""

from __future__ import annotations

import pytest

from tests.support.drafts import ONE, after, draft
from tests.support.script import LOCAL, ONLINE, Stage, card, in_session, play
from voiced.dialogue.sentences.phrases import NO_ENTRY


@pytest.mark.parametrize("words", ["明天要交房租三千", "午饭三十贵不贵", "电视上说手机降价五百"])
def test_words_that_rules_take_for_no_entry_get_one_plain_sentence(words: str) -> None:
    play(f"你: {words}\n它: 听着不是一笔收支，没有记。", LOCAL)


@pytest.mark.parametrize("words", ["下个月准备给车换四条胎估计得两千", "隔壁张老师说她儿子一个月挣两万三"])
def test_words_that_are_certainly_no_entry_need_no_model(words: str) -> None:
    play(f"你: {words}\n它: 听着不是一笔收支，没有记。", ONLINE)


def test_words_that_rules_alone_take_for_no_entry_go_to_the_model() -> None:
    """Its empty answer says so; an entry of the denied amount becomes no row of a model that is weighed."""
    play("你: 没打车三十\n它: 听着不是一笔收支，没有记。", LOCAL)
    for answer in ("", "支出30 交通 打车"):
        stage = Stage(ONLINE, in_session(ONLINE))
        stage.read("你: 没打车三十")
        stage.read(f"模型: {answer}")
        assert (card(stage.state.batch), stage.state.said) == ("空", NO_ENTRY)


def test_a_possible_entry_is_in_no_draft_before_the_speaker_agrees() -> None:
    play(
        """
        你: 张三打车花了60
        它: 支出60元，交通，要记这笔吗？
        你: 对
        态: CONFIRMING
        卡: 1 支出60元 交通 张三打车
        它: 记录支出60元，交通，确认吗？
    """,
        LOCAL,
    )


@pytest.mark.parametrize("words", ["确认", "要", "记吧", "要记", "嗯记吧"])
def test_agreeing_reads_it_back_and_saves_nothing(words: str) -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    for said in ("老婆买菜六十", words):
        stage.read(f"你: {said}")
    assert card(stage.state.batch) == "1 支出60元 买菜 老婆买菜"
    assert stage.state.said == "记录支出60元，买菜，确认吗？"


@pytest.mark.parametrize("words", ["不用", "不要", "不记", "算了", "别记"])
def test_a_no_leaves_it(words: str) -> None:
    play(
        f"""
        你: 老婆买菜六十
        它: 支出60元，买菜，要记这笔吗？
        你: {words}
        它: 这次没有记账。
    """,
        LOCAL,
    )


def test_another_amount_takes_the_offer_with_that_amount() -> None:
    play(
        """
        你: 老婆买菜六十
        它: 支出60元，买菜，要记这笔吗？
        你: 是五十
        态: CONFIRMING
        卡: 1 支出50元 买菜 老婆买菜
        它: 记录支出50元，买菜，确认吗？
    """,
        LOCAL,
    )


def test_another_entry_is_no_answer_and_silence_ends_the_session_without_a_row() -> None:
    play(
        """
        你: 老婆买菜六十
        它: 支出60元，买菜，要记这笔吗？
        你: 打车30
        态: CONFIRMING
        卡: 1 支出30元 交通 打车
        它: 记录支出30元，交通，确认吗？
    """,
        LOCAL,
    )
    play(
        """
        你: 老婆买菜六十
        它: 支出60元，买菜，要记这笔吗？
        过: 60s
        它: 下次再记。
        态: IDLE
    """,
        LOCAL,
    )


def test_with_a_draft_open_it_is_offered_as_another_row() -> None:
    play(
        """
        你: 老婆买菜六十
        它: 要加一笔老婆买菜60元吗？
        你: 要
        卡: 1 支出60元 餐饮 吃饭 | 2 支出60元 买菜 老婆买菜
        它: 已追加第2笔，支出60元，买菜。现在共2笔，请确认或修改。
    """,
        LOCAL,
        start=draft(ONE),
    )


@pytest.mark.parametrize("words", ["不用", "不要"])
def test_a_no_leaves_the_open_draft_as_it_is(words: str) -> None:
    play(
        f"""
        你: 老婆买菜六十
        它: 要加一笔老婆买菜60元吗？
        你: {words}
        它: 记录支出60元，餐饮，确认吗？
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_the_word_for_calling_off_drops_the_draft_as_ever() -> None:
    play(
        """
        你: 老婆买菜六十
        它: 要加一笔老婆买菜60元吗？
        你: 取消
        态: LISTENING
        卡: 空
        它: 已取消。
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_two_that_may_be_entries_are_offered_together_and_one_amount_is_no_answer() -> None:
    play(
        """
        你: 李四买菜六十，张三打车花了30
        它: 要加2笔（李四买菜60元、张三打车30元）吗？
        你: 三十
        它: 要加2笔（李四买菜60元、张三打车30元）吗？
        你: 要
        卡: 1 支出60元 餐饮 吃饭 | 2 支出60元 买菜 李四买菜 | 3 支出30元 交通 张三打车
        它: 已追加第2笔，支出60元，买菜；第3笔，支出30元，交通。现在共3笔，请确认或修改。
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_beside_an_entry_that_happened_it_is_offered_behind_the_read_back() -> None:
    play(
        """
        你: 午饭三十，张三打车花了60
        态: CONFIRMING
        卡: 1 支出30元 餐饮 午饭
        它: 记录支出30元，餐饮，确认吗？
        它: 要加一笔张三打车60元吗？
        你: 不用
        它: 记录支出30元，餐饮，确认吗？
    """,
        LOCAL,
    )


def test_words_of_no_entry_hold_up_the_next_confirm() -> None:
    play(
        """
        你: 吃饭六十已经记过了
        它: 听着不是一笔收支，没有记。
        你: 确认
        它: 记录支出60元，餐饮，确认吗？
    """,
        LOCAL,
        start=draft(ONE),
    )


@pytest.mark.parametrize("answer", ["append", "replace"])
def test_a_model_adds_none_of_it_to_a_draft(answer: str) -> None:
    state = after(f"你: 打车三十贵不贵\n模型: {answer} 支出30 交通 打车 @0.9", draft(ONE))
    assert (card(state.batch), state.said) == ("1 支出60元 餐饮 吃饭", "听着不是一笔收支，没有记。")
    state = after(f"你: 老婆打车三十\n模型: {answer} 支出30 交通 打车 @0.9", draft(ONE))
    assert (card(state.batch), state.said) == ("1 支出60元 餐饮 吃饭", "要加一笔打车30元吗？")


def test_a_models_entry_is_offered_with_no_draft_open() -> None:
    play(
        """
        你: 老婆打车三十
        问: 解析「老婆打车三十」
        模型: 支出30 旅行 打车
        它: 支出30元，旅行，要记这笔吗？
    """
    )


def test_in_a_replacement_only_what_happened_takes_the_place_of_the_row() -> None:
    state = after(
        "你: 午饭三十，张三打车花了60\n模型: replace 支出30 餐饮 午饭；支出60 交通 打车 @0.9", draft(ONE)
    )
    assert (card(state.batch), state.said) == ("1 支出30元 餐饮 午饭", "要加一笔打车60元吗？")


def test_where_an_open_row_is_asked_about_what_may_be_an_entry_is_named_as_left_out() -> None:
    play(
        """
        你: 吃饭八十，张三打车花了30
        它: 没有记的是：张三打车30元。
        它: 吃饭改成80元，还是另记一笔？
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_a_foreign_amount_is_offered_without_its_yuan() -> None:
    play(
        """
        你: 老婆买包30美元
        它: 30美元折合多少元？
        它: 要加一笔老婆买包吗？
        你: 两百一
        卡: 1 支出60元 餐饮 吃饭 | 2 支出210元 服饰 老婆买包
        它: 已追加第2笔，支出210元，服饰。现在共2笔，请确认或修改。
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_words_against_a_change_are_no_yes_to_an_offer_and_it_is_made_again() -> None:
    play(
        """
        你: 老婆买菜六十
        它: 支出60元，买菜，要记这笔吗？
        你: 不用改
        它: 支出60元，买菜，要记这笔吗？
        你: 要
        态: CONFIRMING
        卡: 1 支出60元 买菜 老婆买菜
        它: 记录支出60元，买菜，确认吗？
    """,
        LOCAL,
    )


def test_the_offer_itself_is_made_again_after_another_sentence_of_ours() -> None:
    play(
        """
        你: 老婆买菜六十
        它: 支出60元，买菜，要记这笔吗？
        声: 没听清
        错: a gap in the sound
        它: 没听清，请再说一次。
        你: 不用改
        它: 支出60元，买菜，要记这笔吗？
    """,
        LOCAL,
    )
    play(
        """
        你: 李四买菜六十，张三打车花了30
        它: 要加2笔（李四买菜60元、张三打车30元）吗？
        声: 没听清
        错: a gap in the sound
        它: 没听清，请再说一次。
        你: 三十
        它: 要加2笔（李四买菜60元、张三打车30元）吗？
    """,
        LOCAL,
        start=draft(ONE),
    )
