"""The ledger page as a family uses it: months compared, budgets carried over, names arranged, files taken in."""

from __future__ import annotations

import json
from base64 import b64encode

from playwright.async_api import Browser, expect

from tests.card.browsing import PHONE, SMALL_PHONE, Screen
from tests.card.conftest import Visit, at_the_ledger
from tests.card.house import House
from tests.support.conversing import say, wake
from tests.support.now import TODAY

BILLS = """\
时间,分类,二级分类,类型,金额,账户1,账户2,备注
2026-11-20 12:05,餐饮,,支出,35.50,微信,,牛肉面
2026-11-20 18:00,户外,营位,支出,300,招商银行,,
2026-11-20 19:00,餐饮,,支出,很多,微信,,
2026-11-21 00:00,餐饮,,支出,0,微信,,免单
"""
ROW_OF_A_FILE = {
    "id": "r1",
    "batch_id": "b1",
    "amount": "12",
    "currency": "CNY",
    "type": "EXPENSE",
    "category": "餐饮",
    "account": "现金",
    "description": "面",
    "date": "2026-11-20",
    "created_at": "2026-11-20T10:00:00+08:00",
}
_DROP = """
(place, [name, base64]) => {
  const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], name));
  place.dispatchEvent(new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true}));
}
"""
_ALL_PAGES = """
() => new Promise((done) => {
  const place = document.querySelector("#ledger");
  const press = () => {
    const more = place.querySelector("[data-key=more]");
    if (more) setTimeout(() => more.click());
    else done();
  };
  new MutationObserver(press).observe(place, {attributes: true, attributeFilter: ["data-pages"]});
  press();
})
"""
"""Presses 「更多」 as soon as a page is there, until all are."""
LONGEST_MILLISECONDS = 250
"""Five times what a task may take. Processor time: waits for a core, which the tests share, do not count."""
_HAS_AT_MOST = "most => document.querySelectorAll('*').length <= most"
MOST_NODES = 7_000


async def test_a_file_that_is_dropped_is_looked_at_taken_in_and_taken_back(home: House, visit: Visit):
    person = await at_the_ledger(visit)
    gb18030 = b64encode(BILLS.encode("gb18030")).decode()
    await person.page.locator("#ledger").evaluate(_DROP, ["钱迹.csv", gb18030])

    dialog = person.page.get_by_role("dialog")
    for words in (
        "新增2笔（2026-11-20），支出 ¥335.5",
        "会新加：户外、招商银行",
        "第4行：金额不对",
        "1行不用记",
    ):
        await expect(dialog).to_contain_text(words)
    assert await person.accessibility_problems() == []
    await expect(person.page.locator("[data-row]")).to_have_count(0)

    await person.press("记入2笔")
    await expect(person.page.locator("[data-row]")).to_have_count(2)
    await person.sees("已记入2笔")
    await person.press("撤销")
    await expect(person.page.locator("[data-row]")).to_have_count(0)
    await person.press("恢复")
    await expect(person.page.locator("[data-row]")).to_have_count(2)


async def test_opening_balances_of_a_file_are_shown_taken_in_and_undone_with_its_rows(
    home: House, visit: Visit
):
    row = json.dumps(ROW_OF_A_FILE)
    told = '{"opening":{"account":"信用卡","amount":"-500","date":"2026-01-01"}}'
    person = await at_the_ledger(visit, Screen(320, 720, touch=True))
    await person.page.locator("[data-key=view-pictures]").click()

    async def opened() -> list[tuple[str, str]]:
        return [(one.account, str(one.amount)) for one in (await home.books.balances()).openings]

    for words, note, undone in (
        (f"{row}\n{told}\n", "已记入1笔。", "已撤销1笔。"),
        (told, "已填好 信用卡 的期初余额。", "已去掉 信用卡 的期初余额。"),
    ):
        await person.press("导入")
        dialog = person.page.get_by_role("dialog")
        await dialog.locator("input[type=file]").set_input_files(
            {"name": "all.jsonl", "mimeType": "text/plain", "buffer": words.encode()}
        )
        await expect(dialog).to_contain_text("期初余额：信用卡 −¥500")
        assert await person.accessibility_problems() == []
        await dialog.locator(".chief").click()
        await person.sees(note)
        assert await opened() == [("信用卡", "-500")]
        await person.takes_offer()
        await person.sees(undone)
        assert await opened() == []


async def test_a_file_of_another_kind_is_refused_in_words(visit: Visit):
    person = await at_the_ledger(visit, PHONE)
    await person.press("图表和预算")
    await person.press("导入")
    await person.page.locator("input[type=file]").set_input_files(
        {"name": "diary.txt", "mimeType": "text/plain", "buffer": b"Dear diary"}
    )
    await person.sees("看不出这是什么账单")
    await expect(person.page.get_by_role("button", name="记入")).to_have_count(0)
    person.complaints.clear()  # the browser notes each answer of 400


async def test_a_file_with_a_name_that_would_be_a_command_is_not_taken_in(home: House, visit: Visit):
    person = await at_the_ledger(visit, SMALL_PHONE)
    await person.press("图表和预算")
    await person.press("导入")
    words = BILLS.replace("户外", "确认").encode()
    await person.page.locator("input[type=file]").set_input_files(
        {"name": "bills.csv", "mimeType": "text/csv", "buffer": words}
    )
    await person.sees("请在文件里改名后再导入：确认")
    dialog = person.page.get_by_role("dialog")
    await expect(dialog.locator(".lines .what").first).to_contain_text("营位")
    await dialog.get_by_text("分类合计").click()
    await expect(dialog).to_contain_text("确认 · 支出 ¥300")
    await expect(dialog.get_by_role("button", name="记入")).to_have_count(0)
    assert await person.accessibility_problems() == []
    assert [row async for row in home.ledger.rows()] == []


async def test_names_are_added_renamed_and_hidden_and_bad_ones_refused(home: House, visit: Visit):
    await home.live_a_month()
    person = await at_the_ledger(visit, SMALL_PHONE)
    await person.press("图表和预算")
    await person.press("分类和账户")
    await person.has_room_for_fingers()
    assert await person.accessibility_problems() == []

    await person.field("名字").fill("确认")
    await person.press("添加")
    await expect(person.page.get_by_role("dialog").get_by_role("alert")).to_contain_text("会被听成口令")
    await person.field("名字").fill("溪降")
    await person.press("添加")
    await person.press("给 溪降 改名")
    await person.page.get_by_role("dialog").last.get_by_label("名字").fill("峡谷")
    await person.press("保存")
    await person.press("隐藏 峡谷")
    await expect(person.page.get_by_role("button", name="重新显示 峡谷")).to_be_visible()

    await person.field("类型").select_option("账户")
    await person.press("隐藏 信用卡")
    await person.press("关闭")
    accounts = person.page.locator("#ledger").get_by_label("账户").locator("option")
    await expect(accounts.filter(has_text="信用卡")).to_have_count(0)
    person.complaints.clear()


async def test_a_budget_carries_over_what_was_left(home: House, visit: Visit):
    await home.live_a_month()
    person = await at_the_ledger(visit)
    await person.press("上个月")
    await person.press("设预算")
    await person.field("分类").select_option("娱乐")
    await person.field("金额").fill("100")
    await person.field("管多久").select_option("每个月，剩的加到下个月")
    await person.press("保存")
    await person.sees("还剩 ¥100")

    await person.press("下个月")
    await person.sees("上月结转 ¥100")
    await person.sees("超支 ¥120")


async def test_months_are_compared_and_pictures_lead_to_rows(home: House, visit: Visit):
    await home.live_a_month()
    await home.import_a_year(100)
    person = await at_the_ledger(visit)
    await person.sees("比上月同期多")

    await person.page.locator(".chart a").nth(20).click()
    assert "span=2026-11-21" in person.page.url
    await expect(person.page.locator("section.day")).to_have_count(1)
    await expect(person.page.locator("[data-row]")).to_have_count(3)

    await person.page.get_by_role("link", name="2026年3月，").click()
    await person.sees("2026年3月")
    assert "m=2026-03" in person.page.url
    assert await person.accessibility_problems() == []


async def test_three_thousand_rows_are_added_without_long_tasks_and_without_endless_nodes(
    home: House, visit: Visit, browser: Browser
):
    await home.import_a_year(3000)
    person = await visit(PHONE)
    await browser.start_tracing(page=person.page, categories=["toplevel"])
    await person.page.evaluate("location.hash = '#ledger?span=all'")
    more = person.page.locator("[data-key=more]")
    await expect(more).to_be_visible()
    await person.page.evaluate(_ALL_PAGES)
    await expect(more).to_have_count(0)
    await person.page.wait_for_function(_HAS_AT_MOST, arg=MOST_NODES)
    middle = person.page.locator("section.day").nth(200)
    await middle.evaluate("day => day.seen = true")
    today = person.page.locator("section.day > header").first
    before = await today.inner_text()

    await wake(home.conversation)
    await say(home.conversation, "午饭35块", "确认")
    await expect(today).not_to_have_text(before)
    assert await middle.evaluate("day => day.seen"), "it was drawn anew"
    assert longest_task_milliseconds(await browser.stop_tracing()) <= LONGEST_MILLISECONDS


def longest_task_milliseconds(trace: bytes) -> float:
    """The processor time of the longest task of the page's own thread."""
    events = json.loads(trace)["traceEvents"]
    mains = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    tasks = [one for one in events if (one["pid"], one["tid"]) in mains and "RunTask" in one["name"]]
    return max(one["tdur"] for one in tasks if "tdur" in one) / 1000


async def test_an_entry_that_comes_again_is_set_up_changed_and_removed(home: House, visit: Visit):
    person = await at_the_ledger(visit, Screen(320, 700, touch=True))
    await person.press("图表和预算")
    await person.page.get_by_role("button", name="定期的账").click()
    dialog = person.page.get_by_role("dialog").first
    sentence = dialog.locator("[name=recurring]")
    await sentence.fill("房租3000")
    await sentence.press("Enter")
    await expect(dialog).to_contain_text("要有日子、名目和金额")
    await sentence.fill("每月15号房租3000")
    await sentence.press("Enter")
    await expect(dialog).to_contain_text("每月15号 房租")
    await expect(dialog).to_contain_text("¥3,000 · 住房 · 下次 12月15日周二")
    change, remove = (
        await dialog.locator("li .plain").first.bounding_box(),
        await dialog.locator("li .plain").last.bounding_box(),
    )
    assert change is not None
    assert remove is not None
    assert change["y"] == remove["y"]
    assert await person.stays_within_the_screen()
    assert await person.accessibility_problems() == []
    await dialog.get_by_role("button", name="修改 房租").click()
    await expect(sentence).to_have_value("每月15号房租3000")
    await sentence.fill("每月16号房租3200")
    await dialog.get_by_label("账户").select_option("银行卡")
    await sentence.press("Enter")
    await expect(dialog).to_contain_text("每月16号 房租")
    (entry,) = await home.conversation.world.ledger.recurring.all()
    assert (str(entry.days), str(entry.amount), entry.account) == ("每月16号", "3200", "银行卡")
    await dialog.get_by_role("button", name="修改 房租").click()
    await sentence.fill("")
    await sentence.fill("每月20号话费99")
    await sentence.press("Enter")
    await expect(dialog.locator("li")).to_have_count(2)
    for left, name in ((1, "话费"), (0, "房租")):
        await dialog.get_by_role("button", name=f"删除 {name}").click()
        await person.sees("以后不再提醒")
        await expect(dialog.locator("li")).to_have_count(left + 1)
        await person.page.get_by_role("button", name="删除", exact=True).click()
        await expect(dialog.locator("li")).to_have_count(left)
    assert await home.conversation.world.ledger.recurring.all() == ()
    person.complaints.clear()


async def test_what_is_due_is_recorded_from_the_list_after_a_confirm(home: House, visit: Visit):
    person = await at_the_ledger(visit, PHONE)
    await person.page.get_by_role("button", name="图表和预算").click()
    await person.page.get_by_role("button", name="定期的账").click()
    dialog = person.page.get_by_role("dialog")
    sentence = dialog.locator("[name=recurring]")
    for text in ("每月22号话费99", "每月21号房租3000"):
        await sentence.fill(text)
        await sentence.press("Enter")
        await expect(sentence).to_have_value("")
    await expect(dialog.locator("li")).to_have_count(2)
    assert await person.accessibility_problems() == []

    await dialog.get_by_role("button", name="记这笔").click()

    await person.hears_said("记录支出3000元，住房，确认吗？")
    await expect(dialog).to_have_count(0)
    assert [row async for row in home.ledger.rows()] == []
    await say(home.conversation, "确认")
    assert [str(row.amount) async for row in home.ledger.rows()] == ["3000"]
    assert {one.due_on(TODAY) for one in await home.ledger.recurring.all()} == {None}
