/** A month of the ledger in figures: its totals, its pictures, its budgets. */

import { exportAddress } from "./api.js";
import { budgetList } from "./budgets.js";
import { categoryChart, monthChart } from "./charts.js";
import { button, el, icon } from "./dom.js";
import { monthName } from "./days.js";
import { fenSent, shown } from "./money.js";

/** @import { Budget, Report, Type } from "./contract" */
/** @import { Page } from "./page.js" */
/** @import { Say } from "./words.js" */

/**
 * The month and its totals.
 *
 * @param {Report} report
 * @param {Page} page
 * @param {(months: number) => void} press turns to another month
 */
export function monthHead(report, { language, say }, press) {
  const [spent, earned] = [fenSent(report.spent), fenSent(report.earned)];
  return [
    el(
      "header",
      { class: "month" },
      turn("back", say("earlier"), () => press(-1)),
      el("h2", { "aria-live": "polite" }, monthName(report.month, language)),
      turn("forward", say("later"), () => press(1)),
    ),
    el(
      "dl",
      { class: "totals" },
      total(say("spent"), spent, "EXPENSE"),
      total(say("earned"), earned, "INCOME"),
      total(say("net"), earned - spent, null),
    ),
  ];
}

/**
 * The pictures of the month, its budgets, and the ledger as a file.
 *
 * @param {Report} report
 * @param {Page} page
 * @param {(budget: Budget | null) => void} edit
 */
export function monthPanels(report, { say }, edit) {
  const isEmpty = report.days.length === 0;
  return [
    ...(isEmpty ? [el("p", { class: "panel empty" }, say("empty_month"))] : pictures(report, say)),
    budgetList(report.budgets, edit, say),
    el("div", { class: "exports", role: "group", "aria-label": say("export") }, download("csv", say), download("beancount", say)),
  ];
}

/**
 * @param {Report} report
 * @param {Say} say
 */
function pictures(report, say) {
  const byDay = new Map(report.days.map(({ date, spent, earned }) => [date, { spent: fenSent(spent), earned: fenSent(earned) }]));
  const categories = report.categories
    .filter(({ type }) => type === "EXPENSE")
    .map(({ category, amount, count }) => ({ category, fen: fenSent(amount), count }));
  return [monthChart(report.month, byDay, say), categoryChart(report.month, categories, say)];
}

/**
 * @param {string} picture
 * @param {string} word
 * @param {() => void} press
 */
function turn(picture, word, press) {
  return button({ name: picture, word, look: "plain", quiet: true, press, "data-key": picture });
}

/**
 * @param {"csv" | "beancount"} format
 * @param {Say} say
 */
function download(format, say) {
  return el(
    "a",
    { class: "button", href: exportAddress(format), download: true },
    icon("export"),
    el("span", { class: "unseen" }, say("export")),
    say(`export_${format}`),
  );
}

/**
 * @param {string} word
 * @param {bigint} fen
 * @param {Type | null} type
 */
function total(word, fen, type) {
  return el("div", {}, el("dt", {}, type ? icon(type) : null, word), el("dd", { class: "money" }, shown(fen)));
}
