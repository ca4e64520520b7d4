/** What is wrong or was just refused, above everything: a line lost, no microphone, a press that did not count. */

import { button, el, icon } from "./dom.js";

const NOTE_MS = 8_000;

export class Banners {
  #note = "";
  #gone = 0;

  /** @param {HTMLElement} place */
  constructor(place, live) {
    this.place = place;
    this.live = live;
  }

  /** Say something once: it stays for a while, and a screen reader reads it when it has time. */
  note(text) {
    this.#note = text;
    this.announce(text);
    clearTimeout(this.#gone);
    this.#gone = setTimeout(() => {
      this.#note = "";
      this.place.querySelector(".note")?.remove();
    }, NOTE_MS);
    this.place.querySelector(".note")?.remove();
    this.place.append(this.#banner());
  }

  /** For screen readers only. The same words again are told again. */
  announce(text) {
    const line = el("p", {}, text);
    this.live.replaceChildren(line);
  }

  /** Draw what lasts. */
  show(page, say, retry) {
    const lasting = [];
    if (page.link === "lost") {
      lasting.push(
        el(
          "div",
          { class: "banner", "data-banner": "lost" },
          icon("offline"),
          el("span", {}, say("lost", page.retrySeconds)),
          button({ word: say("retry"), press: retry, "data-key": "retry" }),
        ),
      );
    }
    if (page.now?.microphone === "lost") {
      lasting.push(alarm("no-microphone", `${say("no_microphone")} ${page.now.error}`, "microphone"));
    } else if (page.now?.error) {
      lasting.push(alarm("doubt", say("failed", page.now.error), "error"));
    }
    if (this.#note) lasting.push(this.#banner());
    this.place.replaceChildren(...lasting);
  }

  #banner() {
    return el("div", { class: "banner note", "aria-hidden": "true" }, el("span", {}, this.#note));
  }
}

function alarm(name, text, kind) {
  return el("div", { class: "banner", "data-banner": kind }, icon(name), el("span", {}, text));
}
