"""A believed model: an answer that keeps the invariants stands, and nothing else of it has an effect."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.drafts import draft
from tests.support.script import BELIEVED, ONLINE, Stage, card, in_session, play
from voiced.dialogue.sentences import phrases
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.requests import CorrectionRequest, ParseRequest
from voiced.dialogue.values.state import Dialogue

ASKING = replace(BELIEVED, local_first=False)
"""The model is asked even where rules are certain."""

TRIP = "支出300 旅行 住宿；支出50 交通 打车；支出20 餐饮 早饭"
FOOD = "支出12 买菜 水果；支出30 买菜 肉；支出8 买菜 菜"
CHARGING = "支出40 交通 充电桩；支出15 餐饮 早饭"


def heard(*lines: str, start: Dialogue | None = None, policy: Policy = BELIEVED) -> Stage:
    """The stage after these lines; the daemon's answers are not compared."""
    stage = Stage(policy, in_session(policy) if start is None else start)
    for line in lines:
        stage.read(line)
    return stage


def shown(stage: Stage) -> str:
    return card(stage.state.batch)


class TestEntries:
    @pytest.mark.parametrize(
        ("said", "answer", "read_back"),
        [
            ("房客搬家，押金八百退给她了", "支出800 住房 押金", "记录支出800元，住房，确认吗？"),
            ("五个人吃串串人均四十我买的单", "支出200 餐饮 吃串串", "记录支出200元，餐饮，确认吗？"),
            ("摊位费一天八十，交了十天八百", "支出800 其他 摊位费", "记录支出800元，其他，确认吗？"),
            ("超时被平台扣了二十，真气人", "支出20 其他 超时", "记录支出20元，其他，确认吗？"),
        ],
    )
    def test_a_right_answer_stands_without_a_doubt_or_an_offer(
        self, said: str, answer: str, read_back: str
    ) -> None:
        stage = heard(f"你: {said}", f"模型: {answer}")
        assert stage.lines[-1] == f"它: {read_back}"
        assert stage.state.batch is not None
        assert len(stage.state.batch) == 1

    @pytest.mark.parametrize("said", ["以前馒头五毛一个", "帮我算一下，25乘以8"])
    def test_where_the_model_sees_no_entry_there_is_none(self, said: str) -> None:
        stage = heard(f"你: {said}", "模型:")
        assert (shown(stage), stage.state.said) == ("空", phrases.NO_ENTRY)

    def test_an_empty_answer_where_rules_are_certain_is_asked_about(self) -> None:
        play(
            """
            你: 午饭35块
            问: 解析「午饭35块」
            模型:
            它: 支出35元，餐饮，要记这笔吗？
            你: 对
            态: CONFIRMING
            卡: 1 支出35元 餐饮 午饭
            它: 记录支出35元，餐饮，确认吗？
        """,
            ASKING,
        )

    def test_where_rules_are_certain_of_another_type_the_row_is_to_be_checked(self) -> None:
        play(
            """
            你: 午饭35块
            问: 解析「午饭35块」
            模型: 收入35 退款 午饭
            态: CONFIRMING
            卡: 1 收入35元 退款 午饭
            它: 记录收入35元，退款，请核对，确认吗？
        """,
            ASKING,
        )

    def test_an_entry_that_the_words_do_not_bear_costs_that_entry_alone(self) -> None:
        play(
            """
            你: 吃饭花了60，打车30
            问: 解析「吃饭花了60，打车30」
            模型: 支出60 餐饮 吃饭；支出35 交通 打车
            态: CONFIRMING
            卡: 1 支出60元 餐饮 吃饭
            它: 另有1笔没听清，没有记。
            它: 记录支出60元，餐饮，确认吗？
        """,
            BELIEVED,
        )

    @pytest.mark.parametrize("answer", ["支出53 餐饮 午饭", "坏"])
    def test_if_all_entries_are_refused_or_unreadable_rules_take_over(self, answer: str) -> None:
        play(
            f"""
            你: 午饭35块
            问: 解析「午饭35块」
            模型: {answer}
            态: CONFIRMING
            卡: 1 支出35元 餐饮 午饭
            它: 模型没有答上来，先按简单规则处理。
            它: 记录支出35元，餐饮，确认吗？
        """,
            ASKING,
        )


class TestRowsBesideChanges:
    def test_a_row_is_changed_and_another_one_told_in_one_breath(self) -> None:
        play(
            """
            你改: 打车实际扣的四十五，对了还买了瓶水三块 [支出300元 旅行 住宿 | 支出50元 交通 打车 | 支出20元 餐饮 早饭]
            模型: correction 1 amount=45, new 支出3 饮品 水 @0.9
            卡: 1 支出300元 旅行 住宿 | 2 支出45元 交通 打车 | 3 支出20元 餐饮 早饭 | 4 支出3元 饮品 水
            它: 已将第2笔修改为支出45元，交通；已追加第4笔，支出3元，饮品。现在共4笔，请确认或修改。
            你: 不改了，还是五十
            卡: 1 支出300元 旅行 住宿 | 2 支出50元 交通 打车 | 3 支出20元 餐饮 早饭 | 4 支出3元 饮品 水
            它: 已将第2笔修改为支出50元，交通。还需要修改吗？
        """,
            BELIEVED,
            draft(TRIP),
        )

    def test_beside_the_change_of_a_single_row_the_draft_becomes_one_of_two(self) -> None:
        stage = heard(
            "你: 车费其实扣的四十五，另外买水三块",
            "模型: correction 0 amount=45, new 支出3 饮品 水",
            "你: 确认",
            start=draft("支出50 交通 打车"),
        )
        assert (
            "它: 已将第1笔修改为支出45元，交通；已追加第2笔，支出3元，饮品。现在共2笔，请确认或修改。"
            in stage.lines
        )
        assert stage.lines[-1] == "它: 已保存2笔交易。"

    def test_what_the_words_do_not_bear_costs_the_new_row_alone(self) -> None:
        stage = heard(
            "你: 车费其实扣的四十五，另外买水三块",
            "模型: correction 0 amount=45, new 支出700 饮品 水",
            start=draft("支出50 交通 打车"),
        )
        assert shown(stage) == "1 支出45元 交通 打车"
        assert stage.lines[-2:] == ["它: 已修改为支出45元，交通，确认吗？", "它: 另有1笔没听清，没有记。"]

    @pytest.mark.parametrize(
        "answer",
        [
            "correction 0 amount=460, new 支出3 饮品 水",  # a change that nobody said
            "correction 5 amount=45, new 支出3 饮品 水",  # a row that was not sent
        ],
    )
    def test_a_change_that_breaks_an_invariant_costs_the_whole_answer(self, answer: str) -> None:
        stage = heard(
            "你: 车费其实扣的四十五，另外买水三块", f"模型: {answer}", start=draft("支出50 交通 打车")
        )
        assert shown(stage) == "1 支出50元 交通 打车"

    def test_beside_a_row_that_stays_as_it_is_the_new_one_is_appended(self) -> None:
        stage = heard(
            "你: 车费就是五十没错的，另外买水三块",
            "模型: correction 0 amount=50, new 支出3 饮品 水",
            start=draft("支出50 交通 打车"),
        )
        assert stage.lines[-1] == "它: 已追加第2笔，支出3元，饮品。现在共2笔，请确认或修改。"

    def test_an_amount_that_a_row_got_is_in_no_new_row(self) -> None:
        stage = heard(
            "你: 车费其实扣的四十五，另外买水三块",
            "模型: correction 0 amount=45, new 支出45 饮品 水；支出3 饮品 水",
            start=draft("支出50 交通 打车"),
        )
        assert shown(stage) == "1 支出45元 交通 打车 | 2 支出3元 饮品 水"
        assert "它: 另有1笔没听清，没有记。" in stage.lines

    def test_a_new_row_with_the_name_of_an_open_one_is_asked_about(self) -> None:
        stage = heard(
            "你: 车费其实扣的四十五，早饭二十五",
            "模型: correction 1 amount=45, new 支出25 餐饮 早饭",
            start=draft(TRIP),
        )
        assert shown(stage) == "1 支出300元 旅行 住宿 | 2 支出45元 交通 打车 | 3 支出20元 餐饮 早饭"
        assert stage.lines[-2:] == [
            "它: 已将第2笔修改为支出45元，交通。还需要修改吗？",
            "它: 早饭改成25元，还是另记一笔？",
        ]

    def test_a_row_is_dropped_and_another_one_told(self) -> None:
        stage = heard(
            "你: 车费不是我出的，那笔别记啦，倒是买了水三块",
            "模型: correction drop 1, new 支出3 饮品 水 @0.9",
            start=draft(TRIP),
        )
        assert (
            shown(stage)
            == "1 支出300元 旅行 住宿 | ✗2 支出50元 交通 打车 | 3 支出20元 餐饮 早饭 | 4 支出3元 饮品 水"
        )

    def test_a_full_draft_takes_the_change_alone(self) -> None:
        full = "；".join(f"支出{yuan} 餐饮 第{yuan}餐" for yuan in range(11, 20)) + "；支出50 交通 打车"
        stage = heard(
            "你: 车费其实扣的四十五，另外买水三块",
            "模型: correction 9 amount=45, new 支出3 饮品 水",
            start=draft(full),
        )
        assert shown(stage).endswith("10 支出45元 交通 打车")
        assert stage.lines[-1] == f"它: {phrases.FULL}"

    def test_of_a_weighed_model_the_new_row_is_weighed(self) -> None:
        stage = heard(
            "你: 车费其实扣的四十五，另外买水三块",
            "模型: correction 0 amount=45, new 支出3 饮品 水",
            start=draft("支出50 交通 打车"),
            policy=ONLINE,
        )
        assert shown(stage) == "1 支出45元 交通 打车 | 2 支出3元 饮品 水"


class TestNotOutvoted:
    """Where rules used to answer for a model that is right."""

    @pytest.mark.parametrize("said", ["这仨统统是前天的账", "最后两笔是周五的事情"])
    def test_a_day_of_open_rows_is_no_question_to_the_ledger(self, said: str) -> None:
        stage = heard(f"你: {said}", start=draft(TRIP))
        assert (
            f"问: 修改「{said}」[支出300元 旅行 住宿 | 支出50元 交通 打车 | 支出20元 餐饮 早饭]"
            in stage.lines
        )

    @pytest.mark.parametrize("said", ["上个月打车一共花了多少", "昨天的账"])
    def test_a_plain_question_stays_one(self, said: str) -> None:
        stage = heard(f"你: {said}", start=draft(TRIP))
        assert not any(line.startswith("问: 修改") for line in stage.lines)

    @pytest.mark.parametrize(
        "said",
        [
            "给自行车补了胎，花费四十元，这是昨天的事",  # the day behind the entry
            "从微信转了三千到银行卡，房租明天扣",  # the day of another thing
            "水费单来了，八十五，还没来得及交",  # not paid
        ],
    )
    def test_what_a_certain_reading_passes_over_is_asked(self, said: str) -> None:
        assert heard(f"你: {said}").lines[1] == f"问: 解析「{said}」"
        assert heard("你: 地铁四块").lines[1].startswith("态:")

    def test_what_was_paid_is_no_income_whatever_the_thing_is_called(self) -> None:
        stage = heard("你: 给闺女交了补课费", "模型:", "你: 六百")
        assert shown(stage) == "1 支出600元 其他 补课费"

    def test_after_a_change_of_the_only_row_another_one_may_be_chosen(self) -> None:
        changed = ("你: 奶茶，十八", "模型: correction 0 amount=18")
        stage = heard(*changed, "你: 另记一笔", start=draft("支出15 饮品 奶茶"))
        assert shown(stage) == "1 支出15元 饮品 奶茶 | 2 支出18元 饮品 奶茶"
        stage = heard(*changed, "你: 改", start=draft("支出15 饮品 奶茶"))
        assert stage.lines[-1] == "它: 记录支出18元，饮品，确认吗？"

    def test_words_that_tell_the_rows_again_with_their_days_confirm_nothing(self) -> None:
        stage = heard(
            "你: 住宿是昨天订的300，早饭20",
            "模型: confirm @0.9",
            start=draft("支出300 旅行 住宿；支出20 餐饮 早饭"),
        )
        assert shown(stage) == "1 支出300元 旅行 住宿 | 2 支出20元 餐饮 早饭"


class TestRowsInFreeWords:
    def test_a_row_is_dropped_and_comes_back(self) -> None:
        play(
            """
            你改: 充电桩没扣钱，那笔删掉 [支出40元 交通 充电桩 | 支出15元 餐饮 早饭]
            模型: correction drop 0 @0.9
            卡: ✗1 支出40元 交通 充电桩 | 2 支出15元 餐饮 早饭
            它: 已取消第1笔（充电桩40元）。剩余1笔待确认。
            你: 恢复
            卡: 1 支出40元 交通 充电桩 | 2 支出15元 餐饮 早饭
            它: 找回了充电桩40元。
            它: 识别到2笔交易：第1笔，支出40元，交通；第2笔，支出15元，餐饮。请确认或修改。
        """,
            BELIEVED,
            draft(CHARGING),
        )

    def test_without_its_answer_a_row_is_dropped_for_its_reason_as_by_rules(self) -> None:
        stage = heard("你: 打车的对，住宿公司出的别记", "模型: 失败 答非所问", start=draft(TRIP))
        assert shown(stage) == "✗1 支出300元 旅行 住宿 | 2 支出50元 交通 打车 | 3 支出20元 餐饮 早饭"

    def test_what_rules_understand_goes_without_the_model(self) -> None:
        stage = heard("你: 住宿那笔公司出的，别记", start=draft(TRIP))
        assert stage.lines[-1] == "它: 已取消第1笔（住宿300元）。剩余2笔待确认。"

    def test_rows_are_kept_and_the_other_stays_open(self) -> None:
        play(
            """
            你改: 水果和肉对的，菜我再看看 [支出12元 买菜 水果 | 支出30元 买菜 肉 | 支出8元 买菜 菜]
            模型: correction keep 0 1 @0.9
            卡: ✓1 支出12元 买菜 水果 | ✓2 支出30元 买菜 肉 | 3 支出8元 买菜 菜
            它: 第1、2笔好了，还剩1笔。
            它: 全部处理完才会写进账本。
        """,
            BELIEVED,
            draft(FOOD),
        )

    def test_an_answer_that_restates_a_row_is_read_back(self) -> None:
        stage = heard("你: 充电桩就是四十块", "模型: correction 0 amount=40 @0.9", start=draft(CHARGING))
        assert (
            stage.state.said == "识别到2笔交易：第1笔，支出40元，交通；第2笔，支出15元，餐饮。请确认或修改。"
        )

    def test_an_unsure_answer_to_words_that_restate_rows_saves_nothing_that_was_said_too_early(self) -> None:
        stage = heard(
            "你: 吃饭花了60，打车30",
            "你: 确认",
            "模型: confirm @0.5",
            start=draft("支出60 餐饮 吃饭；支出30 交通 打车"),
        )
        assert shown(stage) == "1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车"
        assert stage.state.said.endswith("请确认或修改。")

    def test_a_drop_goes_with_a_correction_and_a_keep_does_not(self) -> None:
        play(
            """
            你: 早饭改成二十五，住宿公司出的别记，打车的对
            它: 好的，正在修改...
            问: 修改「早饭改成二十五，住宿公司出的别记，打车的对」[支出300元 旅行 住宿 | 支出50元 交通 打车 | 支出20元 餐饮 早饭]
            模型: correction 2 amount=25, drop 0, keep 1 @0.9
            卡: ✗1 支出300元 旅行 住宿 | 2 支出50元 交通 打车 | 3 支出25元 餐饮 早饭
            它: 已将第3笔修改为支出25元，餐饮。还需要修改吗？
            它: 已取消第1笔（住宿300元）。剩余2笔待确认。
        """,
            BELIEVED,
            draft(TRIP),
        )

    @pytest.mark.parametrize("confidence", ["", " @0.5", " @0.69"])
    def test_without_enough_confidence_nothing_is_dropped_or_kept(self, confidence: str) -> None:
        for said, answer in (("菜没扣钱，那笔删掉", "drop 2"), ("水果和肉对的，菜我再看看", "keep 0 1")):
            stage = heard(f"你: {said}", f"模型: correction {answer}{confidence}", start=draft(FOOD))
            assert shown(stage) == "1 支出12元 买菜 水果 | 2 支出30元 买菜 肉 | 3 支出8元 买菜 菜"

    def test_without_confidence_the_correction_beside_them_still_stands(self) -> None:
        stage = heard(
            "你: 早饭改成二十五，住宿公司出的别记", "模型: correction 2 amount=25, drop 0", start=draft(TRIP)
        )
        assert shown(stage) == "1 支出300元 旅行 住宿 | 2 支出50元 交通 打车 | 3 支出25元 餐饮 早饭"

    @pytest.mark.parametrize(
        "answer",
        [
            "correction drop 1 @0.9",
            "correction drop 7 @0.9",
            "correction keep -1 @0.9",
            "correction 7 amount=50, drop 0 @0.9",
            "correction 1 amount=55, drop 0 @0.9",
        ],
    )
    def test_a_row_that_was_not_named_or_sent_or_a_value_that_was_not_said_spoils_the_answer(
        self, answer: str
    ) -> None:
        stage = heard("你: 充电桩没扣钱，那笔删掉", f"模型: {answer}", start=draft(CHARGING))
        assert shown(stage) == "1 支出40元 交通 充电桩 | 2 支出15元 餐饮 早饭"

    def test_with_the_last_row_dropped_what_was_confirmed_is_read_back_and_not_saved(self) -> None:
        play(
            """
            你: 确认第二笔
            卡: 1 支出40元 交通 充电桩 | ✓2 支出15元 餐饮 早饭
            它: 第2笔好了，还剩1笔。
            它: 全部处理完才会写进账本。
            你改: 充电桩没扣钱，那笔删掉 [支出40元 交通 充电桩]
            模型: correction drop 0 @0.9
            卡: ✗1 支出40元 交通 充电桩 | 2 支出15元 餐饮 早饭
            它: 还剩1笔：第2笔，支出15元，餐饮。请确认或修改。
            你: 确认
            卡: ✗1 支出40元 交通 充电桩 | ✓2 支出15元 餐饮 早饭
            写: 支出15元 餐饮 早饭
            账: 支出15元 餐饮 早饭
            态: LISTENING
            卡: 空
            它: 已保存1笔交易。
        """,
            BELIEVED,
            draft(CHARGING),
        )

    def test_with_all_rows_kept_they_are_read_back_and_not_saved(self) -> None:
        stage = heard(
            "你: 水果和肉对的，菜也是我买的，没错的",
            "模型: correction keep 0 1 2 @0.9",
            start=draft(FOOD),
        )
        assert shown(stage) == "1 支出12元 买菜 水果 | 2 支出30元 买菜 肉 | 3 支出8元 买菜 菜"
        assert stage.state.said.endswith("请确认或修改。")

    def test_with_all_rows_dropped_the_draft_is_cancelled_and_comes_back(self) -> None:
        stage = heard(
            "你: 住宿公司出的，其他的也都不是我的别记",
            "模型: correction drop 0 1 2 @0.9",
            start=draft(TRIP),
        )
        assert (shown(stage), stage.state.said) == ("空", "已取消。")
        stage.read("你: 恢复")
        assert shown(stage) == "1 支出300元 旅行 住宿 | 2 支出50元 交通 打车 | 3 支出20元 餐饮 早饭"


DENIAL = "你: 不对，我说的是地铁那个六块的"


class TestObjections:
    @pytest.mark.parametrize("answer", ["append", "replace"])
    def test_a_new_entry_takes_the_place_of_the_only_row_that_it_denies(self, answer: str) -> None:
        play(
            f"""
            你改: 不对，我说的是地铁那个六块的 [支出35元 餐饮 午饭]
            模型: {answer} 支出6 交通 地铁 @0.9
            卡: 1 支出6元 交通 地铁
            它: 记录支出6元，交通，确认吗？
            你: 确认
            记完: ✓1 支出6元 交通 地铁
        """,
            BELIEVED,
            draft("支出35 餐饮 午饭"),
        )

    @pytest.mark.parametrize("answer", ["append", "replace"])
    def test_beside_other_rows_a_confirm_reads_all_back_first(self, answer: str) -> None:
        stage = heard(
            DENIAL,
            f"模型: {answer} 支出6 交通 地铁 @0.9",
            "你: 确认",
            start=draft("支出35 餐饮 午饭；支出40 交通 充电桩"),
        )
        assert (
            stage.lines[-1]
            == "它: 识别到3笔交易：第1笔，支出35元，餐饮；第2笔，支出40元，交通；第3笔，支出6元，交通。请确认或修改。"
        )

    @pytest.mark.parametrize("answer", ["append", "replace"])
    def test_a_model_that_is_weighed_may_be_asked_but_the_denied_row_is_never_saved_unheard(
        self, answer: str
    ) -> None:
        stage = heard(
            DENIAL,
            f"模型: {answer} 支出6 交通 地铁 @0.9",
            "你: 确认",
            "你: 确认",
            start=draft("支出35 餐饮 午饭"),
            policy=ONLINE,
        )
        assert (
            stage.lines[-1]
            == "它: 识别到2笔交易：第1笔，支出35元，餐饮；第2笔，支出6元，交通。请确认或修改。"
        )

    @pytest.mark.parametrize("answer", ["append", "replace"])
    def test_a_row_that_comes_back_on_the_card_meanwhile_is_not_the_denied_one(self, answer: str) -> None:
        stage = heard("按: 取消 1", DENIAL, start=draft("支出35 餐饮 午饭；支出40 交通 充电桩"))
        stage.happen(ev.ReopenPressed(stage.state.revision, 0))
        stage.read("按: 确认 2")
        stage.read(f"模型: {answer} 支出6 交通 地铁 @0.9")
        assert shown(stage) == "1 支出35元 餐饮 午饭 | ✓2 支出40元 交通 充电桩 | 3 支出6元 交通 地铁"

    @pytest.mark.parametrize("answer", ["append", "replace"])
    def test_an_entry_that_may_be_an_open_row_is_asked_about(self, answer: str) -> None:
        play(
            f"""
            你改: 打的大概花了三十来块 [支出30元 交通 打车]
            模型: {answer} 支出30 交通 打的 @0.9
            它: 打车30元已经有一笔，是同一笔，还是另记一笔？
            你: 另记一笔
            卡: 1 支出30元 交通 打车 | 2 支出30元 交通 打的
            它: 已追加第2笔，支出30元，交通。现在共2笔，请确认或修改。
        """,
            BELIEVED,
            draft("支出30 交通 打车"),
        )

    def test_one_of_its_name_with_another_amount_as_well(self) -> None:
        play(
            """
            你改: 打车大概花了四十来块 [支出30元 交通 打车]
            模型: append 支出40 交通 打车 @0.9
            它: 打车改成40元，还是另记一笔？
        """,
            BELIEVED,
            draft("支出30 交通 打车"),
        )

    def test_one_of_another_amount_and_name_is_added(self) -> None:
        stage = heard("你: 打的花了四十", "模型: append 支出40 交通 打的 @0.9", start=draft(CHARGING))
        assert shown(stage).endswith("3 支出40元 交通 打的")

    def test_a_new_row_that_nobody_said_is_not_added(self) -> None:
        stage = heard("你: 打的花了三十几", "模型: append 支出36 交通 打的 @0.9", start=draft(CHARGING))
        assert shown(stage) == "1 支出40元 交通 充电桩 | 2 支出15元 餐饮 早饭"


MEAL_AND_RIDE = "支出60 餐饮 吃饭；支出30 交通 打车"


class TestNewRowsBesideDecisions:
    def test_the_question_about_a_new_row_is_asked_again_after_the_drop(self) -> None:
        stage = heard(
            "你: 吃饭那笔公司出的别记，打车大概花了四十",
            "模型: correction drop 0, new 支出40 交通 打车 @0.9",
            start=draft(MEAL_AND_RIDE),
        )
        assert shown(stage) == "✗1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车"
        assert stage.state.said == "打车改成40元，还是另记一笔？"

    def test_once_its_row_is_dropped_it_is_offered(self) -> None:
        stage = heard(
            "你: 打车那笔公司出的别记，打车大概花了四十",
            "模型: correction drop 0, new 支出40 交通 打车 @0.9",
            start=draft("支出30 交通 打车"),
        )
        assert (shown(stage), stage.state.said) == ("空", "支出40元，交通，要记这笔吗？")

    def test_what_a_weighed_model_calls_a_row_is_offered_again(self) -> None:
        stage = heard(
            "你: 吃饭那笔公司出的别记，打算买奶茶十五",
            "模型: correction drop 0, new 支出15 饮品 奶茶 @0.9",
            start=draft(MEAL_AND_RIDE),
            policy=ONLINE,
        )
        assert shown(stage) == "✗1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车"
        assert stage.state.said == "要加一笔奶茶15元吗？"

    def test_an_account_that_the_ledger_lacks_is_named_first(self) -> None:
        play(
            """
            你改: 打车用存折付的，对了还买了瓶水三块 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
            模型: correction 1 account=存折, new 支出3 饮品 水 @0.9
            卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车 | 3 支出3元 饮品 水
            它: 没有「存折」这个账户，请说用的是哪个。
            它: 已将第2笔修改为支出30元，交通，账本没有存折；已追加第3笔，支出3元，饮品。现在共3笔，请确认或修改。
        """,
            BELIEVED,
            draft(MEAL_AND_RIDE),
        )

    def test_foreign_money_in_the_change_holds_up_both(self) -> None:
        stage = heard(
            "你: 打车是四十五美元，对了还买了瓶水三块",
            "模型: correction 1 amount=45, new 支出3 饮品 水 @0.9",
            start=draft(MEAL_AND_RIDE),
        )
        assert shown(stage) == "1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车"
        assert stage.state.said == "四十五美元折合多少元？"


class TestTheModelsOwnQuestion:
    def test_a_value_that_was_said_before_the_question_stands(self) -> None:
        for answer in ("对", "就是打车那笔"):
            stage = heard(
                "你: 那个改成50",
                "模型: clarify 您是说打车那笔吗？",
                f"你: {answer}",
                "模型: correction 1 amount=50 @0.9",
                start=draft("支出60 餐饮 吃饭；支出30 交通 打车"),
            )
            assert shown(stage) == "1 支出60元 餐饮 吃饭 | 2 支出50元 交通 打车"

    def test_a_value_of_the_question_stands_after_a_yes_alone(self) -> None:
        for answer, amount in (("对", 50), ("是打车那笔", 30)):
            stage = heard(
                "你: 那个记错啦",
                "模型: clarify 打车改成50元吗？",
                f"你: {answer}",
                "模型: correction 1 amount=50 @0.9",
                start=draft("支出60 餐饮 吃饭；支出30 交通 打车"),
            )
            assert shown(stage) == f"1 支出60元 餐饮 吃饭 | 2 支出{amount}元 交通 打车", answer

    def test_another_subject_ends_it(self) -> None:
        stage = heard(
            "你: 那个改成50",
            "模型: clarify 您是说打车那笔吗？",
            "你: 念一遍",
            "你: 打车那笔记错啦",
            "模型: correction 1 amount=50 @0.9",
            start=draft("支出60 餐饮 吃饭；支出30 交通 打车"),
        )
        assert shown(stage) == "1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车"


BAD = {
    "late": "模型: 失败 超时",
    "against the words": "模型: 支出99 餐饮 早饭",
    "unreadable": "模型: 坏",
}
ENTRY = ("你: 早饭和豆浆一共五块，包子两块", "你: 取消")


def bad_answers(stage: Stage, count: int, answer: str) -> None:
    for _ in range(count):
        for line in (ENTRY[0], answer, ENTRY[1]):
            stage.read(line)


def revoked(stage: Stage) -> int:
    return sum(isinstance(effect, fx.RevokeTrust) for effect in stage.trace)


def times_told(stage: Stage) -> int:
    return stage.lines.count(f"它: {phrases.MODEL_DISTRUSTED}")


UNBROKEN = replace(ASKING, failures_before_pause=100)


class TestTrustThatIsLost:
    @pytest.mark.parametrize("answer", BAD.values(), ids=BAD)
    def test_five_bad_answers_of_twenty_end_it_once(self, answer: str) -> None:
        stage = heard(policy=UNBROKEN)
        bad_answers(stage, 4, answer)
        assert (revoked(stage), times_told(stage), stage.state.distrusted) == (0, 0, False)
        bad_answers(stage, 1, answer)
        assert (revoked(stage), times_told(stage), stage.state.distrusted) == (1, 1, True)
        bad_answers(stage, 7, answer)
        assert (revoked(stage), times_told(stage)) == (1, 1)

    def test_the_model_is_weighed_afterwards(self) -> None:
        stage = heard(policy=UNBROKEN)
        stage.read(ENTRY[0])
        assert last_request(stage).believes
        for line in ("模型: 失败 超时", ENTRY[1]):
            stage.read(line)
        bad_answers(stage, 4, "模型: 失败 超时")
        stage.read("你: 老婆买菜六十")
        assert not last_request(stage).believes
        stage.read("模型: 支出60 买菜 老婆买菜")
        assert stage.state.said == "支出60元，买菜，要记这笔吗？"

    def test_only_the_last_twenty_count(self) -> None:
        stage = heard(policy=UNBROKEN)
        bad_answers(stage, 4, "模型: 失败 超时")
        bad_answers(stage, 17, "模型: 支出5 餐饮 早饭；支出2 餐饮 包子")
        bad_answers(stage, 1, "模型: 失败 超时")
        assert revoked(stage) == 0

    def test_a_model_that_cannot_be_reached_is_not_bad(self) -> None:
        stage = heard(policy=UNBROKEN)
        bad_answers(stage, 9, "模型: 连不上 没有网络")
        assert (revoked(stage), stage.state.model_record) == (0, ())

    def test_one_that_is_weighed_has_no_trust_to_lose(self) -> None:
        stage = heard(policy=replace(UNBROKEN, believes=False))
        bad_answers(stage, 9, "模型: 失败 超时")
        assert revoked(stage) == 0

    def test_an_amount_or_a_type_that_is_corrected_at_once_is_bad_and_a_category_is_not(self) -> None:
        for change, is_good in (("改成五块", False), ("是收入", False), ("算购物", True)):
            stage = heard(
                "你: 早饭和豆浆吃了六块五",
                "模型: 支出6.5 餐饮 早饭",
                f"你: {change}",
                "模型: 失败 没有模型",
                policy=ASKING,
            )
            assert stage.state.model_record[1:].count(False) == 1 + (not is_good), change

    def test_a_later_correction_of_the_draft_is_not_the_models_fault(self) -> None:
        stage = heard(
            "你: 早饭和豆浆吃了六块五",
            "模型: 支出6.5 餐饮 早饭",
            "按: 改 1 amount=7",
            "你: 改成五块",
            "模型: correction 0 amount=5 @0.9",
            policy=ASKING,
        )
        assert stage.state.model_record == (True, True)

    @pytest.mark.parametrize(
        ("said", "answer", "is_good"),
        [
            ("打车改成六十", "correction 0 amount=60 @0.9", True),
            ("打车改成六十", "correction 0 amount=60 category=交通", True),
            ("打车改成五十", "correction 0 amount=50 @0.9", True),
            ("打车改成六十", "correction 0 amount=65 @0.9", False),
            ("打车改成六十", "correction 0 amount=65 @0.5", True),
            ("打车改成五十", "unclear @0.3", True),
            ("打车改成五十", "clarify 哪一笔？", True),
            ("打车改成五十", "confirm @0.9", False),
            ("打车改成五十", "confirm", False),
            ("嗯对就这样", "confirm @0.9", True),
            ("还有奶茶十五", "append 支出15 饮品 奶茶", True),
            ("还有奶茶十五", "append 支出16 饮品 奶茶", False),
            ("还有奶茶十五", "append 支出15 饮品 奶茶；支出16 饮品 奶茶", False),
            ("打车没扣钱那笔去掉，早饭再看看", "correction drop 0 @0.9", True),
            ("打车没扣钱那笔去掉，早饭再看看", "correction drop 0 1 @0.9", False),
            ("打车没扣钱，那笔给我去掉", "correction drop 0 1 @0.9", False),
        ],
    )
    def test_an_answer_about_a_draft_counts_as_good_if_it_keeps_the_invariants(
        self, said: str, answer: str, is_good: bool
    ) -> None:
        start = heard("你: 确认第一笔", start=draft(TRIP)).state
        before = len(start.model_record)
        stage = heard(f"你: {said}", f"模型: {answer}", start=start)
        assert stage.state.model_record[before:] == (is_good,)


def last_request(stage: Stage) -> ParseRequest | CorrectionRequest:
    return next(
        effect.request
        for effect in reversed(stage.trace)
        if isinstance(effect, fx.AskParse | fx.AskCorrection)
    )


def test_words_that_drop_one_row_and_approve_another_go_to_the_model() -> None:
    start = draft("支出68 娱乐 游戏；支出145 娱乐 会员")
    stage = heard("你: 会员那个没问题，游戏我申请退了先不要记", start=start)
    assert stage.lines[-1].startswith("问: 修改")
    # Both rows would be resolved, so nothing is saved: what is approved is read back with its question.
    stage.read("模型: correction drop 0, keep 1 @0.9")
    assert shown(stage) == "✗1 支出68元 娱乐 游戏 | 2 支出145元 娱乐 会员"


def test_a_believed_models_confirm_saves_where_the_words_agree_to_all_rows() -> None:
    start = draft("支出150 学习 宣纸；支出38 学习 字帖")
    stage = heard("你: 核对无误，保存", "模型: confirm @0.95", start=start)
    assert stage.state.said == "已保存2笔交易。"


def test_a_count_of_things_without_a_draft_is_no_row_number() -> None:
    stage = heard("你: 花瓶一个三十五第二个半价，拿了俩")
    assert stage.lines[-1].startswith("问: 解析")


@pytest.mark.parametrize("said", ["聚餐人均六十二全是导师掏的", "小面二两八块"])
def test_what_a_certain_reading_passes_over_goes_to_a_believed_model(said: str) -> None:
    assert heard(f"你: {said}").lines[-1].startswith("问: 解析")


def test_an_ordinal_of_things_beside_a_record_in_other_words_is_no_row_number() -> None:
    stage = heard("你: 孕妇裤买了两条，第一条五十九，第二条四十五，加一起一笔记就行")
    assert stage.lines[-1].startswith("问: 解析")


def test_what_is_no_change_leaves_no_objection() -> None:
    start = draft("支出22 餐饮 食饭")
    for said in ("明天可能落雨喔", "老婆你看记不记"):
        stage = heard(f"你: {said}", "模型: unclear @0.9", start=start)
        assert not stage.state.objected, said


def test_a_name_that_holds_a_word_of_waiting_does_not_stop_a_confirm() -> None:
    start = draft("支出8.5 汽车 停车费")
    stage = heard("你: 对就留停车费确认", "模型: confirm @0.9", start=start)
    assert stage.state.said == "记好了，还有吗？"


@pytest.mark.parametrize("said", ["现在对了", "对，就是这些", "这下都对了"])
def test_words_that_find_a_changed_draft_right_save_it(said: str) -> None:
    start = draft("支出3 交通 地铁；支出22 餐饮 吃饭")
    stage = heard("你: 第一笔改成5", f"你: {said}", start=start, policy=Policy())
    assert stage.state.said == "已保存2笔交易。"


def test_a_thing_without_its_amount_waits_for_it() -> None:
    stage = heard("你: 买了点水果", policy=Policy())
    assert stage.state.said == "水果，多少钱？"


def test_a_supermarket_asks_for_no_budget() -> None:
    stage = heard("你: 今天在超市买了东西", policy=Policy())
    assert stage.state.said == phrases.NO_ENTRY
