/** Money: amounts as text in yuan and as a whole number of fen. No binary fraction ever holds an amount. */

const TERM = /([+-]?)([^+-]+)/g;
const MARKS = /[\s¥元]/g;
const PLAIN = /^(\d{1,10})(?:\.(\d{1,2}))?$/;
const MOST_FEN = 100_000_000_000n; // One billion yuan, as in the ledger.
const FULL_WIDTH = /[０-９．＋－￥]/g;
const YEN = "￥";

/**
 * The fen of an amount above zero as people type it: `35.5`, `¥1,280`, `12+8-3`; null where it is none.
 *
 * @param {string} text
 * @returns {bigint | null}
 */
export function fenOf(text) {
  const narrow = text.replace(FULL_WIDTH, (sign) => (sign === YEN ? "¥" : String.fromCharCode(sign.charCodeAt(0) - 0xfee0)));
  const sum = narrow.replace(MARKS, "").replaceAll("−", "-").replace(/[,，](?=\d{3}(?:\D|$))/g, "");
  const terms = [...sum.matchAll(TERM)];
  if (terms.map(([term]) => term).join("") !== sum) return null;
  let fen = 0n;
  for (const [, sign, digits = ""] of terms) {
    const term = termOf(digits);
    if (term === null) return null;
    fen += sign === "-" ? -term : term;
  }
  return fen > 0n && fen <= MOST_FEN ? fen : null;
}

/** @param {string} digits */
function termOf(digits) {
  const parts = PLAIN.exec(digits);
  return parts && BigInt(parts[1] ?? "") * 100n + BigInt((parts[2] ?? "").padEnd(2, "0"));
}

/**
 * The fen of a decimal the daemon sent, which may be zero or negative.
 *
 * @param {string} text
 */
export function fenSent(text) {
  const [, sign = "", yuan = "0", rest = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  const fen = BigInt(yuan) * 100n + BigInt(rest.padEnd(2, "0"));
  return sign ? -fen : fen;
}

/**
 * Yuan as a plain decimal without trailing zeros, as the daemon takes it: `35.5`.
 *
 * @param {bigint} fen not negative
 */
export function plain(fen) {
  const rest = String(fen % 100n).padStart(2, "0").replace(/0+$/, "");
  return `${fen / 100n}${rest && `.${rest}`}`;
}

/**
 * Yuan as people read it, without trailing zeros: `¥1,280.5`.
 *
 * @param {bigint} fen
 */
export function shown(fen) {
  const [yuan = "", rest] = plain(fen < 0n ? -fen : fen).split(".");
  return `${fen < 0n ? "−" : ""}¥${yuan.replace(/\B(?=(\d{3})+$)/g, ",")}${rest ? `.${rest}` : ""}`;
}

/**
 * How much `part` is of `whole`, in thousandths and at most 1000: for the length of a bar, not for sums.
 *
 * @param {bigint} part
 * @param {bigint} whole
 */
export function permille(part, whole) {
  if (whole <= 0n) return part > 0n ? 1000 : 0;
  const share = (part * 1000n) / whole;
  return Number(share > 1000n ? 1000n : share < 0n ? 0n : share);
}
