/** A dialog over the page: drawn, opened, and gone once it is closed. */

import { byKey, el } from "./dom.js";

/**
 * @typedef {object} Content
 * @property {Node[]} body
 * @property {Node[]} ends the buttons below it, the chief one last
 * @property {() => void} [submit] what Enter and a button of type submit do; it closes the dialog itself
 */

/**
 * @param {string} title
 * @param {(close: () => void) => Content} content
 */
export function openDialog(title, content) {
  const dialog = el("dialog", { "aria-labelledby": "dialog-title" });
  const { body, ends, submit } = content(() => dialog.close());
  const heading = el("h2", { id: "dialog-title" }, title);
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

  /** @param {Event} event */
  function sent(event) {
    event.preventDefault();
    submit?.();
  }
}
