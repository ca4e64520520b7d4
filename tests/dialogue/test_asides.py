"""What is said beside the books is answered, and what is open stays open."""

from __future__ import annotations

import pytest

from tests.support.drafts import ONE, TWO, draft, saved
from tests.support.script import OFFLINE, ONLINE, play
from voiced.dialogue.values.policy import Policy

HELP = "说买了什么、多少钱，我先念给你听，你定了才记。"


def test_a_new_user_hears_how_it_works() -> None:
    play(f"你: 你好\n它: {HELP}\n你: 怎么用\n它: {HELP}")


def test_an_announced_entry_is_waited_for() -> None:
    play("你: 我要记账\n它: 请说。")


def test_thanks_end_the_session() -> None:
    play("你: 嗯\n它: 请说。\n你: 好啦谢谢啊\n它: 下次再记。\n态: IDLE", start=saved(ONE))


def test_mere_thanks_end_the_session_after_any_sentence() -> None:
    play(
        "你: 真高兴\n原文: 真高兴\n它: 没听出要记什么，请说用途和金额。\n你: 谢谢\n它: 下次再记。\n态: IDLE",
        OFFLINE,
    )


def test_the_last_sentence_is_repeated_with_its_question() -> None:
    play("你: 你说什么\n它: 记好了，还有吗？\n你: 没有了\n它: 下次再记。\n态: IDLE", start=saved(ONE))
    play(f"你: 再说一遍\n它: {HELP}")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("怎么用", "识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。"),
        ("你说什么", "第1笔，支出60元，餐饮，吃饭；第2笔，支出30元，交通，打车。请确认或修改。"),
        ("都记上了吗", "我在听。吃饭60元、打车30元还没写进账本。"),
    ],
)
@pytest.mark.parametrize("policy", [ONLINE, OFFLINE])
def test_beside_a_draft_the_answer_is_about_the_draft(words: str, answer: str, policy: Policy) -> None:
    play(f"你: {words}\n它: {answer}", policy, start=draft(TWO))


def test_whether_it_is_written_is_told_after_a_save_as_well() -> None:
    play("你: 都记上了吗\n它: 刚才记的2笔（吃饭60元、打车30元）已经写进账本了。", start=saved(TWO))
    play("你: 记上了吗\n它: 这次还没有记过。")
