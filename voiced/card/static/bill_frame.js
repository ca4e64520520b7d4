/** What stands around the lines of a bill: what it is, its groups, what is done to many lines, and the press that writes. */

import { addressOfBill } from "./address.js";
import { button, el, icon } from "./dom.js";
import { momentName, spanName } from "./days.js";
import { TYPES } from "./fields.js";

/** @import { BillSay, BillWord } from "./bill_words.js" */
/** @import { BillGroup, BillKept, BillLine, BillView, Category, Type } from "./contract" */

/** @type {[BillGroup, BillWord][]} */
const GROUPS = [["matched", "matched"], ["asked", "asked"], ["new", "unsaid"], ["alone", "alone"]];
/** @type {Record<string, BillWord>} */
const FORMS = { alipay: "form_alipay", wechat: "form_wechat", cmb: "form_cmb", icbc: "form_icbc", ccb: "form_ccb" };

/**
 * The bills that were recorded, the latest first.
 *
 * @param {BillKept[]} bills
 * @param {BillSay} say
 */
export function keptBills(bills, say) {
  const lines = bills.map((bill) =>
    el(
      "li",
      { class: "line" },
      el("a", { class: "button what", href: addressOfBill(bill.batchId), "data-key": `bill-${bill.batchId}` }, titleOf(bill, say)),
      el("span", { class: "detail" }, say("is_written", momentName(bill.createdAt))),
    ),
  );
  return el("section", { class: "about" }, el("h3", {}, say("taken_bills")), lines.length ? el("ul", { class: "lines", role: "list" }, ...lines) : el("p", { class: "empty" }, say("no_bills")));
}

/**
 * What a bill is, and what is to be known of it.
 *
 * @param {BillView} view
 * @param {{isFile: boolean, isMine: boolean}} state whether it is a file that is not written yet
 * @param {{mine: (isMine: boolean) => void, undo: () => void, restore: () => void}} doing
 * @param {BillSay} say
 */
export function aboutBill({ bill, counts, known, remarks, unknown, anotherPersons }, { isFile, isMine }, doing, say) {
  const isGone = !isFile && counts.matched + counts.asked + counts.new + counts.left === 0;
  const mine = el("input", { type: "checkbox", checked: isMine, onchange: () => doing.mine(mine.checked), "data-key": "mine" });
  return [
    el("h3", { class: "title" }, bill ? titleOf(bill, say) : ""),
    ...(isGone ? [el("p", {}, say("is_undone"))] : []),
    ...(isFile && known ? [el("p", { class: "detail" }, say("some_known", known))] : []),
    ...(unknown.length ? [el("p", { class: "detail" }, say("accounts_unknown", unknown.join("、")))] : []),
    ...(remarks.length ? [el("details", {}, el("summary", {}, say("bill_remarks", remarks.length)), ...remarks.map((remark) => el("p", { lang: "en" }, remark)))] : []),
    ...(isFile && anotherPersons ? [el("p", { class: "wrong", role: "alert" }, icon("doubt"), say("another_persons")), el("label", { class: "check" }, mine, say("is_mine"))] : []),
    ...(isFile ? [] : [el("div", { class: "tools-of-ledger" }, ...toolsOf(isGone, doing, say))]),
  ];
}

/**
 * What can be done with a bill that was recorded.
 *
 * @param {boolean} isGone whether it was undone
 * @param {{undo: () => void, restore: () => void}} doing
 * @param {BillSay} say
 */
function toolsOf(isGone, { undo, restore }, say) {
  const others = el("a", { class: "button", href: "#bills", "data-key": "bills" }, icon("import"), say("another_bill"));
  const back = isGone
    ? button({ name: "redo", word: say("restore_bill"), press: restore, "data-key": "restore-bill" })
    : button({ name: "undo", word: say("undo_bill"), press: undo, "data-key": "undo-bill" });
  return [others, back];
}

/**
 * @param {Record<BillGroup, number>} counts
 * @param {BillGroup} shown
 * @param {(group: BillGroup) => void} turn
 * @param {BillSay} say
 */
export function groupTabs(counts, shown, turn, say) {
  const left = /** @type {[BillGroup, BillWord][]} */ (counts.left ? [["left", "left_lines"]] : []);
  return [...GROUPS, ...left].map(([group, word]) =>
    el("button", { type: "button", "aria-pressed": String(group === shown), onclick: () => turn(group), "data-key": `group-${group}` }, say(word), el("span", { class: "number" }, String(counts[group]))),
  );
}

/**
 * What is done to the lines that are selected.
 *
 * @param {BillLine[]} lines
 * @param {Set<string>} selected
 * @param {Category[]} categories
 * @param {{selectAll: (all: boolean) => void, file: (type: Type, category: string) => void, leaveOut: () => void}} doing
 * @param {BillSay} say
 */
export function bulkBar(lines, selected, categories, doing, say) {
  const isAll = lines.every(({ ref }) => selected.has(ref));
  const all = el("input", { type: "checkbox", checked: isAll, onchange: () => doing.selectAll(all.checked), "data-key": "select-all" });
  const types = new Set(lines.filter(({ ref }) => selected.size === 0 || selected.has(ref)).map(({ type }) => type));
  const offered = TYPES.filter((type) => types.has(type)).map((type) => {
    const ofType = categories.filter((one) => one.type === type);
    return el("optgroup", { label: say(type) }, ...ofType.map(({ name }) => el("option", { value: `${type} ${name}` }, name)));
  });
  const category = el("select", { name: "category", "aria-label": say("file_under"), "data-key": "file-under" }, ...offered);
  const file = () => {
    const [type = "", name = ""] = category.value.split(" ");
    doing.file(/** @type {Type} */ (type), name);
  };
  return [
    el("label", { class: "check" }, all, say("select_all")),
    el("span", { class: "detail" }, say("selected", selected.size)),
    category,
    button({ word: say("file_them"), press: file, "data-key": "file-them" }),
    button({ word: say("leave_out"), press: doing.leaveOut, "data-key": "leave-out" }),
  ];
}

/**
 * The press that writes; there is none where nothing waits for it.
 *
 * @param {{isFile: boolean, isReady: boolean, isWriting: boolean, answers: number}} state
 * @param {{write: () => void, drop: () => void}} doing
 * @param {BillSay} say
 */
export function settleBar({ isFile, isReady, isWriting, answers }, doing, say) {
  if (!isFile && !answers) return [];
  const word = isWriting ? say("writing") : isFile ? say("write_bill") : say("write_answers", answers);
  return [
    isWriting ? el("progress", { "aria-label": word }) : el("p", {}, say("not_written")),
    isWriting ? null : button({ word: say("drop_bill"), press: doing.drop, "data-key": "drop-bill" }),
    button({ name: isWriting ? "waits" : "confirmed", word, look: "chief", press: doing.write, "data-key": "write", "aria-disabled": isReady && !isWriting ? null : "true" }),
  ];
}

/**
 * @param {BillKept} bill
 * @param {BillSay} say
 */
function titleOf(bill, say) {
  const word = FORMS[bill.form];
  return `${word ? say(word) : bill.form} ${spanName(bill)}`;
}
