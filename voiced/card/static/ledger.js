/** The ledger, on the page: a month in figures and pictures, budgets, and every row with its search. */

import * as api from "./api.js";
import { budgetList, editBudget } from "./budgets.js";
import { categoryChart, monthChart } from "./charts.js";
import { button, el, icon, redraw } from "./dom.js";
import { edit } from "./editor.js";
import { askUndo, history, showRevisions } from "./history.js";
import { daysOf, monthAfter, monthName } from "./days.js";
import { fenSent, shown } from "./money.js";
import { SearchForm } from "./search_form.js";

export class Ledger {
  #old = true;
  #isOpen = false;
  #month = "";
  #report = null;
  #found = null;
  #vocabulary = { categories: [], accounts: [] };
  #asked = 0;

  constructor(place, page, banners) {
    this.place = place;
    this.page = page;
    this.banners = banners;
    this.figures = el("div", { class: "figures" });
    this.rows = el("div", { class: "history", "aria-live": "off" });
    this.search = new SearchForm(() => this.#attempt(() => this.#find(1)));
  }

  /** It is looked at now: read it, if it is old. */
  open() {
    this.#isOpen = true;
    if (this.#old) this.#read();
  }

  /** Something was written elsewhere. */
  isOld() {
    this.#old = true;
    if (this.#isOpen && !this.place.hidden) this.#read();
  }

  draw() {
    this.search.draw(this.#vocabulary.categories, this.page.say);
    if (!this.place.firstChild) this.place.append(this.figures, this.search.form, this.rows);
    if (this.#report) this.#drawFigures();
    if (this.#found) this.#drawRows();
  }

  get #today() {
    return (this.page.now?.serverTime ?? new Date().toISOString()).slice(0, 10);
  }

  #read() {
    this.#old = false;
    this.#month ||= this.#today.slice(0, 7);
    return this.#attempt(async () => {
      [this.#report, this.#vocabulary] = await Promise.all([api.report(this.#month), api.vocabulary()]);
      this.search.draw(this.#vocabulary.categories, this.page.say);
      this.#drawFigures();
      await this.#find(1);
    });
  }

  /** Whatever the daemon refuses is told, and what is shown stays. */
  async #attempt(task) {
    try {
      await task();
    } catch (problem) {
      if (!(problem instanceof api.Refusal)) throw problem;
      this.banners.note(this.page.say("not_done", problem.message));
    }
  }

  async #find(page) {
    const turn = ++this.#asked;
    const days = daysOf(this.#month);
    const span = this.search.wantsAllMonths ? { from: "", to: "" } : { from: days[0], to: days.at(-1) };
    const found = await api.transactions({ ...this.search.values, ...span, page });
    if (turn !== this.#asked) return; // A later search has begun.
    this.#found = page === 1 ? found : { ...found, rows: [...this.#found.rows, ...found.rows] };
    this.#drawRows();
  }

  #drawFigures() {
    const { say, language } = this.page;
    const report = this.#report;
    const [spent, earned] = [fenSent(report.spent), fenSent(report.earned)];
    const byDay = new Map(report.days.map((day) => [day.date, { spent: fenSent(day.spent), earned: fenSent(day.earned) }]));
    const categories = report.categories
      .filter(({ type }) => type === "EXPENSE")
      .map(({ category, amount, count }) => ({ category, fen: fenSent(amount), count }))
      .sort((a, b) => (a.fen < b.fen ? 1 : a.fen > b.fen ? -1 : 0));
    redraw(
      this.figures,
      el(
        "header",
        { class: "month" },
        this.#turn(-1, "back", say("earlier")),
        el("h2", { "aria-live": "polite" }, monthName(report.month, language)),
        this.#turn(1, "forward", say("later")),
        el("div", { class: "exports", role: "group", "aria-label": say("export") }, this.#export("csv"), this.#export("beancount")),
      ),
      el(
        "dl",
        { class: "totals" },
        ...total(say("spent"), spent, "EXPENSE"),
        ...total(say("earned"), earned, "INCOME"),
        ...total(say("net"), earned - spent, null),
      ),
      el(
        "div",
        { class: "panels" },
        monthChart(report.month, byDay, say),
        categoryChart(categories, say),
        budgetList(report.budgets, (budget) => this.#editBudget(budget), say),
      ),
    );
  }

  #turn(count, picture, word) {
    const turn = () => {
      this.#month = monthAfter(this.#month, count);
      this.#read();
    };
    return button({ name: picture, word, look: "plain", quiet: true, press: turn, "data-key": picture });
  }

  #export(format) {
    const { say } = this.page;
    return el(
      "a",
      { class: "button", href: api.exportAddress(format), download: true },
      icon("export"),
      el("span", { class: "unseen" }, say("export")),
      say(`export_${format}`),
    );
  }

  #drawRows() {
    const { say, language } = this.page;
    const { rows, page, pages } = this.#found;
    const more = () => this.#attempt(() => this.#find(page + 1));
    const empty = this.search.isEmpty ? "no_rows" : "nothing_found";
    redraw(
      this.rows,
      ...(rows.length
        ? history(rows, this.#today, language, say, (what, row) => this.#act(what, row))
        : [el("p", { class: "empty" }, say(empty))]),
      page < pages ? button({ word: say("more"), press: more, "data-key": "more" }) : null,
    );
  }

  #act(what, row) {
    const { say } = this.page;
    const change = async (task, word) => {
      await task();
      await this.#read();
      this.banners.note(say(word));
    };
    if (what === "undo") askUndo(row, say, () => this.#attempt(() => change(() => api.undo(row.id), "undone")));
    else if (what === "amend") {
      const around = { title: say("edit_saved"), categories: this.#vocabulary.categories, say };
      edit(row, around, (fields) => this.#attempt(() => change(() => api.amend(row.id, fields), "changed")));
    } else {
      this.#attempt(async () => showRevisions(row, (await api.revisions(row.id)).revisions, say));
    }
  }

  #editBudget(budget) {
    const month = this.#month;
    const then = async (task) => {
      await task;
      await this.#read();
    };
    const doing = {
      save: (category, limit) => this.#attempt(() => then(api.setBudget({ category, month, limit }))),
      drop: (category) => this.#attempt(() => then(api.dropBudget(category, month))),
    };
    editBudget(budget, this.#vocabulary.categories, doing, this.page.say);
  }
}

function total(word, fen, type) {
  return [el("div", {}, el("dt", {}, type ? icon(type) : null, word), el("dd", { class: "money" }, shown(fen)))];
}
