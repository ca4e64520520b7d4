"""The categories and accounts that a new ledger starts with: short spoken names and the words people say."""

from __future__ import annotations

from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_ACCOUNT, Account, Category, Vocabulary

_EXPENSE = TransactionType.EXPENSE
_INCOME = TransactionType.INCOME
_TRANSFER = TransactionType.TRANSFER

# Words of a category are separated by spaces: this is read and edited by people.
_WORDS: tuple[tuple[TransactionType, str, str], ...] = (
    (
        _EXPENSE,
        "餐饮",
        "吃饭 早饭 早餐 午饭 午餐 中饭 晚饭 晚餐 夜宵 外卖 饭店 食堂 聚餐 火锅 烧烤 面条 米线 包子 快餐 盒饭 请客",
    ),
    (
        _EXPENSE,
        "饮品",
        "奶茶 咖啡 饮料 可乐 果汁 矿泉水 茶 星巴克 瑞幸 蜜雪冰城 喜茶 豆浆 酸奶 雪碧 柠檬茶 拿铁",
    ),
    (_EXPENSE, "买菜", "菜市场 蔬菜 猪肉 牛肉 鸡蛋 鱼 大米 面粉 食用油 豆腐 生鲜 盒马 叮咚 食材 调料"),
    (_EXPENSE, "零食", "水果 苹果 西瓜 香蕉 橘子 草莓 薯片 饼干 糖果 瓜子 坚果 蛋糕 面包 冰淇淋 雪糕 辣条"),
    (
        _EXPENSE,
        "交通",
        "打车 滴滴 出租车 公交 地铁 高铁 火车票 动车 单车 共享单车 车票 顺风车 公交卡 轮渡 大巴",
    ),
    (_EXPENSE, "汽车", "加油 停车费 停车 洗车 过路费 高速费 保养 修车 车险 违章 罚款 充电桩 轮胎 年检"),
    (_EXPENSE, "购物", "淘宝 京东 拼多多 网购 超市 商场 便利店 买东西 沃尔玛 山姆 直播间 剁手"),
    (_EXPENSE, "服饰", "衣服 裤子 鞋子 鞋 裙子 外套 羽绒服 内衣 袜子 帽子 包包 围巾 首饰 手表"),
    (_EXPENSE, "日用", "纸巾 卫生纸 洗衣液 牙膏 牙刷 洗发水 沐浴露 垃圾袋 毛巾 电池 灯泡 日用品 拖把 餐具"),
    (_EXPENSE, "住房", "房租 租房 房贷 物业费 物业 中介费 押金 装修 家具 床垫 沙发 维修 暖气费"),
    (_EXPENSE, "水电", "电费 水费 燃气费 煤气费 水电费 天然气 交电费 取暖费 垃圾费"),
    (_EXPENSE, "通讯", "话费 手机费 流量 宽带 网费 充话费 电话费 手机卡 快递费 邮费 寄快递"),
    (_EXPENSE, "医疗", "看病 买药 挂号 医院 体检 药店 感冒药 牙医 看牙 打针 住院 配眼镜 退烧药 疫苗"),
    (
        _EXPENSE,
        "娱乐",
        "电影 游戏 唱歌 KTV 充值 会员 门票 演唱会 剧本杀 网吧 桌游 酒吧 台球 麻将 视频会员 音乐会员",
    ),
    (_EXPENSE, "洗浴", "洗脚 足疗 洗澡 按摩 桑拿 汗蒸 泡澡 搓澡 泡温泉 足浴 推拿 采耳 SPA 洗浴中心"),
    (_EXPENSE, "美容", "理发 剪头发 烫头 染发 化妆品 护肤品 面膜 口红 美甲 美容院 做头发 香水 美发"),
    (_EXPENSE, "运动", "健身 健身房 游泳 瑜伽 羽毛球 篮球 私教 跑步 球拍 滑雪 乒乓球 健身卡"),
    (_EXPENSE, "学习", "买书 书 课程 培训 学费 报班 考试费 文具 网课 资料 打印 辅导班 报名费 教材"),
    (
        _EXPENSE,
        "数码",
        "手机 电脑 耳机 充电器 键盘 鼠标 平板 数据线 相机 家电 充电宝 显示器 冰箱 空调 洗衣机",
    ),
    (_EXPENSE, "旅行", "酒店 机票 旅游 民宿 景点 签证 行李箱 旅行社 住宿 度假 租车"),
    (_EXPENSE, "孩子", "奶粉 尿不湿 纸尿裤 玩具 童装 兴趣班 幼儿园 托管 绘本 婴儿 宝宝 早教"),
    (_EXPENSE, "宠物", "猫粮 狗粮 猫砂 宠物 宠物医院 洗猫 洗狗 驱虫 罐头 猫罐头"),
    (_EXPENSE, "人情", "份子钱 随礼 礼物 送礼 孝敬 礼金 随份子 探病 满月酒 结婚随礼 生日礼物"),
    (_EXPENSE, "红包", "发红包 红包 压岁钱 给红包 微信红包 包红包 过年红包 群红包"),
    (_EXPENSE, "烟酒", "香烟 烟 白酒 啤酒 红酒 买烟 买酒 打火机 茅台 一条烟"),
    (_EXPENSE, "保险", "保险 保费 社保 医保 公积金 重疾险 意外险 手续费 利息 税 年费"),
    (_EXPENSE, "其他", "其他 杂项 捐款 丢了 彩票 赔偿 水滴筹 丢钱 被骗"),
    (_INCOME, "工资", "工资 薪水 发工资 薪资 底薪 月薪 到手 开工资 发薪 加班费 绩效 提成"),
    (_INCOME, "奖金", "奖金 年终奖 十三薪 全勤奖 季度奖 中奖 奖学金 补贴 津贴"),
    (_INCOME, "红包", "抢红包 收红包 红包 压岁钱 收到红包 领红包 微信红包 拆红包"),
    (_INCOME, "兼职", "兼职 外快 副业 稿费 家教 跑腿 接单 私活 劳务费 打零工"),
    (_INCOME, "理财", "利息 分红 基金 股票 理财 余额宝 收益 股息 赚了 国债 定期"),
    (_INCOME, "报销", "报销 差旅费 公司报销 医保报销 报账 报下来 差旅报销 打车报销"),
    (_INCOME, "退款", "退款 退货 退钱 退回 押金退 退票 返现 退了 赔付"),
    (_INCOME, "转账", "收到转账 转给我 转账 收款 还我 收钱 打给我 汇款 借入"),
    (_INCOME, "租金", "收房租 房租收入 租金 收租 出租 租客 房客 租户"),
    (_INCOME, "二手", "闲鱼 卖了 二手 转卖 卖废品 出二手 卖旧货 回收"),
    (_INCOME, "其他", "其他收入 意外收入 中彩票 捡到 生活费 补偿 赔偿 补助"),
    (_TRANSFER, "转账", "转到 转入 转出 提现 存入 取现 取钱 存钱 零钱通 余额宝 银行卡"),
    (_TRANSFER, "还款", "还信用卡 信用卡还款 还花呗 花呗 还白条 还借呗 还贷款 还钱"),
)

DEFAULT_CATEGORIES = tuple(Category(name, of_type, tuple(words.split())) for of_type, name, words in _WORDS)

DEFAULT_ACCOUNTS = (
    Account(DEFAULT_ACCOUNT, ("现钱",)),
    Account("微信", ("微信支付", "微信零钱", "零钱", "零钱通")),
    Account("支付宝", ("余额宝", "支付宝余额")),
    Account("银行卡", ("储蓄卡", "借记卡", "工资卡")),
    Account("信用卡", ("花呗", "白条")),
)

DEFAULT_VOCABULARY = Vocabulary(DEFAULT_CATEGORIES, DEFAULT_ACCOUNTS)
