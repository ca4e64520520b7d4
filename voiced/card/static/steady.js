/** What has just moved or changed takes no press: the finger was on its way to what stood there before. */

const SETTLES_MS = 350;
const MOVED = 8; // Pixels: less is within the same target.

/** @typedef {{x: number, y: number, says: string}} Place */

/** @type {Map<string, number>} When what has this key has settled. */
const settledAt = new Map();
let isBlocked = false;

/**
 * Draw, and note what has moved by it.
 *
 * @param {() => void} draw
 */
export function keepingSteady(draw) {
  const before = places();
  draw();
  const now = performance.now();
  for (const [key, place] of places()) {
    const old = before.get(key);
    const stays = old && Math.abs(old.x - place.x) <= MOVED && Math.abs(old.y - place.y) <= MOVED && old.says === place.says;
    if (!stays) settledAt.set(key, now + SETTLES_MS);
  }
  if (settledAt.size > 0) settle();
}

/** Begin to watch presses on the page. */
export function watchPresses() {
  addEventListener("pointerdown", guard, { capture: true });
  addEventListener("click", swallow, { capture: true });
}

/** @param {PointerEvent} event */
function guard(event) {
  const keys = event.target instanceof Element ? keysOf(event.target) : [];
  isBlocked = keys.some((key) => (settledAt.get(key) ?? 0) > performance.now());
  if (isBlocked) event.stopImmediatePropagation();
}

/** @param {MouseEvent} event */
function swallow(event) {
  // Keys press what has the focus, wherever it has moved to.
  if (!isBlocked || event.detail === 0) return;
  isBlocked = false;
  event.stopImmediatePropagation();
  event.preventDefault();
}

/**
 * The keys of a button and of the row that it is in.
 *
 * @param {Element} target
 */
function keysOf(target) {
  /** @type {string[]} */
  const keys = [];
  for (let at = target.closest("[data-key]"); at; at = at.parentElement?.closest("[data-key]") ?? null) {
    keys.push(at.getAttribute("data-key") ?? "");
  }
  return keys;
}

/** @returns {Map<string, Place>} */
function places() {
  const found = document.querySelectorAll(".watched [data-key]");
  return new Map(
    [...found].map((part) => {
      const { x, y } = part.getBoundingClientRect();
      return [part.getAttribute("data-key") ?? "", { x, y, says: part.getAttribute("data-says") ?? "" }];
    }),
  );
}

/** Until all has settled the page says so, in `data-moving`. */
function settle() {
  const now = performance.now();
  for (const [key, at] of settledAt) if (at <= now) settledAt.delete(key);
  const rest = Math.max(0, ...settledAt.values()) - now;
  document.documentElement.toggleAttribute("data-moving", settledAt.size > 0);
  if (settledAt.size > 0) setTimeout(settle, rest + 1);
}
