/** The draft: one entry as a card, several as a list. Each row can be pulled, pressed and reached by keys. */

import { button, el, icon } from "./dom.js";
import { fenSent, shown } from "./money.js";
import { dayName } from "./days.js";

/**
 * @typedef {object} Item a row of the draft, as the daemon sends it
 * @property {number} index
 * @property {number} number
 * @property {string | null} amount
 * @property {"EXPENSE" | "INCOME" | "TRANSFER"} type
 * @property {string} category
 * @property {string} description
 * @property {string} date
 * @property {string | null} account
 * @property {"pending" | "confirmed" | "cancelled"} status
 * @property {boolean} check
 */

/** The whole draft; `chosen` is the row that Tab reaches. */
export function draft(items, chosen, today, language, say) {
  const single = items.length === 1;
  const rows = items.map((item) =>
    el("li", {}, row(item, item.index === chosen, single, today, language, say)),
  );
  return el(
    "div",
    { class: single ? "draft single" : "draft" },
    el("header", {}, el("h2", {}, title(items, say)), single ? null : el("p", { class: "money" }, totals(items, say))),
    el("ul", { class: "rows", role: "list", "aria-label": say("rows") }, ...rows),
    el("p", { class: "tip" }, say("swipe_tip")),
  );
}

function title(items, say) {
  const pending = items.filter((item) => item.status === "pending").length;
  return items.length === 1 ? say("single") : say("several", items.length, pending);
}

function totals(items, say) {
  const sum = (type) =>
    items
      .filter((item) => item.type === type && item.status !== "cancelled" && item.amount !== null)
      .reduce((total, item) => total + fenSent(item.amount), 0n);
  const [spent, earned] = [sum("EXPENSE"), sum("INCOME")];
  return [spent && say("total_out", shown(spent)), earned && say("total_in", shown(earned))].filter(Boolean).join(" · ");
}

function row(item, isChosen, single, today, language, say) {
  const open = item.status === "pending";
  return el(
    "div",
    {
      class: "row",
      role: "group",
      tabindex: isChosen ? 0 : -1,
      "aria-label": label(item, say),
      "data-key": `row-${item.index}`,
      "data-index": item.index,
      "data-status": item.status,
      "data-pullable": open,
    },
    el(
      "div",
      { class: "under", "aria-hidden": "true" },
      el("span", { class: "yes" }, icon("confirmed"), say("confirm")),
      el("span", { class: "no" }, say("cancel"), icon("cancelled")),
    ),
    el("div", { class: "face" }, ...face(item, single, today, language, say), foot(item, isChosen, say)),
  );
}

function face(item, single, today, language, say) {
  const place = single ? null : el("span", { class: "number", "aria-hidden": "true" }, String(item.number));
  const account = item.account ? el("span", {}, item.account) : null;
  const doubt = item.check ? el("span", { class: "doubt" }, icon("doubt"), say("doubtful")) : null;
  return [
    el("p", { class: "title" }, place, el("span", { lang: "zh-CN" }, item.category)),
    amount(item, say),
    el(
      "p",
      { class: "detail" },
      el("span", {}, say(item.type)),
      item.description ? el("span", { lang: "zh-CN" }, item.description) : null,
      el("time", { datetime: item.date }, dayName(item.date, today, language)),
      account,
      doubt,
    ),
  ];
}

function amount(item, say) {
  if (item.amount === null) return el("p", { class: "amount missing" }, icon("doubt"), say("no_amount"));
  return el("p", { class: "amount money" }, icon(item.type), shown(fenSent(item.amount)));
}

function foot(item, isChosen, say) {
  const act = (what, name) =>
    button({
      name,
      word: say(`${what}_row`, item.number),
      look: "plain",
      quiet: true,
      "data-act": what,
      "data-key": `${what}-${item.index}`,
      tabindex: isChosen ? 0 : -1,
    });
  return el(
    "div",
    { class: "foot" },
    el("span", { class: "status" }, icon(item.status), say(item.status)),
    item.status === "cancelled" ? null : act("edit", "edit"),
    item.status === "pending" ? act("cancel", "cancelled") : null,
    item.status === "pending" ? act("confirm", "confirmed") : null,
  );
}

function label(item, say) {
  const money = item.amount === null ? say("no_amount") : shown(fenSent(item.amount));
  const words = item.description ? ` ${item.description}` : "";
  const doubt = item.check ? `，${say("doubtful")}` : "";
  return say("row_label", item.number, say(item.type), money, item.category + words, say(item.status)) + doubt;
}
