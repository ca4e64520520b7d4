/** The ledger, on the page: a month in figures and pictures, budgets, and every row with its search. */

import { addressOf, NOTHING_WANTED, VIEWS } from "./address.js";
import * as api from "./api.js";
import { editBudget } from "./budgets.js";
import { calendar } from "./calendar.js";
import { DayList } from "./day_list.js";
import { dayName, daysOf, monthAfter, monthName } from "./days.js";
import { button, byId, el, icon, redraw, watchDrops } from "./dom.js";
import { monthHead, monthPanels } from "./figures.js";
import { actableLine, keepingPlace, PHONE } from "./history.js";
import { fenSent, shown } from "./money.js";
import { SearchForm } from "./search_form.js";
import { Selection } from "./selection.js";
import { watchSwipes } from "./swipe.js";
import { showView } from "./views.js";

/** @import { Place, View } from "./address.js" */
/** @import { Banners } from "./banners.js" */
/** @import { Budget, Decision, Found, Recurrence, Row, Type } from "./contract" */
/** @import { Figures } from "./figures.js" */
/** @import { Act } from "./history.js" */
/** @import { Page } from "./page.js" */
/** @import { RowActs } from "./row_acts.js" */
/** @import { Say } from "./words.js" */

const MOST_PAGES = 100; // In one answer of the daemon.

export class Ledger {
  #old = true;
  #month = "";
  /** @type {Figures | null} */ #figures = null;
  /** @type {Found | null} */ #found = null;
  #asked = 0;

  /**
   * @param {HTMLElement} place
   * @param {Page} page
   * @param {Banners} banners
   * @param {RowActs} acts
   */
  constructor(place, page, banners, acts) {
    this.place = place;
    this.page = page;
    this.banners = banners;
    this.head = el("div", { class: "head" });
    this.views = el("div", { class: "segments views", role: "group" });
    this.calendar = el("div", { class: "calendars" });
    this.panels = el("div", { class: "figures" });
    /** @type {DayList<Row>} */ this.days = new DayList();
    this.foot = el("div", { class: "foot" });
    this.behind = el("div", {});
    this.acts = acts;
    this.selection = new Selection(this.days.place, page, banners, acts);
    // On a phone the other links to it are in another view.
    this.toBills = el("a", { class: "button to-bills", href: "#bills", "data-key": "to-bills" });
    this.rows = el("div", { class: "history" }, this.behind, this.selection.place, this.toBills, this.days.place, this.foot);
    watchSwipes(this.days.place, (row, way) => this.#pulled(row.dataset["row"], way));
    PHONE.addEventListener("change", () => this.#drawRows());
    watchDrops(place, (file) => void this.#take(file));
    this.search = new SearchForm(() => this.#searched());
  }

  /**
   * It is looked at now, at this place: read it, if it is old or another place.
   *
   * @param {Place} place
   */
  show({ month, wanted, view = "rows" }) {
    const isElsewhere = addressOf({ month, wanted, view }) !== this.#address;
    if (isElsewhere) {
      this.#month = month || this.#thisMonth;
      this.search.wanted = wanted;
      this.#show(view);
      this.#tellAddress();
    }
    if (this.#old || isElsewhere) void this.acts.attempt(() => this.#readAndTurnTo(isElsewhere));
  }

  /** @param {boolean} isElsewhere whether another place was named, whose line of truth is to be in view then */
  async #readAndTurnTo(isElsewhere) {
    await this.#read();
    if (isElsewhere && this.#truth) this.behind.scrollIntoView({ block: "start", behavior: "instant" });
  }

  /** Something was written, here or elsewhere. */
  isOld() {
    this.#old = true;
    if (!this.place.hidden) void this.acts.attempt(() => this.#read(this.#found?.page));
  }

  draw() {
    this.search.draw(this.acts.vocabulary, this.page.say);
    this.toBills.replaceChildren(icon("confirmed"), this.page.say("bills"));
    if (!this.place.firstChild) this.place.append(this.head, this.views, this.search.form, this.rows, this.calendar, this.panels);
    this.#show(this.#view);
    this.#drawFigures();
    this.#drawRows();
  }

  get #thisMonth() {
    return this.page.today.slice(0, 7);
  }

  /** The last of the twelve months that are drawn: the present one, if the shown one is among them then. */
  get #lastOfYear() {
    const now = this.#thisMonth;
    return this.#month <= now && this.#month > monthAfter(now, -12) ? now : this.#month;
  }

  /** The address of what is shown; the month is named where it is another one than the present. */
  get #address() {
    const month = this.#month === this.#thisMonth ? "" : this.#month;
    return addressOf({ month, wanted: this.search.wanted, view: this.#view });
  }

  /** The link to this page leads back to where it stands. */
  #tellAddress() {
    byId("to-ledger").setAttribute("href", this.#address);
  }

  /** Something else is looked for: in the same entry of the browser's history, since each letter changes it. */
  #searched() {
    history.replaceState(null, "", this.#address);
    this.#tellAddress();
    void this.acts.attempt(() => this.#find(1));
  }

  /** @param {View} view */
  #show(view) {
    showView(this.views, this.place, view, this.page.say, () => {
      history.replaceState(null, "", this.#address);
      this.#tellAddress();
    });
  }

  get #view() {
    return VIEWS.find((view) => view === this.place.dataset["view"]) ?? "rows";
  }

  /** @param {number} months */
  #turn(months) {
    this.#month = monthAfter(this.#month, months);
    // The rows follow the month; what else is looked for stays.
    this.search.wanted = { ...this.search.wanted, span: "", behind: "" };
    history.pushState(null, "", this.#address);
    this.#tellAddress();
    void this.acts.attempt(() => this.#read());
  }

  /** @param {number} [most] pages to show */
  async #read(most = 1) {
    this.#old = false;
    this.#month ||= this.#thisMonth;
    const month = this.#month;
    const [report, before, { months }, vocabulary] = await Promise.all([
      api.report(month), api.report(monthAfter(month, -1)), api.months(this.#lastOfYear), api.vocabulary(),
    ]);
    if (month !== this.#month) return; // Another month was turned to meanwhile.
    this.#figures = { report, before, months };
    this.acts.vocabulary = vocabulary;
    this.search.draw(vocabulary, this.page.say);
    this.#drawFigures();
    await this.#find(most);
  }

  /**
   * Rows that are looked for.
   *
   * @param {number} page the first page, from 1
   * @param {number} pages
   */
  #rowsOf(page, pages) {
    const days = this.search.day ? [this.search.day] : this.search.wantsAllMonths ? [] : daysOf(this.#month);
    return api.transactions({ ...this.search.values, from: days[0] ?? "", to: days.at(-1) ?? "" }, page, pages);
  }

  /** @param {number} most pages to show */
  async #find(most) {
    const turn = ++this.#asked;
    const found = await this.#rowsOf(1, Math.min(most, MOST_PAGES));
    if (turn !== this.#asked) return; // A later search has begun.
    this.#found = found;
    keepingPlace(this.rows, () => this.#drawRows());
    this.#drawHead();
  }

  /** Show the next page too; what is there is not drawn again. */
  async #findMore() {
    const before = this.#found;
    const turn = ++this.#asked;
    if (!before) return;
    const next = await this.#rowsOf(before.page + 1, 1);
    if (turn !== this.#asked) return;
    this.#found = { ...next, rows: [...before.rows, ...next.rows] };
    this.#drawRows();
  }

  #drawFigures() {
    const figures = this.#figures;
    if (!figures) return;
    this.#drawHead();
    const doing = {
      budget: (/** @type {Budget | null} */ budget) => this.#editBudget(budget),
      names: () => void this.acts.attempt(() => this.#arrangeNames()),
      balances: () => void this.acts.attempt(() => this.#showBalances()),
      year: () => void this.acts.attempt(() => this.#showYear()),
      recurring: () => void this.acts.attempt(() => this.#arrangeRecurring()),
      habits: () => void this.acts.attempt(() => this.#arrangeHabits()),
      take: () => void this.#take(null),
      export: () => void this.#export(),
    };
    // In tasks of their own: together they would keep a finger waiting.
    setTimeout(() => redraw(this.calendar, calendar(figures.report, this.page)));
    setTimeout(() => redraw(this.panels, ...monthPanels(figures, this.page, doing)));
  }

  /** The head follows the rows: of all months it tells their sums. */
  #drawHead() {
    const figures = this.#figures;
    if (!figures) return;
    const all = this.search.wantsAllMonths && this.#found;
    redraw(this.head, ...monthHead(figures, this.page, (months) => this.#turn(months), all || null));
  }

  #drawRows() {
    if (!this.#found) return;
    const { say, today, language } = this.page;
    const { rows } = this.#found;
    /** @type {Act[]} */
    const acts = this.search.values.undone ? ["revisions", "restore"] : ["amend", "revisions", "undo"];
    // A search finds some of a day's rows, whose sum would be another.
    const known = this.search.isEmpty ? (this.#figures?.report.days ?? []) : [];
    const sums = new Map(known.map((day) => [day.date, sumsOf(day, say)]));
    this.days.show(rows, {
      head: (day) => el("h3", {}, el("time", { datetime: day }, dayName(day, today, language))),
      sumOf: (day) => sums.get(day) ?? "",
      lineOf: (row) => actableLine(row, acts, say, (what, chosen) => this.acts.do(what, chosen), this.selection),
      look: [acts, today, language, PHONE.matches].join(),
    });
    redraw(this.behind, this.#truth ? this.#truthOf(this.#truth, this.#found) : null);
    redraw(this.foot, ...(rows.length ? this.#more() : [el("p", { class: "empty" }, say(this.#emptyWord))]));
    this.selection.keep(rows, this.search.values.undone === "");
    this.place.dataset["pages"] = String(this.#found.page);
  }

  /**
   * @param {string | undefined} id
   * @param {Decision} way
   */
  #pulled(id, way) {
    const row = this.#found?.rows.find((one) => one.id === id);
    if (!row) return;
    if (way === "confirm") this.acts.do("restore", row);
    else void this.acts.takeOut(row);
  }

  /** What the rows are, where they are not simply those of the month. */
  get #truth() {
    const { q, type, category, account, undone } = this.search.values;
    const { say, language } = this.page;
    if (this.search.isEmpty && !this.search.day && !this.search.wantsAllMonths) return "";
    const behind = this.#found?.behind;
    if (behind) return behind;
    const span = this.search.day || (this.search.wantsAllMonths ? say("all_months") : monthName(this.#month, language));
    const parts = [q && `「${q}」`, type && say(/** @type {Type} */ (type)), category, account, undone && say("undone_rows"), span];
    return parts.filter(Boolean).join(" · ");
  }

  /**
   * The line of truth: what the rows are, how many, and their sums; the way back to all rows of the month.
   *
   * @param {string} title
   * @param {Found} found
   */
  #truthOf(title, { count, spent, earned, moved }) {
    const { say } = this.page;
    const sums = [say("in_rows", count), sumsOf({ spent, earned }, say), fenSent(moved) ? `${say("TRANSFER")} ${shown(fenSent(moved))}` : ""];
    return el(
      "div",
      { class: "behind", "aria-live": "polite" },
      el("p", {}, el("strong", { lang: "zh-CN" }, title), el("span", { class: "detail" }, sums.filter((sum) => sum !== "").join(" · "))),
      el("a", { class: "button", href: this.#addressOfAll, title: say("all_rows") }, icon("cancelled"), el("span", {}, say("all_rows"))),
    );
  }

  /** The same month with all its rows. */
  get #addressOfAll() {
    return addressOf({ month: this.#month === this.#thisMonth ? "" : this.#month, wanted: NOTHING_WANTED });
  }

  /** The button for the next page, if there is one. */
  #more() {
    const { page = 1, pages = 1 } = this.#found ?? {};
    const press = () => void this.acts.attempt(() => this.#findMore());
    return page < pages ? [button({ word: this.page.say("more"), press, "data-key": "more" })] : [];
  }

  /** What to say where no row is found. */
  get #emptyWord() {
    if (!this.search.isEmpty) return "nothing_found";
    return this.search.wantsAllMonths || this.#month === this.#thisMonth ? "no_rows" : "empty_month";
  }

  /** @param {Budget | null} budget */
  #editBudget(budget) {
    const month = this.#month;
    const then = (/** @type {Promise<unknown>} */ task) =>
      this.acts.problemOf(async () => {
        await task;
        void this.acts.attempt(() => this.#read(this.#found?.page));
      });
    const doing = {
      save: (/** @type {string} */ category, /** @type {string} */ limit, /** @type {Recurrence} */ recurrence) =>
        then(api.setBudget({ category, month, limit, recurrence })),
      drop: (/** @type {string} */ category) => then(api.dropBudget(category, month)),
    };
    const around = { categories: this.acts.vocabulary.categories, month: monthName(month, this.page.language) };
    editBudget(budget, around, doing, this.page.say);
  }

  async #arrangeNames() {
    const [{ openNames }, names] = await Promise.all([import("./names_dialog.js"), api.names()]);
    openNames(names, this.page.say, (sentence) => {
      this.banners.announce(sentence);
      this.isOld();
    });
  }

  async #showBalances() {
    const [{ openBalances }, balances] = await Promise.all([import("./balances_dialog.js"), api.balances()]);
    openBalances(balances, this.page, (sentence, undo) => this.banners.note(sentence, { word: this.page.say("restore"), press: undo }));
  }

  async #showYear() {
    const { openYear, readYear } = await import("./year_dialog.js");
    openYear(await this.banners.during(this.page.say("working"), readYear(this.#month.slice(0, 4))), this.page);
  }

  async #arrangeRecurring() {
    const [{ openRecurring }, { entries }] = await Promise.all([import("./recurring_dialog.js"), api.recurring()]);
    openRecurring(entries, this.acts.vocabulary, this.page);
  }

  async #arrangeHabits() {
    const [{ openHabits }, { habits }] = await Promise.all([import("./habits_dialog.js"), api.habits()]);
    openHabits(habits, this.page.say);
  }

  async #export() {
    const { openExport } = await import("./export_dialog.js");
    const days = daysOf(this.#month);
    openExport({ from: days[0] ?? "", to: days.at(-1) ?? "" }, this.page.say);
  }

  /** @param {File | null} file dropped on the page, or to be chosen */
  async #take(file) {
    const { openImport } = await import("./import_dialog.js");
    openImport(file, this.page.say, (taken) => this.acts.tellTaken(taken));
  }
}

/**
 * What was spent and earned, in words.
 *
 * @param {{spent: string, earned: string}} sums
 * @param {Say} say
 */
function sumsOf({ spent, earned }, say) {
  const [out, into] = [fenSent(spent), fenSent(earned)];
  return [out ? say("spent_on_day", shown(out)) : "", into ? say("earned_on_day", shown(into)) : ""].filter((part) => part !== "").join(" · ");
}
