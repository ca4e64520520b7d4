/** While the line to the daemon is lost: when it is tried again, and buttons that can do nothing until then. */

/** @import { Page } from "./page.js" */

// These ask nothing of the daemon.
const LOCAL = "[data-key=retry], [data-key=all-said], [data-key=type], [data-key^=view-], .open-acts, [data-act=open]";
const BUTTONS = "#now button, #ledger button";

export class LostLine {
  #retryAt = 0;
  #tick = 0;

  /**
   * @param {Page} page
   * @param {() => void} pressed called when such a button is pressed all the same
   */
  constructor(page, pressed) {
    this.page = page;
    addEventListener(
      "click",
      (event) => {
        const button = page.link === "lost" && event.target instanceof Element ? event.target.closest(BUTTONS) : null;
        if (!button || button.matches(LOCAL)) return;
        event.stopImmediatePropagation();
        event.preventDefault();
        pressed();
      },
      { capture: true },
    );
  }

  /** @param {number} seconds until the line is tried again; 0 if it is open */
  changed(seconds) {
    clearInterval(this.#tick);
    this.#retryAt = performance.now() + seconds * 1000;
    if (seconds) this.#tick = setInterval(() => this.#count(), 1000);
  }

  /** After anything was drawn. */
  draw() {
    const isLost = this.page.link === "lost";
    this.#count();
    for (const button of document.querySelectorAll(BUTTONS)) {
      if (isLost ? button.matches(LOCAL) || button.hasAttribute("aria-disabled") : !button.hasAttribute("data-lost")) continue;
      button.toggleAttribute("data-lost", isLost);
      if (isLost) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  }

  #count() {
    const seconds = Math.ceil((this.#retryAt - performance.now()) / 1000);
    const { say } = this.page;
    for (const place of document.querySelectorAll("[data-countdown]")) place.textContent = seconds > 0 ? say("retry_in", seconds) : say("retrying");
  }
}
