/** The choice of a bill: a file, the password of a locked archive, how far it is, and what is wrong with it. */

import { Refusal } from "./api.js";
import { reason } from "./banners.js";
import { el, icon } from "./dom.js";

/** @import { BillFile } from "./bill_api.js" */
/** @import { BillSay, BillWord } from "./bill_words.js" */

const MOST_BYTES = 11 * 1024 * 1024; // A request of 16 MiB holds the file a third larger.

export class BillChoice {
  /** @type {{file: File, isLocked: boolean} | null} */ #chosen = null;
  /** @type {BillWord | null} */ #busy = null;
  /** @type {Node[]} */ #told = [];
  #turn = 0;
  /** @type {BillSay | null} */ #say = null;
  #isFolded = false;

  /** @param {(file: BillFile) => Promise<void>} compare shows the bill, or throws a refusal */
  constructor(compare) {
    this.compare = compare;
    this.input = el("input", { type: "file", name: "bill", accept: ".csv,.xlsx,.zip", onchange: () => this.#changed() });
    this.password = el("input", { type: "password", name: "password", autocomplete: "off" });
    this.head = el("div", { class: "heads" });
    this.hint = el("p", { class: "detail" });
    this.label = el("span", {});
    this.file = el("label", {}, this.label, this.input);
    this.passwordWord = el("span", {});
    this.open = el("button", { class: "chief", type: "submit" });
    this.locked = el("form", { class: "start", hidden: true, onsubmit: (/** @type {Event} */ event) => this.#opened(event) }, el("label", {}, this.passwordWord, this.password), this.open);
    this.status = el("div", { class: "told", role: "status" });
    this.place = el("div", { class: "start" }, this.head, this.hint, this.file, this.locked, this.status);
  }

  /** @param {File} file chosen, or dropped on the page */
  take(file) {
    this.password.value = "";
    void this.#look(file, "");
  }

  /** Nothing is chosen any more; what was chosen is not kept. */
  clear() {
    this.#turn += 1;
    this.#chosen = null;
    this.#busy = null;
    this.#told = [];
    this.input.value = "";
    this.password.value = "";
  }

  /** @param {string} sentence */
  tell(sentence) {
    this.#told = [el("p", {}, sentence)];
    this.#drawStatus();
  }

  /**
   * @param {BillSay} say
   * @param {boolean} isFolded whether a bill is shown below
   */
  draw(say, isFolded) {
    this.#say = say;
    this.#isFolded = isFolded;
    const back = el("a", { class: "button", href: "#ledger", "data-key": "to-ledger" }, icon("back"), say("to_ledger"));
    this.head.replaceChildren(el("h2", {}, say("bills")), back);
    this.hint.textContent = say("bills_hint");
    this.label.textContent = say("choose_bill");
    this.passwordWord.textContent = say("bill_password");
    this.open.textContent = say("open_bill");
    this.#drawStatus();
  }

  #drawStatus() {
    const say = /** @type {BillSay} */ (this.#say);
    for (const part of [this.hint, this.file]) part.hidden = this.#isFolded;
    this.locked.hidden = !this.#chosen?.isLocked;
    this.input.disabled = this.#busy !== null;
    const word = this.#busy && say(this.#busy);
    this.status.replaceChildren(...(word ? [el("p", {}, word), el("progress", { "aria-label": word })] : this.#told));
  }

  #changed() {
    const file = this.input.files?.[0];
    if (file) this.take(file);
  }

  /** @param {Event} event */
  #opened(event) {
    event.preventDefault();
    if (this.#chosen && !this.#busy) void this.#look(this.#chosen.file, this.password.value);
  }

  /**
   * @param {File} file
   * @param {string} password
   */
  async #look(file, password) {
    const say = /** @type {BillSay} */ (this.#say);
    const turn = ++this.#turn;
    const isLocked = await hasPassword(file);
    if (turn !== this.#turn) return; // Another file was chosen meanwhile.
    this.#chosen = { file, isLocked };
    this.#told = file.size > MOST_BYTES ? [wrong(say("bill_long", MOST_BYTES >> 20))] : isLocked && !password ? [el("p", {}, say("locked_bill"))] : [];
    this.#busy = this.#told.length ? null : "comparing";
    this.#drawStatus();
    if (this.#busy) await this.#compare(file, password, isLocked);
    else if (isLocked) this.password.focus();
  }

  /**
   * @param {File} file
   * @param {string} password
   * @param {boolean} isLocked
   */
  async #compare(file, password, isLocked) {
    const say = /** @type {BillSay} */ (this.#say);
    try {
      await this.compare({ file: await base64Of(file), password });
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      const word = problem.word === "file_wrong" ? (isLocked ? "password_wrong" : "bill_wrong") : problem.word;
      this.#told = [wrong(say(word)), reason(say, problem.message)];
    } finally {
      this.#busy = null;
      this.#drawStatus();
    }
  }
}

/** @param {string} sentence */
function wrong(sentence) {
  return el("p", { class: "wrong", role: "alert" }, icon("doubt"), sentence);
}

/**
 * Whether a file is an archive whose first part is locked; APPNOTE.TXT 4.3.7 has the flag.
 *
 * @param {File} file
 */
async function hasPassword(file) {
  const head = new DataView(await file.slice(0, 8).arrayBuffer());
  return head.byteLength === 8 && head.getUint32(0) === 0x504b0304 && (head.getUint16(6, true) & 1) === 1;
}

/**
 * @param {File} file
 * @returns {Promise<string>}
 */
function base64Of(file) {
  const reader = new FileReader();
  return new Promise((done, failed) => {
    reader.addEventListener("load", () => done(String(reader.result).split(",")[1] ?? ""));
    reader.addEventListener("error", () => failed(new Refusal("not_done", String(reader.error))));
    reader.readAsDataURL(file);
  });
}
