/** What is wrong or was just done, above everything: a line lost, no microphone, a press that did not count. */

import { button, el, icon } from "./dom.js";

/** @import { Page } from "./page.js" */

const NOTE_MS = 8_000;
const NOTE_WITH_A_BUTTON_MS = 20_000; // Somebody has to read it, decide, and reach it.

export class Banners {
  /** @type {HTMLElement | null} */ #note = null;
  #gone = 0;

  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} live what screen readers read when they have time
   */
  constructor(place, live) {
    this.place = place;
    this.live = live;
  }

  /**
   * Say something once: it stays for a while.
   *
   * @param {string} text
   * @param {{word: string, press: () => void}} [offer] a button beside it
   */
  note(text, offer) {
    this.announce(text);
    this.#forget();
    const press = () => (this.#forget(), offer?.press());
    this.#note = el(
      "div",
      { class: "banner note" },
      el("span", { "aria-hidden": "true" }, text),
      offer ? button({ word: offer.word, press, "data-key": "offer" }) : null,
    );
    this.place.append(this.#note);
    clearTimeout(this.#gone);
    this.#gone = setTimeout(() => this.#forget(), offer ? NOTE_WITH_A_BUTTON_MS : NOTE_MS);
  }

  /**
   * For screen readers only. The same words again are told again.
   *
   * @param {string} text
   */
  announce(text) {
    this.live.replaceChildren(el("p", {}, text));
  }

  /**
   * Draw what lasts.
   *
   * @param {Page} page
   * @param {() => void} retry
   */
  show({ link, retrySeconds, now, say }, retry) {
    const lasting = [];
    if (link === "lost") {
      const again = button({ word: say("retry"), press: retry, "data-key": "retry" });
      lasting.push(banner("offline", say("lost", retrySeconds), "lost", again));
    }
    if (now?.microphone === "lost") {
      lasting.push(banner("no-microphone", `${say("no_microphone")} ${now.error}`, "microphone"));
    } else if (now?.error) {
      lasting.push(banner("doubt", say("failed", now.error), "error"));
    }
    this.place.replaceChildren(...lasting, ...(this.#note ? [this.#note] : []));
  }

  #forget() {
    this.#note?.remove();
    this.#note = null;
  }
}

/**
 * @param {string} picture
 * @param {string} text
 * @param {string} kind
 * @param {...Node} more
 */
function banner(picture, text, kind, ...more) {
  return el("div", { class: "banner", "data-banner": kind }, icon(picture), el("span", {}, text), ...more);
}
