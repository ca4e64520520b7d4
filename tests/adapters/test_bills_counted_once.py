"""Kinds of payments that could be counted twice: seen by two bills, or said and billed. Each is counted once, or is asked about.

The files are of the forms that wallets and banks write. Each kind is imported in every order of its files, with what was said and without.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from itertools import permutations
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from tests.support.bill_files import alipay, ccb, cmb, icbc, wechat
from voiced.adapters.bills.files import read_content
from voiced.adapters.ledger.sql_bills import SqlBills
from voiced.adapters.ledger.sql_names import SqlNames
from voiced.adapters.ledger.sqlite_database import SqliteDatabase
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.adapters.machine.clocks import SystemClock
from voiced.domain.bills.billed import CHINA, BillDoubt
from voiced.domain.bills.kept import KeptLine
from voiced.domain.bills.settled import LineOutcome
from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Account, Vocabulary
from voiced.runtime.bill_import import BillImport

ACCOUNTS = (
    Account("现金"),
    Account("微信", ("零钱", "零钱通")),
    Account("支付宝", ("余额宝", "余额")),
    Account("花呗"),
    Account("招行卡", ("尾号8821", "招商银行储蓄卡")),
    Account("建行卡", ("尾号4417", "建设银行储蓄卡")),
    Account("工行信用卡", ("尾号5678", "工商银行信用卡")),
)
NAMES = replace(DEFAULT_VOCABULARY, accounts=ACCOUNTS, default_account="现金")
IN, OUT, OWN = TransactionType.INCOME, TransactionType.EXPENSE, TransactionType.TRANSFER


def said(
    day: int, amount: str, words: str = "", category: str = "其他", of_type: TransactionType = OUT, *,
    account: str | None = None, to: str | None = None, clock: str = "21:30", told: int | None = None,
) -> Transaction:  # fmt: skip
    """A row that was said on a day of October, in a sentence of its own."""
    hour, minute = map(int, clock.split(":"))
    id_ = f"{day}-{amount}-{words}-{of_type}"
    return Transaction(
        id=id_, batch_id=id_, amount=Money.from_text(amount) or Money(0), type=of_type, category=category,
        account=account or "现金", said_account=account, to_account=to, description=words,
        date=date(2026, 10, day), created_at=datetime(2026, 10, told or day, hour, minute, tzinfo=CHINA),
    )  # fmt: skip


class Kind(Struct, frozen=True):
    """Payments and their sides.

    Attributes:
        payments: how many rows there are at most.
        bills: the files that tell of them.
        said: what was told of them.
        asked: how many lines may be asked about at most.
    """

    payments: int
    bills: Sequence[bytes]
    said: Sequence[Transaction] = ()
    asked: int = 0


class Books(Struct, frozen=True):
    """A ledger after the imports: its rows, and the lines of bills."""

    rows: Sequence[Transaction]
    lines: Sequence[KeptLine]

    @property
    def asked(self) -> int:
        """How many lines wait for an answer."""
        return sum(line.outcome is LineOutcome.ASK for line in self.lines)

    def __str__(self) -> str:
        rows = (
            f"{row.type} {row.amount} {row.account}>{row.to_account} {row.description}" for row in self.rows
        )
        return "\n".join((*map(repr, self.lines), *rows))


async def imported(file: Path, bills: Sequence[bytes], rows: Sequence[Transaction]) -> Books:
    """A new ledger with what was said, after each bill was imported twice."""

    async def names() -> Vocabulary:
        return NAMES

    database = await SqliteDatabase.open(file)
    ledger, tables = SqliteLedger(database), SqlBills(database)
    try:
        there = {account.name for account in (await ledger.vocabulary()).accounts}
        for account in ACCOUNTS:
            if account.name not in there:
                await SqlNames(database).add_account(account.name, ())
        for row in rows:
            await ledger.save_batch(row.batch_id, [row])
        desk = BillImport(tables, names, read_content, SystemClock())
        for bill in (*bills, *bills):
            await desk.take(bill, is_mine=True)
        return Books([row async for row in ledger.rows()], await tables.lines(date.min, date.max))
    finally:
        await ledger.close()


def between_banks(leaving: bytes, coming: bytes, row: Transaction, *, asked: int = 2) -> Kind:
    """Money between two banks of the household: both bills have it."""
    return Kind(1, [leaving, coming], [row], asked)


WITHDRAWAL = [
    wechat("2026-10-08 21:00:00,零钱提现,招商银行(8821),/,/,1001.00,招商银行(8821),提现已到账,/,服务费¥1.00"),
    cmb("2026-10-09,1000.00,网联收款,财付通支付科技有限公司2433****0000,微信零钱提现"),
]

KINDS: Mapping[str, Kind] = {
    "a repayment that both banks see": between_banks(
        ccb("20261010,09:00:00,2500.00,,跨行还款,工商银行信用卡中心,手机银行"),
        icbc("2026-10-10,还款,跨行还款,2500.00,"),
        said(10, "2500", "还信用卡", "还款", OWN, account="建行卡", to="工行信用卡"),
        asked=0,
    ),
    "a repayment that is a plain transfer to the debit card's bank": between_banks(
        cmb("2026-10-10,-2500.00,转账汇款,张某某6222****5678,跨行转账"),
        icbc("2026-10-11,还款,跨行还款,2500.00,"),
        said(10, "2500", "还信用卡", "还款", OWN, account="招行卡", to="工行信用卡"),
    ),
    "a transfer between own banks": between_banks(
        cmb("2026-10-12,-3000.00,转账汇款,林某某6217****4417,转到建行"),
        ccb("20261012,15:04:00,,3000.00,转账存入,林某某,网上银行"),
        said(12, "3000", "转到建行", "转账", OWN, account="招行卡", to="建行卡"),
    ),
    "a transfer between own banks that came the next day": between_banks(
        cmb("2026-10-12,-3000.00,转账汇款,林某某6217****4417,"),
        ccb("20261013,08:04:00,,3000.00,跨行转账,林某某,网上银行"),
        said(12, "3000", "转到建行", "转账", OWN, account="招行卡", to="建行卡"),
    ),
    "a repayment by the wallet, seen by it and two banks": Kind(
        2,
        [
            wechat("2026-10-10 09:00:00,信用卡还款,工商银行信用卡还款,/,/,1002.00,招商银行储蓄卡(8821),支付成功,/,服务费¥2.00"),
            cmb("2026-10-10,-1002.00,快捷支付,财付通支付科技有限公司2433****0000,财付通-信用卡还款"),
            icbc("2026-10-10,财付通还款,财付通-信用卡还款,1000.00,"),
        ],
        [said(10, "1000", "还信用卡", "还款", OWN, account="招行卡", to="工行信用卡")],
        asked=1,
    ),
    "a withdrawal of the wallet with its fee": Kind(
        2,
        WITHDRAWAL,
        [said(8, "1000", "提现", "转账", OWN, account="微信", to="招行卡"), said(8, "1", "提现手续费", "其他")],
    ),
    "a withdrawal whose fee was said as one with it": Kind(
        2, WITHDRAWAL, [said(8, "1001", "提现", "转账", OWN, account="微信", to="招行卡")]
    ),
    "money into the money fund, from a card": Kind(
        1,
        [
            wechat("2026-10-05 10:00:00,转入零钱通-来自招商银行(8821),/,/,/,2000.00,招商银行(8821),支付成功"),
            cmb("2026-10-05,-2000.00,快捷支付,财付通支付科技有限公司2433****0000,财付通-转入零钱通"),
        ],
        [said(5, "2000", "转零钱通", "转账", OWN, account="招行卡", to="微信")],
    ),
    "money into the money fund, told as spent": Kind(
        1,
        [
            alipay("2026-10-05 10:00:00,投资理财,余额宝,余额宝-单次转入,不计收支,2000.00,招商银行储蓄卡(8821),交易成功"),
            cmb("2026-10-05,-2000.00,快捷支付,支付宝（中国）网络技术有限公司2088****0000,支付宝-余额宝"),
        ],
        [said(5, "2000", "存余额宝", "其他", OUT)],
        asked=1,
    ),
    "a fund that was bought, told as a transfer": Kind(
        1,
        [
            wechat("2026-10-05 10:00:00,购买理财通,理财通,某货币基金,/,5000.00,招商银行储蓄卡(8821),支付成功"),
            cmb("2026-10-05,-5000.00,快捷支付,财付通支付科技有限公司2433****0000,财付通-理财通"),
        ],
        [said(5, "5000", "买基金", "其他", OUT)],
        asked=1,
    ),
    "money to a relative, told as a transfer": Kind(
        1,
        [
            wechat("2026-10-05 10:00:00,转账,妈妈,转账备注:微信转账,支出,800.00,招商银行储蓄卡(8821),对方已收钱"),
            cmb("2026-10-05,-800.00,快捷支付,财付通支付科技有限公司2433****0000,财付通-微信转账"),
        ],
        [said(5, "800", "转给妈妈", "转账", OWN, account="微信")],
        asked=1,
    ),
    "a payment by card through a wallet, told with another account": Kind(
        1,
        [
            alipay("2026-10-05 12:00:00,餐饮美食,老碗会,泡馍两份,支出,58.00,招商银行储蓄卡(8821),交易成功"),
            cmb("2026-10-06,-58.00,快捷支付,支付宝（中国）网络技术有限公司2088****0000,支付宝-老碗会"),
        ],
        [said(5, "58", "吃饭", "餐饮", account="微信")],
        asked=1,
    ),
    "a payment by card less a red packet": Kind(
        1,
        [
            alipay("2026-10-05 12:00:00,餐饮美食,老碗会羊肉泡馍,泡馍两份,支出,58.00,招商银行储蓄卡(8821)&红包,交易成功"),
            cmb("2026-10-05,-53.00,快捷支付,支付宝（中国）网络技术有限公司2088****0000,支付宝-老碗会羊肉泡馍"),
        ],
        [said(5, "53", "吃泡馍", "餐饮")],
        asked=2,
    ),
    "a payment by balance and card": Kind(
        1,
        [
            alipay("2026-10-05 12:00:00,数码电器,绿联旗舰店,充电器,支出,158.00,余额宝&招商银行储蓄卡(8821),交易成功"),
            cmb("2026-10-05,-100.00,快捷支付,支付宝（中国）网络技术有限公司2088****0000,支付宝-绿联旗舰店"),
        ],
        [said(5, "158", "充电器", "数码")],
        asked=1,
    ),
    "a payment whose bank does not name the wallet": Kind(
        1,
        [
            wechat("2026-10-05 12:00:00,商户消费,永辉超市,生鲜,支出,88.60,工商银行信用卡(5678),支付成功"),
            icbc("2026-10-05,消费,永辉超市福州店,,88.60"),
        ],
        [said(5, "88.6", "买菜", "买菜")],
    ),
    "a payment whose bank names another shop and not the wallet": Kind(
        1,
        [
            wechat("2026-10-05 12:00:00,商户消费,美团,美团订单-0417,支出,88.60,工商银行信用卡(5678),支付成功"),
            icbc("2026-10-05,消费,北京三快在线科技有限公司,,88.60"),
        ],
        [said(5, "88.6", "外卖", "餐饮")],
    ),
    "a refund that reaches the card a week later": Kind(
        2,
        [
            alipay(
                "2026-10-10 20:00:00,退款,得物,退款-球鞋,不计收支,429.00,工商银行信用卡(5678),退款成功,T7,202610010000000000000000077_1",
                "2026-10-01 20:00:00,服饰装扮,得物,球鞋,支出,429.00,工商银行信用卡(5678),交易关闭,T7,202610010000000000000000077",
            ),
            icbc("2026-10-17,退货,支付宝-得物,429.00,", "2026-10-01,消费,支付宝-得物,,429.00"),
        ],
        [said(1, "429", "球鞋", "服饰"), said(10, "429", "退了球鞋", "退款", IN)],
    ),
    "a refund that was told as other income": Kind(
        2,
        [
            alipay(
                "2026-10-10 20:00:00,退款,得物,退款-球鞋,不计收支,429.00,花呗,退款成功,T7,202610010000000000000000077_1",
                "2026-10-01 20:00:00,服饰装扮,得物,球鞋,支出,429.00,花呗,交易关闭,T7,202610010000000000000000077",
            ),
        ],
        [said(1, "429", "球鞋", "服饰"), said(10, "429", "得物退的钱", "转账", IN)],
        asked=1,
    ),
    "a refund to another account": Kind(
        2,
        [
            wechat(
                "2026-10-10 20:00:00,京东-退款,京东,订单-耳机,收入,399.00,零钱,支付成功,M7",
                "2026-10-01 20:00:00,商户消费,京东,订单-耳机,支出,399.00,工商银行信用卡(5678),已全额退款,M7",
            ),
            icbc("2026-10-01,消费,财付通-京东,,399.00"),
        ],
        [said(1, "399", "耳机", "数码"), said(10, "399", "耳机退款", "退款", IN, account="工行信用卡")],
        asked=1,
    ),
    "a red packet that came back": Kind(
        2,
        [
            wechat(
                "2026-10-06 20:00:00,微信红包-退款,/,/,收入,200.00,零钱,已全额退款,M8",
                "2026-10-05 20:00:00,微信红包,发给小胡,/,支出,200.00,零钱,已全额退款,M8",
            ),
        ],
        [said(5, "200", "给小胡红包", "红包"), said(6, "200", "红包退回来了", "红包", IN)],
        asked=1,
    ),
    "a payment by the card of a relative": Kind(
        1,
        [alipay("2026-10-05 12:00:00,餐饮美食,老碗会,泡馍两份,支出,58.00,亲情卡(爸爸),交易成功")],
        [said(5, "58", "吃泡馍", "餐饮")],
        asked=1,
    ),
    "an order that was paid in two halves": Kind(
        2,
        [
            alipay(
                "2026-10-11 00:30:00,日用百货,某家电旗舰店,尾款-扫地机,支出,1899.00,花呗,交易成功",
                "2026-10-08 20:00:00,日用百货,某家电旗舰店,定金-扫地机,支出,100.00,花呗,交易成功",
            )
        ],
        [said(11, "1999", "扫地机", "日用", clock="09:10")],
        asked=2,
    ),
    "a payment in two wallets": Kind(
        2,
        [
            alipay("2026-10-08 20:00:00,餐饮美食,蜀大侠,火锅,支出,150.00,花呗,交易成功"),
            wechat("2026-10-08 20:05:00,商户消费,蜀大侠火锅,餐饮,支出,98.00,零钱,支付成功"),
        ],
        [said(8, "248", "吃火锅", "餐饮", clock="22:00")],
        asked=2,
    ),
    "two things that were said apart and paid at once": Kind(
        2,
        [wechat("2026-10-08 18:00:00,商户消费,永辉超市,购物,支出,75.40,零钱,支付成功")],
        [said(8, "45.4", "牛奶", "买菜", clock="18:20"), said(8, "30", "纸巾", "日用", clock="18:22")],
        asked=1,
    ),
    "what was told as some tens": Kind(
        1,
        [wechat("2026-10-08 22:40:00,商户消费,滴滴出行,快车,支出,41.30,零钱,支付成功")],
        [said(9, "30", "打车", "交通", clock="12:10")],
        asked=1,
    ),
    "what was rounded and told with another account": Kind(
        1,
        [icbc("2026-10-08,消费,大商新玛特,,152.60")],
        [said(8, "150", "超市", "购物", account="微信", clock="17:20")],
        asked=1,
    ),
    "what was told a week later": Kind(
        1,
        [wechat("2026-10-08 22:40:00,商户消费,新华书店,图书,支出,134.50,零钱,支付成功")],
        [said(14, "134.5", "买书", "学习")],
        asked=1,
    ),
    "what was told before it was billed by the bank": Kind(
        1,
        [icbc("2026-10-14,消费,新华书店,,134.50")],
        [said(8, "134.5", "买书", "学习")],
        asked=1,
    ),
    "cash from a machine, told as spent": Kind(
        1,
        [cmb("2026-10-08,-500.00,ATM取款,,某支行")],
        [said(8, "500", "取钱", "其他", OUT, account="招行卡")],
        asked=1,
    ),
    "an instalment of the card for what the wallet had": Kind(
        1,
        [
            wechat("2026-09-08 22:40:00,商户消费,苹果专卖店,手机,支出,6000.00,工商银行信用卡(5678),支付成功"),
            icbc(
                "2026-10-08,分期付款,分期付款第1期共12期,,500.00",
                "2026-09-08,消费,财付通-苹果专卖店,,6000.00",
            ),
        ],
        [],
        asked=1,
    ),
    "income that two bills see": Kind(
        1,
        [
            alipay("2026-10-08 21:30:00,其他,小桔科技,司机端提现到卡,收入,1862.40,招商银行储蓄卡(8821),交易成功"),
            cmb("2026-10-08,1862.40,网联收款,支付宝（中国）网络技术有限公司2088****0000,支付宝-小桔科技"),
        ],
        [said(8, "1862.4", "滴滴收入", "其他", IN)],
    ),
    "a bill of the bank whose wallet has no such payment": Kind(
        2,
        [
            alipay("2026-10-08 21:30:00,餐饮美食,老碗会,泡馍,支出,58.00,余额宝,交易成功"),
            cmb("2026-10-08,-32.00,快捷支付,支付宝（中国）网络技术有限公司2088****0000,支付宝-某店"),
        ],
        [said(8, "58", "吃泡馍", "餐饮")],
        asked=1,
    ),
    "a top-up of the wallet, told the other way": Kind(
        1,
        [
            wechat("2026-10-08 10:00:00,零钱充值,招商银行(8821),/,/,300.00,招商银行(8821),充值完成"),
            cmb("2026-10-08,-300.00,快捷支付,财付通支付科技有限公司2433****0000,财付通-零钱充值"),
        ],
        [said(8, "300", "充零钱", "转账", IN, account="微信")],
        asked=1,
    ),
    "a repayment of 花呗 that was told as spent": Kind(
        1,
        [
            alipay("2026-10-10 20:00:00,信用借还,花呗,花呗主动还款-2026年09月账单,不计收支,1042.55,招商银行储蓄卡(8821),还款成功"),
            cmb("2026-10-10,-1042.55,快捷支付,支付宝（中国）网络技术有限公司2088****0000,支付宝-花呗还款"),
        ],
        [said(10, "1042", "还花呗", "其他", OUT)],
        asked=1,
    ),
    "wages that were told a day before they came": Kind(
        1,
        [cmb("2026-10-10,9650.37,代发工资,某某科技有限公司,十月工资")],
        [said(9, "9650", "发工资", "工资", IN)],
        asked=1,
    ),
    "what a bank calls a transfer to oneself": Kind(
        1,
        [cmb("2026-10-09,-4000.00,转账汇款,孙某,本人转账")],
        [said(9, "4000", "挪到建行", "转账", OWN, account="招行卡")],
    ),
    "a product that the bank sold": Kind(
        1,
        [cmb("2026-10-09,-8000.00,受托理财,,朝朝盈申购")],
        [said(9, "8000", "存点钱", "转账", OWN, account="招行卡")],
    ),
    "a payment that only the bank has, told with the wallet": Kind(
        1,
        [cmb("2026-10-09,-219.00,快捷支付,支付宝（中国）网络技术有限公司2088****0000,支付宝-山行户外专营店")],
        [said(9, "219", "徒步鞋", "孩子", account="支付宝")],
    ),
    "a card for a relative, told as what it bought": Kind(
        1,
        [alipay("2026-10-09 08:20:00,充值缴费,王**,亲情卡,支出,33.60,花呗,交易成功")],
        [said(9, "33.5", "爸买菜", "买菜")],
    ),
    "a deposit less what came back, told days later": Kind(
        2,
        [
            alipay(
                "2026-10-06 20:00:00,退款,乐租,退款-投影仪押金,不计收支,760.00,花呗,退款成功,T6,202610040000000000000000066_1",
                "2026-10-04 09:00:00,数码电器,乐租,投影仪押金和租金,支出,850.00,花呗,交易成功,T6,202610040000000000000000066",
            )
        ],
        [said(6, "90", "租投影", "娱乐", clock="21:40")],
    ),
    "a dinner whose digits were swapped": Kind(
        1,
        [wechat("2026-10-09 18:40:00,商户消费,小杨生煎,堂食,支出,42.60,零钱,支付成功")],
        [said(9, "24.6", "晚饭", "餐饮", clock="21:10")],
        asked=1,
    ),
    "a lunch that was told by guess": Kind(
        1,
        [wechat("2026-10-09 12:30:00,扫二维码付款,扫二维码付款,收款方备注:二维码收款,支出,17.50,零钱,已转账")],
        [said(9, "15", "中午吃的", "餐饮")],
        asked=1,
    ),
    "two stalls of a market, told as one round sum": Kind(
        2,
        [
            wechat(
                "2026-10-09 07:40:00,扫二维码付款,菜市场老周鱼档,收款方备注:二维码收款,支出,42.30,零钱,已转账",
                "2026-10-09 07:52:00,扫二维码付款,菜市场豆腐摊,收款方备注:二维码收款,支出,37.20,零钱,已转账",
            )
        ],
        [said(9, "80", "买菜", "买菜", clock="09:30")],
        asked=2,
    ),
    "two stalls in two wallets, told as one round sum": Kind(
        2,
        [
            alipay("2026-10-09 10:05:00,餐饮美食,菜市场馄饨皮店,二维码收款,支出,11.80,余额,交易成功"),
            wechat("2026-10-09 10:20:00,扫二维码付款,菜市场猪肉铺,收款方备注:二维码收款,支出,47.70,零钱,已转账"),
        ],
        [said(9, "60", "馄饨料", "买菜", clock="12:30")],
        asked=2,
    ),
    "one of two payments that both round to what was told": Kind(
        2,
        [
            wechat(
                "2026-10-09 08:05:00,扫二维码付款,城北农贸市场5号,收款方备注:二维码收款,支出,32.40,零钱,已转账",
                "2026-10-09 17:20:00,扫二维码付款,鲜丰水果解放路店,收款方备注:二维码收款,支出,31.60,零钱,已转账",
            )
        ],
        [said(9, "32", "吃的东西", "买菜")],
        asked=2,
    ),
}  # fmt: skip


@pytest.mark.parametrize("is_said", [False, True], ids=["never said", "said"])
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
async def test_a_payment_is_counted_once(kind: Kind, tmp_path: Path, *, is_said: bool) -> None:
    for number, order in enumerate(permutations(kind.bills)):
        books = await imported(tmp_path / f"{number}.db", order, kind.said if is_said else ())
        assert len(books.rows) <= kind.payments, books
        assert books.rows or books.asked, books
        assert books.asked <= kind.asked, books


@pytest.mark.parametrize(
    "kind", [name for name in KINDS if "told as one round sum" in name or name.startswith("one of two")]
)
async def test_neither_of_two_lines_is_booked_beside_what_may_be_both_or_one(
    kind: str, tmp_path: Path
) -> None:
    books = await imported(tmp_path / "x.db", KINDS[kind].bills, KINDS[kind].said)
    assert len(books.rows) == 1, books
    assert books.asked == 2, books


_APP = alipay(
    "2026-10-08 20:00:00,餐饮美食,蜀大侠,火锅,支出,150.00,余额,交易成功,T1,202610080000000000000000000017",
    "2026-10-09 20:00:00,交通出行,滴滴出行,快车,支出,23.50,余额,交易成功,T2,202610090000000000000000000027",
)
_WEB = """交易号,商家订单号,交易创建时间,付款时间,交易对方,商品名称,金额（元）,收/支,交易状态
202610080000000000000000000017	,T1,2026-10-08 20:00:00,2026-10-08 20:00:03,蜀大侠,火锅,150.00,支出,交易成功
202610090000000000000000000027	,T2,2026-10-09 20:00:00,2026-10-09 20:00:02,滴滴出行,快车,23.50,支出,交易成功
""".encode("gb18030")


@pytest.mark.parametrize("order", [(_APP, _WEB), (_WEB, _APP)], ids=["the app's first", "the web's first"])
async def test_a_bill_in_two_forms_adds_nothing(order: Sequence[bytes], tmp_path: Path) -> None:
    one = await imported(tmp_path / "one.db", order[:1], ())
    both = await imported(tmp_path / "both.db", order, ())
    assert len(both.rows) == 2
    assert [row.amount for row in both.rows] == [row.amount for row in one.rows]


async def test_a_kind_that_is_not_known_and_a_day_to_come_are_asked_about(tmp_path: Path) -> None:
    lines = (
        "2026-10-08 20:00:00,商户消费,蜀大侠,火锅,支出,150.00,零钱,支付成功",
        "2026-10-08 21:00:00,新玩法,某某,/,/,20.00,零钱,支付成功",
        "2026-10-08 21:30:00,商户消费,蜀大侠,火锅,支出,30.00,零钱,没见过的状态",
        "2199-10-08 20:00:00,商户消费,蜀大侠,火锅,支出,40.00,零钱,支付成功",
    )
    books = await imported(tmp_path / "x.db", [wechat(*lines)], ())
    assert [str(row.amount) for row in books.rows] == ["150"]
    asked = {line.settled.line.doubt for line in books.lines if line.outcome is LineOutcome.ASK}
    assert asked == {BillDoubt.KIND, BillDoubt.STATE, BillDoubt.FUTURE}
