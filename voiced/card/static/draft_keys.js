/** The keys on a row of the draft: which row has the focus, and what each key does there. */

import { byKey } from "./dom.js";

/** @import { Decision } from "./contract" */

/** @typedef {{confirmAll: () => void, decide: (decision: Decision, index: number) => void, edit: (index: number) => void}} Doing */

export class DraftKeys {
  /** The index of the row that Tab reaches. */ chosen = 0;

  /**
   * @param {HTMLElement} place holds the rows
   * @param {Doing} doing
   */
  constructor(place, doing) {
    this.place = place;
    this.doing = doing;
    place.addEventListener("keydown", (event) => this.#pressed(event));
    place.addEventListener("focusin", (event) => this.#chose(rowAt(event)));
  }

  /** @param {number} index */
  focus(index) {
    byKey(this.place, `row-${index}`)?.focus();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.key === "Enter" && event.ctrlKey) return this.doing.confirmAll();
    const row = rowAt(event);
    if (!row || row !== event.target || event.ctrlKey || event.altKey || event.metaKey) return;
    const act = this.#keysOf(Number(row.dataset["index"]), row.dataset["status"])[event.key];
    // A key held down is one press: the next row must not be decided by it.
    if (!act || (event.repeat && !event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    act();
  }

  /**
   * What each key does on a row.
   *
   * @param {number} index
   * @param {string | undefined} status
   * @returns {Record<string, () => void>}
   */
  #keysOf(index, status) {
    const confirm = () => status === "pending" && this.doing.decide("confirm", index);
    const cancel = () => status === "pending" && this.doing.decide("cancel", index);
    const change = () => status !== "cancelled" && this.doing.edit(index);
    return {
      ArrowDown: () => this.focus(index + 1),
      ArrowUp: () => this.focus(index - 1),
      Home: () => this.focus(0),
      End: () => this.focus(this.place.querySelectorAll(".row").length - 1),
      Enter: confirm,
      Delete: cancel,
      Backspace: cancel,
      e: change,
      F2: change,
    };
  }

  /**
   * The row in focus is the one that Tab comes back to.
   *
   * @param {HTMLElement | null} row
   */
  #chose(row) {
    if (!row || Number(row.dataset["index"]) === this.chosen) return;
    const old = byKey(this.place, `row-${this.chosen}`);
    for (const part of old ? [old, ...old.querySelectorAll("button")] : []) part.tabIndex = -1;
    for (const part of [row, ...row.querySelectorAll("button")]) part.tabIndex = 0;
    this.chosen = Number(row.dataset["index"]);
  }
}

/**
 * The row in which something happened.
 *
 * @param {Event} event
 * @returns {HTMLElement | null}
 */
export function rowAt({ target }) {
  return target instanceof Element ? target.closest(".row") : null;
}
