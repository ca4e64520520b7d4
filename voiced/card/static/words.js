/** The words of the page, in Chinese and English. `{0}` is the first value given. */

/** @typedef {"zh" | "en"} Language */
/** @typedef {keyof typeof CHINESE} Word */
/** @typedef {(word: Word, ...values: (string | number)[]) => string} Say */

const CHINESE = {
  // The frame.
  name: "随口记", skip: "跳到内容", pages: "页面", now: "记账", ledger: "账本", help: "帮助", close: "关闭",
  other_language: "EN", other_language_label: "EN · Switch to English",
  theme_auto: "外观：跟随系统", theme_light: "外观：浅色", theme_dark: "外观：深色",
  connecting: "正在连接…", lost: "连接断开了，{0}秒后再试。看到的可能不是最新的。", retry: "马上重试", back: "已重新连接。",
  no_microphone: "没有检测到麦克风。接好后会自动恢复，可以打字，按钮照常可用。", failed: "刚才有一步没成功，可以继续说或重试。", reason: "技术细节",
  stale: "内容刚更新，请核对后再操作。", not_sent: "未连接，操作没有发出。",
  not_done: "没有成功，刷新页面后重试。", not_found: "账本里没有找到这笔。刚记的可能还没写进去，过一会儿再试。",
  not_now: "账本暂时写不进去，过一会儿再试。", not_so: "内容不符合要求，请修改后重试。", too_many: "太快了，稍等一下再试。", unreachable: "未连接，过一会儿再试。",
  // Now.
  idle: "待唤醒", listening: "在听", confirming: "请确认",
  idle_hint: "说「{0}」，或按「开始」。", idle_typed: "打字记账，或接上麦克风再说。", listening_hint: "请说用途和金额。",
  heard: "听到：", hearing: "正在听：", led_nowhere: "没听懂：", said: "回答",
  wake: "开始", wake_of: "开始（{0} 的麦克风）", quiet: "停止播报", exit: "结束", next: "只保存已确认的",
  saved: "记好了{0}笔",
  sayings: "可以这样说", say_one: "记一笔", say_several: "一口气记几笔", say_income: "收入和转账也行",
  say_ask: "查账", say_undo: "撤销",
  // The draft.
  single: "一笔待确认", to_check: "{0}笔请核对", several: "{0}笔待确认", total_out: "支出 {0}", total_in: "收入 {0}",
  rows: "待确认的记录", row_label: "第{0}笔，{1}{2}，{3}，{4}",
  pending: "待确认", confirmed: "已确认", cancelled: "已取消", doubtful: "请核对", no_amount: "还没有金额",
  confirm: "确认", cancel: "取消", confirm_row: "确认第{0}笔", cancel_row: "取消第{0}笔", edit_row: "修改第{0}笔",
  confirm_all: "确认{0}笔 · {1}", cancel_all: "全部取消", saving: "保存中…", reopen_row: "恢复第{0}笔为待确认",
  confirm_waits: "确认中…", cancel_waits: "取消中…", reopen_waits: "恢复中…", edit_waits: "修改中…", choose_waits: "处理中…", add_waits: "处理中…", fill_amount: "填金额", fill_rest: "补充完整",
  dropped: "{0}笔没有记。", left_behind: "上次没处理完的{0}笔", resume: "继续处理", decline: "不要了", mine: "麦克风在 {0}，不在这台设备上。",
  offline: "离线：请说简单句", left_out: "没记：{0}", add_left_out: "补记",
  type_label: "打字记账", type_hint: "也可以打字：午饭35块", send: "发送", by_hand: "手动记一笔", by_words: "自动归类",
  lost_short: "连接断开了", no_microphone_short: "没有麦克风",
  all_said: "刚才说的", unseen: "下面还有{0}笔没看到，看过再确认。",
  say_to_one: "说「确认」，或者说哪里不对。", say_to_several: "说「全部确认」「第二笔不要」，或者说哪里不对。",
  swipe_tip: "右滑确认，左滑取消，点一下修改。", keys_tip: "按 ? 看键盘用法。",
  // An entry.
  EXPENSE: "支出", INCOME: "收入", TRANSFER: "转账",
  amount: "金额（元）", type: "类型", category: "分类", description: "说明", date: "日期", account: "账户", to_account: "转到", no_account: "没有说",
  default_account: "默认账户（{0}）", save: "保存", dismiss: "返回", edit_title: "修改第{0}笔", edit_saved: "修改这笔",
  amount_wrong: "请写大于零的金额，最多两位小数，比如 35.5", date_wrong: "请选日期", date_far: "这一天在一年以后，请核对年份",
  // The ledger.
  history: "流水", filters: "筛选", see_all: "在账本里看（{0}笔）", view_rows: "流水", view_pictures: "图表和预算", acts_of: "{0} 的操作", search: "搜索", search_hint: "说明、分类或账户", month: "月份", state: "状态",
  all_types: "全部类型", all_categories: "全部分类", all_accounts: "全部账户", this_month: "当前月份", all_months: "全部月份",
  counting: "有效的", undone_rows: "已撤销的",
  nothing_found: "没有这样的记录。", no_rows: "还没有记录。说一句「午饭35块」试试。", more: "更多", empty_month: "这个月没有记录。",
  change_row: "修改 {0}", undo_row: "撤销 {0}", restore_row: "恢复 {0}", revisions_of: "{0} 的改动",
  undo: "撤销", undo_all: "撤销{0}笔", undo_title: "撤销这笔？", undo_body: "{0} 会从账本移除，随时可以恢复。",
  undo_many_title: "撤销{0}笔？", undo_many_body: "这{0}笔（{1}）会从账本移除，撤销后可以一次全部恢复。", and_more: "还有{0}笔",
  together: "一起记下的有{0}笔（{1}）", restore: "恢复",
  changed: "已改好。", undone: "已撤销{0}笔。", restored: "已恢复{0}笔。", restored_one: "已恢复。", why_amended: "改过，原来是", why_undone: "撤销过，当时是", why_restored: "恢复过，当时是", nothing_changed: "没有变动。",
  created: "记于 {0}",
  export: "导出", export_csv: "CSV", export_beancount: "Beancount",
  spent: "支出", spent_on_day: "支出 {0}", earned: "收入", net: "结余", earlier: "上个月", later: "下个月",
  by_category: "分类支出", by_month: "每天的支出", as_table: "看表格", share: "占比", count: "笔数", other_categories: "其他分类 {0}",
  budgets: "本月预算", set_budget: "设预算", budget_for: "{0}的预算", budget_amount: "{0}的金额（元）",
  no_budget: "还没有设预算。", left: "还剩 {0}", over: "超支 {0}", of_budget: "{0} / {1}", remove: "不要预算",
  // Help.
  keys: "键盘和手势", key_move: "在各笔之间移动", key_confirm: "确认这一笔", key_cancel: "取消这一笔",
  key_edit: "修改这一笔", key_all: "全部确认", key_help: "打开这个帮助", key_page: "记账 / 账本",
  swipe_right: "右滑", swipe_left: "左滑", tap: "点一下",
  keys_where: "↑↓、回车和删除键在选中的一笔上有效。", single_keys: "单键快捷键（?、1、2）",
};

/** @type {Record<Word, string>} */
const ENGLISH = {
  // The frame.
  name: "voiced", skip: "Skip to content", pages: "Pages", now: "Now", ledger: "Ledger", help: "Help", close: "Close",
  other_language: "中文", other_language_label: "中文 · 切换到中文",
  theme_auto: "Appearance: as the system", theme_light: "Appearance: light", theme_dark: "Appearance: dark",
  connecting: "Connecting…", lost: "Connection lost; next try in {0} s. What you see may be old.", retry: "Try now", back: "Connected again.",
  no_microphone: "No sound from the microphone. It comes back by itself once plugged in; typing and the buttons still work.", failed: "One step did not work. Go on, or try again.", reason: "Technical details",
  stale: "The card has just changed. Check it, then press again.", not_sent: "Not connected: that press was not sent.",
  not_done: "That didn't work. Reload the page and try again.", not_found: "No such entry in the ledger. One just kept may not be written yet: try again later.",
  not_now: "Could not save. Try again.", not_so: "The ledger does not take this. Change it and try again.", too_many: "Too many requests: wait a moment.", unreachable: "Not connected. Try again later.",
  // Now.
  idle: "Waiting", listening: "Listening", confirming: "Please confirm",
  idle_hint: "Say 「{0}」, or press Start.", idle_typed: "Type an entry, or plug in a microphone.", listening_hint: "Say what it was for and how much.",
  heard: "Heard: ", hearing: "Hearing: ", led_nowhere: "Not understood: ", said: "Answer",
  wake: "Start", wake_of: "Start (microphone of {0})", quiet: "Stop speaking", exit: "End", next: "Save confirmed only",
  saved: "Saved {0}",
  sayings: "You can say", say_one: "one entry", say_several: "several in one go", say_income: "income and transfers too",
  say_ask: "ask the ledger", say_undo: "change your mind",
  // The draft.
  single: "One entry to confirm", to_check: "{0} to check", several: "{0} to confirm", total_out: "Out {0}", total_in: "In {0}",
  rows: "Entries to confirm", row_label: "No. {0}, {1} {2}, {3}, {4}",
  pending: "Pending", confirmed: "Confirmed", cancelled: "Cancelled", doubtful: "Please check", no_amount: "No amount yet",
  confirm: "Confirm", cancel: "Cancel", confirm_row: "Confirm no. {0}", cancel_row: "Cancel no. {0}", edit_row: "Edit no. {0}",
  confirm_all: "Confirm {0} · {1}", cancel_all: "Cancel all", saving: "Saving…", reopen_row: "Put no. {0} back to pending",
  confirm_waits: "Confirming…", cancel_waits: "Cancelling…", reopen_waits: "Restoring…", edit_waits: "Changing…", choose_waits: "Working…", add_waits: "Working…", fill_amount: "Enter the amount", fill_rest: "Complete it",
  dropped: "{0} not saved.", left_behind: "{0} left from last time", resume: "Go on with it", decline: "Discard", mine: "The microphone is that of {0}, not of this device.",
  offline: "Offline: keep it simple", left_out: "Left out: {0}", add_left_out: "Add it",
  type_label: "Type an entry", type_hint: "Or type: 午饭35块", send: "Send", by_hand: "Add by hand", by_words: "Automatic",
  lost_short: "Connection lost", no_microphone_short: "No microphone",
  all_said: "What was said", unseen: "{0} more below: look at them before you confirm.",
  say_to_one: "Say 「确认」, or what is wrong.", say_to_several: "Say 「全部确认」, 「第二笔不要」, or what is wrong.",
  swipe_tip: "Swipe right to confirm, left to cancel, tap to edit.", keys_tip: "Press ? for the keyboard.",
  // An entry.
  EXPENSE: "Expense", INCOME: "Income", TRANSFER: "Transfer",
  amount: "Amount (yuan)", type: "Type", category: "Category", description: "Description", date: "Date", account: "Account", to_account: "To", no_account: "Not said",
  default_account: "The default ({0})", save: "Save", dismiss: "Cancel", edit_title: "Edit no. {0}", edit_saved: "Edit this entry",
  amount_wrong: "An amount above zero with at most two decimals, such as 35.5", date_wrong: "Pick a date", date_far: "That is more than a year ahead: check the year",
  // The ledger.
  history: "History", filters: "Filters", see_all: "See all {0} in the ledger", view_rows: "Entries", view_pictures: "Charts and budgets", acts_of: "What to do with {0}", search: "Search", search_hint: "Description, category, account", month: "Month", state: "State",
  all_types: "All types", all_categories: "All categories", all_accounts: "All accounts", this_month: "This month", all_months: "All months",
  counting: "In the ledger", undone_rows: "Undone",
  nothing_found: "No such entry.", no_rows: "No entries yet. Try saying 「午饭35块」.", more: "More", empty_month: "No entries this month.",
  change_row: "Edit {0}", undo_row: "Undo {0}", restore_row: "Restore {0}", revisions_of: "Changes of {0}",
  undo: "Undo", undo_all: "Undo {0} entries", undo_title: "Undo this entry?", undo_body: "{0} leaves the ledger; it can be restored at any time.",
  undo_many_title: "Undo {0} entries?", undo_many_body: "These {0} entries ({1}) leave the ledger. They can be restored all at once.", and_more: "{0} more",
  together: "{0} were saved together ({1})", restore: "Restore",
  changed: "Changed.", undone: "Undone: {0}.", restored: "Restored {0}.", restored_one: "Restored.", why_amended: "Changed; it was", why_undone: "Undone; it was", why_restored: "Restored; it was", nothing_changed: "Nothing changed.",
  created: "Written {0}",
  export: "Export", export_csv: "CSV", export_beancount: "Beancount",
  spent: "Out", spent_on_day: "Out {0}", earned: "In", net: "Net", earlier: "Month before", later: "Month after",
  by_category: "Spending by category", by_month: "Spending by day", as_table: "As a table", share: "Share", count: "Entries", other_categories: "Other categories {0}",
  budgets: "Budgets of the month", set_budget: "Set a budget", budget_for: "Budget for {0}", budget_amount: "Yuan in {0}",
  no_budget: "No budgets yet.", left: "{0} left", over: "{0} over", of_budget: "{0} of {1}", remove: "Remove budget",
  // Help.
  keys: "Keyboard and gestures", key_move: "Move between entries", key_confirm: "Confirm this entry", key_cancel: "Cancel this entry",
  key_edit: "Edit this entry", key_all: "Confirm all", key_help: "Open this help", key_page: "Now / Ledger",
  swipe_right: "Swipe right", swipe_left: "Swipe left", tap: "Tap",
  keys_where: "↑ ↓, Enter and Delete act on the entry in focus.", single_keys: "Single-key shortcuts (?, 1, 2)",
};

const DICTIONARIES = { zh: CHINESE, en: ENGLISH };

/**
 * Says a sentence of the page in one language.
 *
 * @param {Language} language
 * @returns {Say}
 */
export function speaker(language) {
  const dictionary = DICTIONARIES[language];
  return (word, ...values) => dictionary[word].replace(/\{(\d)\}/g, (_, place) => String(values[Number(place)]));
}
