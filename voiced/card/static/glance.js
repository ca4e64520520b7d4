/** The month at a glance, on the first page between drafts: today, the month, what is left of the budgets, and its pace. */

import { addressOf, NOTHING_WANTED } from "./address.js";
import * as api from "./api.js";
import { bar } from "./charts.js";
import { daysOf } from "./days.js";
import { el } from "./dom.js";
import { lineOf } from "./history.js";
import { fenSent, permille, shown } from "./money.js";

/** @import { Report, Row } from "./contract" */
/** @import { Page } from "./page.js" */

const ROOMY = "(min-width: 70rem)";

export class Glance {
  /** The month and the state of the ledger that were read. */ #read = "";
  /** @type {{report: Report, rows: Row[]} | null} */ #known = null;

  /**
   * @param {HTMLElement} place
   * @param {Page} page
   */
  constructor(place, page) {
    this.place = place;
    this.page = page;
  }

  /** Draw it where nothing else is to be looked at; what it tells is read anew when the ledger changed. */
  draw() {
    const { now, today } = this.page;
    const isRoomy = matchMedia(ROOMY).matches;
    // On a desk it stands beside a draft.
    this.place.hidden = !now || (!isRoomy && (now.draft !== null || now.answer !== null));
    if (this.place.hidden || !now) return;
    const wanted = `${today} ${now.ledgerChanges} ${isRoomy}`;
    if (wanted !== this.#read) {
      this.#read = wanted;
      // A phone has no room for the rows of today.
      const rows = isRoomy ? api.transactions({ ...NOTHING_WANTED, from: today, to: today }, 1, 1) : { rows: [] };
      // Without a line there is nothing to tell; it is read when it is back.
      Promise.all([api.report(today.slice(0, 7)), rows]).then(
        // A later answer may be here already.
        ([report, { rows }]) => wanted === this.#read && this.#show({ report, rows }),
        () => (this.#read = ""),
      );
    } else if (this.#known) this.#show(this.#known);
  }

  /** @param {{report: Report, rows: Row[]}} known */
  #show(known) {
    this.#known = known;
    this.place.replaceChildren(...parts(known.report, this.page), ...ofDay(known.rows, this.page));
  }
}

/**
 * The rows of today, the latest first.
 *
 * @param {Row[]} rows
 * @param {Page} page
 */
function ofDay(rows, { say }) {
  if (!rows.length) return [];
  const lines = rows.map((row) => el("li", { class: "line" }, ...lineOf(row, "", say)));
  return [el("ul", { class: "lines of-day", role: "list", "aria-label": say("today") }, ...lines)];
}

/**
 * @param {Report} report
 * @param {Page} page
 */
function parts(report, { say, today }) {
  if (report.days.length === 0 && report.budgets.length === 0) return [];
  const ofToday = fenSent(report.days.find(({ date }) => date === today)?.spent ?? "0");
  const figure = (/** @type {string} */ word, /** @type {bigint} */ fen, /** @type {string} */ href) =>
    el("a", { href }, el("span", { class: "detail" }, word), el("strong", { class: "money" }, shown(fen)));
  const sum = (/** @type {"limit" | "carried" | "spent" | "left"} */ part) => report.budgets.reduce((total, budget) => total + fenSent(budget[part]), 0n);
  const [whole, spent, left] = [sum("limit") + sum("carried"), sum("spent"), sum("left")];
  const passed = (Number(today.slice(8)) * 1000) / daysOf(report.month).length;
  const used = permille(spent, whole);
  const heads = [
    figure(say("today"), ofToday, addressOf({ month: "", wanted: { ...NOTHING_WANTED, span: today } })),
    figure(say("of_month"), fenSent(report.spent), addressOf({ month: "", wanted: NOTHING_WANTED })),
  ];
  if (!report.budgets.length) return [el("div", { class: "sums" }, ...heads)];
  const pace = say("pace", Math.round(used / 10), Math.round(passed / 10));
  return [
    el("div", { class: "sums" }, ...heads, figure(say(left < 0n ? "budget_over" : "budget_left"), left < 0n ? -left : left, addressOf({ month: "", wanted: NOTHING_WANTED, view: "pictures" }))),
    bar(used, { over: left < 0n, tick: passed }),
    el("p", { class: "detail" }, pace),
  ];
}
