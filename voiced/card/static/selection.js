/** Rows of the ledger that were selected, to be filed or undone together; each act can be taken back as one. */

import * as api from "./api.js";
import { openDialog } from "./dialog.js";
import { button, byKey, el, icon, redraw } from "./dom.js";
import { fenSent, shown } from "./money.js";

/** @import { Banners } from "./banners.js" */
/** @import { Change, ManyChanged, Row, SomeChanged, Type } from "./contract" */
/** @import { Page } from "./page.js" */
/** @import { RowActs } from "./row_acts.js" */

const MOST = 200; // In one request of the daemon.

export class Selection {
  /** @type {Map<string, Row>} */ #rows = new Map();
  #isOpen = false;
  #isBusy = false;

  /**
   * @param {HTMLElement} list holds the rows; `data-selecting` shows their boxes
   * @param {Page} page
   * @param {Banners} banners
   * @param {RowActs} acts
   */
  constructor(list, page, banners, acts) {
    this.list = list;
    this.page = page;
    this.banners = banners;
    this.acts = acts;
    this.told = el("p", { class: "detail", role: "status" });
    this.ends = el("div", { class: "ends" });
    this.place = el("div", { class: "selection", role: "group" }, this.told, this.ends);
    const leave = (/** @type {KeyboardEvent} */ { key }) => key === "Escape" && this.#isOpen && this.#open(false);
    for (const part of [this.place, list]) part.addEventListener("keydown", leave);
  }

  get isOpen() {
    return this.#isOpen;
  }

  /** @param {Row} row */
  has({ id }) {
    return this.#rows.has(id);
  }

  /**
   * Only rows that are shown stay selected, as they are now.
   *
   * @param {Row[]} shown
   * @param {boolean} isOffered whether rows like these can be selected
   */
  keep(shown, isOffered) {
    this.place.hidden = !isOffered || (shown.length === 0 && !this.#isOpen);
    if (!isOffered) this.#isOpen = false;
    this.#rows = new Map(isOffered ? shown.filter((row) => this.has(row)).map((row) => [row.id, row]) : []);
    this.draw();
  }

  /**
   * @param {Row} row
   * @param {boolean} isWanted
   */
  choose(row, isWanted) {
    if (isWanted && this.#rows.size >= MOST) this.banners.note(this.page.say("most_selected", MOST));
    else if (isWanted) this.#rows.set(row.id, row);
    else this.#rows.delete(row.id);
    for (const box of this.list.querySelectorAll(`[data-row="${CSS.escape(row.id)}"] .choose`)) {
      if (box instanceof HTMLInputElement) box.checked = this.has(row);
    }
    this.draw();
  }

  draw() {
    const { say } = this.page;
    this.list.toggleAttribute("data-selecting", this.#isOpen);
    this.place.toggleAttribute("data-open", this.#isOpen);
    this.place.setAttribute("aria-label", say("select"));
    const told = this.#isOpen ? this.#summary() : "";
    if (this.told.textContent !== told) this.told.textContent = told;
    if (!this.#isOpen) return redraw(this.ends, button({ name: "confirmed", word: say("select"), look: "plain", press: () => this.#open(true), "data-key": "select" }));
    const idle = this.#rows.size === 0 || this.#isBusy ? "true" : null;
    redraw(
      this.ends,
      button({ name: "edit", word: say("file_them"), press: () => !idle && this.#file(), "data-key": "file-selected", "aria-disabled": idle }),
      button({ name: "undo", word: say("undo"), press: () => !idle && this.#undo(), "data-key": "undo-selected", "aria-disabled": idle }),
      button({ word: say("finish"), look: "plain", press: () => this.#open(false), "data-key": "end-selection" }),
    );
  }

  /** How many are selected, and their sums. */
  #summary() {
    const { say } = this.page;
    const rows = [...this.#rows.values()];
    const sum = (/** @type {Type} */ type) => rows.filter((row) => row.type === type).reduce((total, { amount }) => total + fenSent(amount), 0n);
    const [spent, earned] = [sum("EXPENSE"), sum("INCOME")];
    return [say("selected", rows.length), spent ? say("spent_on_day", shown(spent)) : "", earned ? say("earned_on_day", shown(earned)) : ""].filter(Boolean).join(" · ");
  }

  /** @param {boolean} isOpen */
  #open(isOpen) {
    const holdsFocus = this.place.contains(document.activeElement);
    this.#isOpen = isOpen;
    for (const row of [...this.#rows.values()]) this.choose(row, false);
    this.draw();
    if (holdsFocus) byKey(this.ends, isOpen ? "end-selection" : "select")?.focus({ preventScroll: true });
  }

  #file() {
    const { say } = this.page;
    const [category, account] = [choice("category", this.#categories, say("as_it_is")), choice("account", this.#accounts, say("as_it_is"))];
    const problem = el("p", { class: "wrong", role: "alert", hidden: true });
    openDialog(say("file_many", this.#rows.size), (close) => ({
      body: [el("label", {}, say("category"), category), el("label", {}, say("account"), account), problem],
      ends: [button({ word: say("dismiss"), press: close }), el("button", { class: "chief", type: "submit" }, icon("confirmed"), el("span", {}, say("save")))],
      submit: () => void this.#saveFiled({ ...(category.value && { category: category.value }), ...(account.value && { account: account.value }) }, close, problem),
    }));
  }

  /** The categories that rows of each selected type may have. */
  get #categories() {
    const { categories } = this.acts.vocabulary;
    const types = [...new Set([...this.#rows.values()].map(({ type }) => type))];
    const names = [...new Set(categories.map(({ name }) => name))];
    return names.filter((name) => types.every((type) => categories.some((one) => one.name === name && one.type === type)));
  }

  /** The accounts but those that a selected transfer goes to. */
  get #accounts() {
    const goals = new Set([...this.#rows.values()].map(({ toAccount }) => toAccount));
    return this.acts.vocabulary.accounts.filter((name) => !goals.has(name));
  }

  /**
   * @param {Change} change
   * @param {() => void} close
   * @param {HTMLElement} problem
   */
  async #saveFiled(change, close, problem) {
    if (Object.keys(change).length === 0) return close();
    if (this.#isBusy) return;
    const amend = grouped([...this.#rows.values()], change);
    const refused = await this.acts.problemOf(() =>
      this.#do("filed", { amend }, (done) => ({
        amend: amend.map(({ ids, was, change }) => ({ ids: ids.filter((id) => done.has(id)), was: change, change: was })),
      })),
    );
    if (!refused) return close();
    problem.hidden = false;
    problem.replaceChildren(icon("doubt"), this.page.say(refused));
  }

  #undo() {
    const undo = [...this.#rows.keys()];
    void this.acts.attempt(() => this.#do("undone", { undo }, (done) => ({ restore: [...done] })));
  }

  /**
   * Rows that another page or voice has changed stay as they are, which is told.
   *
   * @param {"filed" | "undone"} told
   * @param {ManyChanged} changes
   * @param {(done: Set<string>) => ManyChanged} back takes these rows back
   */
  async #do(told, changes, back) {
    const { say } = this.page;
    const wanted = this.#rows.size;
    this.#work(true);
    try {
      const { ids } = await this.banners.during(say("working"), api.changeMany(changes));
      this.#open(false);
      const restore = { word: say("restore"), press: () => void this.acts.attempt(() => this.#takeBack(back(new Set(ids)), ids.length)) };
      this.banners.note(this.#sentence(say(told, ids.length), ids.length, wanted), ids.length ? restore : undefined);
    } finally {
      this.#work(false);
    }
  }

  /**
   * @param {ManyChanged} changes
   * @param {number} wanted
   */
  async #takeBack(changes, wanted) {
    const { say } = this.page;
    const { ids } = await this.banners.during(say("restoring"), api.changeMany(changes));
    this.banners.note(this.#sentence(say("restored", ids.length), ids.length, wanted));
  }

  /**
   * @param {string} told of the rows that were changed
   * @param {number} done
   * @param {number} wanted
   */
  #sentence(told, done, wanted) {
    return [done ? told : "", done < wanted ? this.page.say("left_as_is", wanted - done) : ""].filter(Boolean).join(" ");
  }

  /** @param {boolean} isBusy */
  #work(isBusy) {
    this.#isBusy = isBusy;
    this.draw();
  }
}

/**
 * @param {string} name
 * @param {string[]} options
 * @param {string} none
 */
function choice(name, options, none) {
  return el("select", { name }, el("option", { value: "" }, none), ...options.map((value) => el("option", { value }, value)));
}

/**
 * The change of these rows, by what they were before in its fields.
 *
 * @param {Row[]} rows
 * @param {Change} change
 * @returns {SomeChanged[]}
 */
function grouped(rows, change) {
  const fields = /** @type {("category" | "account")[]} */ (Object.keys(change));
  /** @type {Map<string, SomeChanged>} */
  const groups = new Map();
  for (const row of rows) {
    const was = Object.fromEntries(fields.map((field) => [field, row[field]]));
    const key = JSON.stringify(was);
    groups.set(key, { ids: [...(groups.get(key)?.ids ?? []), row.id], was, change });
  }
  return [...groups.values()];
}
