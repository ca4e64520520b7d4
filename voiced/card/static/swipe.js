/** A row pulled sideways by mouse, pen or finger: right confirms or brings back, left cancels or takes out, back or down is nothing. */

/** @import { Decision } from "./contract" */

const START = 10; // Pixels before a press is a pull: a finger is never quite still.
const ARMED_SHARE = 0.3; // Of the row's width: far enough to be meant.
const MOST_ARMED = 140; // Pixels: on a wide screen a third of a row would be an arm's length.

const EDGE = 24; // Pixels at the side of the screen, which belong to the phone's own gesture for back.

/**
 * Watch the rows of a list.
 *
 * @param {HTMLElement} list holds elements with `data-pullable`, which may name the only way; a `.face` in one moves, or else the whole
 * @param {(row: HTMLElement, decision: Decision) => void} done
 */
export function watchSwipes(list, done) {
  /** @type {{row: HTMLElement, id: number, x: number, y: number, moving: boolean} | null} */
  let pull = null;

  list.addEventListener("pointerdown", (event) => {
    const row = pullableAt(event);
    if (row) pull = { row, id: event.pointerId, x: event.clientX, y: event.clientY, moving: false };
  });

  list.addEventListener("pointermove", (event) => {
    if (!pull || event.pointerId !== pull.id) return;
    if (!pull.row.isConnected) return void (pull = null); // The card was redrawn under the finger.
    const x = event.clientX - pull.x;
    if (!pull.moving) {
      if (Math.abs(event.clientY - pull.y) > START) return void (pull = null);
      if (Math.abs(x) < START) return;
      pull.moving = true;
      pull.row.setPointerCapture(event.pointerId);
    }
    show(pull.row, x);
  });

  list.addEventListener("pointerup", (event) => {
    if (!pull || event.pointerId !== pull.id) return;
    const { row, x, moving } = pull;
    pull = null;
    if (!moving) return;
    swallowClick(row);
    const way = event.clientX - x;
    rest(row);
    if (isArmed(row, way)) done(row, wayOf(way));
  });

  list.addEventListener("pointercancel", () => {
    if (pull) rest(pull.row);
    pull = null;
  });
}

/**
 * @param {PointerEvent} event
 * @returns {HTMLElement | null}
 */
function pullableAt({ target, button, isPrimary, pointerType, clientX }) {
  if (pointerType === "touch" && (clientX < EDGE || clientX > innerWidth - EDGE)) return null;
  if (!(target instanceof Element) || button !== 0 || !isPrimary || target.closest(".foot, .acts, [data-selecting]")) return null;
  /** @type {HTMLElement | null} */ const row = target.closest("[data-pullable]");
  // Where text can be marked, a mouse marks it.
  return row && pointerType === "mouse" && getComputedStyle(row).userSelect !== "none" ? null : row;
}

/**
 * @param {HTMLElement} row
 * @param {number} x
 */
function isOpenTo(row, x) {
  return ["", wayOf(x)].includes(row.dataset["pullable"] ?? "");
}

/**
 * @param {number} x
 * @returns {Decision}
 */
function wayOf(x) {
  return x > 0 ? "confirm" : "cancel";
}

/**
 * @param {HTMLElement} row
 * @param {number} x
 */
function isArmed(row, x) {
  return isOpenTo(row, x) && Math.abs(x) >= Math.min(row.offsetWidth * ARMED_SHARE, MOST_ARMED);
}

/**
 * @param {HTMLElement} row
 * @param {number} x
 */
function show(row, x) {
  if (!isOpenTo(row, x)) return rest(row);
  row.dataset["pull"] = wayOf(x);
  row.dataset["armed"] = String(isArmed(row, x));
  faceOf(row).style.transform = `translateX(${x}px)`;
}

/** @param {HTMLElement} row */
function rest(row) {
  delete row.dataset["pull"];
  delete row.dataset["armed"];
  faceOf(row).style.transform = "";
}

/** @param {HTMLElement} row */
function faceOf(row) {
  return /** @type {HTMLElement | null} */ (row.querySelector(".face")) ?? row;
}

/**
 * The click that ends a pull would open the editor.
 *
 * @param {HTMLElement} row
 */
function swallowClick(row) {
  const stop = (/** @type {Event} */ event) => event.stopPropagation();
  row.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => row.removeEventListener("click", stop, { capture: true }));
}
