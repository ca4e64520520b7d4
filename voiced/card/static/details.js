/** The details that stand beside the name of an entry. */

/** @import { Entry } from "./contract" */

/**
 * The accounts, if one was named: 「微信」, and of a transfer 「微信 → 支付宝」.
 *
 * @param {Pick<Entry, "account" | "toAccount">} entry
 */
export function detailsOf({ account, toAccount }) {
  const accounts = toAccount ? `${account ?? ""} → ${toAccount}`.trim() : (account ?? "");
  return [accounts].filter((detail) => detail !== "");
}
