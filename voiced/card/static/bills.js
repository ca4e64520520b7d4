/** The page of bills: a file is chosen, shown beside what was said, answered line by line, and written at a press. */

import { addressOfBill } from "./address.js";
import { restoreBatch, undoBatch, vocabulary } from "./api.js";
import * as api from "./bill_api.js";
import { BillChoice } from "./bill_choice.js";
import { aboutBill, keptBills, settleBar } from "./bill_frame.js";
import { BillPanel } from "./bill_panel.js";
import { billSpeaker } from "./bill_words.js";
import { openDialog } from "./dialog.js";
import { button, el, redraw, styled, watchDrops } from "./dom.js";

/** @import { Banners } from "./banners.js" */
/** @import { BillFile } from "./bill_api.js" */
/** @import { BillSay } from "./bill_words.js" */
/** @import { BillGroup, BillKept, BillView } from "./contract" */
/** @import { Page } from "./page.js" */
/** @import { RowActs } from "./row_acts.js" */

/**
 * @param {HTMLElement} place
 * @param {Page} page
 * @param {Banners} banners
 * @param {RowActs} acts
 */
export async function openBills(place, page, banners, acts) {
  const [say] = await Promise.all([billSpeaker(page.language, page.say), styled("bills.css")]);
  return new Bills(place, page, banners, acts, say);
}

export class Bills {
  /** The file that is shown and not written yet. @type {BillFile | null} */ #file = null;
  /** @type {BillView | null} */ #view = null;
  /** @type {BillKept[]} */ #kept = [];
  /** The import that is shown; empty where there is none. */ #batchId = "";
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
    this.panel = new BillPanel(page, banners, say, {
      answered: () => this.#drawSettle(),
      more: (group) => void acts.attempt(() => this.#more(group)),
    });
    this.settle = el("div", { class: "settle" });
    place.append(this.choice.place, this.earlier, this.about, this.panel.place, this.settle);
    watchDrops(place, (file) => this.choice.take(file));
    addEventListener("beforeunload", (event) => this.#isWaiting && event.preventDefault());
  }

  /**
   * It is looked at now: at an import, or at what waits to be written.
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
    this.say = this.panel.say = await billSpeaker(this.page.language, this.page.say);
    this.#draw();
    this.panel.draw();
  }

  /** Whether something would be lost with the page. */
  get #isWaiting() {
    return this.#file !== null || this.panel.answers.count > 0;
  }

  #tellAddress() {
    history.replaceState(history.state, "", addressOfBill(this.#batchId));
  }

  async #read() {
    const batchId = this.#batchId;
    const [view, { bills }, { categories }] = await Promise.all([batchId ? api.bill(batchId) : null, api.bills(), vocabulary()]);
    if (batchId !== this.#batchId || this.#isWriting) return; // Another one was turned to meanwhile.
    this.#kept = bills;
    this.panel.categories = categories;
    if (view) this.#shows(view, this.#view === null);
    else this.#draw();
  }

  /**
   * @param {BillView | null} view
   * @param {boolean} isOther than what was shown
   */
  #shows(view, isOther) {
    this.#view = view;
    this.#draw();
    this.panel.show(view, isOther);
  }

  /** Show no bill. */
  #leave() {
    this.#file = null;
    this.#isMine = false;
    this.panel.clear();
    this.choice.clear();
    this.#shows(null, true);
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
    if (!view.bill) return this.choice.tell(this.say("all_known", view.known));
    this.#file = file;
    this.#shows(view, true);
    this.panel.focus();
    const { matched, asked, new: unsaid, left } = view.counts;
    this.banners.announce(this.say("bill_sums", matched, asked, unsaid, left));
  }

  async #write() {
    const { count, decisions } = this.panel.answers;
    if (this.#isWriting || (this.#view?.anotherPersons && !this.#isMine)) return;
    this.#isWriting = true;
    this.#drawSettle();
    try {
      if (this.#file) await this.#take(this.#file);
      else {
        const view = await api.decide(this.#batchId, decisions);
        this.#isWritten(view, view.undo, this.say("answers_taken", count));
      }
    } finally {
      this.#isWriting = false;
      this.#drawSettle();
    }
  }

  /** @param {BillFile} file */
  async #take(file) {
    const view = await api.take(file, this.panel.answers.decisions, this.#isMine);
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
    this.panel.clear();
    this.#shows(view, false);
    this.banners.note(sentence, batchId ? { word: this.say("undo"), press: () => this.#takeBack(batchId) } : undefined);
  }

  /**
   * Take back an import, or answers that were written together; they can be brought back at once.
   *
   * @param {string} batchId
   */
  #takeBack(batchId) {
    const restore = { word: this.say("restore"), press: () => this.#bringBack(batchId) };
    void this.acts.attempt(async () => {
      await undoBatch(batchId);
      await this.#read();
      this.banners.note(this.say("taken_back"), restore);
    });
  }

  /** @param {string} batchId */
  #bringBack(batchId) {
    void this.acts.attempt(async () => {
      await restoreBatch(batchId);
      await this.#read();
      this.banners.note(this.say("brought_back"));
    });
  }

  #undo() {
    const { say } = this;
    openDialog(say("undo_bill"), (close) => ({
      body: [el("p", {}, say("undo_bill_body"))],
      ends: [
        button({ word: say("dismiss"), press: close }),
        button({ name: "undo", word: say("undo"), look: "chief", press: () => (close(), this.#takeBack(this.#batchId)) }),
      ],
    }));
  }

  /** What was not written is not wanted. */
  #drop() {
    if (this.#file) return this.#leave();
    this.panel.clear();
    this.#shows(this.#view, false);
  }

  #draw() {
    const { say } = this;
    const view = this.#view;
    const doing = {
      mine: (/** @type {boolean} */ isMine) => ((this.#isMine = isMine), this.#drawSettle()),
      undo: () => this.#undo(),
      restore: () => this.#bringBack(this.#batchId),
    };
    this.choice.draw(say, view !== null);
    redraw(this.earlier, view ? null : keptBills(this.#kept, say));
    redraw(this.about, ...(view ? aboutBill(view, { isFile: this.#file !== null, isMine: this.#isMine }, doing, say) : []));
    this.#drawSettle();
  }

  #drawSettle() {
    const isReady = !this.#view?.anotherPersons || this.#isMine;
    const state = { isFile: this.#file !== null, isReady, isWriting: this.#isWriting, answers: this.panel.answers.count };
    const parts = settleBar(state, { write: () => void this.acts.attempt(() => this.#write()), drop: () => this.#drop() }, this.say);
    this.settle.hidden = parts.length === 0;
    redraw(this.settle, ...parts);
  }

  /**
   * Show the next lines of a group too.
   *
   * @param {BillGroup} group
   */
  async #more(group) {
    const view = this.#view;
    if (!view) return;
    const piece = { group, skip: view.groups[group].length };
    const next = await (this.#file ? api.preview(this.#file, piece) : api.bill(this.#batchId, piece));
    if (view !== this.#view) return; // It was read anew meanwhile.
    const groups = { ...view.groups, [group]: [...view.groups[group], ...next.groups[group]] };
    this.#shows({ ...view, groups, rows: { ...view.rows, ...next.rows } }, false);
  }
}
