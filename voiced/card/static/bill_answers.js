/** What was answered about the lines of a bill, until it is written. */

/** @import { BillDecision, BillLine } from "./contract" */

/** @typedef {"same" | "new" | "nothing"} Verdict */
/** @typedef {{verdict: Verdict, rows: string[], category: string}} Answer */

export class Answers {
  /** Answers that settle a line, by its ref. @type {Map<string, Answer>} */ #given = new Map();
  /** Rows that a line is not of, though it may be of another. @type {Map<string, string[][]>} */ #refused = new Map();

  /** How many lines were answered. */
  get count() {
    return new Set([...this.#given.keys(), ...this.#refused.keys()]).size;
  }

  /** @returns {BillDecision[]} as the daemon takes them */
  get decisions() {
    const refused = [...this.#refused].flatMap(([ref, options]) => options.map((rows) => decision(ref, "other", { rows })));
    return [...refused, ...[...this.#given].map(([ref, { verdict, rows, category }]) => decision(ref, verdict, { rows, category }))];
  }

  /**
   * The answer that settles a line, its own or that of a line which belongs to the same row.
   *
   * @param {BillLine} line
   * @returns {Answer | null}
   */
  of(line) {
    return this.#given.get(this.#answeredWith(line)) ?? null;
  }

  /**
   * The rows that a line may still be: not refused, and not those of another line.
   *
   * @param {BillLine} line
   */
  optionsOf(line) {
    const held = new Set([...this.#given].flatMap(([ref, { rows }]) => (ref === line.ref ? [] : rows)));
    const refused = new Set((this.#refused.get(line.ref) ?? []).map(String));
    return line.options.filter((rows) => !refused.has(String(rows)) && !rows.some((id) => held.has(id)));
  }

  /**
   * @param {BillLine} line
   * @param {Verdict} verdict
   * @param {string} [category] of the row that it becomes; the guessed one without
   */
  settle(line, verdict, category = "") {
    const rows = verdict === "same" ? (this.optionsOf(line)[0] ?? []) : [];
    this.#given.set(line.ref, { verdict, rows, category });
    if (verdict !== "same") this.#refused.delete(line.ref);
  }

  /**
   * It is not of the row that is shown beside it: the next one is, or it is a row of its own.
   *
   * @param {BillLine} line
   */
  refuse(line) {
    const [shown, ...others] = this.optionsOf(line);
    if (!shown || !others.length) return this.settle(line, "new");
    this.#refused.set(line.ref, [...(this.#refused.get(line.ref) ?? []), shown]);
  }

  /**
   * Ask about a line again, from its first row on.
   *
   * @param {BillLine} line
   */
  takeBack(line) {
    this.#given.delete(this.#answeredWith(line));
    this.#refused.delete(line.ref);
  }

  clear() {
    this.#given.clear();
    this.#refused.clear();
  }

  /**
   * The ref of the line whose answer settles this one.
   *
   * @param {BillLine} line
   */
  #answeredWith({ ref, beside, options }) {
    const isFor = (/** @type {string} */ other) => {
      const answer = this.#given.get(other);
      return answer?.verdict === "same" && options.some((rows) => String(rows) === String(answer.rows));
    };
    return this.#given.has(ref) ? ref : (beside.find(isFor) ?? ref);
  }
}

/**
 * A decision with those of its parts that say something.
 *
 * @param {string} ref
 * @param {BillDecision["verdict"]} verdict
 * @param {{rows: string[], category?: string}} parts
 * @returns {BillDecision}
 */
function decision(ref, verdict, { rows, category }) {
  return { ref, verdict, ...(rows.length ? { rows } : {}), ...(category ? { category } : {}) };
}
