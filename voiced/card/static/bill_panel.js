/** The groups of a bill: one is shown, its lines are answered by press, key or swipe, and filed together. */

import { Answers } from "./bill_answers.js";
import { bulkBar, groupTabs } from "./bill_frame.js";
import { actsOf, aloneLine, leftLine, matchedLine, newLine, pairLine } from "./bill_lists.js";
import { DayList } from "./day_list.js";
import { dayName } from "./days.js";
import { button, byKey, el, redraw } from "./dom.js";
import { watchSwipes } from "./swipe.js";

/** @import { Banners } from "./banners.js" */
/** @import { Verdict } from "./bill_answers.js" */
/** @import { Act, LineItem, RowItem } from "./bill_lists.js" */
/** @import { BillSay } from "./bill_words.js" */
/** @import { BillGroup, BillLine, BillView, Category, LineGroup, Type } from "./contract" */
/** @import { Page } from "./page.js" */

/** @type {Record<BillGroup, "matched" | "asked" | "unsaid" | "left" | "alone">} */
const WORD_OF = { matched: "matched", asked: "asked", new: "unsaid", left: "left", alone: "alone" };
const LINES = { matched: matchedLine, asked: pairLine, new: newLine, left: leftLine };

const PAIRS_AT_ONCE = 8; // A pair is as much as three or four rows of the ledger.

export class BillPanel {
  /** Answers that are not written yet. */ answers = new Answers();
  /** The names that lines can be filed under. @type {Category[]} */ categories = [];
  /** @type {BillView | null} */ #view = null;
  /** @type {BillGroup} */ #group = "asked";
  /** What was drawn, by its ref: an item that is as it was is the same object. @type {Map<string, LineItem>} */ #items = new Map();
  /** The refs of lines that are filed together. @type {Set<string>} */ #selected = new Set();

  /**
   * @param {Page} page
   * @param {Banners} banners
   * @param {BillSay} say
   * @param {{answered: () => void, more: (group: BillGroup) => void}} doing `more` gets the next lines of a group
   */
  constructor(page, banners, say, doing) {
    this.page = page;
    this.banners = banners;
    this.say = say;
    this.doing = doing;
    this.tabs = el("div", { class: "segments groups", role: "group" });
    this.hint = el("p", { class: "detail" });
    this.bulk = el("div", { class: "bulk" });
    /** @type {DayList<LineItem | RowItem>} */ this.days = new DayList(PAIRS_AT_ONCE);
    this.foot = el("div", {});
    this.lists = el("div", {}, this.days.place, this.foot);
    this.place = el("div", { class: "panel-of-bill" }, this.tabs, this.hint, this.bulk, this.lists);
    this.lists.addEventListener("click", (event) => this.#pressed(event));
    this.lists.addEventListener("keydown", (event) => this.#keyed(event));
    watchSwipes(this.lists, (row, way) => this.#answer(refOf(row), way === "confirm" ? 0 : 1));
  }

  /**
   * @param {BillView | null} view
   * @param {boolean} isOther than what was shown: the group to begin with is turned to
   */
  show(view, isOther) {
    this.#view = view;
    if (view && isOther) this.#group = view.counts.asked ? "asked" : view.counts.new ? "new" : "matched";
    this.draw();
  }

  /** What was answered and selected is not wanted any more. */
  clear() {
    this.answers.clear();
    this.#selected.clear();
  }

  focus() {
    byKey(this.tabs, `group-${this.#group}`)?.focus();
  }

  draw() {
    const { say } = this;
    const view = this.#view;
    this.place.hidden = view === null;
    if (!view) return;
    const group = this.#group;
    const counts = { ...view.counts, asked: view.counts.asked - view.groups.asked.length + this.#open.length };
    this.tabs.setAttribute("aria-label", say("groups"));
    redraw(this.tabs, ...groupTabs(counts, group, (other) => this.#turn(other), say));
    const keys = group === "asked" ? el("span", { class: "with-keys" }, say("hint_keys")) : "";
    this.hint.replaceChildren(el("span", {}, say(`hint_${WORD_OF[group]}`)), " ", keys);
    this.#drawBulk(view);
    this.#drawLines(view);
  }

  /** @param {BillView} view */
  #drawLines(view) {
    const { say, page } = this;
    const group = this.#group;
    this.lists.dataset["group"] = group;
    const items = this.#itemsOf(view);
    this.days.show(items, {
      head: (day) => el("h4", {}, day ? el("time", { datetime: day }, dayName(day, page.today, page.language)) : say("no_day")),
      sumOf: () => "",
      lineOf: (item) => ("row" in item ? aloneLine(item, say) : LINES[/** @type {LineGroup} */ (group)](item, say)),
      look: [group, page.today, page.language].join(),
    });
    const more = button({ word: say("more"), press: () => this.doing.more(group), "data-key": "more" });
    const isAll = items.length >= view.counts[group];
    redraw(this.foot, items.length ? null : el("p", { class: "empty" }, say(`none_${WORD_OF[group]}`)), isAll ? null : more);
  }

  /** @param {BillView} view */
  #drawBulk(view) {
    const lines = this.#group === "new" ? view.groups.new : [];
    const chosen = this.bulk.querySelector("select")?.value;
    const doing = {
      selectAll: (/** @type {boolean} */ all) => this.#selectAll(all),
      file: (/** @type {Type} */ type, /** @type {string} */ category) => this.#settleSelected((line) => line.type === type, "new", category),
      leaveOut: () => this.#settleSelected(() => true, "nothing", ""),
    };
    redraw(this.bulk, ...(lines.length ? bulkBar(lines, this.#selected, this.categories, doing, this.say) : []));
    const category = this.bulk.querySelector("select");
    if (category && [...category.options].some(({ value }) => value === chosen)) category.value = chosen ?? "";
  }

  /** The pairs that wait for an answer. */
  get #open() {
    return (this.#view?.groups.asked ?? []).filter((line) => !this.answers.of(line));
  }

  /**
   * The lines or rows of the group that is shown, the latest first.
   *
   * @param {BillView} view
   * @returns {(LineItem | RowItem)[]}
   */
  #itemsOf({ groups }) {
    if (this.#group === "alone") return groups.alone.map((row) => ({ date: row.date, row }));
    const moment = (/** @type {LineItem} */ { line }) => `${line.date ?? ""} ${line.time ?? ""}`;
    const items = groups[this.#group].map((line) => this.#itemOf(line));
    return items.sort((one, other) => (moment(one) < moment(other) ? 1 : moment(one) > moment(other) ? -1 : 0));
  }

  /**
   * @param {BillLine} line
   * @returns {LineItem}
   */
  #itemOf(line) {
    const answer = this.answers.of(line);
    const of = answer?.rows.length ? answer.rows : (this.answers.optionsOf(line)[0] ?? []);
    const said = of.map((id) => this.#view?.rows[id]).filter((row) => row !== undefined);
    const isSelected = this.#selected.has(line.ref);
    const known = this.#items.get(line.ref);
    if (known?.line === line && known.answer === answer && known.isSelected === isSelected && String(known.said.map(({ id }) => id)) === String(of)) return known;
    const item = { date: line.date ?? "", line, said, answer, isSelected };
    this.#items.set(line.ref, item);
    return item;
  }

  /** @param {string} ref */
  #item(ref) {
    const { matched, asked, new: unsaid, left } = /** @type {BillView} */ (this.#view).groups;
    const line = [...matched, ...asked, ...unsaid, ...left].find((one) => one.ref === ref);
    return line && this.#itemOf(line);
  }

  /** @param {BillGroup} group */
  #turn(group) {
    this.#group = group;
    this.draw();
  }

  /** @param {boolean} all */
  #selectAll(all) {
    this.#selected = new Set(all ? this.#view?.groups.new.map(({ ref }) => ref) : []);
    this.draw();
  }

  /**
   * @param {(line: BillLine) => boolean} isMeant
   * @param {Verdict} verdict
   * @param {string} category
   */
  #settleSelected(isMeant, verdict, category) {
    const lines = (this.#view?.groups.new ?? []).filter((line) => this.#selected.has(line.ref) && isMeant(line));
    if (!lines.length) return this.banners.note(this.say("none_selected"));
    for (const line of lines) {
      this.answers.settle(line, verdict, category);
      this.#selected.delete(line.ref);
    }
    this.draw();
    this.doing.answered();
    this.banners.announce(this.say("filed_under", lines.length, category || this.say("nothing_done")));
  }

  /** @param {MouseEvent} event */
  #pressed({ target }) {
    const pressed = target instanceof Element ? target.closest("[data-act]") : null;
    if (!pressed) return;
    const ref = refOf(pressed);
    if (!(pressed instanceof HTMLInputElement)) return this.#do(ref, /** @type {Act} */ (pressed.getAttribute("data-act")));
    if (pressed.checked) this.#selected.add(ref);
    else this.#selected.delete(ref);
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || !target.matches(".match") || event.ctrlKey || event.altKey || event.metaKey) return;
    const rows = /** @type {HTMLElement[]} */ ([...this.lists.querySelectorAll(".match")]);
    const at = rows.indexOf(target);
    const ref = refOf(target);
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => rows[at + 1]?.focus(),
      ArrowUp: () => rows[at - 1]?.focus(),
      Enter: () => this.#answer(ref, 0),
      Delete: () => this.#answer(ref, 1),
      Backspace: () => this.#answer(ref, 1),
      n: () => this.#do(ref, "new"),
    };
    const act = keys[key.length === 1 ? key.toLowerCase() : key];
    // A key held down is one press: the next pair must not be answered by it.
    if (!act || (event.repeat && !key.startsWith("Arrow"))) return;
    event.preventDefault();
    act();
  }

  /**
   * Give the answer of a swipe to the right (0) or to the left (1).
   *
   * @param {string} ref
   * @param {number} way
   */
  #answer(ref, way) {
    const item = this.#item(ref);
    const act = item && !item.answer ? actsOf(item)[way] : undefined;
    if (act) this.#do(ref, act);
  }

  /**
   * @param {string} ref
   * @param {Act} act
   */
  #do(ref, act) {
    const item = this.#item(ref);
    if (!item || (act === "again") !== (item.answer !== null)) return;
    if (this.#group === "asked" && !actsOf(item).includes(act)) return;
    if (act === "other") this.answers.refuse(item.line);
    else if (act === "again") this.answers.takeBack(item.line);
    else this.answers.settle(item.line, act);
    const next = this.#nextAfter(ref);
    // Keys act on the pair itself, and go on to the next one; under a finger the list stays where it is.
    const isByKeys = document.activeElement?.matches(".match") ?? false;
    this.draw();
    if (next) byKey(this.lists, next)?.focus({ preventScroll: !isByKeys });
    this.doing.answered();
    this.#tell(item.line, act);
  }

  /**
   * @param {BillLine} line
   * @param {Act} act
   */
  #tell(line, act) {
    const { say } = this;
    const now = this.answers.of(line);
    this.banners.announce(now ? say("still_asked", say(`${now.verdict}_done`), this.#open.length) : say(act === "other" ? "next_option" : "ask_again"));
  }

  /**
   * The key of the pair to look at after this one: itself, if it has another row to be asked about.
   *
   * @param {string} ref
   */
  #nextAfter(ref) {
    const open = new Set(this.#open.map((line) => line.ref));
    const rows = [...this.lists.querySelectorAll(".match")];
    const at = rows.findIndex((row) => refOf(row) === ref);
    const next = at < 0 ? undefined : [...rows.slice(at), ...rows.slice(0, at)].find((row) => open.has(refOf(row)));
    return next?.getAttribute("data-key") ?? null;
  }
}

/** @param {Element} part */
function refOf(part) {
  return part.closest("[data-ref]")?.getAttribute("data-ref") ?? "";
}
