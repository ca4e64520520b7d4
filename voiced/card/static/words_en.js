/** The words of the page in English. `{0}` is the first value given. */

/** @import { Word } from "./words.js" */

/** @type {Record<Word, string>} */
export const WORDS = {
  // The frame.
  name: "voiced", skip: "Skip to content", pages: "Pages", now: "Now", ledger: "Ledger", help: "Help", close: "Close",
  other_language: "中文", other_language_label: "中文 · 切换到中文",
  theme_auto: "Appearance: as the system", theme_light: "Appearance: light", theme_dark: "Appearance: dark",
  connecting: "Connecting…", unreached: "Nothing can be recorded or shown now.", look_for_it: "Check that voiced runs, and that this device is in its network.", lost: "Connection lost; next try in {0} s. What you see may be old.", never_reached: "voiced cannot be reached; next try in {0} s.", retry: "Try now", back: "Connected again.",
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
  keys: "Gestures and keyboard", key_move: "Move between entries", key_confirm: "Confirm this entry", key_cancel: "Cancel this entry",
  key_edit: "Edit this entry", key_all: "Confirm all", key_help: "Open this help", key_page: "Now / Ledger",
  install: "The browser's menu puts this page on the home screen. While voiced cannot be reached, the page opens and says so.",
  no_install: "This address is not encrypted (https), so the browser keeps no copy of the page: it does not open while voiced cannot be reached. All else is the same.",
  swipe_right: "Swipe right", swipe_left: "Swipe left", tap: "Tap",
  keys_where: "↑ ↓, Enter and Delete act on the entry in focus.", single_keys: "Single-key shortcuts (?, 1, 2)",
};
