/** The ledger over HTTP. Every call gives the daemon's answer or throws a `Refusal` with its words. */

/** @import { Balances, Change, FileImport, Found, Habit, ManyChanged, MonthSums, NamesInUse, Preferred, Recurrence, Recurring, Report, Revision, Row, SettingsKnown, Together, Type, Vocabulary } from "./contract" */
/** @import { Word } from "./words.js" */

/** @type {Record<string, Word>} What a failure means to who reads the page, by the daemon's code for it. */
const MEANINGS = {
  not_found: "not_found", ledger_failed: "not_now", bad_request: "not_so", too_many: "too_many", too_long: "file_long", file_wrong: "file_wrong", file_nowhere: "file_nowhere",
  name_wrong: "name_wrong", name_unheard: "name_unheard", name_taken: "name_taken", file_unheard: "file_unheard", name_kept: "name_kept", wake_wrong: "wake_wrong", not_kept: "not_now",
};

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
 * @typedef {{q: string, from: string, to: string, type: string, category: string, account: string, undone: string, behind: string}} Search
 */

/** @type {(search: Search, page: number, pages: number) => Promise<Found>} */
export const transactions = (search, page, pages) => ask("GET", `transactions?${query({ ...search, page: String(page), pages: String(pages) })}`);
/** @type {(id: string, change: Change) => Promise<{rows: Row[]}>} */
export const amend = (id, change) => ask("PATCH", `transactions/${encodeURIComponent(id)}`, change);
/** @type {(id: string) => Promise<{count: number}>} */
export const undo = (id) => ask("POST", `transactions/${encodeURIComponent(id)}/undo`, {});
/** @type {(id: string) => Promise<{count: number}>} */
export const restore = (id) => ask("POST", `transactions/${encodeURIComponent(id)}/restore`, {});
/** @type {(id: string) => Promise<{revisions: Revision[]}>} */
export const revisions = (id) => ask("GET", `transactions/${encodeURIComponent(id)}/revisions`);
/** @type {(id: string) => Promise<Together>} */
export const batch = (id) => ask("GET", `batches/${encodeURIComponent(id)}`);
/** @type {(id: string) => Promise<{count: number}>} */
export const undoBatch = (id) => ask("POST", `batches/${encodeURIComponent(id)}/undo`, {});
/** @type {(id: string) => Promise<{count: number}>} */
export const restoreBatch = (id) => ask("POST", `batches/${encodeURIComponent(id)}/restore`, {});
/** @type {(month: string) => Promise<Report>} */
export const report = (month) => ask("GET", `report?${query({ month })}`);
/** @type {(until: string) => Promise<{months: MonthSums[]}>} twelve months */
export const months = (until) => ask("GET", `months?${query({ until })}`);
/** @type {() => Promise<NamesInUse>} */
export const names = () => ask("GET", "names");
/** @type {(name: {name: string, type: Type | null}) => Promise<{}>} */
export const addName = (name) => ask("POST", "names", name);
/** @type {(name: {name: string, to: string, type: Type | null}) => Promise<{}>} */
export const renameName = (name) => ask("POST", "names/rename", name);
/** @type {(name: {name: string, type: Type | null}) => Promise<{}>} */
export const hideName = (name) => ask("POST", "names/hide", name);
/** @type {(text: string) => Promise<FileImport>} */
export const previewFile = (text) => ask("POST", "import/preview", { text });
/** @type {(text: string) => Promise<FileImport>} */
export const takeFile = (text) => ask("POST", "import", { text });
/** @type {(budget: {category: string, month: string, limit: string, recurrence: Recurrence}) => Promise<{}>} */
export const setBudget = (budget) => ask("PUT", "budgets", budget);
/** @type {(category: string, month: string) => Promise<{}>} */
export const dropBudget = (category, month) => ask("DELETE", `budgets?${query({ category, month })}`, {});
/** @type {() => Promise<{entries: Recurring[]}>} */
export const recurring = () => ask("GET", "recurring");
/** @type {(entry: {text: string, id?: string, category?: string, account?: string}) => Promise<{entries: Recurring[]}>} */
export const keepRecurring = (entry) => ask("POST", "recurring", entry);
/** @type {(id: string) => Promise<{entries: Recurring[]}>} */
export const dropRecurring = (id) => ask("DELETE", `recurring?${query({ id })}`, {});
/** @type {(id: string) => Promise<{entries: Recurring[]}>} */
export const recordDue = (id) => ask("POST", "recurring/record", { id });
/** @type {() => Promise<{habits: Habit[]}>} */
export const habits = () => ask("GET", "habits");
/** @type {(words: string) => Promise<{habits: Habit[]}>} */
export const forgetHabit = (words) => ask("DELETE", `habits?${query({ words })}`, {});
/** @type {() => Promise<{habits: Habit[]}>} */
export const forgetHabits = () => ask("DELETE", "habits/all", {});
/** @type {(changes: ManyChanged) => Promise<{ids: string[]}>} the rows that were changed */
export const changeMany = (changes) => ask("POST", "transactions", changes);
/** @type {() => Promise<Balances>} */
export const balances = () => ask("GET", "balances");
/** @type {(account: string, amount: string | null, day: string) => Promise<Balances>} */
export const setOpening = (account, amount, day) => ask("PUT", "balances", { account, amount, day });
/** @type {() => Promise<SettingsKnown>} */
export const settings = () => ask("GET", "settings");
/** @type {(wanted: Preferred) => Promise<{waits: boolean}>} */
export const keepSettings = (wanted) => ask("PUT", "settings", wanted);
/** @type {() => Promise<{waits: boolean}>} */
export const dropSettings = () => ask("DELETE", "settings", {});
/** @type {() => Promise<Vocabulary>} */
export const vocabulary = () => ask("GET", "vocabulary");
/** @type {(format: string, from: string, to: string) => string} */
export const exportAddress = (format, from, to) => `/api/export?${query({ format, from, to })}`;

/** @param {Record<string, string>} values */
function query(values) {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "")).toString();
}

/**
 * The daemon's answer to a request.
 *
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
export async function ask(method, path, body) {
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
