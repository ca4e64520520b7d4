/** What stands behind the # of the address: the page, and of the ledger its month and what is looked for. */

import { FIELDS } from "./search_form.js";

/** @import { Wanted } from "./search_form.js" */

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** @typedef {{month: string, wanted: Wanted}} Place the month is empty where it is the present one */

/** @typedef {"now" | "ledger" | "bills"} View */

/**
 * The page that the address names.
 *
 * @returns {View}
 */
export function viewNamed() {
  const name = location.hash.slice(1).split("?")[0];
  return name === "ledger" || name === "bills" ? name : "now";
}

/** The import that the address of the bills names; empty where it names none. */
export function billNamed() {
  return new URLSearchParams(location.hash.split("?")[1] ?? "").get("b") ?? "";
}

/**
 * The place in the ledger that the address names.
 *
 * @returns {Place}
 */
export function placeNamed() {
  const given = new URLSearchParams(location.hash.split("?")[1] ?? "");
  const month = given.get("m") ?? "";
  const wanted = /** @type {Wanted} */ (Object.fromEntries(FIELDS.map((field) => [field, given.get(field) ?? ""])));
  return { month: MONTH.test(month) ? month : "", wanted };
}

/**
 * The address of a place in the ledger.
 *
 * @param {Place} place
 */
export function addressOf({ month, wanted }) {
  const named = Object.entries({ m: month, ...wanted }).filter(([, value]) => value !== "");
  return named.length ? `#ledger?${new URLSearchParams(named)}` : "#ledger";
}
