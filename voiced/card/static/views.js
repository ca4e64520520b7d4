/** The views of the ledger on a phone, its rows, its calendar or its pictures; a wide screen has room for all. */

import { VIEWS } from "./address.js";
import { el, redraw } from "./dom.js";

/** @import { View } from "./address.js" */
/** @import { Say } from "./words.js" */

/**
 * Show a view, and draw the buttons that choose one.
 *
 * @param {HTMLElement} tabs
 * @param {HTMLElement} place the ledger
 * @param {View} shown
 * @param {Say} say
 * @param {(view: View) => void} chosen called when another one is chosen
 */
export function showView(tabs, place, shown, say, chosen) {
  place.dataset["view"] = shown;
  const tab = (/** @type {View} */ view) => {
    const press = () => (showView(tabs, place, view, say, chosen), chosen(view));
    return el("button", { type: "button", "aria-pressed": String(view === shown), onclick: press, "data-key": `view-${view}` }, say(`view_${view}`));
  };
  redraw(tabs, ...VIEWS.map(tab));
}
