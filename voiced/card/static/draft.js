/** The draft: one entry as a card, several as a list. Each row can be pulled, pressed and reached by keys. */

import { detailsOf } from "./details.js";
import { button, el, icon } from "./dom.js";
import { fenSent, shown } from "./money.js";
import { dayName } from "./days.js";

/** @import { Item, Type } from "./contract" */
/** @import { Page } from "./page.js" */
/** @import { Say } from "./words.js" */

/**
 * The whole draft.
 *
 * @param {Item[]} items
 * @param {number} chosen the index of the row that Tab reaches
 * @param {Page} page
 */
export function draft(items, chosen, page) {
  const { say } = page;
  const single = items.length === 1;
  const rows = items.map((item) => el("li", {}, row(item, item.index === chosen, single, page)));
  return el(
    "div",
    { class: single ? "draft single" : "draft" },
    el("header", {}, el("h2", {}, title(items, say)), single ? null : el("p", { class: "money" }, totals(items, say))),
    el("ul", { class: "rows", role: "list", "aria-label": say("rows") }, ...rows),
    el(
      "p",
      { class: "tip" },
      el("span", {}, say(single ? "say_to_one" : "say_to_several"), " "),
      el("span", {}, say("swipe_tip"), " "),
      el("span", { class: "with-keys" }, say("keys_tip")),
    ),
  );
}

/**
 * @param {Item[]} items
 * @param {Say} say
 */
function title(items, say) {
  const pending = items.filter((item) => item.status === "pending").length;
  return items.length === 1 ? say("single") : say("several", items.length, pending);
}

/**
 * @param {Item[]} items
 * @param {Say} say
 */
function totals(items, say) {
  const sum = (/** @type {Type} */ type) =>
    items
      .filter((item) => item.type === type && item.status !== "cancelled")
      .reduce((total, item) => total + fenSent(item.amount ?? "0"), 0n);
  const [spent, earned] = [sum("EXPENSE"), sum("INCOME")];
  return [spent && say("total_out", shown(spent)), earned && say("total_in", shown(earned))].filter(Boolean).join(" · ");
}

/**
 * @param {Item} item
 * @param {boolean} isChosen
 * @param {boolean} single
 * @param {Page} page
 */
function row(item, isChosen, single, page) {
  const { say } = page;
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
      "data-pullable": item.status === "pending",
    },
    el(
      "div",
      { class: "under", "aria-hidden": "true" },
      el("span", { class: "yes" }, icon("confirmed"), say("confirm")),
      el("span", { class: "no" }, say("cancel"), icon("cancelled")),
    ),
    el("div", { class: "face" }, ...face(item, single, page), foot(item, isChosen, single, say)),
  );
}

/**
 * @param {Item} item
 * @param {boolean} single
 * @param {Page} page
 */
function face(item, single, { today, language, say }) {
  const place = single ? null : el("span", { class: "number", "aria-hidden": "true" }, String(item.number));
  const doubt = item.doubtful ? el("span", { class: "doubt" }, icon("doubt"), say("doubtful")) : null;
  return [
    el("p", { class: "title" }, place, el("span", { lang: "zh-CN" }, item.category)),
    amount(item, say),
    el(
      "p",
      { class: "detail" },
      el("span", {}, say(item.type)),
      item.description ? el("span", { lang: "zh-CN" }, item.description) : null,
      el("time", { datetime: item.date }, dayName(item.date, today, language)),
      ...detailsOf(item).map((detail) => el("span", {}, detail)),
      doubt,
    ),
  ];
}

/**
 * @param {Item} item
 * @param {Say} say
 */
function amount(item, say) {
  if (item.amount === null) return el("p", { class: "amount missing" }, icon("doubt"), say("no_amount"));
  return el("p", { class: "amount money" }, icon(item.type), shown(fenSent(item.amount)));
}

/**
 * What state the row is in, and what can be done to it. One entry alone is decided by the large buttons below it.
 *
 * @param {Item} item
 * @param {boolean} isChosen
 * @param {boolean} single
 * @param {Say} say
 */
function foot(item, isChosen, single, say) {
  const act = (/** @type {"edit" | "cancel" | "confirm"} */ what, /** @type {string} */ picture, /** @type {string} */ word) =>
    button({
      name: picture,
      word,
      look: "plain",
      quiet: true,
      "data-act": what,
      "data-key": `${what}-${item.index}`,
      tabindex: isChosen ? 0 : -1,
    });
  const decides = item.status === "pending" && !single;
  return el(
    "div",
    { class: "foot" },
    el("span", { class: "status" }, icon(item.status), say(item.status)),
    item.status === "cancelled" ? null : act("edit", "edit", say("edit_row", item.number)),
    decides ? act("cancel", "cancelled", say("cancel_row", item.number)) : null,
    decides ? act("confirm", "confirmed", say("confirm_row", item.number)) : null,
  );
}

/**
 * @param {Item} item
 * @param {Say} say
 */
function label(item, say) {
  const money = item.amount === null ? say("no_amount") : shown(fenSent(item.amount));
  const words = item.description ? ` ${item.description}` : "";
  const doubt = item.doubtful ? `，${say("doubtful")}` : "";
  return say("row_label", item.number, say(item.type), money, item.category + words, say(item.status)) + doubt;
}
