/** The answer to a question: its exact figure, a small picture, and links to the rows behind each of both. */

import { addressOf, NOTHING_WANTED } from "./address.js";
import { bar, columns, table } from "./charts.js";
import { el } from "./dom.js";
import { fenSent, permille, shown } from "./money.js";

/** @import { Answer, AnswerBar } from "./contract" */
/** @import { Say } from "./words.js" */

const MOST_MARKS = 12; // Of columns that are all named; of more only the ends and the middle are.

/**
 * The figure and its picture; the rows, where there is no picture, are drawn by who has them.
 *
 * @param {Answer} answer
 * @param {Say} say
 */
export function answerFigure({ figure, unit, count, total, behind, layout, bars }, say) {
  const number = unit === "yuan" ? shown(fenSent(figure)) : unit === "percent" ? `${figure}%` : say("in_rows", figure);
  const sum = behind !== null && (unit === "rows" || figure !== total) ? shown(fenSent(total)) : null;
  const parts = [
    el("strong", { class: "money" }, number),
    sum && el("span", { class: "detail money" }, sum),
    behind && el("span", { class: "detail" }, say("see_all", count)),
  ];
  return [
    behind === null
      ? el("p", { class: "answer-figure" }, ...parts)
      : el("a", { class: "answer-figure", href: addressBehind(behind), "data-key": "answer" }, ...parts),
    bars.length === 0 ? null : layout === "columns" ? columnsOf(bars, say) : el("div", { class: "bars" }, ...barsOf(bars, say)),
  ];
}

/**
 * The address of the rows behind a figure, in all months.
 *
 * @param {string} behind
 */
function addressBehind(behind) {
  return addressOf({ month: "", wanted: { ...NOTHING_WANTED, span: "all", behind } });
}

/**
 * @param {AnswerBar[]} bars
 * @param {Say} say
 */
function barsOf(bars, say) {
  const most = bars.reduce((most, { amount }) => (fenSent(amount) > most ? fenSent(amount) : most), 0n);
  return bars.map(({ name, amount, whole, behind }) => {
    const fen = fenSent(amount);
    const full = whole === null ? most : fenSent(whole);
    const parts = [
      el("span", { lang: "zh-CN" }, name),
      bar(permille(fen, full), { over: fen > full }),
      el("span", { class: "money" }, whole === null ? shown(fen) : say("of_budget", shown(fen), shown(full))),
    ];
    return behind === null ? el("p", { class: "bar-row" }, ...parts) : el("a", { class: "bar-row", href: addressBehind(behind) }, ...parts);
  });
}

/**
 * @param {AnswerBar[]} bars in the order of time
 * @param {Say} say
 */
function columnsOf(bars, say) {
  const parts = bars.map(({ name, amount, behind }) => ({ name, fen: fenSent(amount), address: behind && addressBehind(behind) }));
  const names = parts.map(({ name }) => name);
  const middle = names[Math.floor(names.length / 2)] ?? "";
  const marks = names.length > MOST_MARKS ? [names[0] ?? "", middle, names.at(-1) ?? ""] : names.map((name) => name.replace(/^.*?(\d+)\D$/, "$1"));
  const rows = parts.map(({ name, fen, address }) => [el("a", { href: address, lang: "zh-CN" }, name), shown(fen)]);
  return el(
    "div",
    {},
    columns(parts, marks, say),
    el("details", {}, el("summary", {}, say("as_table")), table([say("date"), say("total")], rows)),
  );
}
