/** Presses on the draft: sent one at a time, each only while the rows that it was made for are what they were. */

/** @import { Change, Decision, Entry, Item, Message, Now } from "./contract" */
/** @import { Word } from "./words.js" */

/**
 * A press that waits for the daemon.
 *
 * @typedef {object} Press
 * @property {Decision | "edit"} what
 * @property {number | null} index the row; null for all rows
 * @property {string} seen what was on the card when it was pressed
 * @property {(now: Now) => string} look what is on the card now, to compare
 * @property {Change} [change] of an edit
 * @property {(problem: Word | null) => void} done null where the daemon did it
 */

/** @typedef {"done" | "same" | "changed"} Outcome whether the card shows what was wanted, what was seen, or something else */

export class Presses {
  /** The first is under way where `#number` was sent for it. @type {Press[]} */ #waiting = [];
  #sent = false;
  #number = 0;
  #revision = 0;
  #unsure = false;
  /** @type {Now | null} */ #now = null;

  /** @param {{send: (message: Message) => boolean, changed: () => void}} doing `send` says whether it went out */
  constructor(doing) {
    this.doing = doing;
  }

  /** What waits, by the index of its row; the key of what is for all rows is null. */
  get waiting() {
    return new Map(this.#waiting.map((press) => [press.index, press.what]));
  }

  /**
   * Decide a row, or all of them. A row that waits takes no second press.
   *
   * @param {Decision} what
   * @param {number | null} index
   * @param {(problem: Word | null) => void} done
   */
  decide(what, index, done) {
    if (this.waiting.has(index) || this.waiting.has(null) || !this.#now) return;
    const look = (/** @type {Now} */ now) => contentOf(now, index);
    this.#add({ what, index, look, seen: look(this.#now), done });
  }

  /**
   * Change the fields of a row. Another change of the row meanwhile does not matter where it left these fields alone.
   *
   * @param {Item} item as it was seen
   * @param {Change} change
   * @returns {Promise<Word | null>} the problem; null where the daemon did it
   */
  edit(item, change) {
    const fields = /** @type {(keyof Entry)[]} */ (Object.keys(change));
    const look = (/** @type {Entry | null | undefined} */ row) => JSON.stringify(fields.map((field) => row?.[field]));
    return new Promise((done) =>
      this.#add({ what: "edit", index: item.index, look: (now) => look(now.draft?.[item.index]), seen: look(item), change, done }),
    );
  }

  /** @param {Now} now the newest card */
  heard(now) {
    this.#now = now;
    if (this.#sent && now.taken === this.#number) this.#end(null);
    else if (this.#sent && this.#unsure) this.#again("lost");
    this.#unsure = false;
    this.#next();
  }

  /**
   * The daemon refused a press.
   *
   * @param {number} number
   * @param {"stale" | "not_done" | "too_many"} problem
   */
  refused(number, problem) {
    if (!this.#sent || number !== this.#number) return;
    if (problem === "stale") this.#again("stale");
    else this.#end(problem);
    this.#next();
  }

  /** The line was lost and is back: the next card tells whether the press arrived. */
  reconnected() {
    this.#unsure = true;
  }

  /** @param {Press} press */
  #add(press) {
    this.#waiting.push(press);
    this.#next();
    this.doing.changed();
  }

  #next() {
    while (!this.#sent && this.#now && this.#waiting[0]) {
      const press = this.#waiting[0];
      const outcome = outcomeOf(press, this.#now);
      if (outcome !== "same") this.#end(outcome === "done" ? null : "stale");
      else if (!this.#send(press, this.#now.revision)) this.#end("not_sent");
    }
  }

  /**
   * Send the press once more where the card has changed elsewhere only, or the line was lost before it arrived.
   *
   * @param {"stale" | "lost"} why
   */
  #again(why) {
    const press = this.#waiting[0];
    if (!press || !this.#now) return;
    const outcome = outcomeOf(press, this.#now);
    const isWorthIt = outcome === "same" && (why === "lost" || this.#now.revision !== this.#revision);
    if (isWorthIt) this.#sent = false;
    else this.#end(outcome === "done" ? null : "stale");
  }

  /**
   * @param {Press} press
   * @param {number} revision
   */
  #send({ what, index, change }, revision) {
    this.#number += 1;
    this.#revision = revision;
    const about = { revision, press: this.#number };
    const message = change ? { type: "edit", index: index ?? 0, change, ...about } : { type: what, index, ...about };
    this.#sent = this.doing.send(/** @type {Message} */ (message));
    return this.#sent;
  }

  /** @param {Word | null} problem */
  #end(problem) {
    this.#sent = false;
    this.#waiting.shift()?.done(problem);
    this.doing.changed();
  }
}

/**
 * @param {Press} press
 * @param {Now} now
 * @returns {Outcome}
 */
function outcomeOf({ what, index, look, seen, change }, now) {
  const row = index === null ? null : now.draft?.[index];
  if (what === "edit") {
    if (row && Object.entries(change ?? {}).every(([field, value]) => row[/** @type {keyof Entry} */ (field)] === value)) return "done";
    return row && row.status !== "cancelled" && look(now) === seen ? "same" : "changed";
  }
  if (!now.draft) return (what === "confirm") === (now.saved !== null) ? "done" : "changed";
  if (look(now) !== seen) return "changed";
  const wanted = { confirm: "confirmed", cancel: "cancelled", reopen: "pending" }[what];
  const isDone = row ? row.status === wanted : now.draft.every(({ status }) => status !== "pending");
  return isDone ? "done" : "same";
}

/**
 * What a row says, or all of them, whatever was decided.
 *
 * @param {Now} now
 * @param {number | null} index
 */
function contentOf({ draft }, index) {
  const rows = index === null ? (draft ?? []) : [draft?.[index]];
  return JSON.stringify(rows.map((row) => row && { ...row, status: "" }));
}
