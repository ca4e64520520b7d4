-- A ledger of version 4: rows of one account, budgets of one month, one draft, no habits.
PRAGMA application_id = 1987012963;
PRAGMA user_version = 4;
BEGIN TRANSACTION;
CREATE TABLE accounts (
         id INTEGER PRIMARY KEY,
         name TEXT NOT NULL UNIQUE CHECK (name <> ''),
         keywords TEXT NOT NULL DEFAULT '',  -- spoken words, separated by spaces
         position INTEGER NOT NULL           -- the first one is the default account
       ) STRICT;
INSERT INTO "accounts" VALUES(1,'现金','现钱',0);
INSERT INTO "accounts" VALUES(2,'微信','微信支付 微信零钱 零钱 零钱通',1);
INSERT INTO "accounts" VALUES(3,'支付宝','余额宝 支付宝余额',2);
INSERT INTO "accounts" VALUES(4,'银行卡','储蓄卡 借记卡 工资卡',3);
INSERT INTO "accounts" VALUES(5,'信用卡','花呗 白条',4);
CREATE TABLE batches (
         id TEXT PRIMARY KEY NOT NULL,
         created_at TEXT NOT NULL,
         digest TEXT NOT NULL  -- of the rows as they were confirmed: tells a repeated save from another one
       ) STRICT;
INSERT INTO "batches" VALUES('b1','2026-11-21T10:30:15.123456+08:00','144e0c1f0902d18fb76bb8e174e141d9b0b568182ced9ca396b6a1affa19a3cd');
CREATE TABLE budgets (
         month TEXT NOT NULL CHECK (month GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]'),
         category TEXT NOT NULL CHECK (category <> ''),  -- the name: spending is counted by name, too
         limit_fen INTEGER NOT NULL CHECK (limit_fen BETWEEN 1 AND 100000000000),
         PRIMARY KEY (month, category)
       ) STRICT, WITHOUT ROWID;
INSERT INTO "budgets" VALUES('2026-11','餐饮',100000);
CREATE TABLE categories (
         id INTEGER PRIMARY KEY,
         name TEXT NOT NULL CHECK (name <> ''),
         type TEXT NOT NULL CHECK (type IN ('EXPENSE', 'INCOME', 'TRANSFER')),
         keywords TEXT NOT NULL DEFAULT '',  -- spoken words, separated by spaces
         position INTEGER NOT NULL,
         is_custom INTEGER NOT NULL DEFAULT 1 CHECK (is_custom IN (0, 1)),
         UNIQUE (name, type)
       ) STRICT;
INSERT INTO "categories" VALUES(1,'餐饮','EXPENSE','吃饭 早饭 早餐 早点 早茶 下午茶 午饭 午餐 中饭 中餐 晚饭 晚餐 夜宵 宵夜 外卖 饭店 饭馆 餐厅 餐馆 食堂 聚餐 聚会 火锅 烧烤 烤肉 烤鱼 烤鸭 面条 吃面 面馆 拉面 牛肉面 炸酱面 米线 米粉 螺蛳粉 酸辣粉 凉皮 凉面 包子 馒头 饺子 馄饨 小笼包 煎饼 手抓饼 肉夹馍 油条 豆腐脑 粥 炒饭 炒菜 炒面 盖饭 盖浇饭 煲仔饭 快餐 盒饭 便当 请客 麻辣烫 麻辣香锅 冒菜 串串 撸串 小龙虾 酸菜鱼 海鲜 大排档 自助餐 下馆子 寿司 日料 韩料 料理 西餐 牛排 披萨 比萨 汉堡 炸鸡 鸡排 薯条 三明治 沙拉 肯德基 麦当劳 必胜客 海底捞 沙县 黄焖鸡 饿了么 美团 卤味 关东煮 小吃 美食 点菜 饭钱 饭费 伙食费 餐费 团餐 堂食 年夜饭 宴席 酒席 吃的 吃了',0,0);
INSERT INTO "categories" VALUES(2,'饮品','EXPENSE','奶茶 咖啡 饮料 可乐 果汁 矿泉水 纯净水 桶装水 瓶水 喝水 茶 茶叶 星巴克 瑞幸 库迪 蜜雪冰城 蜜雪 喜茶 奈雪 古茗 一点点 茶百道 霸王茶姬 沪上阿姨 豆浆 牛奶 酸奶 奶昔 雪碧 芬达 柠檬茶 柠檬水 酸梅汤 凉茶 气泡水 椰汁 椰子水 红牛 冰红茶 拿铁 美式 喝的',1,0);
INSERT INTO "categories" VALUES(3,'买菜','EXPENSE','菜市场 菜场 菜钱 蔬菜 青菜 白菜 菠菜 土豆 西红柿 番茄 黄瓜 辣椒 蘑菇 大蒜 猪肉 五花肉 牛肉 羊肉 鸡肉 排骨 买肉 鸡蛋 鸭蛋 鱼 虾 买鱼 买虾 螃蟹 大闸蟹 豆腐 大米 买米 面粉 食用油 花生油 买油 粮油 生鲜 盒马 叮咚 朴朴 食材 调料 调味料 酱油 味精 小葱',2,0);
INSERT INTO "categories" VALUES(4,'零食','EXPENSE','水果 苹果 西瓜 香蕉 橘子 橙子 葡萄 草莓 桃子 芒果 榴莲 樱桃 车厘子 荔枝 猕猴桃 柚子 火龙果 甘蔗 薯片 饼干 糖果 巧克力 瓜子 花生 坚果 干果 蛋糕 面包 甜品 甜点 糕点 点心 月饼 粽子 蛋挞 冰淇淋 冰激凌 雪糕 冰棍 辣条 糖葫芦 爆米花 果冻 牛肉干 鸭脖 周黑鸭 绝味 三只松鼠 良品铺子',3,0);
INSERT INTO "categories" VALUES(5,'交通','EXPENSE','打车 滴滴 出租车 网约车 的士 打的 专车 快车 公交 公交车 地铁 轻轨 高铁 高铁票 火车 火车票 动车 动车票 单车 共享单车 电动车 电瓶车 哈啰 青桔 车票 车费 路费 顺风车 拼车 包车 代驾 公交卡 交通卡 一卡通 自行车 地铁卡 轮渡 船票 坐船 大巴 中巴 长途车 汽车票 坐车 班车 摩的 号线',4,0);
INSERT INTO "categories" VALUES(6,'汽车','EXPENSE','加油 油费 油钱 汽油 柴油 停车费 停车 停车场 车位 洗车 过路费 过桥费 高速费 高速 保养 修车 车险 交强险 违章 罚款 罚单 充电桩 电桩 轮胎 补胎 换胎 年检 验车 ETC 机油 车贷',5,0);
INSERT INTO "categories" VALUES(7,'购物','EXPENSE','淘宝 天猫 京东 拼多多 唯品会 抖音 网购 超市 商场 便利店 小卖部 罗森 买东西 沃尔玛 山姆 永辉 大润发 家乐福 直播间 剁手 逛街 名创优品',6,0);
INSERT INTO "categories" VALUES(8,'服饰','EXPENSE','衣服 裤子 牛仔裤 短裤 裤脚 鞋子 鞋 运动鞋 球鞋 跑鞋 皮鞋 拖鞋 凉鞋 靴子 裙子 连衣裙 外套 羽绒服 棉服 大衣 毛衣 衬衫 西装 西服 卫衣 T恤 短袖 内衣 内裤 睡衣 秋裤 袜子 帽子 手套 包包 背包 钱包 皮带 腰带 围巾 首饰 项链 戒指 耳环 耳钉 手镯 手链 手表 墨镜 太阳镜 服装 优衣库',7,0);
INSERT INTO "categories" VALUES(9,'日用','EXPENSE','纸巾 抽纸 卫生纸 厕纸 湿巾 卫生巾 洗衣液 洗衣粉 洗发水 护发素 沐浴露 肥皂 香皂 洗手液 洗洁精 消毒液 牙膏 牙刷 牙线 垃圾袋 保鲜膜 毛巾 浴巾 电池 灯泡 台灯 插座 插排 日用品 生活用品 拖把 扫把 扫帚 餐具 碗筷 水杯 保温杯 雨伞 衣架 晾衣杆 锅 碗 菜刀 饭盒 剪刀 花露水 蚊香 被子 床单 枕头 四件套 干洗 修鞋 配钥匙 口罩',8,0);
INSERT INTO "categories" VALUES(10,'住房','EXPENSE','房租 租房 房贷 物业费 物业 中介费 押金 装修 地板 维修 修水管 水龙头 马桶 下水道 保姆 换锁 开锁 搬家 保洁 家政 暖气费 暖气',9,0);
INSERT INTO "categories" VALUES(11,'水电','EXPENSE','电费 水费 燃气费 煤气费 水电费 天然气 燃气 煤气 煤气罐 交电费 取暖费 垃圾费',10,0);
INSERT INTO "categories" VALUES(12,'通讯','EXPENSE','话费 手机费 流量 流量包 宽带 网费 充话费 电话费 手机卡 手机话费 中国移动 联通 电信 电话卡 快递费 快递 邮费 寄快递 运费 寄件 顺丰',11,0);
INSERT INTO "categories" VALUES(13,'医疗','EXPENSE','看病 买药 药 药费 医药费 挂号 挂号费 医院 门诊 诊所 体检 药店 感冒药 消炎药 止痛药 胃药 眼药水 退烧药 中药 创可贴 牙医 看牙 拔牙 补牙 洗牙 牙齿 打针 输液 打点滴 住院 住院押金 手术 检查费 孕检 产检 感冒 冲剂 药膏 中医 保健品 化验 配眼镜 眼镜 隐形眼镜 疫苗 核酸 针灸 维生素 治病 治疗 医生',12,0);
INSERT INTO "categories" VALUES(14,'娱乐','EXPENSE','电影 看电影 电影票 游戏 唱歌 唱K KTV 充值 会员 门票 演唱会 音乐会 音乐节 话剧 相声 剧本杀 密室 密室逃脱 网吧 网咖 桌游 酒吧 台球 麻将 棋牌 打牌 会员年费 视频会员 爱奇艺 优酷 腾讯视频 网易云 音乐会员 游乐场 游乐园 迪士尼 欢乐谷 动物园 展览 看展 博物馆 抓娃娃 盲盒 手办 吉他 蹦迪 打赏 钓鱼 看球 轰趴',13,0);
INSERT INTO "categories" VALUES(15,'洗浴','EXPENSE','洗脚 泡脚 捏脚 修脚 足疗 足浴 洗澡 泡澡 搓澡 搓背 按摩 推拿 拔罐 刮痧 桑拿 汗蒸 泡温泉 温泉 采耳 SPA 洗浴中心 澡堂',14,0);
INSERT INTO "categories" VALUES(16,'美容','EXPENSE','理发 剪头发 剪头 剪发 烫头 烫发 染发 染头发 洗剪吹 洗头 做头发 水光针 纹身 文身 美发 化妆品 护肤品 护肤 面膜 口红 粉底 粉底液 眉笔 眼影 眼霜 面霜 精华 防晒霜 防晒 洗面奶 乳液 爽肤水 美甲 做指甲 指甲油 美睫 美容院 香水 剃须刀 祛痘',15,0);
INSERT INTO "categories" VALUES(17,'运动','EXPENSE','健身 健身房 健身卡 游泳 泳衣 泳镜 瑜伽 瑜伽垫 羽毛球 篮球 足球 网球 乒乓球 排球 私教 跑步 球拍 球场 打球 滑雪 滑冰 溜冰 爬山 登山 攀岩 骑行 马拉松 舞蹈室 拳击',16,0);
INSERT INTO "categories" VALUES(18,'学习','EXPENSE','买书 书 书店 课程 上课 培训 培训班 学费 报班 补课 补习 补习班 辅导班 考试费 考试 考证 报名费 文具 笔记本 本子 钢笔 买笔 网课 英语课 钢琴课 资料 打印 复印 教材 教辅 课本 驾校 学车 家教费 教育 论文',17,0);
INSERT INTO "categories" VALUES(19,'数码','EXPENSE','手机 修手机 手机壳 手机膜 苹果手机 电脑 修电脑 苹果电脑 耳机 充电器 充电线 充电头 键盘 鼠标 平板 数据线 相机 镜头 无人机 充电宝 显示器 音箱 音响 路由器 打印机 硬盘 U盘 内存卡 手环 智能手表 iPhone iPad',18,0);
INSERT INTO "categories" VALUES(20,'旅行','EXPENSE','酒店 宾馆 旅馆 旅店 机票 飞机票 飞机 坐飞机 旅游 出游 景点 景区 签证 护照 托运 托运费 露营 帐篷 青旅 民宿 行李箱 旅行社 跟团 导游 住宿 房费 度假 租车 缆车 索道',19,0);
INSERT INTO "categories" VALUES(21,'孩子','EXPENSE','奶粉 尿不湿 纸尿裤 尿布 奶瓶 辅食 玩具 积木 乐高 童装 童鞋 童书 校服 兴趣班 幼儿园 月嫂 班费 托管 托班 绘本 婴儿 婴儿车 宝宝 早教 儿童 孩子学费 家长会 零花钱',20,0);
INSERT INTO "categories" VALUES(22,'宠物','EXPENSE','猫粮 狗粮 猫砂 猫条 猫咪 狗狗 宠物医院 宠物店 洗猫 洗狗 给猫 给狗 给猫打 给狗打 给猫洗 给狗洗 给猫买 给狗买 给猫看 给狗看 驱虫 绝育 罐头 鱼食 猫罐头 宠物看病 猫看病 狗看病 狗零食 狗洗澡 猫洗澡 猫零食 鱼缸 遛狗',21,0);
INSERT INTO "categories" VALUES(23,'人情','EXPENSE','份子钱 份子 随礼 礼物 送礼 送花 买花 鲜花 孝敬 礼金 随份子 探病 满月酒 喜酒 婚礼 喝喜酒 结婚随礼 生日礼物 爸妈 父母 长辈 看望 白事',22,0);
INSERT INTO "categories" VALUES(24,'红包','EXPENSE','发红包 压岁钱 给红包 微信红包 包红包 过年红包 群红包 发了红包',23,0);
INSERT INTO "categories" VALUES(25,'烟酒','EXPENSE','香烟 烟 白酒 啤酒 红酒 黄酒 洋酒 米酒 酒 买烟 买酒 包烟 条烟 一条烟 中华烟 条中华 芙蓉王 黄鹤楼 打火机 茅台 五粮液 槟榔 二锅头 电子烟',24,0);
INSERT INTO "categories" VALUES(26,'保险','EXPENSE','保费 社保 医保 养老保险 公积金 重疾险 意外险',25,0);
INSERT INTO "categories" VALUES(27,'其他','EXPENSE','杂项 丢了 丢钱 赔偿 赔钱 赔了 被骗 被偷 办证 证件照 拍照 手续费 利息 滞纳金 违约金 税 个税 所得税 交税 年费',26,0);
INSERT INTO "categories" VALUES(28,'工资','INCOME','薪水 发工资 薪资 底薪 月薪 到手 开工资 发薪 加班费 绩效 提成 退休金 养老金 工钱 日结',27,0);
INSERT INTO "categories" VALUES(29,'奖金','INCOME','年终奖 十三薪 全勤奖 季度奖 项目奖 中奖 奖学金 奖励 补贴 津贴 高温费 过节费',28,0);
INSERT INTO "categories" VALUES(30,'红包','INCOME','抢红包 收红包 压岁钱 收到红包 领红包 微信红包 拆红包 份子钱 礼金',29,0);
INSERT INTO "categories" VALUES(31,'兼职','INCOME','外快 副业 稿费 稿酬 家教 跑腿 接单 跑单 送外卖 接活 私活 劳务费 打零工 零工 摆摊 代课 代课费 佣金 讲课费',30,0);
INSERT INTO "categories" VALUES(32,'理财','INCOME','利息 分红 基金 股票 余额宝 收益 股息 赚了 国债 定期 返息 黄金 零钱通',31,0);
INSERT INTO "categories" VALUES(33,'报销','INCOME','差旅费 公司报销 医保报销 报账 报下来 差旅报销 打车报销 出租车 报销款',32,0);
INSERT INTO "categories" VALUES(34,'退款','INCOME','退货 退钱 退回 退还 退了 退税 退费 退押金 押金退 押金 退票 返现 返利 返还 差价 赔付 理赔',33,0);
INSERT INTO "categories" VALUES(35,'转账','INCOME','收到转账 转给我 给我转 转来 转过来 收款 还我 还给我 还钱 收钱 打给我 给我打 汇款 借入 借来 欠款',34,0);
INSERT INTO "categories" VALUES(36,'租金','INCOME','收房租 房租 房租收入 收租 出租 租客 房客 租户',35,0);
INSERT INTO "categories" VALUES(37,'二手','INCOME','闲鱼 卖了 卖掉 卖出 转卖 卖废品 废品 卖旧 出二手 卖旧货 闲置 回收 旧手机 旧电脑',36,0);
INSERT INTO "categories" VALUES(38,'其他','INCOME','其他收入 意外收入 中彩票 彩票 捡到 捡了 补偿 赔偿 补助 低保 失业金 打牌 麻将 赢了',37,0);
INSERT INTO "categories" VALUES(39,'转账','TRANSFER','转到 转入 转出 转存 转进 提现 存入 存进 取现 取钱 取款 存钱 存款 零钱通 余额宝 银行卡 理财 基金 股票 定投',38,0);
INSERT INTO "categories" VALUES(40,'还款','TRANSFER','还信用卡 信用卡还款 信用卡 还花呗 花呗 还白条 白条 还借呗 借呗 还贷款 贷款 车贷 网贷 还钱 欠款 账单',39,0);
CREATE TABLE draft (  -- at most one: what a crash must not lose
         id INTEGER PRIMARY KEY CHECK (id = 1),
         version INTEGER NOT NULL,
         body TEXT NOT NULL
       ) STRICT;
INSERT INTO "draft" VALUES(1,1,'{"id":"d1","created_at":"2026-11-21T10:30:15.123456+08:00","items":[{"index":0,"result":{"amount":{"fen":6000},"type":"EXPENSE","category":"餐饮","date":"2026-11-21","description":"吃饭","account":"微信","confidence":0.65,"doubtful":["amount"],"to_account":null,"unknown":[],"doubt":null,"understood":null},"status":"confirmed"},{"index":1,"result":{"amount":null,"type":"EXPENSE","category":"餐饮","date":"2026-11-21","description":"吃饭","account":"微信","confidence":0.65,"doubtful":["amount"],"to_account":null,"unknown":[],"doubt":null,"understood":null},"status":"pending"}]}');
CREATE TABLE revisions (
         id INTEGER PRIMARY KEY,
         transaction_id TEXT NOT NULL REFERENCES transactions (id),
         changed_at TEXT NOT NULL,  -- UTC
         why TEXT NOT NULL CHECK (why IN ('amended', 'undone')),
         old_row TEXT NOT NULL      -- JSON, the values before the change
       ) STRICT;
INSERT INTO "revisions" VALUES(1,'b1/0','2026-11-27T23:22:14.030Z','amended','{"id":"b1/0","batch_id":"b1","amount_fen":3550,"currency":"CNY","type":"EXPENSE","category":"餐饮","account":"现金","description":"午饭","date":"2026-11-21","created_at":"2026-11-21T10:30:15.123456+08:00","undone_at":null}');
INSERT INTO "revisions" VALUES(2,'b1/2','2026-11-27T23:22:14.054Z','undone','{"id":"b1/2","batch_id":"b1","amount_fen":900,"currency":"CNY","type":"EXPENSE","category":"餐饮","account":"现金","description":"奶茶","date":"2026-11-21","created_at":"2026-11-21T10:30:15.123456+08:00","undone_at":null}');
CREATE TABLE transactions (
         seq INTEGER PRIMARY KEY,  -- the order of recording
         id TEXT NOT NULL UNIQUE,
         batch_id TEXT NOT NULL REFERENCES batches (id),
         position INTEGER NOT NULL,  -- within the batch, from 0
         amount_fen INTEGER NOT NULL CHECK (amount_fen BETWEEN 1 AND 100000000000),
         currency TEXT NOT NULL,
         type TEXT NOT NULL CHECK (type IN ('EXPENSE', 'INCOME', 'TRANSFER')),
         category_id INTEGER NOT NULL REFERENCES categories (id),
         account_id INTEGER NOT NULL REFERENCES accounts (id),
         description TEXT NOT NULL,
         date TEXT NOT NULL,        -- 2026-11-21
         created_at TEXT NOT NULL,  -- ISO 8601 with time zone
         undone_at TEXT,
         UNIQUE (batch_id, position)
       ) STRICT;
INSERT INTO "transactions" VALUES(1,'b1/0','b1',0,3550,'CNY','EXPENSE',1,1,'晚饭','2026-11-21','2026-11-21T10:30:15.123456+08:00',NULL);
INSERT INTO "transactions" VALUES(2,'b1/1','b1',1,2000,'CNY','EXPENSE',5,1,'打车','2026-11-21','2026-11-21T10:30:15.123456+08:00',NULL);
INSERT INTO "transactions" VALUES(3,'b1/2','b1',2,900,'CNY','EXPENSE',1,1,'奶茶','2026-11-21','2026-11-21T10:30:15.123456+08:00','2026-11-27T23:22:14.054Z');
CREATE VIEW entries AS  -- the rows that count, with names; also for people with a SQLite shell
       SELECT t.seq, t.id, t.batch_id, t.amount_fen, t.currency, t.type, c.name AS category,
              a.name AS account, t.description, t.date, t.created_at
       FROM transactions AS t
       JOIN categories AS c ON c.id = t.category_id
       JOIN accounts AS a ON a.id = t.account_id
       WHERE t.undone_at IS NULL;
CREATE VIEW new_batches (id, created_at, digest, rows) AS  -- rows: a JSON list of objects
       SELECT id, created_at, digest, '[]' FROM batches;
CREATE TRIGGER save_batch INSTEAD OF INSERT ON new_batches BEGIN
         INSERT INTO batches (id, created_at, digest) VALUES (NEW.id, NEW.created_at, NEW.digest);
         INSERT INTO transactions (id, batch_id, position, amount_fen, currency, type, category_id,
                                   account_id, description, date, created_at)
         SELECT row.value ->> 'id', NEW.id, row.key, row.value ->> 'amount_fen', row.value ->> 'currency',
                row.value ->> 'type',
                coalesce((SELECT id FROM categories
                          WHERE name = row.value ->> 'category' AND type = row.value ->> 'type'),
                         (SELECT min(id) FROM categories WHERE name = row.value ->> 'category')),
                (SELECT id FROM accounts WHERE name = row.value ->> 'account'),
                row.value ->> 'description', row.value ->> 'date', row.value ->> 'created_at'
         FROM json_each(NEW.rows) AS row
         ORDER BY row.key;
         DELETE FROM draft;
       END;
CREATE TRIGGER amend_entry INSTEAD OF UPDATE ON entries BEGIN
         UPDATE transactions SET
           amount_fen = NEW.amount_fen, type = NEW.type, description = NEW.description, date = NEW.date,
           category_id = coalesce((SELECT id FROM categories WHERE name = NEW.category AND type = NEW.type),
                                  (SELECT min(id) FROM categories WHERE name = NEW.category)),
           account_id = (SELECT id FROM accounts WHERE name = NEW.account)
         WHERE seq = OLD.seq;
       END;
CREATE TRIGGER undo_entry INSTEAD OF DELETE ON entries BEGIN
         UPDATE transactions SET undone_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE seq = OLD.seq;
       END;
CREATE TRIGGER keep_revision AFTER UPDATE ON transactions BEGIN
         INSERT INTO revisions (transaction_id, changed_at, why, old_row)
         VALUES (
           OLD.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
           CASE WHEN NEW.undone_at IS NOT NULL AND OLD.undone_at IS NULL THEN 'undone' ELSE 'amended' END,
           json_object(
             'id', OLD.id, 'batch_id', OLD.batch_id, 'amount_fen', OLD.amount_fen, 'currency', OLD.currency,
             'type', OLD.type, 'category', (SELECT name FROM categories WHERE id = OLD.category_id),
             'account', (SELECT name FROM accounts WHERE id = OLD.account_id),
             'description', OLD.description, 'date', OLD.date, 'created_at', OLD.created_at,
             'undone_at', OLD.undone_at
           )
         );
       END;
CREATE INDEX transactions_by_day
       ON transactions (type, undone_at, date, category_id, amount_fen);
COMMIT;
