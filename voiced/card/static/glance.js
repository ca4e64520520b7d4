/** The month at a glance, on the first page between drafts: today, the month, what is left of the budgets, and its pace. */

import { addressOf, NOTHING_WANTED } from "./address.js";
import * as api from "./api.js";
import { bar } from "./charts.js";
import { daysOf } from "./days.js";
import { el } from "./dom.js";
import { fenSent, permille, shown } from "./money.js";

/** @import { Report } from "./contract" */
/** @import { Page } from "./page.js" */

export class Glance {
  /** The month and the state of the ledger that were read. */ #read = "";
  /** @type {Report | null} */ #report = null;

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
    this.place.hidden = !now || now.draft !== null || now.answer !== null;
    if (this.place.hidden || !now) return;
    const wanted = `${today} ${now.ledgerChanges}`;
    if (wanted !== this.#read) {
      this.#read = wanted;
      // Without a line there is nothing to tell; it is read when it is back.
      api.report(today.slice(0, 7)).then(
        (report) => this.#show(report),
        () => (this.#read = ""),
      );
    } else if (this.#report) this.#show(this.#report);
  }

  /** @param {Report} report */
  #show(report) {
    this.#report = report;
    this.place.replaceChildren(...parts(report, this.page));
  }
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
