/** What is wrong lasts above the page; what was just done is laid over its lower edge for a while, wherever it is scrolled to. */

import { button, el, icon } from "./dom.js";
import { keepingSteady } from "./steady.js";

/** @import { Refusal } from "./api.js" */
/** @import { Page } from "./page.js" */
/** @import { Say } from "./words.js" */

const NOTE_MS = 8_000;
const NOTE_WITH_MORE_MS = 20_000; // A button or a reason: somebody has to read it, decide, and reach it.

export class Banners {
  /** @type {HTMLElement | null} */ #note = null;
  #gone = 0;
  #shown = "";

  /** @param {{lasting: HTMLElement, notes: HTMLElement, live: HTMLElement}} places `live` is what screen readers read when they have time */
  constructor({ lasting, notes, live }) {
    this.place = lasting;
    this.notes = notes;
    this.live = live;
  }

  /**
   * Say something once: it stays for a while.
   *
   * @param {string} text
   * @param {{word: string, press: () => void}} [offer] a button beside it
   */
  note(text, offer) {
    const press = () => (this.#forget(), offer?.press());
    this.#tell("banner note", text, null, offer ? button({ word: offer.word, press, "data-key": "offer" }) : null);
  }

  /**
   * Say that something was not done, and why to who wants to know.
   *
   * @param {Say} say
   * @param {Refusal} refusal
   */
  refused(say, refusal) {
    this.#tell("banner", say(refusal.word), icon("doubt"), reason(say, refusal.message));
  }

  /**
   * @param {string} look
   * @param {string} text
   * @param {Node | null} picture
   * @param {Node | null} more
   */
  #tell(look, text, picture, more) {
    this.announce(text);
    this.#forget();
    this.#note = el("div", { class: look }, picture, el("span", { "aria-hidden": "true" }, text), more);
    const note = this.#note;
    keepingSteady(() => this.notes.replaceChildren(note));
    clearTimeout(this.#gone);
    this.#gone = setTimeout(() => this.#forget(), more ? NOTE_WITH_MORE_MS : NOTE_MS);
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
   * Draw what lasts; what is there already stays, with the reason that somebody opened.
   *
   * @param {Page} page
   * @param {() => void} retry
   */
  show({ link, now, language, say }, retry) {
    const shows = JSON.stringify([link, now?.microphone, now?.error, language]);
    if (shows === this.#shown) return;
    this.#shown = shows;
    const lasting = [];
    if (link === "lost") {
      const again = button({ word: say("retry"), press: retry, "data-key": "retry" });
      lasting.push(banner("offline", counted(say(now ? "lost" : "never_reached")), "lost", again));
    }
    if (now?.microphone === "lost") {
      lasting.push(banner("no-microphone", say("no_microphone"), "microphone", reason(say, now.error)));
    } else if (now?.error) {
      lasting.push(banner("doubt", say("failed"), "error", reason(say, now.error)));
    }
    this.place.replaceChildren(...lasting);
  }

  #forget() {
    this.#note?.remove();
    this.#note = null;
  }
}

/**
 * @param {string} picture
 * @param {string | Node} text
 * @param {string} kind
 * @param {...Node} more
 */
function banner(picture, text, kind, ...more) {
  return el("div", { class: "banner", "data-banner": kind }, icon(picture), el("span", {}, text), ...more);
}

/**
 * The text, and behind it the seconds until the line is tried again. A screen reader need not hear each of them.
 *
 * @param {string} text
 */
export function counted(text) {
  return el("span", {}, `${text} `, el("span", { class: "number", "aria-hidden": "true", "data-countdown": true }));
}

/**
 * What happened in the daemon's own words, folded away: they help whoever runs it, and nobody else.
 *
 * @param {Say} say
 * @param {string} words
 */
function reason(say, words) {
  return el("details", {}, el("summary", {}, say("reason")), el("p", { lang: "en" }, words));
}
