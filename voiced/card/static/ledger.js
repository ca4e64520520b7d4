/** The ledger, on the page: a month in figures and pictures, budgets, and every row with its search. */

import { addressOf } from "./address.js";
import * as api from "./api.js";
import { editBudget } from "./budgets.js";
import { button, byId, el, redraw } from "./dom.js";
import { edit } from "./editor.js";
import { monthHead, monthPanels } from "./figures.js";
import { addDays, askUndo, days, keepingPlace, showRevisions } from "./history.js";
import { daysOf, monthAfter, monthName } from "./days.js";
import { SearchForm } from "./search_form.js";
import { showView } from "./views.js";

/** @import { Place } from "./address.js" */
/** @import { Banners } from "./banners.js" */
/** @import { Budget, Found, Report, Row, Vocabulary } from "./contract" */
/** @import { Act } from "./history.js" */
/** @import { Page } from "./page.js" */
/** @import { View } from "./views.js" */
/** @import { Word } from "./words.js" */

export class Ledger {
  #old = true;
  #month = "";
  /** @type {Report | null} */ #report = null;
  /** @type {Found | null} */ #found = null;
  /** @type {Vocabulary} */ #vocabulary = { categories: [], accounts: [] };
  #asked = 0;

  /**
   * @param {HTMLElement} place
   * @param {Page} page
   * @param {Banners} banners
   */
  constructor(place, page, banners) {
    this.place = place;
    this.page = page;
    this.banners = banners;
    this.head = el("div", { class: "head" });
    this.views = el("div", { class: "segments views", role: "group" });
    this.panels = el("div", { class: "figures" });
    this.rows = el("div", { class: "history" });
    this.search = new SearchForm(() => this.#searched());
  }

  /**
   * It is looked at now, at this place: read it, if it is old or another place.
   *
   * @param {Place} place
   */
  show({ month, wanted }) {
    const isElsewhere = addressOf({ month, wanted }) !== this.#address;
    if (isElsewhere) {
      this.#month = month || this.#thisMonth;
      this.search.wanted = wanted;
      this.#show("rows");
      this.#tellAddress();
    }
    if (this.#old || isElsewhere) void this.#attempt(() => this.#read());
  }

  /** Something was written, here or elsewhere. */
  isOld() {
    this.#old = true;
    if (!this.place.hidden) void this.#attempt(() => this.#read(this.#found?.page));
  }

  draw() {
    this.search.draw(this.#vocabulary, this.page.say);
    if (!this.place.firstChild) this.place.append(this.head, this.views, this.search.form, this.rows, this.panels);
    this.#show(this.place.dataset["view"] === "pictures" ? "pictures" : "rows");
    this.#drawFigures();
    this.#drawRows();
  }

  /**
   * Take back what was written together; it can be brought back at once.
   *
   * @param {string} batchId
   */
  undoBatch(batchId) {
    return this.#attempt(async () => this.#tellUndone((await api.undoBatch(batchId)).rows.length, () => api.restoreBatch(batchId)));
  }

  get #thisMonth() {
    return this.page.today.slice(0, 7);
  }

  /** The address of what is shown; the month is named where it is another one than the present. */
  get #address() {
    const month = this.#month === this.#thisMonth ? "" : this.#month;
    return addressOf({ month, wanted: this.search.wanted });
  }

  /** The link to this page leads back to where it stands. */
  #tellAddress() {
    byId("to-ledger").setAttribute("href", this.#address);
  }

  /** Something else is looked for: in the same entry of the browser's history, since each letter changes it. */
  #searched() {
    history.replaceState(null, "", this.#address);
    this.#tellAddress();
    void this.#attempt(() => this.#find(1));
  }

  /** @param {View} view */
  #show(view) {
    showView(this.views, this.place, view, this.page.say);
  }

  /** @param {number} months */
  #turn(months) {
    this.#month = monthAfter(this.#month, months);
    history.pushState(null, "", this.#address);
    this.#tellAddress();
    void this.#attempt(() => this.#read());
  }

  /** @param {number} [most] pages to show */
  async #read(most = 1) {
    this.#old = false;
    this.#month ||= this.#thisMonth;
    const month = this.#month;
    const [report, vocabulary] = await Promise.all([api.report(month), api.vocabulary()]);
    if (month !== this.#month) return; // Another month was turned to meanwhile.
    this.#report = report;
    this.#vocabulary = vocabulary;
    this.search.draw(vocabulary, this.page.say);
    this.#drawFigures();
    await this.#find(most);
  }

  /**
   * Whatever the daemon refuses is told, and what is shown stays.
   *
   * @param {() => Promise<void>} task
   */
  async #attempt(task) {
    try {
      await task();
    } catch (problem) {
      if (!(problem instanceof api.Refusal)) throw problem;
      this.banners.refused(this.page.say, problem);
    }
  }

  /** The rows of a page, from 1, that are looked for. @param {number} page */
  #pageOf(page) {
    const days = daysOf(this.#month);
    const span = this.search.wantsAllMonths ? { from: "", to: "" } : { from: days[0] ?? "", to: days.at(-1) ?? "" };
    return api.transactions({ ...this.search.values, ...span }, page);
  }

  /** @param {number} most pages to show */
  async #find(most) {
    const turn = ++this.#asked;
    /** @type {Row[]} */
    const rows = [];
    let [page, pages] = [0, 1];
    while (page < Math.min(most, pages)) {
      const found = await this.#pageOf(page + 1);
      if (turn !== this.#asked) return; // A later search has begun.
      rows.push(...found.rows);
      ({ page, pages } = found);
      if (page >= Math.min(most, pages)) this.#found = { ...found, rows };
    }
    keepingPlace(this.rows, () => this.#drawRows());
  }

  /** Show the next page too; what is there is not drawn again. */
  async #findMore() {
    const before = this.#found;
    const turn = ++this.#asked;
    if (!before) return;
    const next = await this.#pageOf(before.page + 1);
    if (turn !== this.#asked) return;
    this.#found = { ...next, rows: [...before.rows, ...next.rows] };
    this.rows.querySelector("[data-key=more]")?.remove();
    addDays(this.rows, this.#daysOf(next.rows));
    this.rows.append(...this.#more());
  }

  #drawFigures() {
    if (!this.#report) return;
    redraw(this.head, ...monthHead(this.#report, this.page, (months) => this.#turn(months)));
    redraw(this.panels, ...monthPanels(this.#report, this.page, (budget) => this.#editBudget(budget)));
  }

  #drawRows() {
    if (!this.#found) return;
    const { say } = this.page;
    const { rows } = this.#found;
    redraw(this.rows, ...(rows.length ? this.#daysOf(rows) : [el("p", { class: "empty" }, say(this.#emptyWord))]), ...this.#more());
  }

  /** @param {Row[]} rows */
  #daysOf(rows) {
    /** @type {Act[]} */
    const acts = this.search.values.undone ? ["revisions", "restore"] : ["amend", "revisions", "undo"];
    // A search finds some of a day's rows, whose sum would be another.
    const known = this.search.isEmpty ? (this.#report?.days ?? []) : [];
    const spent = new Map(known.filter(({ spent }) => spent !== "0").map(({ date, spent }) => [date, spent]));
    return days(rows, acts, spent, this.page, (what, row) => this.#act(what, row));
  }

  /** The button for the next page, if there is one. */
  #more() {
    const { page = 1, pages = 1 } = this.#found ?? {};
    const press = () => void this.#attempt(() => this.#findMore());
    return page < pages ? [button({ word: this.page.say("more"), press, "data-key": "more" })] : [];
  }

  /** What to say where no row is found. */
  get #emptyWord() {
    if (!this.search.isEmpty) return "nothing_found";
    return this.search.wantsAllMonths || this.#month === this.#thisMonth ? "no_rows" : "empty_month";
  }

  /**
   * @param {Act} what
   * @param {Row} row
   */
  #act(what, row) {
    const acts = {
      amend: async () => this.#amend(row),
      revisions: async () => showRevisions(row, (await api.revisions(row.id)).revisions, this.page.say),
      restore: () => this.#change(() => api.restore(row.id), "restored_one"),
      undo: () => this.#undo(row),
    };
    void this.#attempt(acts[what]);
  }

  /** @param {Row} row */
  #amend(row) {
    const { say } = this.page;
    edit(row, { title: say("edit_saved"), known: this.#vocabulary, say }, async (change) => {
      try {
        await this.#change(() => api.amend(row.id, change), "changed");
        return null;
      } catch (problem) {
        if (problem instanceof api.Refusal) return problem.word;
        throw problem;
      }
    });
  }

  /** @param {Row} row */
  async #undo(row) {
    const together = (await api.batch(row.batchId)).rows;
    askUndo(row, together, this.page.say, {
      one: () => void this.#attempt(async () => this.#tellUndone((await api.undo(row.id)).rows.length, () => api.restore(row.id))),
      all: () => void this.undoBatch(row.batchId),
    });
  }

  /**
   * The page hears of the change from the daemon, as every other page does.
   *
   * @param {() => Promise<unknown>} task
   * @param {Word} word
   */
  async #change(task, word) {
    await task();
    this.banners.note(this.page.say(word));
  }

  /**
   * @param {number} count
   * @param {() => Promise<{rows: Row[]}>} restore brings all of them back
   */
  #tellUndone(count, restore) {
    const { say } = this.page;
    const back = async () => this.banners.note(say("restored", (await restore()).rows.length));
    this.banners.note(say("undone", count), { word: say("restore"), press: () => void this.#attempt(back) });
  }

  /** @param {Budget | null} budget */
  #editBudget(budget) {
    const month = this.#month;
    const then = (/** @type {Promise<unknown>} */ task) => this.#attempt(async () => (await task, this.#read()));
    const doing = {
      save: (/** @type {string} */ category, /** @type {string} */ limit) => then(api.setBudget({ category, month, limit })),
      drop: (/** @type {string} */ category) => then(api.dropBudget(category, month)),
    };
    editBudget(budget, { categories: this.#vocabulary.categories, month: monthName(month, this.page.language) }, doing, this.page.say);
  }
}
