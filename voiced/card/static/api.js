/** The ledger over HTTP. Every call gives the daemon's answer or throws a `Refusal` with its words. */

/** @import { Change, Found, Report, Revision, Row, Vocabulary } from "./contract" */
/** @import { Word } from "./words.js" */

/** @type {Record<string, Word>} What a failure means to who reads the page, by the daemon's code for it. */
const MEANINGS = { not_found: "not_found", ledger_failed: "not_now", bad_request: "not_so", too_many: "too_many" };

/** The daemon did not do it: `word` says so to everybody, the message to whoever runs it. */
export class Refusal extends Error {
  /**
   * @param {Word} word
   * @param {string} reason
   */
  constructor(word, reason) {
    super(reason);
    this.word = word;
  }
}

/**
 * What is looked for; an empty text lets every row through.
 *
 * @typedef {{q: string, from: string, to: string, type: string, category: string, account: string, undone: string}} Search
 */

/** @type {(search: Search, page: number) => Promise<Found>} */
export const transactions = (search, page) => ask("GET", `transactions?${query({ ...search, page: String(page) })}`);
/** @type {(id: string, change: Change) => Promise<{rows: Row[]}>} */
export const amend = (id, change) => ask("PATCH", `transactions/${encodeURIComponent(id)}`, change);
/** @type {(id: string) => Promise<{rows: Row[]}>} */
export const undo = (id) => ask("POST", `transactions/${encodeURIComponent(id)}/undo`, {});
/** @type {(id: string) => Promise<{rows: Row[]}>} */
export const restore = (id) => ask("POST", `transactions/${encodeURIComponent(id)}/restore`, {});
/** @type {(id: string) => Promise<{revisions: Revision[]}>} */
export const revisions = (id) => ask("GET", `transactions/${encodeURIComponent(id)}/revisions`);
/** @type {(id: string) => Promise<{rows: Row[]}>} */
export const batch = (id) => ask("GET", `batches/${encodeURIComponent(id)}`);
/** @type {(id: string) => Promise<{rows: Row[]}>} */
export const undoBatch = (id) => ask("POST", `batches/${encodeURIComponent(id)}/undo`, {});
/** @type {(id: string) => Promise<{rows: Row[]}>} */
export const restoreBatch = (id) => ask("POST", `batches/${encodeURIComponent(id)}/restore`, {});
/** @type {(month: string) => Promise<Report>} */
export const report = (month) => ask("GET", `report?${query({ month })}`);
/** @type {(budget: {category: string, month: string, limit: string}) => Promise<{}>} */
export const setBudget = (budget) => ask("PUT", "budgets", budget);
/** @type {(category: string, month: string) => Promise<{}>} */
export const dropBudget = (category, month) => ask("DELETE", `budgets?${query({ category, month })}`, {});
/** @type {() => Promise<Vocabulary>} */
export const vocabulary = () => ask("GET", "vocabulary");
/** @type {(format: "csv" | "beancount") => string} */
export const exportAddress = (format) => `/api/export?${query({ format })}`;

/** @param {Record<string, string>} values */
function query(values) {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "")).toString();
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function ask(method, path, body) {
  const request = body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(`/api/${path}`, { method, ...request }).catch((/** @type {Error} */ problem) => {
    throw new Refusal("unreachable", problem.message);
  });
  if (answer.status === 401) location.reload();
  const said = await answer.json().catch(() => null);
  if (!answer.ok) {
    const { code = "", message = `HTTP ${answer.status}` } = said?.error ?? {};
    throw new Refusal(MEANINGS[code] ?? "not_done", message);
  }
  return said;
}
