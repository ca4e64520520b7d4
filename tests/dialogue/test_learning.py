"""What a household teaches over months, in conversations with a real ledger."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from pathlib import Path

import pytest

from tests.support.house import House, a_house
from voiced.dialogue.values.requests import Looking
from voiced.domain.transaction import FieldChange


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    async with a_house(tmp_path) as house:
        yield house


async def set_up(house: House, day: str, words: str) -> None:
    """Have an entry offered again and again from this day on."""
    await house.day(day)
    await house.say(words, "要")


async def live(house: House, days: Mapping[str, Sequence[str]]) -> None:
    """Say what is said on each of these days."""
    for day, sentences in days.items():
        await house.day(day)
        await house.say(*sentences)


class TestAnEntryThatComesAgain:
    async def test_is_offered_as_it_was_corrected_the_month_before(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月8号宽带费90")
        await house.day("2026-07-08")
        await house.say("要")
        assert house.brief == "90 通讯"
        await house.say("分类改成水电", "用微信付的", "改成95", "确认")
        for month in ("2026-08-08", "2026-09-08"):
            assert await house.day(month) == "今天该记宽带费95元，要记这笔吗？"
            await house.say("要")
            assert house.brief == "95 水电 微信"
            await house.say("确认")

    async def test_has_the_habits_of_its_words_and_teaches_them(self, house: House) -> None:
        await house.say("宽带费90", "分类改成水电", "确认")
        await set_up(house, "2026-12-01", "每个月8号宽带费90")
        await house.day("2026-12-08")
        assert await house.say("要") == "记录支出90元，按上次记在水电，确认吗？"
        await house.say("分类改成住房", "确认", "宽带费20")
        assert house.brief == "20 住房"

    async def test_keeps_what_it_was_if_the_row_is_of_this_time_alone(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月8号宽带费90")
        await house.day("2026-07-08")
        await house.say("这次一百二")
        assert house.brief == "120 通讯"
        await house.say("确认")
        await house.day("2026-08-08")
        await house.say("要", "这次算水电", "确认")
        assert await house.day("2026-09-08") == "今天该记宽带费90元，要记这笔吗？"
        await house.say("要")
        assert house.brief == "90 通讯"

    async def test_keeps_what_it_was_if_the_row_is_taken_back(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月8号宽带费90")
        await house.day("2026-07-08")
        await house.say("九百", "确认", "撤销刚才那笔", "对")
        assert await house.day("2026-08-08") == "今天该记宽带费90元，要记这笔吗？"

    async def test_stays_a_transfer_once_it_was_called_one(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月20号车贷2600")
        await house.day("2026-07-20")
        await house.say("要", "改成转账", "分类改成还款", "确认")
        await house.day("2026-08-20")
        assert await house.say("要") == "记录转账2600元，还款，确认吗？"
        await house.say("确认")
        assert "改" in await house.say("每个月20号车贷2700")

    @pytest.mark.parametrize(
        ("set_up_as", "days", "row"),
        [
            pytest.param(
                "每个月6号给姥姥钱1500",
                {"2026-07-06": ["给姥姥打钱1500", "用银行卡付的", "确认"], "2026-08-06": ["要"]},
                "1500 人情 银行卡",
                id="a row of its amount with a part of its words",
            ),
            pytest.param(
                "每个月5号店面租1200",
                {
                    "2026-07-05": ["给房东铺租1200", "分类改成日用", "用银行卡付的", "确认"],
                    "2026-08-05": ["要"],
                },
                "1200 日用 银行卡",
                id="its first row in words of which none is its own",
            ),
            pytest.param(
                "每个月15号仓库租金700",
                {
                    "2026-07-15": ["要", "分类改成购物", "确认"],
                    "2026-08-15": ["给仓库老板打700", "分类改成日用", "确认"],
                    "2026-09-15": ["要"],
                },
                "700 日用",
                id="a later row in other words before the habit of its words",
            ),
        ],
    )
    async def test_learns_from(
        self, house: House, set_up_as: str, days: Mapping[str, Sequence[str]], row: str
    ) -> None:
        await set_up(house, "2026-07-01", set_up_as)
        await live(house, days)
        assert house.brief == row

    async def test_teaches_the_account_that_it_had_and_that_was_corrected(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月10号物业费268")
        days = {
            "2026-07-10": ["要", "用支付宝付的", "确认"],
            "2026-08-10": ["要", "用信用卡付的", "确认"],
            "2026-09-08": ["物业费268"],
        }
        await live(house, days)
        assert house.brief == "268 住房 信用卡"

    async def test_becomes_an_income_once_it_was_called_one(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月10号阿婆的养老金178")
        days = {
            "2026-07-10": ["要", "改成收入", "用银行卡收的", "确认"],
            "2026-08-08": ["阿婆国家发的178", "改成收入", "确认"],
        }
        await live(house, days)
        assert await house.day("2026-08-10") == ""
        await house.day("2026-09-10")
        assert (await house.say("要")).startswith("记录收入178元")

    async def test_has_the_values_that_were_set_last(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月8号宽带费90")
        await house.day("2026-07-08")
        await house.say("一百", "确认", "每个月8号宽带费80", "改吧")
        assert await house.day("2026-08-08") == "今天该记宽带费80元，要记这笔吗？"


class TestAnEntryThatWasToldInOtherWords:
    @pytest.mark.parametrize(
        ("set_up_as", "said"),
        [
            ("每个月15号房租3000", "房租交掉了三千一"),
            ("每个月15号房租3000", "转给房东房租3300"),
            ("每个月15号网费100", "家里网费一百"),
            ("每个月15号家里的网费120", "网费一百二"),
            ("每个月15号宽带费100", "家里网费一百"),
        ],
    )
    @pytest.mark.parametrize("day", ["2026-07-12", "2026-07-15"])
    async def test_is_not_offered_again(self, house: House, set_up_as: str, said: str, day: str) -> None:
        await set_up(house, "2026-07-01", set_up_as)
        await house.day(day)
        await house.say(said, "确认")
        for later in ("2026-07-15", "2026-07-18", "2026-08-14"):
            assert await house.day(later) == ""
        assert "要记这笔吗？" in await house.day("2026-08-15")

    async def test_is_not_offered_again_where_its_month_is_named(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月3号糖糖幼儿园1150")
        await set_up(house, "2026-07-01", "每个月1号房租1800")
        days = {
            "2026-08-01": ["给房东了，这个月1800", "分类改成孩子", "确认"],
            "2026-08-03": ["给糖糖学校交钱了，这个月1150块", "分类改成孩子", "确认"],
        }
        await live(house, days)
        assert await house.rows() == ["1800 孩子 现金 给房东", "1150 孩子 现金 给糖糖学校交钱"]
        assert await house.day("2026-08-04") == ""

    @pytest.mark.parametrize(
        ("set_up_as", "days", "offers"),
        [
            pytest.param(
                "每个月25号视频会员25",
                {
                    "2026-07-25": ["要", "分类改成通讯", "确认"],
                    "2026-08-24": ["会员费25", "分类改成通讯", "确认"],
                },
                {"2026-08-25": ""},
                id="filed elsewhere by the household",
            ),
            pytest.param(
                "每个月15号宽带费90",
                {"2026-07-14": ["交宽带90", "分类改成水电", "确认"]},
                {"2026-07-15": ""},
                id="its amount and a part of its words",
            ),
            pytest.param(
                "每个月5号店面租1200",
                {"2026-07-05": ["给房东铺租1200", "分类改成日用", "确认"]},
                {"2026-07-06": ""},
                id="its amount in words of which none is its own",
            ),
            pytest.param(
                "每个月16号宽带99",
                {
                    "2026-07-16": ["家里那条线扣了99", "分类改成水电", "确认"],
                    "2026-08-14": ["家里那条线扣了119", "分类改成通讯", "确认"],
                },
                {"2026-08-16": "", "2026-09-16": "今天该记宽带119元，要记这笔吗？"},
                id="words that were told in its place before",
            ),
            pytest.param(
                "每个月16号宽带99",
                {"2026-07-05": ["买菜80", "确认"], "2026-07-15": ["买菜99", "确认"]},
                {"2026-07-16": "今天该记宽带99元，要记这笔吗？"},
                id="its amount in words that are of other days too",
            ),
            pytest.param(
                "每个月15号房租3000",
                {
                    "2026-07-11": ["房租押金交掉了三千一", "确认"],
                    "2026-07-14": ["房租交掉了三千一", "确认", "撤销刚才那笔", "对"],
                },
                {"2026-07-15": "今天该记房租3000元，要记这笔吗？"},
                id="a row of another time, and one that was taken back",
            ),
        ],
    )
    async def test_is_offered_only_if_no_row_may_be_it(
        self, house: House, set_up_as: str, days: Mapping[str, Sequence[str]], offers: Mapping[str, str]
    ) -> None:
        await set_up(house, "2026-07-01", set_up_as)
        await live(house, days)
        assert {day: await house.day(day) for day in offers} == offers

    @pytest.mark.parametrize("said", ["房租已经交了", "已经交了", "房租我昨天交过了", "交过房租了"])
    async def test_is_read_back_if_it_is_told_to_be_paid(self, house: House, said: str) -> None:
        await set_up(house, "2026-07-01", "每个月15号房租3000")
        await house.day("2026-07-15")
        assert await house.say(said) == "记录支出3000元，住房，确认吗？"
        await house.say("确认")
        assert await house.rows() == ["3000 住房 现金 房租"]
        assert await house.day("2026-07-16") == ""

    async def test_is_read_back_if_it_waits_and_is_not_on_offer(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月15号房租3000")
        await house.day("2026-07-15")
        await house.say("打车三十", "确认")
        assert await house.say("房租已经交了") == "记录支出3000元，住房，确认吗？"

    async def test_is_paid_before_its_day_once(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月15号房租3000")
        await house.day("2026-07-13")
        assert await house.say("房租已经交了") == "记录支出3000元，住房，确认吗？"
        await house.say("确认")
        assert await house.day("2026-07-15") == ""
        assert await house.say("房租已经交了") == "房租这一期已经了结了，下次是8月15日。"

    async def test_is_settled_without_a_row_if_it_is_told_to_be_recorded(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月15号房租3000")
        await house.day("2026-07-15")
        assert await house.say("房租已经记过了") == "这次没有记账。"
        assert await house.rows() == []
        assert await house.day("2026-07-16") == ""

    async def test_of_several_the_one_that_is_named_is_meant(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月15号房租3000")
        await house.say("每个月15号网费100", "要")
        await house.day("2026-07-15")
        assert await house.say("已经交了") == "没听出要记什么，请说用途和金额。"
        assert await house.day("2026-07-16") != ""
        assert await house.say("网费交过了") == "记录昨天支出100元，通讯，确认吗？"

    @pytest.mark.parametrize("said", ["保姆费已经交了", "房租还没交", "房租交了吗"])
    async def test_other_words_are_no_payment(self, house: House, said: str) -> None:
        await set_up(house, "2026-07-01", "每个月15号房租3000")
        await house.day("2026-07-05")
        await house.say(said)
        assert house.state.batch is None


class TestUnlikeThings:
    """What was said of a thing in company changes the same thing in no other company."""

    @pytest.mark.parametrize(
        ("taught", "category", "others"),
        [
            ("陪客户吃饭300", "人情", ["吃饭30", "带娃吃饭60", "中午吃饭20"]),
            ("带娃看电影80", "孩子", ["和同事看电影40", "看电影50"]),
            ("给妈买水果60", "人情", ["买水果30", "给狗买水果20"]),
        ],
    )
    async def test_stay_as_the_rules_file_them(
        self, house: House, taught: str, category: str, others: list[str]
    ) -> None:
        rows: list[str] = []
        for other in others:
            await house.say(other)
            rows.append(house.brief)
            await house.say("取消")
        for _ in range(2):
            await house.say(taught, f"分类改成{category}", "用信用卡付的", "确认")
        for other, row in zip(others, rows, strict=True):
            await house.say(other)
            assert house.brief == row
            await house.say("取消")
        await house.say(taught)
        assert house.brief.endswith(f"{category} 信用卡")


class TestWordsThatARuleMayCut:
    async def test_are_kept_and_forgotten_as_they_were_said(self, house: House) -> None:
        await house.say("盒马买菜四十", "分类改成日用", "确认")
        assert await house.say("你记住了什么") == "记住的有：盒马买菜记在日用。"
        assert await house.say("忘了盒马买菜", "要") == "好的，以后不按上次记。"
        await house.say("盒马买菜五十")
        assert house.brief == "50 买菜"


class TestAQuestion:
    async def test_whether_it_is_an_entry_is_asked_once_of_the_same_words(self, house: House) -> None:
        assert await house.say("电费要交两百") == "支出200元，水电，要记这笔吗？"
        await house.say("要", "确认")
        assert await house.say("电费要交210") == "记录支出210元，水电，确认吗？"
        await house.say("取消")
        assert await house.say("水费要交两百") == "支出200元，水电，要记这笔吗？"

    async def test_whether_it_is_an_entry_is_asked_again_after_a_no_or_an_entry_that_was_undone(
        self, house: House
    ) -> None:
        question = "支出200元，水电，要记这笔吗？"
        await house.say("电费要交两百", "不用")
        assert await house.say("电费要交两百") == question
        await house.say("要", "确认", "撤销刚才那笔", "对")
        assert await house.say("电费要交两百") == question
        await house.say("要", "取消")
        assert await house.say("电费要交两百") == question

    async def test_whether_it_is_a_transfer_is_asked_once(self, house: House) -> None:
        assert await house.say("车贷3200") == "车贷3200元，是支出还是转账？"
        await house.say("转账", "确认")
        assert await house.say("车贷3300") == "记录转账3300元，还款，确认吗？"
        await house.say("改成支出", "确认")
        await house.say("车贷3400")
        assert house.row.type == "EXPENSE"

    @pytest.mark.parametrize(
        ("said", "row"),
        [
            ("改成两百五", "250 水电 现金 电费要交"),
            ("不对，是人情", "200 人情 现金 电费要交"),
            ("分类改成住房", "200 住房 现金 电费要交"),
            ("用微信付的", "200 水电 微信 电费要交"),
        ],
    )
    async def test_that_is_answered_by_a_correction_keeps_the_entry(
        self, house: House, said: str, row: str
    ) -> None:
        await house.say("电费要交两百", said, "确认")
        assert await house.rows() == [row]
        assert not (await house.say("电费要交300")).endswith("要记这笔吗？")

    @pytest.mark.parametrize("said", ["打车三十", "今天天气不错", "这个月花了多少"])
    async def test_that_is_left_for_other_words_adds_nothing_of_it(self, house: House, said: str) -> None:
        await house.say("电费要交两百", said, "确认")
        assert not any("电费" in row for row in await house.rows())


class TestASavedRowThatIsChanged:
    async def test_teaches_by_voice(self, house: House) -> None:
        await house.say("狗粮四十", "确认", "刚才那笔改成日用", "对", "狗粮五十")
        assert house.brief == "50 日用"

    async def test_teaches_in_the_ledger(self, house: House) -> None:
        await house.say("狗粮四十", "确认", "狗粮三十", "分类改成宠物", "确认")
        first, _ = [row async for row in house.ledger.rows()]
        await house.ledger.amend(first.id, FieldChange(category="日用", account="微信"))
        await house.day("2026-11-22")
        await house.say("狗粮五十")
        assert house.brief == "50 日用 微信"

    async def test_teaches_the_offers_of_an_entry_that_comes_again(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月8号宽带费90")
        await house.day("2026-07-08")
        await house.say("要", "确认", "刚才那笔改成一百", "对", "刚才那笔改成水电", "对")
        assert await house.day("2026-08-08") == "今天该记宽带费100元，要记这笔吗？"
        await house.say("要")
        assert house.brief == "100 水电"

    async def test_teaches_nothing_once_it_is_undone(self, house: House) -> None:
        await house.say("狗粮四十", "确认", "刚才那笔改成日用", "对", "撤销刚才那笔", "对", "狗粮五十")
        assert house.brief == "50 宠物"

    @pytest.mark.parametrize("change", ["刚才那笔这次改成人情", "刚才那笔这次算人情"])
    async def test_teaches_nothing_if_it_is_changed_for_this_time(self, house: House, change: str) -> None:
        await house.say("狗粮四十", "分类改成日用", "确认", change, "对", "狗粮五十")
        assert await house.rows() == ["40 人情 现金 狗粮"]
        assert house.brief == "50 日用"
        await house.say("取消", "猫砂四十", "确认", change, "对", "猫砂五十")
        assert house.brief == "50 宠物"

    async def test_teaches_nothing_if_it_was_said_for_this_time(self, house: House) -> None:
        await house.say("这次狗粮四十", "确认", "刚才那笔改成日用", "对", "狗粮五十")
        assert house.brief == "50 宠物"


class TestTheMemoryByVoice:
    async def test_says_what_it_learnt(self, house: House) -> None:
        assert await house.say("你记住了什么") == "还没有学到什么。"
        await house.say("狗粮四十", "分类改成日用", "用微信付的", "确认", "车贷3200", "转账", "确认")
        assert await house.say("你记住了什么") == "记住的有：车贷算转账，狗粮记在日用，狗粮用微信。"

    async def test_forgets_a_thing_after_a_yes(self, house: House) -> None:
        await house.say("狗粮四十", "分类改成日用", "确认")
        assert await house.say("忘了狗粮") == "要忘掉狗粮记在日用吗？"
        assert await house.say("不用") == "那就照旧。"
        assert await house.say("把狗粮忘了", "要") == "好的，以后不按上次记。"
        await house.say("狗粮五十")
        assert house.brief == "50 宠物"

    async def test_forgets_the_only_thing_that_is_like_the_words_and_asks_which_of_several(
        self, house: House
    ) -> None:
        await house.say("进口狗粮四十", "分类改成日用", "确认")
        assert await house.say("忘了狗粮") == "要忘掉进口狗粮记在日用吗？"
        await house.say("不用", "狗粮罐头四十", "分类改成日用", "确认")
        assert await house.say("忘了狗粮") == "记住的有狗粮罐头、进口狗粮，请说忘掉哪一个。"
        assert await house.say("忘了猫砂") == "没有学过猫砂怎么记。"

    async def test_learns_what_is_stated_after_a_yes(self, house: House) -> None:
        assert await house.say("以后狗粮都记日用") == "以后狗粮都记在日用，要这样记住吗？"
        await house.say("不要", "狗粮四十")
        assert house.brief == "40 宠物"
        await house.say("取消", "以后狗粮都记日用")
        assert await house.say("要") == "以后狗粮都记在日用。"
        await house.say("以后狗粮都用微信付", "要")
        await house.day("2026-11-22")
        assert await house.say("狗粮四十") == "记录支出40元，按上次记在日用，按上次用微信，确认吗？"

    async def test_gives_what_is_stated_to_the_open_row_which_waits_for_its_confirm(
        self, house: House
    ) -> None:
        await house.say("狗粮四十")
        assert await house.say("以后狗粮都记日用", "要") == "记录支出40元，日用，确认吗？"
        await house.say("确认")
        assert await house.rows() == ["40 日用 现金 狗粮"]

    @pytest.mark.parametrize("words", ["狗粮四十", "以后狗粮都记日用"])
    async def test_says_the_question_again_for_words_that_may_mean_both(
        self, house: House, words: str
    ) -> None:
        await house.say(words, "以后狗粮都记日用")
        assert await house.say("不改") == "以后狗粮都记在日用，要这样记住吗？"

    async def test_takes_the_verb_of_the_question_for_a_yes(self, house: House) -> None:
        await house.say("狗粮四十", "分类改成日用", "确认", "忘了狗粮")
        assert await house.say("忘掉吧") == "好的，以后不按上次记。"

    async def test_gives_what_is_stated_to_the_rows_of_these_words_alone(self, house: House) -> None:
        await house.say("狗粮四十，打车三十", "以后狗粮都记日用", "要", "确认")
        assert await house.rows() == ["40 日用 现金 狗粮", "30 交通 现金 打车"]

    async def test_tells_that_words_are_an_entry(self, house: House) -> None:
        await house.say("电费要交两百", "要", "确认")
        assert await house.say("你记住了什么") == "记住的有：电费要交是一笔账。"

    async def test_leaves_the_reason_for_a_category_that_no_row_has_to_the_ledger(self, house: House) -> None:
        await house.say("打车三十", "确认", "地铁六块", "为什么记在餐饮")
        assert isinstance(house.state.in_flight, Looking)

    async def test_leaves_the_question_for_words_about_the_draft(self, house: House) -> None:
        await house.say("狗粮四十", "以后狗粮都记日用", "改成五十")
        assert house.brief == "50 宠物"

    async def test_says_why_a_row_has_its_category(self, house: House) -> None:
        await house.say("狗粮四十", "分类改成日用", "确认")
        await house.day("2026-11-24")
        await house.say("狗粮四十")
        assert await house.say("为什么记在日用") == "因为上周六狗粮记在日用，这笔是按上次记的。"
        await house.say("确认")
        assert await house.say("狗粮为什么记在日用") == "因为今天狗粮记在日用，这笔是按上次记的。"
        await house.say("打车三十")
        assert await house.say("为什么记在交通") == "交通不是学来的，是按说法里的词归的。"

    @pytest.mark.parametrize(
        "said",
        [
            "忘了带伞花了三十",
            "以后都记清楚点",
            "为什么这么贵",
            "以后狗粮都记转账",
            "以后车贷都记还款",
            "我记住了",
        ],
    )
    async def test_other_words_are_not_about_it(self, house: House, said: str) -> None:
        await house.say(said, "要")
        assert await house.say("你记住了什么") == "还没有学到什么。"


class TestWordsThatAreNearlyTheSame:
    @pytest.mark.parametrize("said", ["狗凉三十", "一份狗粮三十", "买了两袋狗粮三十", "狗粮的三十"])
    async def test_have_the_habit_of_the_words(self, house: House, said: str) -> None:
        await house.say("狗粮四十", "分类改成日用", "确认", said)
        assert house.brief == "30 日用"

    async def test_that_sound_alike_stay_one_thing(self, house: House) -> None:
        await house.say("狗粮四十", "分类改成日用", "确认", "狗凉三十", "确认", "狗凉三十")
        assert house.brief == "30 日用"
        await house.say("分类改成宠物", "确认", "狗粮三十")
        assert house.brief == "30 宠物"

    async def test_that_both_have_rows_are_two_things(self, house: House) -> None:
        await house.say("狗凉三十", "确认", "狗粮四十", "分类改成日用", "确认", "狗凉三十")
        assert "日用" not in house.brief

    async def test_are_suggested_once_if_they_are_longer(self, house: House) -> None:
        await house.say("小李菜摊36", "分类改成日用", "确认")
        assert await house.say("小李家的菜摊四十") == "小李家的菜摊，是不是也记日用？"
        assert house.brief == "40 买菜"
        assert await house.say("是的") == "记录支出40元，日用，确认吗？"
        await house.say("确认", "小李家的菜摊五十")
        assert house.brief == "50 日用"

    async def test_are_not_suggested_again_after_a_row_of_their_own(self, house: House) -> None:
        await house.say("小李菜摊36", "分类改成日用", "确认")
        assert await house.say("小李家的菜摊四十", "不是") == "记录支出40元，买菜，确认吗？"
        await house.say("确认")
        assert await house.say("小李家的菜摊五十") == "记录支出50元，买菜，确认吗？"

    async def test_that_are_suggested_are_saved_as_they_were_read_back_by_a_confirm(
        self, house: House
    ) -> None:
        await house.say("小李菜摊36", "分类改成日用", "确认", "小李家的菜摊四十", "确认")
        assert await house.rows() == ["36 日用 现金 小李菜摊", "40 买菜 现金 小李家的菜摊"]

    async def test_that_are_suggested_may_be_corrected(self, house: House) -> None:
        await house.say("小李菜摊36", "分类改成日用", "确认", "小李家的菜摊四十", "改成五十")
        assert house.brief == "50 买菜"


class TestWhatLeadsToAnEntry:
    async def test_belongs_to_its_words(self, house: House) -> None:
        await house.say("紫金山遛狗，停车18", "分类改成宠物", "确认", "停车32")
        assert house.brief == "32 汽车"
        await house.say("取消", "紫金山遛狗，停车20")
        assert house.brief == "20 宠物"

    async def test_is_asked_about_if_it_is_short(self, house: House) -> None:
        await house.say("打车30", "分类改成旅行", "确认")
        assert await house.say("下雨了，打车20") == "打车，是不是也记旅行？"


class TestWordsThatAreLikeOthers:
    async def test_are_suggested_the_account_as_well(self, house: House) -> None:
        await house.say("小李菜摊36", "分类改成日用", "用微信付的", "确认")
        assert await house.say("小李家的菜摊四十") == "小李家的菜摊，是不是也记日用，用微信？"
        await house.say("是的")
        assert house.brief == "40 日用 微信"

    async def test_are_asked_about_if_two_habits_fit_equally(self, house: House) -> None:
        await house.say("小李菜摊36", "分类改成日用", "确认", "大李菜摊36", "不是", "分类改成零食", "确认")
        question = await house.say("老李菜摊四十")
        assert question == "老李菜摊，记零食，还是记日用？"
        assert await house.say("是的") == question
        await house.say("记日用")
        assert house.brief == "40 日用"
        await house.say("确认", "老李菜摊五十")
        assert house.brief == "50 日用"

    async def test_are_asked_about_if_they_were_filed_alike_and_the_others_were_moved(
        self, house: House
    ) -> None:
        await house.say("盒马买菜四十", "分类改成日用", "确认", "盒马下单四十", "分类改成日用", "确认")
        await house.say("盒马买菜五十", "分类改成零食", "确认")
        assert await house.say("盒马下单六十") == "盒马下单，是不是也记零食？"
        await house.say("是的", "确认", "盒马下单七十")
        assert house.brief == "70 零食"

    async def test_stay_where_they_are_if_the_household_says_so(self, house: House) -> None:
        await house.say("盒马买菜四十", "分类改成日用", "确认", "盒马下单四十", "分类改成日用", "确认")
        await house.say("盒马买菜五十", "分类改成零食", "确认", "盒马下单六十")
        assert await house.say("不是") == "记录支出60元，按上次记在日用，确认吗？"
        assert await house.say("确认", "盒马下单七十") == "记录支出70元，按上次记在日用，确认吗？"

    async def test_of_this_time_alone_are_not_asked_about(self, house: House) -> None:
        await house.say("小李菜摊36", "分类改成日用", "确认")
        assert await house.say("这次小李家的菜摊四十") == "记录支出40元，买菜，确认吗？"


class TestACategoryThatIsSaid:
    @pytest.mark.parametrize("said", ["小李菜摊36记到日用", "小李菜摊36，记在日用", "小李菜摊记到日用36"])
    async def test_counts_before_all_habits_and_teaches(self, house: House, said: str) -> None:
        await house.say("小李菜摊30", "分类改成餐饮", "确认", said)
        assert house.brief == "36 日用"
        await house.say("确认", "小李菜摊40")
        assert house.brief == "40 日用"

    async def test_may_stand_behind_its_reason(self, house: House) -> None:
        await house.say("称了茶叶120，这次送礼的，算人情")
        assert house.brief == "120 人情"

    async def test_for_this_time_teaches_nothing(self, house: House) -> None:
        await house.say("小李菜摊36这次记到日用", "确认", "小李菜摊40")
        assert house.brief == "40 买菜"

    @pytest.mark.parametrize(
        "said", ["陪客户吃饭600，这次算餐饮", "陪客户吃饭600，这次归餐饮", "陪客户吃饭600，这回放在餐饮里"]
    )
    async def test_of_an_exception_counts_and_teaches_nothing(self, house: House, said: str) -> None:
        await house.say("陪客户吃饭300", "分类改成人情", "确认", said)
        assert house.brief == "600 餐饮"
        await house.say("确认", "陪客户吃饭400")
        assert house.brief == "400 人情"


class TestAfterASave:
    @pytest.mark.parametrize(
        "said", ["盒马那单65", "仓库这个月700", "交了这个月的物业，268块", "给妈扛的米191，这次归买菜"]
    )
    async def test_words_that_point_at_another_thing_are_an_entry(self, house: House, said: str) -> None:
        await house.say("打车三十", "确认", said)
        assert house.row.amount is not None

    @pytest.mark.parametrize("said", ["打车那笔35", "那笔是35", "交通那个35"])
    async def test_words_that_name_the_saved_row_change_it(self, house: House, said: str) -> None:
        await house.say("打车三十", "确认", said, "对")
        assert await house.rows() == ["35 交通 现金 打车"]
