"""The closed vocabulary of commands: every word that may stand in one, by the part it plays.

A command is made of these words and nothing else. That keeps 对联 from being 对, and 取消订单退款五十 from being 取消: one
unknown word, and an utterance is no command. Words are cores; particles (吧, 了, 请, 帮我) are words of their own that may
stand anywhere, so no variant with them is listed. Where two words begin at the same place the longer one counts.
"""

from __future__ import annotations

from itertools import product

from voiced.language.kinds import Kind


def _combined(*parts: str) -> str:
    return " ".join("".join(words) for words in product(*(part.split() for part in parts)))


_SAVE = "保存 存 存档 存上 存好 提交 入账 记上 记下来"
_RECORD = "记 记录 记账"
_CONFIRM = "确认 确定"
_DROP = "取消 删 删除 删掉 删光 去掉 撤销 撤消 撤回 作废 清空"
_LEAVE = "退出 退 关闭 关 关掉 结束 停 停止 走 离开"
_EDIT = "改 修改 更改 改动 变动 调整 更正 纠正 动"
_RIGHT = "对 正确 可以 行 好 准 准确 合适 ok"
_FAULTLESS = _combined(
    "没 没有 没啥 没什么 没有什么 没任何 没有任何 冇 冇得 没得", "问题 毛病 错 错误 意见 异议"
)
_ONE_ROW = "一笔 一条 一个 一项 一单 一比 一币 一必 一笔账"
_SOME_ROWS = "两笔 三笔 几笔 两条 几条 两个 几个 俩"
_NOT = "不 别 不要 不用 不想"
_NOT_IN_DIALECT = "甭 莫 唔 勿 唔好"
_NOT_NEEDED = "不需要 不必"
_NOT_YET = "先甭 先莫 先唔 先唔好 先勿 莫忙 莫急着 先别 先不 先不要 先不用 暂时别 暂时不 暂时不要 暂不 暂且不 且别 别急着 不要急着 不急着"
_NEVER_SAID = "没让你 没说 没说要 没要"
_NOT_DONE = "没 没有 还没 还没有 尚未 未 还未"
_LET_ME = "要 得 需要 还要 还得 我 我再 我先 我来 我得 我要 我想 让我 让我再 让我先 等我 等我再 容我 再 先"

WORDS: tuple[tuple[Kind, str], ...] = (
    (
        Kind.PARTICLE,
        (
            "吧 啊 呀 哦 噢 喔 哈 嘛 啦 拉 了 的 呗 喽 咯 哟 呐 哎 诶 唉 欸 额 呃 掉 给 替我 帮我 帮忙 帮 请 麻烦 麻烦你 你帮我 "
            "你给我 我 我们 咱 咱们 我说 就 那 那么 这 这样 先 把 将 也 去 来 起来 一下 一下子 下 直接 马上 "
            "赶紧 快 快点 立刻 现在 干脆 完全 非常 很 真 真的 挺 太 十分 确实 的确 当然 肯定 一定 只 仅 谢谢 谢了 多谢 谢谢你 "
            "辛苦了 呢 才对 才是 里面 里 而已 来着 嘞 哩 噻 咧"
        ),
    ),
    (Kind.PAUSE, "， 。 、 ； 然后 接下来 之后"),
    (Kind.AND, "和 跟 与 并 并且 而且 同时 以及"),
    (
        Kind.OTHERS,
        _combined(
            "其他 其它 其余 剩下 剩余 余下 别", "的 几笔 几条 两笔 三笔 那些 那几笔 的几笔 的那些 的那几笔"
        )
        + " 其他 其它 其余 剩下 剩余 余下",
    ),
    (Kind.EXCEPT, "除了 除去 除开 除 以外 之外 除外"),
    (
        Kind.THIS,
        _combined("这 那 这一 那一", "笔 条 个 项 单 比 币 必 笔账")
        + " 它 另一笔 另外一笔 另外那笔 另一个 另外一个 另外那个",
    ),
    (
        Kind.ALL,
        "都 全 全部 全都 所有 统统 通通 一律 整个 一起 这些 那些 它们 这几笔 那几笔 这几条 几笔都 什么都 啥都 "
        + _combined("每 每一", "笔 条 个")
        + " "
        + _combined("一笔 一条 一个", "都 也"),
    ),
    (
        Kind.CONFIRM,
        f"确认 {_SAVE} 记下 记录吧 记录下来 记录上 记账吧 记吧 记了吧 可以记 都记 都记上 都记下 都记下来 就记 就记上 你记吧 你存吧 你保存吧 你记上 你存上 入库 通过 还是确认 还是保存 想保存 只记 只存",
    ),
    (Kind.CHECK, "确认一下 确认下"),
    (Kind.SURE, "确定"),
    (
        Kind.APPROVE,
        _FAULTLESS
        + " "
        + _combined("一点 一点都 一点也 一点儿 一点儿都 一点儿也 半点", "没错 没有错 没问题 没毛病")
        + " "
        + _combined("一点 一点儿 半点", "问题 毛病", "没有 都没有 也没有")
        + " 错不了 正确 无误 准确 不错 完美 就这样 就是这样 就这样子 就是这样子 是这样子 就这么办 就这么定 就这么着 就这么记 就这样记 就这样吧 "
        + _combined("就按 按 就照 照", "这个 这样", "记 存 保存")
        + " 就按这个 妥 妥当 没得改 很好 挺好 非常好 同意 "
        + _combined(
            "不 不再 不用 不用再 不需要 不需要再 不必 无需 没必要 没什么要 没什么好 没什么可 没有要 没啥要 没啥可 没有什么要 没什么需要 没有需要",
            _EDIT,
        ),
    ),
    (
        Kind.ASSENT,
        (
            "嗯 对 对得 好地 是滴 对的 对头 是的 是呀 是啊 好 好的 好嘞 好滴 好勒 好咧 好了 好吧 好哒 行 行了 行吧 行的 成 ok okay yes 欧克 偶可 哦克 "
            "得嘞 嗯呐 嗯哪 恩 要得 中 对着 对着呢 对滴 行嘞 对没错 是的没错 是没错 这就对了 这样对了 现在对了 这下对了"
        ),
    ),
    # 中 alone is a yes; these begin with it and are none.
    (
        Kind.UNKNOWN,
        "中午 中间 中国 中信 中行 中药 中医 中介 中奖 中心 中秋 中学 中号 中通 中石化 中石油 中山 中文 中性 中了 "
        + _combined(f"{_CONFIRM} {_SAVE} {_RECORD} {_DROP} 处理", "中"),
    ),
    (Kind.CAN, "可以 可以的 可已 可一 要 要的"),
    (Kind.IS, "是 而是"),
    (
        Kind.CANCEL,
        f"{_DROP} 不要 不想要 唔要 算了 算啦 算咯 算求 算逑 拉倒 作罢 放弃 丢弃 丢掉 扔掉 扔了 划掉 拿掉 移除 剔除 去除 清除 清掉 擦掉 抹掉 抹去 消掉 撤掉 撤了 不算 "
        "不作数 不算数 废掉 废了 免了 忽略 当我没说 就当没说 当没说 当没说过 别管 不留 不保留 不弄 不搞 不确认 跳过 "
        + _combined("取消 放弃", "保存 确认 提交")
        + " "
        + _combined("确认", f"{_DROP} 不要")
        + " "
        + _combined(
            f"{_NOT} {_NOT_NEEDED} {_NOT_IN_DIALECT} 不打算 不准备 不要再 别再 不用再 不再",
            f"{_SAVE} {_RECORD}",
        ),
    ),
    (
        Kind.RESTART,
        _combined("重 重新", "来 说 记 录 报 开始")
        + " 从头来 从头开始 从头说 推倒重来 "
        + _combined("再来 重来 重新来", "一次 一遍 过"),
    ),
    (
        Kind.EXIT,
        "退出 退下 关闭 关掉 关了 停了 结束 停止 离开 再见 拜拜 白白 byebye bye goodbye 收工 走了 先走 回见 晚安 "
        + _combined(
            "退出 关闭 关掉 关 结束 停止",
            "记账 语音 语音记账 录音 记账模式 语音模式 程序 应用 软件 助手 语音助手 对话 会话 聊天 系统 使用 登录 监听 听写 识别",
        )
        + " "
        + _combined("不要 别 不用 不要再 别再 不用再", "听")
        + " 不听了 到此为止 到此结束 "
        + _combined("到 就到 记到 就记到 先到 先记到", "这 这里 这儿 此 此为止")
        + " "
        + _combined("下次 改天 回头 明天", "见 再见 再记 再说 再聊"),
    ),
    (
        Kind.CONTINUE,
        _combined("继续 接着 往下 接着往下", "记 记账 录 录音 录入 输入 说 来 记录")
        + " 继续 接着 "
        + _combined("再 再来 再给我", "记 录 报 说 记录 录入", _ONE_ROW)
        + " "
        + _combined("再来", _ONE_ROW)
        + " 再记 再录 "
        + _combined("下一笔 下一个 下一条 下一单 下一项 下一笔账 下一比 下一币")
        + " "
        + _combined("记 录 来 开始 进入 换", "下一笔 下一个 下一条 下一单 下一项 下一比")
        + " 记另一笔 记另外一笔 记新的 记新的一笔 新的一笔 记别的",
    ),
    (
        Kind.WAIT,
        "我再说一笔 我再说一个 稍等 稍候 等等 等一等 稍后 稍后再说 慢着 慢点 慢一点 且慢 等哈 别慌 莫慌 莫急 莫忙 甭急 别急 不急 别着急 看看 想想 停一下 暂停 漏 忘了 话没说完 "
        + _combined(
            "等 再等 先等 稍等 稍微等 多等",
            "一下 一哈 下 会 会儿 一会 一会儿 一分钟 两分钟 几分钟 等 我 我一分钟 我两分钟 我几分钟 我一下 我一会 我一会儿 我说完 我讲完 我记完 片刻",
        )
        + " "
        + _combined(_LET_ME, "确认 核对 检查 看 想 算 考虑 对", "一下 下 一遍 一眼")
        + " "
        + _combined(_LET_ME, "看看 想想 考虑考虑 算算 核对核对")
        + " "
        + _combined("待会 待会儿 等会 等会儿 晚点 一会 一会儿", "说 再说 再看")
        + " 待会 待会儿 晚点 "
        + _combined("没 还没 没有 还没有", "说 记 讲 报 弄 录", "完 好")
        + " 没完 还没完 还没好 没结束 还没结束 "
        + _combined(
            "少了 漏了 漏掉了 漏记了 落了 少记了 少说了 忘了 忘记了 还漏了 还忘了 漏 漏掉 漏记 少记 忘记",
            f"{_ONE_ROW} 个",
        )
        + " 漏了 漏记了 漏记 少记 "
        + _combined(
            "补 加 添 补充 追加 新增 增加 再补 再加 再添 再追加 再新增 再增加",
            f"{_ONE_ROW} {_SOME_ROWS} 上一笔",
        )
        + " "
        + _combined(f"{_NOT} {_NOT_YET} {_NOT_IN_DIALECT} 不能", _LEAVE),
    ),
    (
        Kind.MORE,
        "还 还有 后面还有 还要 还想 还得 还差 另外 此外 另外还有 对了 哦对了 再 又 顺便 还有其他 还有别的 还有东西 还有话 还有话说 还有要记的 还有没记的 还有没说的 "
        + _combined("还有 还差 还要 还有个 另外还有", f"{_ONE_ROW} {_SOME_ROWS}")
        + " "
        + _combined("还要 还想 还得 要", "记 加 补 记录", _ONE_ROW)
        + " "
        + _combined("还要 还想 还得", "记 记账 加 补 说"),
    ),
    (
        Kind.DENIAL,
        f"而不是 并不是 不 没 没事 不说了 否 别 非 no 没有 没了 没有了 没有别的 没有别的了 没别的 没别的了 不了 不是 不是的 不用 {_NOT_NEEDED}",
    ),
    (Kind.LEAD, "要不 要不然 要么 不如 还是 你 想 想要 需要 今天 今天先 今儿"),
    (
        Kind.HOLD,
        _combined(_NOT_YET, f"{_SAVE} {_RECORD} {_CONFIRM} {_DROP} {_EDIT}")
        + " "
        + _combined(f"别 不要 不用 不想 不能 不许 {_NOT_IN_DIALECT}", _CONFIRM)
        + " "
        + _combined(f"{_NOT} {_NOT_NEEDED} {_NOT_IN_DIALECT} 没 没有 不能 不许", _DROP)
        + " "
        + _combined(f"不是 {_NEVER_SAID}", f"{_SAVE} {_RECORD} {_CONFIRM} {_DROP} {_LEAVE}")
        + " "
        + _combined(f"别 不要 不许 {_NOT_IN_DIALECT}", _EDIT)
        + " 先别 先不 "
        + _combined(f"{_NOT} 先别", "继续 录 录音 重来 重新来 重新说 重说"),
    ),
    (
        Kind.WRONG,
        _combined(
            "不 不太 不是很 不完全 不全 不都 不怎么 不算 没 不够 不是都 不大 还不 还是不 又不 也不 说的不",
            _RIGHT,
        )
        + " 唔对 唔系 唔啱 唔好 唔得 不对劲 不行 不成 错了 错误 又错 还错 也错 反了 乱了 乱套 不妥 不应该 不该 不一样 不符 对不上 "
        + _combined("有 有点 有些 还有 还有点 还是有", "错 误 问题 错误")
        + " "
        + _combined("弄 搞 说 记 听 写 打 讲 算 报 看 输 分", "错 反")
        + " "
        + _combined("不是", "这样 这个 那个 这么"),
    ),
    (
        Kind.CHANGE,
        _combined("错 改 修改 更改 换 变 变更 调 调整 更正 纠正 修正 更新", "成 为 到 作 做 回")
        + " 写成 记成 记为 算成 算作 算到 归 归到 归为 归类 归类到 归类为 归入 归在 划到 划为 放到 放进 放在 移到 挪到 属于 标成 标为 设成 设为 说成 当成 "
        + _combined("应该 应当 应", "是 算 为 属于 归 写 记 叫 改")
        + " 其实 其实是 实际 实际是 实际上 本来是 原来是 原本是 是说 说的是 意思是 "
        + _combined("要 想 得 需要 还要 还想 还得 还需要 再", _EDIT)
        + " 改一下 改改 改下 改掉 换一下 换掉 拆成 拆开 拆分 分成 分开 合并 合成 合到 并成 对调 互换 调换 交换 颠倒 "
        "翻倍 打折 减半 平分 平摊 均摊 凑整 抹零 四舍五入 各 "
        + _combined("都 全 全部 各 每笔", "加 减 多 少 改 算 归")
        + " 多记 多算 少算 多说 "
        + _combined("多 少 多了 少了 多打了 少打了 多说了 少说了", "一个零 个零")
        + "  重复 记重 记多 "
        + _combined("分类 类别 类型 金额 日期 时间 备注 价格", "是"),
    ),
    (
        Kind.ADJUST,
        "错 改 修改 更改 更正 纠正 修正 改动 调整 变更 更新 换 加 减 算 写 多 少 多了 少了 加上 减去 减掉 扣 变",
    ),
    (
        Kind.DOUBT,
        "的话 只要 不记得 好像 似乎 可能 也许 大概 应该 估计 感觉 觉得 怀疑 怕 恐怕 是不是 对不对 好不好 行不行 可不可以 能不能 要不要 有没有 是否 难道 如果 要是 "
        "万一 假如 除非 能 不清楚 不知道 说不好 不一定 未必 犹豫 核对 检查 差不多 基本 基本上 看起来 看上去 听起来 看样子 貌似 一半 部分 有的 有些 "
        "对不起 不好意思 抱歉 没懂 等到 到时候 不要紧 拿不准 说不准 吃不准 确认一遍 "
        + _combined(f"{_NOT_DONE} 无法 不敢 还不能 还不 不太 不大", f"{_CONFIRM} 保存 存")
        + " 不确定 "
        # who says so asks whether it is; 好吧 and 行吧 only give in
        + _combined(f"对 是 是对 是这样 是这样子 正确 准确 无误 {_FAULTLESS}", "吧 的吧 了吧")
        + " "
        + _combined("没 没有 还没", "退出 关闭 关 关掉 停止"),
    ),
    (Kind.BUT, "但是 但 不过 可是 然而 只是 只不过 就是 除此之外 只有 唯独"),
    (
        Kind.FIELD,
        "金额 数字 数额 数目 价格 价钱 单价 总价 钱数 分类 类别 类型 种类 类目 日期 时间 备注 描述 说明 账户 账号 支付方式 付款方式 数",
    ),
    (Kind.TYPE, "收入 支出"),
    (
        Kind.LEDGER,
        _combined("这次 本次 当前 这一次", "记账 记录 交易")
        + " 这次 本次 当前 这一次 记账 记录 账 账单 账目 交易 草稿 内容 信息 数据 单子 明细 语音 录音 "
        "列表 消费 录入 操作 结果 地方",
    ),
    (Kind.SPENT, "花了 花 用了 一共 总共 共 合计 总计 付了"),
    (Kind.ASK, "吗 么 什么 啥 多少 多少钱 几 哪 哪个 哪笔 哪些 谁 怎么 为什么 为啥 怎样 咋 ？"),
    (
        Kind.READ,
        _combined(
            "念 读 报 重复 播 播报 复述 说 讲 再念 再读 再报 再说 再播 再播报 再讲 再复述 再重复 重新念 重新读 重新播报",
            "一遍 一次",
        )
        + " 都有什么 有哪些 都有哪些 都记了什么 记了什么 记了哪些 念一下 读一下 念出来 读出来 再念 再读 念一念 播报 复述 再说说 没听清 没听清楚 没听见 没听到",
    ),
    (
        Kind.SAVED,
        "刚才 刚刚 上一笔 上一条 上一个 上笔 前一笔 "
        + _combined("刚 刚才 刚刚 已经", "存 记 保存 入账", "的"),
    ),
)
"""Words by kind, separated by spaces: this is read and edited by people."""

HEARD_WRONG = (
    "确认 确定 保存 没问题 没毛病 没错 正确 都对 不用改 取消 取消掉 再来一笔 不要了 算了 删掉 删除 撤销 撤回 退出 再见 关闭 记账 不保存 不确认 继续记账 接着记 "
    "再记一笔 下一笔 等一下 稍等 没说完 还有一笔 不对 错了 弄错 改成 改为 换成 应该是 修改 金额 分类 类别 全部 其他的 剩下的 重新说"
)
"""What is also known by its sound alone (却认, 曲消, 该成). All have two syllables or more, and none sounds like another
word that is said to a bookkeeper: 可以 is not here (可疑), nor 不要 (补药), 结束 (借书) or 继续 (积蓄)."""
