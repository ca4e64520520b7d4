/** What stands behind the # of the address: the page, and of the ledger its month and what is looked for. */

/** @typedef {"q" | "type" | "category" | "account" | "span" | "undone" | "behind"} Field */
/** @typedef {Record<Field, string>} Wanted what is looked for; an empty text lets every row through, `span` is the month, "all" or a day, `behind` the rows behind a figure of an answer */

/** @type {Field[]} */
const FIELDS = ["q", "type", "category", "account", "span", "undone", "behind"];

/** @type {Wanted} */
export const NOTHING_WANTED = { q: "", type: "", category: "", account: "", span: "", undone: "", behind: "" };

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** @typedef {"rows" | "calendar" | "pictures"} View of the ledger on a phone; a wide screen has room for all */

/** @type {View[]} */
export const VIEWS = ["rows", "calendar", "pictures"];
/** @typedef {{month: string, wanted: Wanted, view?: View}} Place the month is empty where it is the present one */

/** @typedef {"now" | "ledger" | "bills"} Opened what the page shows */

/**
 * The page that the address names.
 *
 * @returns {Opened}
 */
export function viewNamed() {
  const name = location.hash.slice(1).split("?")[0];
  return name === "ledger" || name === "bills" ? name : "now";
}

/** The import that the address of the bills names; empty where it names none. */
export function billNamed() {
  return given().get("b") ?? "";
}

/** @param {string} batchId empty for the page of bills without one */
export function addressOfBill(batchId) {
  return batchId ? `#bills?${new URLSearchParams({ b: batchId })}` : "#bills";
}

/**
 * The place in the ledger that the address names.
 *
 * @returns {Place}
 */
export function placeNamed() {
  const values = given();
  const month = values.get("m") ?? "";
  const wanted = /** @type {Wanted} */ (Object.fromEntries(FIELDS.map((field) => [field, values.get(field) ?? ""])));
  return { month: MONTH.test(month) ? month : "", wanted, view: VIEWS.find((view) => view === values.get("v")) ?? "rows" };
}

/** The values that stand behind the page in the address. */
function given() {
  return new URLSearchParams(location.hash.split("?")[1] ?? "");
}

/**
 * The address of a place in the ledger.
 *
 * @param {Place} place
 */
export function addressOf({ month, wanted, view = "rows" }) {
  const named = Object.entries({ m: month, ...wanted, v: view === "rows" ? "" : view }).filter(([, value]) => value !== "");
  return named.length ? `#ledger?${new URLSearchParams(named)}` : "#ledger";
}
