/** The draft: one entry as a card, several as a list. Each row can be pulled, pressed and reached by keys. */

import { button, el, icon, redraw } from "./dom.js";
import { detailsOf } from "./details.js";
import { nameOf } from "./history.js";
import { fenSent, shown } from "./money.js";
import { dayName } from "./days.js";

/** @import { Item, Type } from "./contract" */
/** @import { Page } from "./page.js" */
/** @import { What } from "./presses.js" */
/** @import { Say } from "./words.js" */

/** @typedef {Map<number | null, What>} Waiting presses that the daemon has not answered, by row; null is the key of one for all rows */
const DENSE_FROM = 4; // So many rows are one line each on a phone.
const LONG = 8; // Characters of an amount that do not fit in the largest type.

/** @typedef {{isChosen: boolean, single: boolean, waiting: Waiting}} Look */

/**
 * The whole draft.
 *
 * @param {Item[]} items
 * @param {number} chosen the index of the row that Tab reaches
 * @param {Waiting} waiting
 * @param {Page} page
 */
export function draft(items, chosen, waiting, page) {
  const { say } = page;
  const single = items.length === 1;
  const rows = items.map((item) => {
    const drawn = JSON.stringify([item, waiting.get(item.index) ?? waiting.get(null), page.today, page.language]);
    return el("li", { "data-drawn": drawn }, row(item, { isChosen: item.index === chosen, single, waiting }, page));
  });
  return el(
    "div",
    { class: single ? "draft single" : items.length >= DENSE_FROM ? "draft dense" : "draft" },
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
  const pending = items.filter((item) => item.status === "pending");
  const doubtful = pending.filter((item) => item.doubtful).length;
  const count = items.length === 1 ? say("single") : say("several", pending.length);
  return doubtful && items.length > 1 ? `${count}，${say("to_check", doubtful)}` : count;
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
 * Draw a draft over one that is shown. A row that has not changed is left alone, since a finger may be on it.
 *
 * @param {HTMLElement} place
 * @param {HTMLElement} fresh
 */
export function redrawDraft(place, fresh) {
  const shown = place.querySelector(".draft");
  const [old, rows] = [shown ? rowsOf(shown) : [], rowsOf(fresh)];
  if (shown?.className !== fresh.className || old.length !== rows.length) return redraw(place, fresh);
  shown.querySelector("header")?.replaceWith(...fresh.querySelectorAll("header"));
  shown.querySelector(".tip")?.replaceWith(...fresh.querySelectorAll(".tip"));
  rows.forEach((row, place) => {
    const before = old[place];
    if (before?.dataset["drawn"] !== row.dataset["drawn"]) return replaceRow(before, row);
    const parts = row.querySelectorAll("[data-key]");
    before?.querySelectorAll("[data-key]").forEach((part, at) => part.setAttribute("tabindex", parts[at]?.getAttribute("tabindex") ?? "-1"));
  });
}

/**
 * @param {HTMLElement | undefined} before
 * @param {HTMLElement} row
 */
function replaceRow(before, row) {
  if (!before) return;
  before.dataset["drawn"] = row.dataset["drawn"];
  const wasOpen = before.querySelector(".row")?.hasAttribute("data-open") ?? false;
  row.querySelector(".row")?.toggleAttribute("data-open", wasOpen);
  redraw(before, ...row.childNodes);
}

/**
 * @param {Element} draft
 * @returns {HTMLElement[]}
 */
function rowsOf(draft) {
  return [...draft.querySelectorAll("li")];
}

/**
 * What a row says, whatever was decided about it.
 *
 * @param {Item} item
 */
export function saysOf(item) {
  return JSON.stringify({ ...item, status: "" });
}

/**
 * @param {Item} item
 * @param {Look} look
 * @param {Page} page
 */
function row(item, look, page) {
  const { say } = page;
  const { isChosen, single, waiting } = look;
  const awaited = waiting.get(item.index) ?? waiting.get(null);
  return el(
    "div",
    {
      class: "row",
      role: "group",
      tabindex: isChosen ? 0 : -1,
      "aria-label": label(item, say),
      "data-key": `row-${item.index}`,
      "data-index": item.index,
      "data-says": saysOf(item),
      "data-status": item.status,
      "data-doubtful": item.doubtful,
      "data-waiting": awaited,
      "data-pullable": item.status === "pending" && !awaited,
    },
    el(
      "div",
      { class: "under", "aria-hidden": "true" },
      el("span", { class: "yes" }, icon("confirmed"), say("confirm")),
      el("span", { class: "no" }, say("cancel"), icon("cancelled")),
    ),
    el("div", { class: "face" }, ...face(item, single, page), foot(item, look, say)),
  );
}

/**
 * @param {Item} item
 * @param {boolean} single
 * @param {Page} page
 */
function face(item, single, { today, language, say, now }) {
  const accounts = now?.accounts ?? [];
  const place = single ? null : el("span", { class: "number", "aria-hidden": "true" }, String(item.number));
  const doubt = item.doubtful ? el("span", { class: "doubt" }, icon("doubt"), say("doubtful")) : null;
  const habit =
    item.habit && item.status === "pending"
      ? button({ word: say("habit"), look: "plain", "data-act": "forget", "data-key": `forget-${item.index}`, title: say("forget_habit") })
      : null;
  return [
    el("p", { class: "title" }, place, el("span", { lang: "zh-CN" }, nameOf(item))),
    amount(item, say),
    ...answers(item, say),
    el(
      "p",
      { class: "detail" },
      el("span", { class: "type" }, say(item.type)),
      item.description ? el("span", { lang: "zh-CN" }, item.category) : null,
      el("time", { datetime: item.date }, dayName(item.date, today, language)),
      ...detailsOf({ ...item, account: item.account ?? accounts[0] ?? null }).map((detail) => el("span", {}, detail)),
      doubt,
      habit,
    ),
  ];
}

/**
 * @param {Item} item
 * @param {Say} say
 */
function amount(item, say) {
  if (item.amount === null) return el("p", { class: "amount missing" }, icon("doubt"), say("no_amount"));
  return el("p", { class: "amount money", "data-type": item.type, "data-long": item.amount.length > LONG }, shown(fenSent(item.amount)));
}

/**
 * The buttons that answer the question about a row: its two readings, or the editor for what it lacks.
 *
 * @param {Item} item
 * @param {Say} say
 */
function answers(item, say) {
  if (item.complete || item.status !== "pending") return [];
  const fill = item.amount === null ? "fill_amount" : "fill_rest";
  const fillIn = button({ name: "edit", word: say(fill), "data-act": "edit", "data-key": `fill-${item.index}` });
  if (!item.readings) return [el("div", { class: "readings" }, fillIn)];
  const answers = item.readings.map((word, at) =>
    button({ word, "data-act": `choose-${at}`, "data-key": `choose-${at}-${item.index}` }),
  );
  return [el("div", { class: "readings", lang: "zh-CN" }, ...answers)];
}

/**
 * What state the row is in, and what can be done to it. One entry alone is decided by the large buttons below it.
 *
 * @param {Item} item
 * @param {Look} look
 * @param {Say} say
 */
function foot(item, { isChosen, single, waiting }, say) {
  const awaited = waiting.get(item.index) ?? waiting.get(null);
  const act = (/** @type {"edit" | "cancel" | "confirm" | "reopen" | "open"} */ what, /** @type {string} */ picture, /** @type {string} */ word) =>
    button({
      name: picture,
      word,
      look: "plain",
      quiet: true,
      "data-act": what,
      "data-key": `${what}-${item.index}`,
      tabindex: isChosen ? 0 : -1,
      "aria-disabled": awaited ? "true" : null,
    });
  const decides = item.status === "pending" && !single;
  return el(
    "div",
    { class: "foot" },
    awaited
      ? el("span", { class: "status" }, icon("waits"), el("span", {}, say(`${awaited}_waits`)))
      : el("span", { class: "status" }, icon(item.status), el("span", {}, say(item.status))),
    item.status === "cancelled" ? null : act("edit", "edit", say("edit_row", item.number)),
    decides ? act("cancel", "cancelled", say("cancel_row", item.number)) : null,
    decides ? act("confirm", "confirmed", say("confirm_row", item.number)) : null,
    single ? null : act("open", "more", say("acts_of_row", item.number)),
    item.status !== "pending" && !single ? act("reopen", "undo", say("reopen_row", item.number)) : null,
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
