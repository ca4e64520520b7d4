/** A row pulled sideways by mouse, pen or finger: right confirms, left cancels, back or down is nothing. */

const START = 10; // Pixels before a press is a pull: a finger is never quite still.
const ARMED_SHARE = 0.3; // Of the row's width: far enough to be meant.
const MOST_ARMED = 140; // Pixels: on a wide screen a third of a row would be an arm's length.

/**
 * Watch the rows of a list. Pulls are told as `done(row, "confirm" | "cancel")`.
 *
 * @param {HTMLElement} list holds elements with `data-pullable`, each with a `.face`
 * @param {(row: HTMLElement, decision: "confirm" | "cancel") => void} done
 */
export function watchSwipes(list, done) {
  let pull = null;

  list.addEventListener("pointerdown", (event) => {
    const row = event.target.closest("[data-pullable]");
    if (!row || event.button !== 0 || !event.isPrimary || event.target.closest(".foot")) return;
    pull = { row, id: event.pointerId, x: event.clientX, y: event.clientY, moving: false };
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
    if (isArmed(row, way)) done(row, way > 0 ? "confirm" : "cancel");
  });

  list.addEventListener("pointercancel", () => {
    if (pull) rest(pull.row);
    pull = null;
  });
}

function isArmed(row, x) {
  return Math.abs(x) >= Math.min(row.offsetWidth * ARMED_SHARE, MOST_ARMED);
}

function show(row, x) {
  row.dataset.pull = x > 0 ? "confirm" : "cancel";
  row.dataset.armed = String(isArmed(row, x));
  row.querySelector(".face").style.transform = `translateX(${x}px)`;
}

function rest(row) {
  delete row.dataset.pull;
  delete row.dataset.armed;
  row.querySelector(".face").style.transform = "";
}

/** The click that ends a pull would open the editor. */
function swallowClick(row) {
  const stop = (event) => event.stopPropagation();
  row.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => row.removeEventListener("click", stop, { capture: true }));
}
