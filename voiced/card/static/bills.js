/** The page of bills: a file is chosen, shown beside what was said, answered line by line, and written at a press. */

import { restoreBatch, vocabulary } from "./api.js";
import * as api from "./bill_api.js";
import { Answers } from "./bill_answers.js";
import { BillChoice } from "./bill_choice.js";
import { aboutBill, bulkBar, groupTabs, keptBills, settleBar } from "./bill_frame.js";
import { actsOf, aloneLine, leftLine, matchedLine, newLine, pairLine } from "./bill_lists.js";
import { billSpeaker } from "./bill_words.js";
import { DayList } from "./day_list.js";
import { dayName } from "./days.js";
import { openDialog } from "./dialog.js";
import { button, byKey, el, redraw } from "./dom.js";
import { watchSwipes } from "./swipe.js";

/** @import { Banners } from "./banners.js" */
/** @import { Verdict } from "./bill_answers.js" */
/** @import { BillFile } from "./bill_api.js" */
/** @import { Act, LineItem, RowItem } from "./bill_lists.js" */
/** @import { BillSay } from "./bill_words.js" */
/** @import { BillGroup, BillKept, BillLine, BillView, Category, LineGroup, Type } from "./contract" */
/** @import { Page } from "./page.js" */
/** @import { RowActs } from "./row_acts.js" */

/** @type {Record<BillGroup, "matched" | "asked" | "unsaid" | "left" | "alone">} */
const EMPTY = { matched: "matched", asked: "asked", new: "unsaid", left: "left", alone: "alone" };
const LINES = { matched: matchedLine, asked: pairLine, new: newLine, left: leftLine };

/**
 * @param {HTMLElement} place
 * @param {Page} page
 * @param {Banners} banners
 * @param {RowActs} acts
 */
export async function openBills(place, page, banners, acts) {
  const look = el("link", { rel: "stylesheet", href: "bills.css" });
  const isLoaded = new Promise((done) => ["load", "error"].forEach((way) => look.addEventListener(way, done)));
  document.head.append(look);
  const [say] = await Promise.all([billSpeaker(page.language, page.say), isLoaded]);
  return new Bills(place, page, banners, acts, say);
}

export class Bills {
  /** The file that is shown and not written yet. @type {BillFile | null} */ #file = null;
  /** @type {BillView | null} */ #view = null;
  /** @type {BillKept[]} */ #kept = [];
  /** @type {Category[]} */ #categories = [];
  /** The import that is shown; empty where there is none. */ #batchId = "";
  /** @type {BillGroup} */ #group = "asked";
  #answers = new Answers();
  /** The refs of lines that are filed together. @type {Set<string>} */ #selected = new Set();
  #isMine = false;
  #isWriting = false;

  /**
   * @param {HTMLElement} place
   * @param {Page} page
   * @param {Banners} banners
   * @param {RowActs} acts
   * @param {BillSay} say
   */
  constructor(place, page, banners, acts, say) {
    this.page = page;
    this.place = place;
    this.banners = banners;
    this.acts = acts;
    this.say = say;
    /** @type {BillChoice} */ this.choice = new BillChoice((file) => this.#compare(file));
    this.earlier = el("div", {});
    this.about = el("div", { class: "about" });
    this.tabs = el("div", { class: "segments groups", role: "group" });
    this.hint = el("p", { class: "detail" });
    this.bulk = el("div", { class: "bulk" });
    /** @type {DayList<LineItem | RowItem>} */ this.days = new DayList();
    this.foot = el("div", {});
    this.settle = el("div", { class: "settle" });
    this.lists = el("div", { class: "lists" }, this.days.place, this.foot);
    place.append(this.choice.place, this.earlier, this.about, this.tabs, this.hint, this.bulk, this.lists, this.settle);
    place.addEventListener("dragover", (event) => event.preventDefault());
    place.addEventListener("drop", (event) => this.#dropped(event));
    this.lists.addEventListener("click", (event) => this.#pressed(event));
    this.lists.addEventListener("keydown", (event) => this.#keyed(event));
    watchSwipes(this.lists, (row, way) => this.#answer(refOf(row), way === "confirm" ? 0 : 1));
    addEventListener("beforeunload", (event) => this.#isWaiting && event.preventDefault());
  }

  /**
   * It is looked at now: at an import, or at nothing but the file that waits.
   *
   * @param {string} batchId
   */
  async show(batchId) {
    if (batchId === "" && this.#isWaiting) this.#tellAddress();
    else {
      if (batchId !== this.#batchId) this.#leave();
      this.#batchId = batchId;
    }
    await this.#read();
  }

  /** Something was written, here or elsewhere. A file that waits is compared anew when it is written. */
  isOld() {
    if (!this.place.hidden && !this.#isWriting) void this.acts.attempt(() => this.#read());
  }

  /** Another language was chosen. */
  async speak() {
    this.say = await billSpeaker(this.page.language, this.page.say);
    this.#draw();
  }

  /** Whether something would be lost with the page. */
  get #isWaiting() {
    return this.#file !== null || this.#answers.count > 0;
  }

  #tellAddress() {
    history.replaceState(history.state, "", this.#batchId ? `#bills?b=${this.#batchId}` : "#bills");
  }

  async #read() {
    const batchId = this.#batchId;
    const [view, { bills }, { categories }] = await Promise.all([batchId ? api.bill(batchId) : null, api.bills(), vocabulary()]);
    if (batchId !== this.#batchId) return; // Another one was turned to meanwhile.
    this.#kept = bills;
    this.#categories = categories;
    if (view) this.#shows(view, this.#view === null);
    else this.#draw();
  }

  /**
   * @param {BillView} view
   * @param {boolean} isOther than what was shown
   */
  #shows(view, isOther) {
    const { asked, new: unsaid } = view.counts;
    if (isOther) this.#group = asked ? "asked" : unsaid ? "new" : "matched";
    this.#view = view;
    this.#draw();
  }

  /** Show no bill. */
  #leave() {
    this.#file = null;
    this.#view = null;
    this.#isMine = false;
    this.#answers.clear();
    this.#selected.clear();
    this.choice.clear();
  }

  /**
   * @param {BillFile} file
   * @returns {Promise<void>}
   */
  async #compare(file) {
    const view = await api.preview(file);
    this.#leave();
    this.#batchId = "";
    this.#tellAddress();
    this.#file = view.bill ? file : null;
    if (!view.bill) return this.choice.tell(this.say("all_known", view.known));
    this.#shows(view, true);
    byKey(this.tabs, `group-${this.#group}`)?.focus();
    const { matched, asked, new: unsaid, left } = view.counts;
    this.banners.announce(this.say("bill_sums", matched, asked, unsaid, left));
  }

  async #write() {
    const { count, decisions } = this.#answers;
    if (this.#isWriting || (this.#view?.anotherPersons && !this.#isMine)) return;
    this.#isWriting = true;
    this.#draw();
    try {
      if (this.#file) await this.#take(this.#file);
      else {
        const view = await api.decide(this.#batchId, decisions);
        this.#isWritten(view, view.undo, this.say("answers_taken", count));
      }
    } finally {
      this.#isWriting = false;
      this.#draw();
    }
  }

  /** @param {BillFile} file */
  async #take(file) {
    const view = await api.take(file, this.#answers.decisions, this.#isMine);
    this.#file = null;
    this.#batchId = view.bill?.batchId ?? "";
    if (view.bill) this.#kept = [view.bill, ...this.#kept];
    this.#tellAddress();
    this.choice.clear();
    this.#isWritten(view, this.#batchId, this.say("bill_taken", view.counts.new, view.counts.matched));
  }

  /**
   * @param {BillView} view
   * @param {string | null} batchId takes back what was written
   * @param {string} sentence
   */
  #isWritten(view, batchId, sentence) {
    this.#answers.clear();
    this.#selected.clear();
    this.#shows(view, false);
    this.banners.note(sentence, batchId ? { word: this.say("undo"), press: () => void this.acts.undoBatch(batchId) } : undefined);
  }

  #undo() {
    const { say } = this;
    openDialog(say("undo_bill"), (close) => ({
      body: [el("p", {}, say("undo_bill_body"))],
      ends: [
        button({ word: say("dismiss"), press: close }),
        button({ name: "undo", word: say("undo"), look: "chief", press: () => (close(), void this.acts.undoBatch(this.#batchId)) }),
      ],
    }));
  }

  #restore() {
    return this.acts.attempt(async () => this.banners.note(this.say("restored", (await restoreBatch(this.#batchId)).rows.length)));
  }

  /** The lines or rows of the group that is shown, the latest first. @returns {(LineItem | RowItem)[]} */
  get #items() {
    const { groups, rows } = /** @type {BillView} */ (this.#view);
    if (this.#group === "alone") return groups.alone.map((row) => ({ date: row.date, row }));
    const items = groups[this.#group].map((line) => {
      const answer = this.#answers.of(line);
      const of = answer?.rows.length ? answer.rows : this.#group === "asked" ? (this.#answers.optionsOf(line)[0] ?? []) : [];
      const said = of.map((id) => rows[id]).filter((row) => row !== undefined);
      return { date: line.date ?? "", line, said, answer, isSelected: this.#selected.has(line.ref) };
    });
    const moment = (/** @type {LineItem} */ { line }) => `${line.date ?? ""} ${line.time ?? ""}`;
    return items.sort((one, other) => (moment(one) < moment(other) ? 1 : moment(one) > moment(other) ? -1 : 0));
  }

  /**
   * @param {string} ref
   * @returns {LineItem | undefined}
   */
  #item(ref) {
    return /** @type {LineItem | undefined} */ (this.#items.find((item) => "line" in item && item.line.ref === ref));
  }

  #draw() {
    const { say } = this;
    const view = this.#view;
    this.choice.draw(say, view !== null);
    redraw(this.earlier, view ? null : keptBills(this.#kept, say));
    for (const part of [this.tabs, this.hint, this.lists]) part.hidden = view === null;
    redraw(this.about, ...(view ? aboutBill(view, { isFile: this.#file !== null, isMine: this.#isMine }, this.#doing, say) : []));
    this.#drawSettle();
    this.#drawBulk();
    if (!view) return;
    const open = view.groups.asked.filter((line) => this.#answers.of(line)).length;
    this.tabs.setAttribute("aria-label", say("groups"));
    redraw(this.tabs, ...groupTabs({ ...view.counts, asked: view.counts.asked - open }, this.#group, (group) => this.#turn(group), say));
    this.hint.textContent = say(`hint_${EMPTY[this.#group]}`);
    this.#drawLines(view);
  }

  /** @param {BillView} view */
  #drawLines(view) {
    const { say, page } = this;
    const group = this.#group;
    this.lists.dataset["group"] = group;
    const items = this.#items;
    this.days.show(items, {
      head: (day) => el("h3", {}, day ? el("time", { datetime: day }, dayName(day, page.today, page.language)) : say("no_day")),
      sumOf: () => "",
      lineOf: (item) => ("row" in item ? aloneLine(item, say) : LINES[/** @type {LineGroup} */ (group)](item, say)),
      look: [group, page.today, page.language].join(),
    });
    const more = button({ word: say("more"), press: () => void this.acts.attempt(() => this.#more()), "data-key": "more" });
    const isAll = items.length >= view.counts[group];
    redraw(this.foot, items.length ? null : el("p", { class: "empty" }, say(`none_${EMPTY[group]}`)), isAll ? null : more);
  }

  #drawBulk() {
    const lines = this.#group === "new" && this.#view ? this.#view.groups.new : [];
    const parts = lines.length ? bulkBar(lines, this.#selected, this.#categories, this.#doing, this.say) : [];
    const chosen = this.bulk.querySelector("select")?.value;
    redraw(this.bulk, ...parts);
    const category = this.bulk.querySelector("select");
    if (category && [...category.options].some(({ value }) => value === chosen)) category.value = chosen ?? "";
  }

  #drawSettle() {
    const state = { isFile: this.#file !== null, isReady: !this.#view?.anotherPersons || this.#isMine, isWriting: this.#isWriting };
    const parts = settleBar({ ...state, answers: this.#answers.count }, this.#doing, this.say);
    this.settle.hidden = parts.length === 0;
    redraw(this.settle, ...parts);
  }

  #doing = {
    write: () => void this.acts.attempt(() => this.#write()),
    drop: () => this.#drop(),
    undo: () => this.#undo(),
    restore: () => void this.#restore(),
    mine: (/** @type {boolean} */ isMine) => ((this.#isMine = isMine), this.#drawSettle()),
    selectAll: (/** @type {boolean} */ all) => this.#selectAll(all),
    file: (/** @type {Type} */ type, /** @type {string} */ category) => this.#settleSelected((line) => line.type === type, "new", category),
    leaveOut: () => this.#settleSelected(() => true, "nothing", this.say("nothing_done")),
  };

  /** What was not written is not wanted. */
  #drop() {
    if (this.#file) this.#leave();
    this.#answers.clear();
    this.#draw();
  }

  /** @param {BillGroup} group */
  #turn(group) {
    this.#group = group;
    this.#draw();
  }

  /** Show the next lines of the group too. */
  async #more() {
    const [view, group] = [this.#view, this.#group];
    if (!view) return;
    const piece = { group, skip: view.groups[group].length };
    const next = await (this.#file ? api.preview(this.#file, piece) : api.bill(this.#batchId, piece));
    const groups = { ...view.groups, [group]: [...view.groups[group], ...next.groups[group]] };
    if (view === this.#view) this.#shows({ ...view, groups, rows: { ...view.rows, ...next.rows } }, false);
  }

  /** @param {boolean} all */
  #selectAll(all) {
    this.#selected = new Set(all ? this.#view?.groups.new.map(({ ref }) => ref) : []);
    this.#draw();
  }

  /**
   * @param {(line: BillLine) => boolean} isMeant
   * @param {Verdict} verdict
   * @param {string} word the category, or what is told instead
   */
  #settleSelected(isMeant, verdict, word) {
    const lines = (this.#view?.groups.new ?? []).filter((line) => this.#selected.has(line.ref) && isMeant(line));
    if (!lines.length) return this.banners.note(this.say("none_selected"));
    for (const line of lines) {
      this.#answers.settle(line, verdict, verdict === "new" ? word : "");
      this.#selected.delete(line.ref);
    }
    this.#draw();
    this.banners.announce(this.say("filed", lines.length, word));
  }

  /** @param {MouseEvent} event */
  #pressed({ target }) {
    const pressed = target instanceof Element ? target.closest("[data-act]") : null;
    if (!pressed) return;
    const ref = refOf(pressed);
    if (pressed instanceof HTMLInputElement) {
      if (pressed.checked) this.#selected.add(ref);
      else this.#selected.delete(ref);
      return this.#drawBulk();
    }
    this.#do(ref, /** @type {Act} */ (pressed.getAttribute("data-act")));
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || !target.matches(".pair") || event.ctrlKey || event.altKey || event.metaKey) return;
    const rows = /** @type {HTMLElement[]} */ ([...this.lists.querySelectorAll(".pair")]);
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
    if (!item || this.#isWriting) return;
    if (act !== "again" && item.answer) return;
    if (act === "new" && this.#group === "asked" && !actsOf(item).includes("new")) return;
    if (act === "other") this.#answers.refuse(item.line);
    else if (act === "again") this.#answers.takeBack(item.line);
    else this.#answers.settle(item.line, act);
    const next = act === "again" ? `pair-${ref}` : this.#nextAfter(ref);
    this.#draw();
    if (next) byKey(this.lists, next)?.focus({ preventScroll: act === "again" });
    const now = this.#answers.of(item.line);
    const open = /** @type {BillView} */ (this.#view).groups.asked.filter((line) => !this.#answers.of(line)).length;
    this.banners.announce(now ? this.say("still_asked", this.say(`${now.verdict}_done`), open) : this.say(act === "other" ? "next_option" : "ask_again"));
  }

  /**
   * The key of the pair to look at after this one: itself, if it has another row to be asked about.
   *
   * @param {string} ref
   */
  #nextAfter(ref) {
    const rows = [...this.lists.querySelectorAll(".pair")];
    const at = rows.findIndex((row) => refOf(row) === ref);
    const isOpen = (/** @type {Element} */ row) => !this.#answers.of(/** @type {LineItem} */ (this.#item(refOf(row))).line);
    const next = at < 0 ? undefined : [...rows.slice(at), ...rows.slice(0, at)].find(isOpen);
    return next?.getAttribute("data-key") ?? null;
  }

  /** @param {DragEvent} event */
  #dropped(event) {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) this.choice.take(file);
  }
}

/** @param {Element} part */
function refOf(part) {
  return part.closest("[data-ref]")?.getAttribute("data-ref") ?? "";
}
