/** Rows of the ledger that were selected, to be filed or undone together; each act can be taken back as one. */

import * as api from "./api.js";
import { openDialog } from "./dialog.js";
import { button, el, icon, redraw } from "./dom.js";
import { fenSent, shown } from "./money.js";

/** @import { Banners } from "./banners.js" */
/** @import { Change, ManyChanged, Row, Type } from "./contract" */
/** @import { Page } from "./page.js" */
/** @import { RowActs } from "./row_acts.js" */

const MOST = 200; // In one request of the daemon.

export class Selection {
  /** @type {Map<string, Row>} */ #rows = new Map();
  #isOpen = false;

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
    this.place = el("div", { class: "selection", role: "group" });
  }

  get isOpen() {
    return this.#isOpen;
  }

  /** @param {Row} row */
  has({ id }) {
    return this.#rows.has(id);
  }

  /**
   * @param {Row} row
   * @param {boolean} isWanted
   */
  choose(row, isWanted) {
    if (isWanted && this.#rows.size < MOST) this.#rows.set(row.id, row);
    else this.#rows.delete(row.id);
    for (const box of this.list.querySelectorAll(`[data-row="${CSS.escape(row.id)}"] .choose`)) {
      if (box instanceof HTMLInputElement) box.checked = this.has(row);
    }
    this.draw();
  }

  draw() {
    const { say } = this.page;
    this.list.toggleAttribute("data-selecting", this.#isOpen);
    this.place.setAttribute("aria-label", say("select"));
    if (!this.#isOpen) return redraw(this.place, button({ name: "confirmed", word: say("select"), look: "plain", press: () => this.#open(true), "data-key": "select" }));
    const rows = [...this.#rows.values()];
    const sum = (/** @type {Type} */ type) => rows.filter((row) => row.type === type).reduce((total, { amount }) => total + fenSent(amount), 0n);
    const [spent, earned] = [sum("EXPENSE"), sum("INCOME")];
    const told = [say("selected", rows.length), spent ? say("spent_on_day", shown(spent)) : "", earned ? say("earned_on_day", shown(earned)) : ""].filter(Boolean).join(" · ");
    const none = rows.length === 0 ? "true" : null;
    redraw(
      this.place,
      el("p", { class: "detail", role: "status" }, told),
      button({ name: "edit", word: say("file_them"), press: () => this.#file(rows), "data-key": "file-selected", "aria-disabled": none }),
      button({ name: "undo", word: say("undo"), press: () => this.#undo(rows), "data-key": "undo-selected", "aria-disabled": none }),
      button({ word: say("finish"), look: "plain", press: () => this.#open(false), "data-key": "end-selection" }),
    );
  }

  /** @param {boolean} isOpen */
  #open(isOpen) {
    this.#isOpen = isOpen;
    for (const row of [...this.#rows.values()]) this.choose(row, false);
    this.draw();
  }

  /** @param {Row[]} rows */
  #file(rows) {
    if (!rows.length) return;
    const { say } = this.page;
    const { categories, accounts } = this.acts.vocabulary;
    const types = new Set(rows.map(({ type }) => type));
    // A category that rows of each of the types may have.
    const names = [...new Set(categories.map(({ name }) => name))].filter((name) => [...types].every((type) => categories.some((one) => one.name === name && one.type === type)));
    const choice = (/** @type {string} */ name, /** @type {string[]} */ options) =>
      el("select", { name }, el("option", { value: "" }, say("as_it_is")), ...options.map((value) => el("option", { value }, value)));
    const [category, account] = [choice("category", names), choice("account", accounts)];
    const problem = el("p", { class: "wrong", role: "alert", hidden: true });
    openDialog(say("file_many", rows.length), (close) => ({
      body: [el("label", {}, say("category"), category), el("label", {}, say("account"), account), problem],
      ends: [button({ word: say("dismiss"), press: close }), el("button", { class: "chief", type: "submit" }, icon("confirmed"), el("span", {}, say("save")))],
      submit: () => void (async () => {
        /** @type {Change} */
        const change = { ...(category.value ? { category: category.value } : {}), ...(account.value ? { account: account.value } : {}) };
        if (Object.keys(change).length === 0) return close();
        const refused = await this.acts.problemOf(() => this.#do(say("filed", rows.length), { amend: [{ ids: idsOf(rows), change }] }, { amend: asBefore(rows) }));
        if (!refused) return close();
        problem.hidden = false;
        problem.replaceChildren(icon("doubt"), say(refused));
      })(),
    }));
  }

  /** @param {Row[]} rows */
  #undo(rows) {
    const { say } = this.page;
    if (rows.length) void this.acts.attempt(() => this.#do(say("undone", rows.length), { undo: idsOf(rows) }, { restore: idsOf(rows) }));
  }

  /**
   * @param {string} sentence
   * @param {ManyChanged} changes
   * @param {ManyChanged} back takes all of them back
   */
  async #do(sentence, changes, back) {
    const { say } = this.page;
    await this.banners.during(say("working"), api.changeMany(changes));
    this.#open(false);
    const restore = () => void this.acts.attempt(async () => {
      const { count } = await this.banners.during(say("restoring"), api.changeMany(back));
      this.banners.note(say("restored", count));
    });
    this.banners.note(sentence, { word: say("restore"), press: restore });
  }
}

/** @param {Row[]} rows */
function idsOf(rows) {
  return rows.map(({ id }) => id);
}

/**
 * The rows by what they were filed as.
 *
 * @param {Row[]} rows
 */
function asBefore(rows) {
  /** @type {Map<string, {ids: string[], change: Change}>} */
  const groups = new Map();
  for (const { id, category, account } of rows) {
    const key = `${category} ${account}`;
    const group = groups.get(key) ?? { ids: [], change: { category, account } };
    group.ids.push(id);
    groups.set(key, group);
  }
  return [...groups.values()];
}
