/** The values of an entry that are shown in small letters, of the draft and of the ledger. */

/** @import { Entry } from "./contract" */

/**
 * The accounts, if one was named: 「微信」, and of a transfer 「微信 → 支付宝」.
 *
 * @param {Entry} entry
 */
export function detailsOf({ account, toAccount }) {
  const accounts = toAccount ? `${account ?? ""} → ${toAccount}`.trim() : (account ?? "");
  return [accounts].filter((detail) => detail !== "");
}
