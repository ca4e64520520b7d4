/** A month of the ledger in figures: its totals beside the month before, its pictures, its budgets. */

import { budgetList } from "./budgets.js";
import { categoryChart, monthChart, yearChart } from "./month_charts.js";
import { button, el, icon } from "./dom.js";
import { monthName } from "./days.js";
import { fenSent, shown } from "./money.js";

/** @import { Budget, MonthSums, Report, Type } from "./contract" */
/** @import { Page } from "./page.js" */
/** @import { Say } from "./words.js" */

/** @typedef {{report: Report, before: Report, months: MonthSums[]}} Figures a month, the one before it, and twelve months */
/** @typedef {{budget: (budget: Budget | null) => void, names: () => void, balances: () => void, year: () => void, recurring: () => void, habits: () => void, take: () => void, export: () => void}} Doing */

/**
 * The month and its totals.
 *
 * @param {Figures} figures
 * @param {Page} page
 * @param {(months: number) => void} press turns to another month
 * @param {{spent: string, earned: string} | null} all the sums of all months, where those are shown
 */
export function monthHead({ report, before }, { language, say, today }, press, all) {
  const sums = all ?? report;
  const [spent, earned] = [fenSent(sums.spent), fenSent(sums.earned)];
  const beside = all ? "" : comparison(report, before, today, say);
  return [
    el(
      "header",
      { class: "month" },
      turn("back", say("earlier"), () => press(-1)),
      el("h2", { "aria-live": "polite" }, all ? say("all_months") : monthName(report.month, language)),
      turn("forward", say("later"), () => press(1)),
    ),
    el(
      "dl",
      { class: "totals" },
      total(say("spent"), spent, "EXPENSE"),
      total(say("earned"), earned, "INCOME"),
      total(say("net"), earned - spent, null),
    ),
    ...(beside ? [el("p", { class: "detail money beside" }, beside)] : []),
  ];
}

/**
 * How the expenses compare with those of the month before; those of this month with the same days of it.
 *
 * @param {Report} report
 * @param {Report} before
 * @param {string} today
 * @param {Say} say
 */
function comparison(report, before, today, say) {
  const isNow = report.month === today.slice(0, 7);
  const days = before.days.filter(({ date }) => !isNow || date.slice(8) <= today.slice(8));
  const earlier = days.reduce((sum, { spent }) => sum + fenSent(spent), 0n);
  const more = fenSent(report.spent) - earlier;
  if (earlier === 0n || more === 0n) return "";
  const [word, fewer] = isNow ? /** @type {const} */ (["more_so_far", "less_so_far"]) : /** @type {const} */ (["more_than_last", "less_than_last"]);
  return more > 0n ? say(word, shown(more)) : say(fewer, shown(-more));
}

/**
 * The pictures of the month, its budgets, and what can be arranged.
 *
 * @param {Figures} figures
 * @param {Page} page
 * @param {Doing} doing
 */
export function monthPanels({ report, before, months }, page, doing) {
  const { say } = page;
  const isEmpty = report.days.length === 0;
  return [
    ...(isEmpty ? [el("p", { class: "panel empty" }, say("empty_month"))] : pictures(report, before, say)),
    budgetList(report.budgets, doing.budget, say),
    yearChart(report.month, months, page),
    el(
      "div",
      { class: "tools-of-ledger" },
      button({ name: "edit", word: say("names"), press: doing.names, "data-key": "names" }),
      button({ name: "TRANSFER", word: say("balances"), press: doing.balances, "data-key": "balances" }),
      button({ name: "light", word: say("year_in_review"), press: doing.year, "data-key": "year" }),
      button({ name: "history", word: say("recurring"), press: doing.recurring, "data-key": "recurring" }),
      button({ name: "redo", word: say("habits"), press: doing.habits, "data-key": "habits" }),
      button({ name: "import", word: say("import"), press: doing.take, "data-key": "import" }),
      el("a", { class: "button", href: "#bills", "data-key": "bills" }, icon("confirmed"), say("bills")),
      button({ name: "export", word: say("export"), press: doing.export, "data-key": "export" }),
    ),
  ];
}

/**
 * @param {Report} report
 * @param {Report} before
 * @param {Say} say
 */
function pictures(report, before, say) {
  const byDay = new Map(report.days.map(({ date, spent, earned }) => [date, { spent: fenSent(spent), earned: fenSent(earned) }]));
  const expenses = report.categories.filter(({ type }) => type === "EXPENSE");
  const categories = expenses.map(({ category, amount, count }) => ({ category, fen: fenSent(amount), count }));
  const earlier = before.categories.filter(({ type }) => type === "EXPENSE");
  const byCategory = new Map(earlier.map(({ category, amount }) => [category, fenSent(amount)]));
  return [monthChart(report.month, byDay, say), categoryChart(report.month, categories, byCategory, say)];
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
 * @param {string} word
 * @param {bigint} fen
 * @param {Type | null} type
 */
function total(word, fen, type) {
  return el("div", {}, el("dt", {}, type ? icon(type) : null, word), el("dd", { class: "money" }, shown(fen)));
}
