/** A dialog over the page: drawn, opened, and gone once it is closed, which Back does as well. */

import { byKey, el } from "./dom.js";

/**
 * @typedef {object} Content
 * @property {Node[]} body
 * @property {Node[]} ends the buttons below it, the chief one last
 * @property {() => void} [submit] what Enter and a button of type submit do; it closes the dialog itself
 */

/** Whether the place in the browser's history is the one that a dialog has made above the page. */
let isAbove = history.state?.dialog === "above";

/**
 * @param {string} title
 * @param {(close: () => void) => Content} content
 */
export function openDialog(title, content) {
  const dialog = el("dialog", { "aria-label": title });
  const { body, ends, submit } = content(() => dialog.close());
  const heading = el("h2", {}, title);
  const foot = el("div", { class: "ends" }, ...ends);
  dialog.append(el("form", { novalidate: true, onsubmit: sent }, heading, ...body, foot));
  const opener = document.activeElement?.getAttribute("data-key");
  dialog.addEventListener("close", () => {
    dialog.remove();
    // What had the focus may have been drawn anew meanwhile.
    if (opener && document.activeElement === document.body) byKey(document.body, opener)?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  goAbove();

  /** @param {Event} event */
  function sent(event) {
    event.preventDefault();
    submit?.();
  }
}

/** Let Back close what is open, and leave the page only when nothing is. */
export function watchBack() {
  addEventListener("popstate", ({ state }) => {
    const isLeft = isAbove && state?.dialog === "below";
    isAbove = state?.dialog === "above";
    const isClosing = closeDialogs();
    if (isLeft && !isClosing) history.back();
  });
}

/** @returns {boolean} whether there was one */
export function closeDialogs() {
  const open = document.querySelectorAll("dialog");
  for (const dialog of open) dialog.close();
  return open.length > 0;
}

/** Make a place for the dialog in the browser's history; one that was closed otherwise has left its own. */
function goAbove() {
  if (isAbove) return;
  history.replaceState({ dialog: "below" }, "");
  history.pushState({ dialog: "above" }, "");
  isAbove = true;
}
