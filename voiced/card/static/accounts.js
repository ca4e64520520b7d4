/** Where money was and where it went. */

/** @import { Entry } from "./contract" */

/**
 * 「微信」, and of a transfer 「微信 → 支付宝」; empty where no account was named.
 *
 * @param {Entry} entry
 */
export function accountsOf({ account, toAccount }) {
  return toAccount ? `${account ?? ""} → ${toAccount}`.trim() : (account ?? "");
}
