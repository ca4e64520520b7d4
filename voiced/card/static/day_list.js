/** The days of the ledger on the page: only what changed is drawn, and days far out of view hold no rows. */

import { byKey, el, isLaidOut } from "./dom.js";

const NEAR = "4000px 0px"; // Some sixty rows above and below what is seen.
const ROWS_AT_FIRST = 30; // They fill the screen at once, however they come to be shown.
const ROWS_IN_A_FRAME = 16; // More of them would keep a finger waiting.
const LINE = 1; // Pixels between two rows, above the first and below the last.

/**
 * @template Item
 * @typedef {{section: HTMLElement, list: HTMLElement, rows: Item[], sum: string, isFilled: boolean}} Day
 */

/** @template {{date: string}} Item */
export class DayList {
  /** @type {Map<string, Day<Item>>} */ #days = new Map();
  #look = "";
  /** Days that came near and wait for their rows. @type {Set<Day<Item>>} */ #waiting = new Set();
  #frame = 0;
  /** Pixels of a day's head and of a row with the line below it: a guess, until they were seen. */
  #heights = { head: 34, row: 58 };
  #isMeasured = false;
  #near = new IntersectionObserver((entries) => this.#moved(entries), { rootMargin: NEAR });

  /** @param {number} [atOnce] so many rows are drawn at once; more of them would keep a finger waiting */
  constructor(atOnce = ROWS_AT_FIRST) {
    this.atOnce = atOnce;
    this.place = el("div", { class: "days" });
  }

  /**
   * Show these rows; a day that is as it was stays untouched.
   *
   * @param {Item[]} rows the latest day first
   * @param {{head: (day: string) => Node, sumOf: (day: string) => string, lineOf: (row: Item) => HTMLElement, look: string}} drawing
   *   the head of a day, its sum in words, a row, and what else the rows look like: if that changed, all are drawn
   */
  show(rows, { head, sumOf, lineOf, look }) {
    this.lineOf = lineOf;
    if (look !== this.#look) {
      this.#forget([...this.#days.keys()]);
      this.#isMeasured = false;
    }
    this.#look = look;
    const held = this.place.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
    const byDay = groupedByDay(rows);
    this.#forget([...this.#days.keys()].filter((day) => !byDay.has(day)));
    let next = this.place.firstElementChild;
    for (const [date, ofDay] of byDay) {
      const sum = sumOf(date);
      const known = this.#days.get(date);
      const day = known && known.sum === sum && isSame(known.rows, ofDay) ? known : this.#make(date, head(date), sum, ofDay, known);
      if (day.section === next) next = next.nextElementSibling;
      else this.place.insertBefore(day.section, next);
    }
    if (held && document.activeElement === document.body) byKey(this.place, held)?.focus({ preventScroll: true });
  }

  /**
   * @param {string} date
   * @param {Node} head
   * @param {string} sum
   * @param {Item[]} rows
   * @param {Day<Item>} [before] what stands in its place
   */
  #make(date, head, sum, rows, before) {
    const list = before?.list ?? el("ul", { class: "lines", role: "list" });
    const section = before?.section ?? el("section", { class: "day" });
    const total = sum ? el("p", { class: "detail money" }, sum) : null;
    section.replaceChildren(el("header", {}, head, ...(total ? [total] : [])), list);
    const day = { section, list, rows, sum, isFilled: false };
    this.#days.set(date, day);
    this.#reserve(day);
    if (before?.isFilled || this.#isShort) this.#fill(day);
    // Looked at anew, a day that was far away before is emptied again.
    this.#near.unobserve(section);
    this.#near.observe(section);
    return day;
  }

  /**
   * A day without its rows takes their place: days that seem low would all come near at once.
   *
   * @param {Day<Item>} day
   */
  #reserve({ section, list, rows }) {
    const height = rows.length * this.#heights.row + LINE;
    list.style.blockSize = `${height}px`;
    section.style.blockSize = "";
    section.style.containIntrinsicBlockSize = `auto ${this.#heights.head + height}px`;
  }

  /** Learn from the first day that is laid out how high days are. */
  #measure() {
    const seen = [...this.#days.values()].find((day) => day.isFilled && isLaidOut(day.list));
    const height = seen?.list.offsetHeight;
    if (!seen || !height) return; // An older browser tells by the height alone that nothing is laid out.
    this.#isMeasured = true;
    this.#heights = { head: seen.section.offsetHeight - height, row: (height - LINE) / seen.rows.length };
    for (const day of this.#days.values()) if (!day.isFilled) this.#reserve(day);
  }

  /** Whether so few rows are there that all that come are near. */
  get #isShort() {
    return this.place.querySelectorAll("li").length < this.atOnce;
  }

  /** @param {Day<Item>} day */
  #fill(day) {
    day.section.style.blockSize = day.list.style.blockSize = "";
    day.list.replaceChildren(...day.rows.map((row) => /** @type {(row: Item) => HTMLElement} */ (this.lineOf)(row)));
    day.isFilled = true;
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #moved(entries) {
    if (!this.#isMeasured) this.#measure();
    const bySection = new Map([...this.#days.values()].map((day) => [/** @type {Element} */ (day.section), day]));
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const day = bySection.get(target);
      if (!day || boundingClientRect.height === 0) continue; // The ledger is not shown at all.
      if (isIntersecting && !day.isFilled) this.#waiting.add(day);
      else if (!isIntersecting && day.isFilled && !target.contains(document.activeElement)) this.#empty(day, boundingClientRect.height);
      else if (!isIntersecting) this.#waiting.delete(day);
    }
    if (!this.#frame) this.#fillSome();
  }

  /** Give the days that wait their rows, a few in each frame, those in view first. */
  #fillSome() {
    let rows = 0;
    const most = Math.min(ROWS_IN_A_FRAME, this.atOnce);
    for (const day of [...this.#waiting].sort((one, other) => away(one.section) - away(other.section))) {
      if (rows > 0 && rows + day.rows.length > most) break;
      this.#waiting.delete(day);
      if (this.#days.get(day.rows[0]?.date ?? "") !== day || day.isFilled) continue; // It was drawn anew meanwhile.
      this.#fill(day);
      rows += day.rows.length;
    }
    // Not before the frame, which has the rows of just now to lay out.
    const next = () => setTimeout(() => this.#fillSome());
    this.#frame = this.#waiting.size ? requestAnimationFrame(next) : 0;
  }

  /**
   * Take the rows of a day out of the page, whose height they leave.
   *
   * @param {Day<Item>} day
   * @param {number} height
   */
  #empty(day, height) {
    day.section.style.blockSize = `${height}px`;
    day.list.replaceChildren();
    day.isFilled = false;
  }

  /** @param {string[]} dates */
  #forget(dates) {
    for (const date of dates) {
      const section = this.#days.get(date)?.section;
      if (section) this.#near.unobserve(section);
      section?.remove();
      this.#days.delete(date);
    }
  }
}

/**
 * How many pixels a part of the page is out of view.
 *
 * @param {Element} part
 */
function away(part) {
  const { top, bottom } = part.getBoundingClientRect();
  return Math.max(0, top - innerHeight, -bottom);
}

/**
 * @template {{date: string}} Item
 * @param {Item[]} rows
 */
function groupedByDay(rows) {
  /** @type {Map<string, Item[]>} */
  const days = new Map();
  for (const row of rows) {
    const ofDay = days.get(row.date);
    if (ofDay) ofDay.push(row);
    else days.set(row.date, [row]);
  }
  return days;
}

/**
 * Whether two values that the daemon sent say the same.
 *
 * @param {unknown} one
 * @param {unknown} other
 * @returns {boolean}
 */
function isSame(one, other) {
  if (one === other) return true;
  if (!isRecord(one) || !isRecord(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === "object" && value !== null;
}
