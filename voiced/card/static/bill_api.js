/** Bills over HTTP; see api.js. */

import { ask } from "./api.js";

/** @import { BillDecision, BillGroup, BillKept, BillView } from "./contract" */

/** @typedef {{file: string, password: string}} BillFile the file in base64 */
/** @typedef {{group: BillGroup, skip: number}} Piece the lines of a group from this one on */

/** @type {(file: BillFile, piece?: Piece) => Promise<BillView>} */
export const preview = (file, piece) => ask("POST", `bills/preview${query(piece)}`, file);
/** @type {(file: BillFile, decisions: BillDecision[], mine: boolean) => Promise<BillView>} */
export const take = (file, decisions, mine) => ask("POST", "bills", { ...file, decisions, mine });
/** @type {() => Promise<{bills: BillKept[]}>} */
export const bills = () => ask("GET", "bills");
/** @type {(batchId: string, piece?: Piece) => Promise<BillView>} */
export const bill = (batchId, piece) => ask("GET", `bills/${encodeURIComponent(batchId)}${query(piece)}`);
/** @type {(batchId: string, decisions: BillDecision[]) => Promise<BillView & {undo: string | null}>} */
export const decide = (batchId, decisions) => ask("POST", "bills/decisions", { batchId, decisions });

/** @param {Piece} [piece] */
function query(piece) {
  return piece ? `?group=${piece.group}&skip=${piece.skip}` : "";
}
