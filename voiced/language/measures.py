"""Measure words: what follows a numeral that counts things instead of money (三杯, 301路, 92号, 两晚)."""

from __future__ import annotations

_ALWAYS = "个斤件条瓶袋顿位倍栋岁趟遍朵筐桶屉盏架艘株棵粒枝篇秒盆尾%℃°颗束辆摞沓扎卷捆幅届缸薪"
# A measure word, and the characters behind it that make it the beginning of another word: 杯 counts, 杯子 does not.
_UNLESS_BEFORE = {
    "杯": "子面",
    "碗": "筷柜",
    "盒": "饭马",
    "箱": "包",
    "罐": "头装",
    "包": "子包车装邮红裹间月年夜场",
    "份": "子额钱",
    "张": "三四亮总老小先女",
    "本": "子地月周来科人金",
    "只": "有要是花用吃买剩能",
    "双": "十1人肩皮拼色",
    "台": "球灯布历风",
    "部": "门",
    "套": "餐圈现",
    "根": "本据",
    "间": "接",
    "晚": "饭餐上间安",
    "夜": "宵里市场",
    "桌": "游子布面椅球",
    "节": "日目假气",
    "期": "货末间待",
    "层": "高",
    "室": "内外友",
    "线": "上下",
    "折": "叠扣现腾",
    "寸": "照",
    "米": "线饭粉酒糕面",
    "升": "级学降",
    "克": "拉",
    "瓦": "斯",
    "兆": "头",
    "级": "别",
    "环": "境球保",
    "站": "台",
    "排": "骨档队毒练",
    "座": "椅位机",
    "局": "部",
    "轮": "胎渡椅船滑",
    "样": "品",
    "种": "子菜地花树",
    "口": "红罩香味腔",
    "户": "外口",
    "名": "片牌宿",
    "匹": "配萨",
    "支": "付出教持",
    "片": "场酬",
    "盘": "子",
    "串": "串门",
    "管": "理家道",
    "副": "食业驾油",
    "锅": "巴贴底包",
    "号": "码贩",
    "楼": "下上盘",
    "路": "费上边过由口桥",
    "月": "饼卡租嫂票供",
    "日": "用料常",
    "年": "费会货夜终卡检票糕",
    "天": "猫然桥",
    "周": "末一二三四五六日天黑边大杰",
    "度": "假娘",
    "次": "卡日品",
    "人": "参民情工",
    "集": "市资训体",
    "季": "度票卡",
    "步": "行",
    "字": "典帖画",
    "点": "外餐菜了杯个单赞评心卡份歌映奶",
    "里": "面边脊",
}
_LONGER = (
    "房间 包间 包厢 公里 公斤 公分 公升 公顷 分钟 分之 分米 小时 钟头 星期 礼拜 平米 平方 平 毫升 毫米 毫克 厘米 英寸 海里 单元 元店 块儿 世纪 生肖 同城 "
    "千瓦 家店 家公 家餐 家饭 家酒 家人 打鸡蛋 打啤酒 打袜 头牛 头猪 头羊 头驴 头蒜 门课 门功 门考 门学科 门生意 场电影 场比赛 场球 场演 "
    "场戏 场雨 封信 听可乐 听啤酒 道菜 道题 对耳环 对手 对情侣 对夫妻 对碗 对鞋 把伞 把椅 把刀 把钥 把菜 把葱 把香 笼包 笼小 成新 "
    "星级 星酒店"
)
_WHOLE = tuple(_LONGER.split())
_AT_THE_END = frozenset("家回代胎")
_CANCELLED_BY = {**dict.fromkeys(_ALWAYS, ""), **_UNLESS_BEFORE}


def is_measure(text: str, at: int) -> bool:
    """Whether a measure word stands at `text[at]`.

    Plain look-ups rather than one pattern: character classes of Chinese are slow to compile, and this is asked at
    every numeral.
    """
    measure, following = text[at : at + 1], text[at + 1 : at + 2]
    cancelling = _CANCELLED_BY.get(measure)
    if cancelling is not None and (not following or following not in cancelling):
        return True
    return text.startswith(_WHOLE, at) or (measure in _AT_THE_END and not following and bool(measure))
