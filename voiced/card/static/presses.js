/** Presses on the draft: sent one at a time, each only while the rows that it was made for are what they were. */

/** @import { Change, Decision, Entry, Item, Message, Now, TrayPlace } from "./contract" */
/** @import { Word } from "./words.js" */

/** @typedef {Decision | "edit" | "choose" | "forget" | "add"} What */

/**
 * A press that waits for the daemon.
 *
 * @typedef {object} Press
 * @property {What} what
 * @property {number | null} index the row; null for all rows
 * @property {string} seen what was on the card when it was pressed
 * @property {(now: Now) => string} look what is on the card now, to compare
 * @property {(now: Now) => boolean} isDone whether the card shows what was wanted
 * @property {(revision: number, press: number) => Message} message
 * @property {(problem: Word | null) => void} done null where the daemon did it
 */

/** @typedef {"done" | "same" | "changed"} Outcome whether the card shows what was wanted, what was seen, or something else */

const NO_ROW = -1;

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
    if (this.#isWaiting(index) || !this.#now) return;
    const look = (/** @type {Now} */ now) => contentOf(now, index);
    const wanted = { confirm: "confirmed", cancel: "cancelled", reopen: "pending" }[what];
    this.#add({
      what,
      index,
      look,
      seen: look(this.#now),
      isDone: ({ draft, saved }) => {
        if (!draft) return (what === "confirm") === (saved !== null);
        return index === null ? draft.every(({ status }) => status !== "pending") : draft[index]?.status === wanted;
      },
      message: (revision, press) => /** @type {Message} */ ({ type: what, revision, index, press }),
      done,
    });
  }

  /**
   * Choose one of the two readings of a row in doubt.
   *
   * @param {number} index
   * @param {number} reading
   * @param {(problem: Word | null) => void} done
   */
  choose(index, reading, done) {
    if (this.#isWaiting(index) || !this.#now) return;
    const look = (/** @type {Now} */ now) => contentOf(now, index);
    this.#add({
      what: "choose",
      index,
      look,
      seen: look(this.#now),
      isDone: () => false,
      message: (revision, press) => ({ type: "choose", revision, index, reading, press }),
      done,
    });
  }

  /**
   * Forget the habit that filed a row.
   *
   * @param {number} index
   * @param {(problem: Word | null) => void} done
   */
  forget(index, done) {
    if (this.#isWaiting(index) || !this.#now) return;
    const look = (/** @type {Now} */ now) => contentOf(now, index);
    this.#add({
      what: "forget",
      index,
      look,
      seen: look(this.#now),
      isDone: () => false,
      message: (revision, press) => ({ type: "forget", revision, index, press }),
      done,
    });
  }

  /**
   * Change the fields of a row. Another change of the row meanwhile does not matter where it left these fields alone.
   *
   * @param {Item} item as it was seen
   * @param {Change} change
   * @returns {Promise<Word | null>} the problem; null where the daemon did it
   */
  edit(item, change) {
    const { index } = item;
    const fields = /** @type {(keyof Entry)[]} */ (Object.keys(change));
    const look = (/** @type {Entry | null | undefined} */ row) => JSON.stringify(fields.map((field) => row?.[field]));
    return new Promise((done) =>
      this.#add({
        what: "edit",
        index,
        look: ({ draft }) => (draft?.[index]?.status === "cancelled" ? "" : look(draft?.[index])),
        seen: look(item),
        isDone: ({ draft }) => fields.every((field) => draft?.[index]?.[field] === change[field]),
        message: (revision, press) => ({ type: "edit", revision, index, change, press }),
        done,
      }),
    );
  }

  /**
   * Add an entry that was filled in by hand.
   *
   * @param {Change} entry
   * @param {TrayPlace} [tray] what it was filled in from
   * @returns {Promise<Word | null>} the problem; null where the daemon did it
   */
  add(entry, tray) {
    const isIt = (/** @type {Item} */ { amount, date, type }) => amount === entry.amount && date === entry.date && type === entry.type;
    const count = (/** @type {Now | null} */ now) => (now?.draft ?? []).filter(isIt).length;
    const before = count(this.#now);
    return new Promise((done) =>
      this.#add({
        what: "add",
        index: NO_ROW,
        look: () => "",
        seen: "",
        isDone: (now) => count(now) > before,
        message: (_, press) => ({ type: "add", entry, press, ...(tray ? { tray } : {}) }),
        done,
      }),
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

  /** @param {number | null} index */
  #isWaiting(index) {
    return this.waiting.has(index) || this.waiting.has(null);
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
  #send({ message }, revision) {
    this.#number += 1;
    this.#revision = revision;
    this.#sent = this.doing.send(message(revision, this.#number));
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
 * An edit is done whatever else the row says; a decision only about the row that was seen.
 *
 * @param {Press} press
 * @param {Now} now
 * @returns {Outcome}
 */
function outcomeOf({ what, look, seen, isDone }, now) {
  const isSame = look(now) === seen;
  if (isDone(now) && (isSame || what === "edit" || !now.draft)) return "done";
  return isSame && (now.draft || what === "add") ? "same" : "changed";
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
