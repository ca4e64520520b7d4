"""The answer to the question what was said and is in no draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from voiced.dialogue.sentences.phrases import NAMED_AT_MOST
from voiced.domain.left_out import LeftOutReason, Unrecorded

NOTHING_LEFT_OUT = "没有没记的。"
_WHY: Mapping[LeftOutReason, str] = {
    LeftOutReason.LIMIT: "一次最多十笔",
    LeftOutReason.AMOUNT: "没说金额",
    LeftOutReason.ALONE: "一句只记一笔",
    LeftOutReason.UNSURE: "不知道花了没有",
    LeftOutReason.LEFT_BEHIND: "上次没处理完",
}


def told(tray: Sequence[Unrecorded]) -> str:
    """How many there are, and the first few of each reason."""
    if not tray:
        return NOTHING_LEFT_OUT
    reasons = dict.fromkeys(one.reason for one in tray)
    groups = (_group([one.words for one in tray if one.reason is reason], _WHY[reason]) for reason in reasons)
    return f"还有{len(tray)}笔没记：{'，'.join(groups)}。"


def _group(words: Sequence[str], why: str) -> str:
    and_more = f"等{len(words)}笔" if len(words) > NAMED_AT_MOST else ""
    return f"{'、'.join(words[:NAMED_AT_MOST])}{and_more}（{why}）"
