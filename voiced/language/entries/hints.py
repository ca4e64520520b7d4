"""A category from a single character, for words outside the vocabulary: 吃 stands for food, 租 for housing."""

from __future__ import annotations

from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import OTHER, Vocabulary
from voiced.language.names.categories import file_under
from voiced.language.text.expression import expression

_HINTS: dict[TransactionType, tuple[tuple[str, str], ...]] = {
    TransactionType.EXPENSE: (
        (r"猫|狗|宠", "宠物"),
        (r"娃|孩|奶粉|尿", "孩子"),
        (r"[药医病诊牙]|疗程", "医疗"),
        (r"[课书考培]|(?<!同)学(?!生)|老师", "学习"),
        (r"[衣裤鞋帽袜裙衫]|穿的", "服饰"),
        (r"[烟酒]", "烟酒"),
        (r"[菜肉蛋]|一斤|\d斤", "买菜"),
        (r"喝|茶|咖", "饮品"),
        (r"[吃饭餐饼饺煲]|[面粉汤锅]$", "餐饮"),
        (r"油$|加了?.{0,4}油|充电", "汽车"),
        (r"[车骑]|路公交|号线", "交通"),
        (r"租|房", "住房"),
        (r"[练泳]|球", "运动"),
        (r"[剧影戏玩]|歌", "娱乐"),
        (r"[买购]", "购物"),
    ),
    TransactionType.INCOME: ((r"转|还|打给|[给汇借]", "转账"),),
    TransactionType.TRANSFER: ((r"还", "还款"), (r"", "转账")),
}
_COMPILED = {
    of_type: tuple((expression(pattern), name) for pattern, name in hints)
    for of_type, hints in _HINTS.items()
}


def guess_category(words: str, of_type: TransactionType, vocabulary: Vocabulary) -> str:
    """The ledger's category for the first character that gives a hint; without a hint the category of last resort."""
    name = next((name for pattern, name in _COMPILED[of_type] if pattern.search(words)), OTHER)
    return file_under(name, of_type, vocabulary)
