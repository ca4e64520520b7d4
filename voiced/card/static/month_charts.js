/** Pictures of a month and a year: days and months as columns, categories as bars. Each has a table that says the same. */

import { addressOf, NOTHING_WANTED } from "./address.js";
import { bar, columns, cutAt, HEIGHT, heightOf, scaleOf, table, upperEnd } from "./charts.js";
import { el, svg } from "./dom.js";
import { daysOf, monthName } from "./days.js";
import { fenSent, permille, shown } from "./money.js";

/** @import { MonthSums } from "./contract" */
/** @import { Page } from "./page.js" */
/** @import { Say } from "./words.js" */

/** @typedef {{spent: bigint, earned: bigint}} Sums */

const MOST_BARS = 8;

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
 * @param {string} month
 * @param {string} day
 */
function addressOfDay(month, day) {
  return addressOf({ month, wanted: { ...NOTHING_WANTED, span: day } });
}
