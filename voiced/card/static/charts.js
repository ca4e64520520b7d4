/** What pictures are made of: columns, bars and the table that says the same. */

import { el, svg } from "./dom.js";
import { permille, shown } from "./money.js";

/** @import { Say } from "./words.js" */

export const HEIGHT = 120;
const COLUMN = 20; // Units a day; the picture is scaled to the page.
const USUAL = 5; // A fifth of the amounts are above the usual one,
const MOST_TIMES_USUAL = 3n; // and those above three times that one are cut.

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
export function scaleOf(amounts) {
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
export function cutAt(x, width) {
  return svg("rect", { class: "cut", x, width, y: HEIGHT / 8, height: HEIGHT / 24 });
}

/**
 * @param {bigint} amount
 * @param {bigint} most the amount at the upper end
 */
export function heightOf(amount, most) {
  return (permille(amount, most) * HEIGHT) / 1000;
}

/**
 * What stands at the upper end of a picture.
 *
 * @param {bigint} most
 * @param {bigint[]} amounts
 * @param {Say} say
 */
export function upperEnd(most, amounts, say) {
  const isCut = amounts.some((amount) => amount > most);
  return el("p", { class: "most money" }, isCut ? say("cut_off", shown(most)) : shown(most));
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
