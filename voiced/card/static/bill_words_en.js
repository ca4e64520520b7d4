/** The words of the page of bills in English. `{0}` is the first value given. */

/** @type {typeof import("./bill_words_zh.js").WORDS} */
export const WORDS = {
  to_ledger: "Back to the ledger", bills_hint: "Choose a bill of 支付宝, 微信 or a bank (CSV, xlsx or zip), or drop it here. You see how it meets the ledger; nothing is written before “Record”.",
  choose_bill: "Choose a bill", bill_password: "Password of the archive", open_bill: "Open", taken_bills: "Recorded bills", no_bills: "No bill was recorded yet.", another_bill: "Another bill",
  form_alipay: "支付宝", form_wechat: "微信", form_cmb: "招商银行", form_icbc: "工商银行", form_ccb: "建设银行",
  comparing: "Comparing with the ledger…", writing: "Recording…", locked_bill: "This archive has a password: type it, then open it.",
  bill_wrong: "This bill cannot be recorded: its form is not known, or the file is not whole. Nothing was written.", password_wrong: "The archive does not open: the password is wrong, or it holds no bill. Nothing was written.", bill_long: "The file is too large ({0} MB at most): export a shorter time.",
  bill_sums: "{0} met, {1} to look at, {2} never said, {3} left out", all_known: "All {0} lines of this bill were recorded before; nothing is new.", some_known: "{0} of them were recorded before.",
  not_written: "Not recorded yet.", is_written: "Recorded {0}", is_undone: "This bill was undone.", accounts_unknown: "The ledger has no such accounts; the default one stands for them: {0}", bill_remarks: "Remarks: {0}",
  another_persons: "Nothing that was said on these days is in it: it may be another person’s bill.", is_mine: "It is my bill",
  groups: "Four groups", matched: "Met", asked: "To look at", unsaid: "Never said", alone: "Only said", left_lines: "Left out",
  hint_matched: "Said, and in the bill: amount and account are the bill’s, description and category are yours.", hint_asked: "What was said is on the left, the bill on the right. Swipe right for “that’s it”, left for “not it”.", hint_keys: "Keys: Enter, Delete, N for a new one, ↑↓ to move.", hint_unsaid: "These become new entries; the category is a guess. Select some to file them at once.",
  hint_alone: "Said, and not in this bill: perhaps paid in cash, or in another bill. They stay as they are.", hint_left: "These are not recorded.",
  none_matched: "None is met.", none_asked: "Nothing is left to look at.", none_unsaid: "All of it was said.", none_alone: "All that was said is in the bill.", none_left: "Nothing is left out.",
  said_side: "Said", bill_side: "Bill", no_pair: "Nothing like it was said.", look_at: "To be looked at: ", doubt_amount: "its amount cannot be read.", doubt_currency: "its currency is not CNY.", doubt_date: "its day cannot be read.", doubt_future: "its day is still to come.", doubt_state: "the state of the payment is not known.", doubt_kind: "the kind of payment is not known.", doubt_formula: "a cell is a formula.", doubt_accounts: "the accounts are not known.", doubt_twice: "another bill may have it already.", no_day: "No day",
  it_is: "That’s it", it_is_not: "Not it", a_new_one: "A new one", leave_out: "Leave out", ask_again: "Ask again",
  same_done: "That’s it", new_done: "A new one", nothing_done: "Left out", next_option: "Look at the next one.", still_asked: "{0}. Still to look at: {1}.",
  pair_label: "Said: {0}. Bill: {1}. {2}", differs_by: "{0} apart", days_apart: "days apart: {0}", of_several: "{0} together",
  act_on: "{0}: {1}", changed_from: "said {0}", is_refund: "refund", is_double: "also in the wallet’s bill", own_move: "between own accounts", unpaid: "never paid",
  select_all: "Select all", file_under: "File under", filed_under: "Filed under {1}: {0}.", none_selected: "Select some first.",
  write_bill: "Record", write_answers: "Record answers: {0}", drop_bill: "Drop it", bill_taken: "Recorded: {0} new, {1} met.", answers_taken: "Recorded answers: {0}.",
  taken_back: "Undone.", brought_back: "Restored.",
  undo_bill: "Undo this bill", undo_bill_body: "New entries of this bill go, and those that it met are as they were said. You can restore it at any time.", restore_bill: "Restore this bill",
};
