/** The ledger over HTTP. Every call gives the daemon's answer or throws a `Refusal` with its words. */

export class Refusal extends Error {}

/** @typedef {{q: string, from: string, to: string, type: string, category: string, page: number}} Search */

export const transactions = (search) => ask("GET", `transactions?${query(search)}`);
export const amend = (id, change) => ask("PATCH", `transactions/${encodeURIComponent(id)}`, change);
export const undo = (id) => ask("POST", `transactions/${encodeURIComponent(id)}/undo`, {});
export const undoBatch = (id) => ask("POST", `batches/${encodeURIComponent(id)}/undo`, {});
export const revisions = (id) => ask("GET", `transactions/${encodeURIComponent(id)}/revisions`);
export const report = (month) => ask("GET", `report?${query({ month })}`);
export const setBudget = (budget) => ask("PUT", "budgets", budget);
export const dropBudget = (category, month) => ask("DELETE", `budgets?${query({ category, month })}`, {});
export const vocabulary = () => ask("GET", "vocabulary");
export const exportAddress = (format) => `/api/export?${query({ format })}`;

function query(values) {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "")).toString();
}

async function ask(method, path, body) {
  let answer;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (problem) {
    throw new Refusal(problem.message);
  }
  if (answer.status === 401) location.reload();
  const said = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(said?.error?.message ?? `HTTP ${answer.status}`);
  return said;
}
