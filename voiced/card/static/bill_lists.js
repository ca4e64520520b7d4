/** The lines of a bill: pairs to look at, and the lists beside them. What is pressed is known by `data-act` and `data-ref`. */

import { button, el, icon } from "./dom.js";
import { detailsOf } from "./details.js";
import { lineOf, nameOf } from "./history.js";
import { fenSent, shown } from "./money.js";

/** @import { Answer } from "./bill_answers.js" */
/** @import { BillSay, BillWord } from "./bill_words.js" */
/** @import { BillLine, Row } from "./contract" */

/** @typedef {"same" | "other" | "new" | "nothing" | "again"} Act */
/** @typedef {{date: string, line: BillLine, said: Row[], answer: Answer | null, isSelected: boolean}} LineItem `said` may be what the line is of */
/** @typedef {{date: string, row: Row}} RowItem */

/** @type {Record<Act, [string, BillWord]>} */
const LOOKS = {
  same: ["confirmed", "it_is"],
  other: ["cancelled", "it_is_not"],
  new: ["import", "a_new_one"],
  nothing: ["hide", "leave_out"],
  again: ["undo", "ask_again"],
};
/** @type {Record<string, BillWord>} */
const REASONS = { "never paid": "unpaid", "within one account": "own_move" };
/** @type {Record<NonNullable<BillLine["doubt"]>, BillWord>} */
const DOUBTS = {
  amount: "doubt_amount", currency: "doubt_currency", date: "doubt_date", future: "doubt_future", state: "doubt_state", kind: "doubt_kind", formula: "doubt_formula",
  accounts: "doubt_accounts",
};

/**
 * What can be done to a line, the answer of a swipe to the right first, then that of one to the left.
 *
 * @param {LineItem} item
 * @returns {Act[]}
 */
export function actsOf({ line, said, answer }) {
  if (answer) return ["again"];
  if (said.length) return ["same", "other", "new"];
  return isRecordable(line) ? ["new", "nothing"] : ["nothing"];
}

/**
 * A pair, side by side: what was said, and what the bill says.
 *
 * @param {LineItem} item
 * @param {BillSay} say
 */
export function pairLine(item, say) {
  const { line, said, answer } = item;
  const acts = actsOf(item);
  const [right = "nothing", left = right] = acts;
  const word = answer ? say(`${answer.verdict}_done`) : say("asked");
  const sentence = say("pair_label", saidSentence(said, say), billSentence(line), word);
  return el(
    "li",
    {},
    el(
      "div",
      {
        class: "row match", role: "group", tabindex: 0, "aria-label": sentence, "data-key": `pair-${line.ref}`, "data-ref": line.ref,
        "data-status": answer ? (answer.verdict === "nothing" ? "cancelled" : "confirmed") : "pending", "data-pullable": !answer,
      },
      el("div", { class: "under", "aria-hidden": "true" }, under("yes", right, say), under("no", left, say)),
      el(
        "div",
        { class: "face" },
        el("div", { class: "sides" }, saidSide(said, line, say), billSide(line, say)),
        line.kind === "unsure" || line.options.length === 0 ? el("p", { class: "detail" }, say("look_at"), say(line.doubt ? DOUBTS[line.doubt] : "doubt_twice")) : null,
        el(
          "div",
          { class: "foot" },
          answer ? el("span", { class: "status" }, icon(answer.verdict === "nothing" ? "cancelled" : "confirmed"), word) : null,
          ...acts.map((act) => actButton(act, line, say, "")),
        ),
      ),
    ),
  );
}

/**
 * A line that is of a row that was said.
 *
 * @param {LineItem} item
 * @param {BillSay} say
 */
export function matchedLine({ line, answer }, say) {
  const said = line.before.length ? line.before : line.after;
  const isOther = sumOf(said) !== fenSent(line.amount);
  const details = [billName(line), ...detailsOfLine(line), isOther ? say("changed_from", shown(sumOf(said))) : ""];
  return plainLine({ line, answer, name: said.map(nameOf).join("、"), details, acts: answer ? ["again"] : ["new"], word: "it_is_not" }, say);
}

/**
 * A line that was never said; it can be selected.
 *
 * @param {LineItem} item
 * @param {BillSay} say
 */
export function newLine({ line, answer, isSelected }, say) {
  const category = answer?.category || line.category;
  const { item, method } = line;
  const details = [say(line.type), category, ...detailsOf(line), line.time ?? "", item || method, line.refunds ? say("is_refund") : ""];
  const select = el("input", { type: "checkbox", checked: isSelected, "data-act": "select", "data-key": `select-${line.ref}` });
  return plainLine({ line, answer, name: billName(line), details, acts: answer ? ["again"] : [], select }, say);
}

/**
 * A line that gives no row.
 *
 * @param {LineItem} item
 * @param {BillSay} say
 */
export function leftLine({ line, answer }, say) {
  const reason = line.doubles ? "is_double" : REASONS[line.reason];
  const acts = /** @type {Act[]} */ (answer ? ["again"] : isRecordable(line) && !line.doubles ? ["new"] : []);
  return plainLine({ line, answer, name: billName(line), details: [...detailsOfLine(line), reason ? say(reason) : ""], acts }, say);
}

/**
 * A row that has no line.
 *
 * @param {RowItem} item
 * @param {BillSay} say
 */
export function aloneLine({ row }, say) {
  return el("li", { class: "line" }, ...lineOf(row, "", say));
}

/**
 * @param {{line: BillLine, answer: Answer | null, name: string, details: string[], acts: Act[], word?: BillWord, select?: HTMLElement}} what
 * @param {BillSay} say
 */
function plainLine({ line, answer, name, details, acts, word, select }, say) {
  const status = answer ? [say(`${answer.verdict}_done`)] : [];
  const text = el(
    "span",
    { class: "what" },
    el("span", { lang: "zh-CN" }, name),
    el("span", { class: "detail" }, [...status, ...details].filter((part) => part !== "").join(" · ")),
  );
  const whole = select ? el("label", { class: "check what" }, select, text) : text;
  return el(
    "li",
    { class: "line", "data-ref": line.ref, "data-answered": answer !== null },
    whole,
    money(line.amount, line.type),
    ...acts.map((act) => actButton(act, line, say, "plain", word)),
  );
}

/**
 * @param {Act} act
 * @param {BillLine} line
 * @param {BillSay} say
 * @param {string} look
 * @param {BillWord} [other] a word in place of the usual one
 */
function actButton(act, line, say, look, other) {
  const [picture, usual] = LOOKS[act];
  const word = say(other ?? usual);
  return button({ name: picture, word, look: act === "same" ? "chief" : look, "aria-label": say("act_on", word, billSentence(line)), "data-act": act, "data-key": `${act}-${line.ref}` });
}

/**
 * @param {string} side
 * @param {Act} act
 * @param {BillSay} say
 */
function under(side, act, say) {
  const [picture, word] = LOOKS[act];
  return el("span", { class: side }, icon(picture), say(word));
}

/**
 * @param {Row[]} said
 * @param {BillLine} line
 * @param {BillSay} say
 */
function saidSide(said, line, say) {
  const [first] = said;
  if (!first) return side("said_side", [el("p", { class: "detail" }, say("no_pair"))], say);
  const apart = sumOf(said) - fenSent(line.amount);
  const days = line.date ? Math.abs(Date.parse(first.date) - Date.parse(line.date)) / 86_400_000 : 0;
  const differs = [
    said.length > 1 ? say("of_several", said.length) : "",
    apart ? say("differs_by", shown(apart < 0n ? -apart : apart)) : "",
    days ? say("days_apart", days) : "",
  ];
  return side(
    "said_side",
    [
      el("p", { class: "name", lang: "zh-CN" }, said.map(nameOf).join("、")),
      el("p", { class: "amount money", "data-type": first.type }, shown(sumOf(said))),
      details([first.date, first.description ? first.category : "", ...detailsOf(first)]),
      ...differs.filter((part) => part !== "").map((part) => el("p", { class: "doubt" }, icon("doubt"), part)),
    ],
    say,
  );
}

/**
 * @param {BillLine} line
 * @param {BillSay} say
 */
function billSide(line, say) {
  return side(
    "bill_side",
    [el("p", { class: "name", lang: "zh-CN" }, billName(line)), money(line.amount, line.type), details([line.date ?? "", line.time ?? "", ...detailsOf(line), line.merchant && line.item])],
    say,
  );
}

/**
 * @param {BillWord} word
 * @param {Node[]} parts
 * @param {BillSay} say
 */
function side(word, parts, say) {
  return el("div", { class: "side" }, el("p", { class: "which" }, say(word)), ...parts);
}

/** @param {string[]} parts */
function details(parts) {
  return el("p", { class: "detail", lang: "zh-CN" }, ...parts.filter((part) => part !== "").map((part) => el("span", {}, part)));
}

/** @param {BillLine} line */
function detailsOfLine(line) {
  return [[line.date ?? "", line.time ?? ""].join(" ").trim(), ...detailsOf(line)];
}

/** @param {BillLine} line */
function billName({ merchant, item, method, category }) {
  return merchant || item || category || method;
}

/** @param {BillLine} line */
function billSentence(line) {
  return [billName(line), shown(fenSent(line.amount)), line.date ?? ""].join(" ").trim();
}

/**
 * @param {Row[]} said
 * @param {BillSay} say
 */
function saidSentence(said, say) {
  const [first] = said;
  return first ? [said.map(nameOf).join("、"), shown(sumOf(said)), first.date].join(" ") : say("no_pair");
}

/**
 * @param {string} amount
 * @param {import("./contract").Type} type
 */
function money(amount, type) {
  return el("p", { class: "amount money", "data-type": type }, shown(fenSent(amount)));
}

/** @param {Row[]} rows */
function sumOf(rows) {
  return rows.reduce((sum, { amount }) => sum + fenSent(amount), 0n);
}

/**
 * Whether a row could have its amount and its day.
 *
 * @param {BillLine} line
 */
function isRecordable({ amount, date }) {
  return date !== null && fenSent(amount) > 0n;
}
