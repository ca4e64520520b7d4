/** Pictures of a month and a year: days and months as columns, categories as bars. Each has a table that says the same. */

import { addressOf, NOTHING_WANTED } from "./address.js";
import { el, svg } from "./dom.js";
import { daysOf, monthName } from "./days.js";
import { fenSent, permille, shown } from "./money.js";

/** @import { MonthSums } from "./contract" */
/** @import { Page } from "./page.js" */
/** @import { Say } from "./words.js" */

/** @typedef {{spent: bigint, earned: bigint}} Sums */

const HEIGHT = 120;
const COLUMN = 20; // Units a day; the picture is scaled to the page.
const MOST_BARS = 8;
const USUAL = 5; // A fifth of the amounts are above the usual one,
const MOST_TIMES_USUAL = 3n; // and those above three times that one are cut.

/**
 * Spending by day; each day leads to its rows. The table has the income too.
 *
 * @param {string} month
 * @param {Map<string, Sums>} byDay
 * @param {Say} say
 */
export function monthChart(month, byDay, say) {
  const days = daysOf(month);
  const parts = days.map((day) => ({ name: day, fen: byDay.get(day)?.spent ?? 0n, address: addressOfDay(month, day) }));
  const picture = columns(parts, [1, Math.ceil(days.length / 2), days.length].map(String), say);
  const rows = days.flatMap((day) => {
    const of = byDay.get(day);
    return of ? [[el("a", { href: addressOfDay(month, day) }, day), shown(of.spent), shown(of.earned)]] : [];
  });
  return figure(say("by_month"), picture, table([say("date"), say("spent"), say("earned")], rows), say);
}

/**
 * Amounts in the order of time as columns, each a link to its rows. A table beside it has the same links for the keyboard.
 *
 * @param {{name: string, fen: bigint, address: string | null}[]} parts
 * @param {string[]} marks stand below, from one end to the other
 * @param {Say} say
 */
export function columns(parts, marks, say) {
  const amounts = parts.map(({ fen }) => fen);
  const most = scaleOf(amounts);
  // The picture is stretched to its place; letters would be too, so they stand beside it.
  return el(
    "div",
    { "aria-hidden": "true" },
    upperEnd(most, amounts, say),
    svg(
      "svg",
      { class: "chart", viewBox: `0 0 ${parts.length * COLUMN} ${HEIGHT}`, preserveAspectRatio: "none" },
      ...parts.map((part, at) => column(at, part, most, say)),
    ),
    el("div", { class: "axis number" }, ...marks.map((mark) => el("span", {}, mark))),
  );
}

/**
 * The amount at the upper end of a picture. One large amount, as the rent of a month, would flatten all others: it is cut.
 *
 * @param {bigint[]} amounts
 */
function scaleOf(amounts) {
  const large = amounts.filter((amount) => amount > 0n).sort((one, other) => Number(other - one));
  const usual = large[Math.floor(large.length / USUAL)] ?? 0n;
  const [most = 0n] = large;
  const end = usual * MOST_TIMES_USUAL;
  return large.length > USUAL && most > end ? end : most;
}

/**
 * @param {number} at
 * @param {{name: string, fen: bigint, address: string | null}} part
 * @param {bigint} most
 * @param {Say} say
 */
function column(at, { name, fen, address }, most, say) {
  const tall = heightOf(fen, most || 1n);
  // What is pressed is the whole height of the column: short ones are hard to hit.
  return svg(
    "a",
    { href: address, tabindex: -1 },
    svg("title", {}, say("day_sum", name, shown(fen))),
    svg("rect", { class: "day", x: at * COLUMN, width: COLUMN, y: 0, height: HEIGHT }),
    svg("rect", { class: "spent", x: at * COLUMN + 4, width: COLUMN - 8, y: HEIGHT - tall, height: tall }),
    fen > most ? cutAt(at * COLUMN, COLUMN) : null,
  );
}

/**
 * The gap in columns that are too high for the picture.
 *
 * @param {number} x
 * @param {number} width
 */
function cutAt(x, width) {
  return svg("rect", { class: "cut", x, width, y: HEIGHT / 8, height: HEIGHT / 24 });
}

/**
 * @param {bigint} amount
 * @param {bigint} most the amount at the upper end
 */
function heightOf(amount, most) {
  return (permille(amount, most) * HEIGHT) / 1000;
}

/**
 * What stands at the upper end of a picture.
 *
 * @param {bigint} most
 * @param {bigint[]} amounts
 * @param {Say} say
 */
function upperEnd(most, amounts, say) {
  const isCut = amounts.some((amount) => amount > most);
  return el("p", { class: "most money" }, isCut ? say("cut_off", shown(most)) : shown(most));
}

/**
 * @param {string} month
 * @param {string} day
 */
function addressOfDay(month, day) {
  return addressOf({ month, wanted: { ...NOTHING_WANTED, span: day } });
}

/**
 * Spending and income of twelve months; each month is a link to it.
 *
 * @param {string} shownMonth the month that is shown now
 * @param {MonthSums[]} months
 * @param {Page} page
 */
export function yearChart(shownMonth, months, { language, say }) {
  const sums = months.map(({ month, spent, earned }) => ({ month, spent: fenSent(spent), earned: fenSent(earned) }));
  const amounts = sums.flatMap(({ spent, earned }) => [spent, earned]);
  const most = scaleOf(amounts) || 1n;
  const bars = sums.map(({ month, spent, earned }) => {
    const [out, into] = [heightOf(spent, most), heightOf(earned, most)];
    return el(
      "a",
      {
        href: addressOf({ month, wanted: NOTHING_WANTED }),
        "aria-current": month === shownMonth ? "true" : null,
      },
      svg(
        "svg",
        { viewBox: `0 0 40 ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("rect", { class: "spent", x: 4, width: 15, y: HEIGHT - out, height: out }),
        svg("rect", { class: "earned", x: 22, width: 13, y: HEIGHT - into + 1, height: Math.max(into - 1, 0) }),
        spent > most || earned > most ? cutAt(0, 40) : null,
      ),
      el("span", { class: "number", "aria-hidden": "true" }, String(Number(month.slice(5)))),
      el("span", { class: "unseen" }, say("month_sums", monthName(month, language), shown(spent), shown(earned))),
    );
  });
  const key = el(
    "p",
    { class: "detail key" },
    el("span", { class: "spent" }, say("spent")),
    el("span", { class: "earned" }, say("earned")),
  );
  const rows = sums.map(({ month, spent, earned }) => [month, shown(spent), shown(earned), shown(earned - spent)]);
  const heads = [say("month"), say("spent"), say("earned"), say("net")];
  return figure(say("by_year"), el("div", {}, key, upperEnd(scaleOf(amounts), amounts, say), el("div", { class: "year" }, ...bars)), table(heads, rows), say);
}

/**
 * Spending by category; each category leads to its rows.
 *
 * @param {string} month
 * @param {{category: string, fen: bigint, count: number}[]} categories the largest first
 * @param {Map<string, bigint>} before what was spent in the month before, by category
 * @param {Say} say
 */
export function categoryChart(month, categories, before, say) {
  const most = categories[0]?.fen ?? 0n;
  const total = categories.reduce((sum, { fen }) => sum + fen, 0n);
  const percent = (/** @type {bigint} */ fen) => `${Math.round(permille(fen, total) / 10)}%`;
  const bars = categories.slice(0, MOST_BARS).map(({ category, fen }) =>
    el(
      "a",
      { class: "bar-row", href: addressOf({ month, wanted: { ...NOTHING_WANTED, type: "EXPENSE", category } }) },
      el("span", { lang: "zh-CN" }, category),
      bar(permille(fen, most), { tick: permille(before.get(category) ?? 0n, most) }),
      el("span", { class: "money" }, shown(fen)),
    ),
  );
  const others = categories.slice(MOST_BARS).reduce((sum, { fen }) => sum + fen, 0n);
  const rest = others ? el("p", { class: "detail money" }, say("other_categories", shown(others))) : null;
  const rows = categories.map(({ category, fen, count }) => [category, shown(fen), percent(fen), String(count), shown(before.get(category) ?? 0n)]);
  const picture = el("div", { class: "bars" }, ...bars, rest, categories.some(({ category }) => before.has(category)) ? el("p", { class: "detail" }, say("tick")) : null);
  return figure(say("by_category"), picture, table([say("category"), say("spent"), say("share"), say("count"), say("last_month")], rows), say);
}

/**
 * @param {number} length in thousandths
 * @param {{over?: boolean, tick?: number}} [look] `over` draws it as one that ran past its end; a tick stands at so many thousandths
 */
export function bar(length, { over = false, tick = 0 } = {}) {
  return svg(
    "svg",
    { class: over ? "meter over" : "meter", viewBox: "0 0 1000 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "track", width: 1000, height: 10 }),
    svg("rect", { class: "fill", width: length, height: 10 }),
    tick ? svg("rect", { class: "tick", x: Math.min(tick, 992), width: 8, height: 10 }) : null,
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
 * @param {(string | Node)[][]} rows
 */
export function table(heads, rows) {
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
