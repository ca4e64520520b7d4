/** Pictures of a month: days as columns, categories as bars. Each has a table that says the same. */

import { addressOf } from "./address.js";
import { el, svg } from "./dom.js";
import { permille, shown } from "./money.js";
import { daysOf } from "./days.js";
import { NOTHING_WANTED } from "./search_form.js";

/** @import { Say } from "./words.js" */

const HEIGHT = 120;
const COLUMN = 20; // Units a day; the picture is scaled to the page.
const MOST_BARS = 8;

/**
 * Spending by day; the table has the income too.
 *
 * @param {string} month
 * @param {Map<string, {spent: bigint, earned: bigint}>} byDay
 * @param {Say} say
 */
export function monthChart(month, byDay, say) {
  const days = daysOf(month);
  const most = [...byDay.values()].reduce((max, { spent }) => (spent > max ? spent : max), 0n);
  const columns = days.map((day, at) => column(at, day, byDay.get(day)?.spent ?? 0n, most));
  // The picture is stretched to its place; letters would be too, so they stand beside it.
  const columnsOfMonth = svg(
    "svg",
    { class: "chart", viewBox: `0 0 ${days.length * COLUMN} ${HEIGHT}`, preserveAspectRatio: "none" },
    ...columns,
  );
  const marks = [1, Math.ceil(days.length / 2), days.length].map((day) => el("span", {}, String(day)));
  const picture = el(
    "div",
    { "aria-hidden": "true" },
    el("p", { class: "most money" }, shown(most)),
    columnsOfMonth,
    el("div", { class: "axis number" }, ...marks),
  );
  const rows = days.flatMap((day) => {
    const of = byDay.get(day);
    return of ? [[day, shown(of.spent), shown(of.earned)]] : [];
  });
  return figure(say("by_month"), picture, table([say("date"), say("spent"), say("earned")], rows), say);
}

/**
 * @param {number} at
 * @param {string} day
 * @param {bigint} spent
 * @param {bigint} most
 */
function column(at, day, spent, most) {
  const tall = (permille(spent, most || 1n) * HEIGHT) / 1000;
  // What a mouse points at is the whole height of the day: short columns are hard to hit.
  return svg(
    "g",
    {},
    svg("title", {}, `${day}  ${shown(spent)}`),
    svg("rect", { class: "day", x: at * COLUMN, width: COLUMN, y: 0, height: HEIGHT }),
    svg("rect", { class: "spent", x: at * COLUMN + 4, width: COLUMN - 8, y: HEIGHT - tall, height: tall }),
  );
}

/**
 * Spending by category; each category leads to its rows.
 *
 * @param {string} month
 * @param {{category: string, fen: bigint, count: number}[]} categories the largest first
 * @param {Say} say
 */
export function categoryChart(month, categories, say) {
  const most = categories[0]?.fen ?? 0n;
  const total = categories.reduce((sum, { fen }) => sum + fen, 0n);
  const percent = (/** @type {bigint} */ fen) => `${Math.round(permille(fen, total) / 10)}%`;
  const bars = categories.slice(0, MOST_BARS).map(({ category, fen }) =>
    el(
      "a",
      { class: "bar-row", href: addressOf({ month, wanted: { ...NOTHING_WANTED, type: "EXPENSE", category } }) },
      el("span", { lang: "zh-CN" }, category),
      bar(permille(fen, most)),
      el("span", { class: "money" }, shown(fen)),
    ),
  );
  const others = categories.slice(MOST_BARS).reduce((sum, { fen }) => sum + fen, 0n);
  const rest = others ? el("p", { class: "detail money" }, say("other_categories", shown(others))) : null;
  const rows = categories.map(({ category, fen, count }) => [category, shown(fen), percent(fen), String(count)]);
  const picture = el("div", { class: "bars" }, ...bars, rest);
  return figure(say("by_category"), picture, table([say("category"), say("spent"), say("share"), say("count")], rows), say);
}

/**
 * @param {number} length in thousandths
 * @param {boolean} [over] draws it as one that ran past its end
 */
export function bar(length, over = false) {
  return svg(
    "svg",
    { class: over ? "meter over" : "meter", viewBox: "0 0 1000 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "track", width: 1000, height: 10 }),
    svg("rect", { class: "fill", width: length, height: 10 }),
  );
}

/**
 * @param {string} title
 * @param {Node} picture
 * @param {Node} rows
 * @param {Say} say
 */
function figure(title, picture, rows, say) {
  return el(
    "figure",
    { class: "panel" },
    el("figcaption", {}, el("h3", {}, title)),
    picture,
    el("details", {}, el("summary", {}, say("as_table"), el("span", { class: "unseen" }, title)), rows),
  );
}

/**
 * @param {string[]} heads
 * @param {string[][]} rows
 */
function table(heads, rows) {
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": heads.join(", ") },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))),
      el(
        "tbody",
        {},
        ...rows.map(([first, ...rest]) =>
          el("tr", {}, el("th", { scope: "row" }, first), ...rest.map((cell) => el("td", { class: "money" }, cell))),
        ),
      ),
    ),
  );
}
