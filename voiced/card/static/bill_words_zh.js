/** The words of the page of bills in Chinese. `{0}` is the first value given. */

export const WORDS = {
  to_ledger: "回到账本", bills_hint: "选一份支付宝、微信或银行的账单（CSV、xlsx 或压缩包），或把它拖到这里。先看怎么对上，按「记入」才写进账本。",
  choose_bill: "选择账单", bill_password: "压缩包的密码", open_bill: "打开", taken_bills: "记入过的账单", no_bills: "还没有记入过账单。", another_bill: "换一份",
  form_alipay: "支付宝", form_wechat: "微信", form_cmb: "招商银行", form_icbc: "工商银行", form_ccb: "建设银行",
  comparing: "正在和账本核对…", writing: "正在记入…", locked_bill: "这个压缩包有密码，请填上再打开。",
  bill_wrong: "这份账单不能记：看不出是谁的账单，或者文件不完整。没有记入任何内容。", password_wrong: "打不开这个压缩包：密码不对，或者里面不是账单。没有记入任何内容。", bill_long: "文件太大了（最多{0}MB），请导出短一些的时间。",
  bill_sums: "对上{0}笔，要看{1}笔，没说过{2}笔，不用记{3}笔", all_known: "这份账单的{0}笔都记入过，没有新的。", some_known: "其中{0}笔以前记入过。",
  not_written: "还没有记入。", is_written: "记于 {0}", is_undone: "这份账单撤销了。", accounts_unknown: "账本里没有这些账户，先算作默认账户：{0}", bill_remarks: "{0}条说明",
  another_persons: "这些天说过的账一笔也对不上，可能是别人的账单。", is_mine: "是我的账单",
  groups: "四组", matched: "对上的", asked: "要看的", unsaid: "没说过的", alone: "只说过的", left_lines: "不用记的",
  hint_matched: "说过的和账单是同一笔：金额和账户按账单，说明和分类按说的。", hint_asked: "左边是说的，右边是账单。右滑就是它，左滑不是；键盘：回车就是它，删除键不是，N 新的一笔。", hint_unsaid: "这些会新记一笔，分类是猜的。选中几笔可以一起改。",
  hint_alone: "说过，但这份账单里没有：可能付的现金，或者在另一份账单里。不会改动。", hint_left: "这些不会记。",
  none_matched: "没有对上的。", none_asked: "没有要看的了。", none_unsaid: "没有没说过的。", none_alone: "说过的都对上了。", none_left: "没有不用记的。",
  said_side: "说的", bill_side: "账单", no_pair: "没有说过像它的一笔。", look_at: "这一行要看看：", no_day: "没有日期",
  it_is: "就是它", it_is_not: "不是", a_new_one: "新的一笔", leave_out: "不记", ask_again: "改回",
  same_done: "就是它", new_done: "新的一笔", nothing_done: "不记", next_option: "换一笔，再看看。", still_asked: "{0}。还有{1}笔要看。",
  pair_label: "说的：{0}。账单：{1}。{2}", differs_by: "差 {0}", days_apart: "隔{0}天", of_several: "{0}笔合起来",
  act_on: "{0}：{1}", changed_from: "说的是 {0}", is_refund: "退款", is_double: "钱包里有同一笔", own_move: "自己转自己", unpaid: "没付成",
  select_all: "全选", selected: "选中{0}笔", file_under: "归到", file_them: "归类", filed: "{0}笔归到{1}。", none_selected: "先选中几笔。", select_one: "选中 {0}",
  write_bill: "记入", write_answers: "记入{0}个回答", drop_bill: "不要了", bill_taken: "已记入：新增{0}笔，对上{1}笔。", answers_taken: "已记入{0}个回答。",
  undo_bill: "撤销这份账单", undo_bill_body: "这份账单新记的会移除，对上的会变回原来说的样子，随时可以恢复。", restore_bill: "恢复这份账单",
};
