/** What is wrong lasts above the page; what was just done is laid over its lower edge for a while, wherever it is scrolled to. */

import { button, el, icon, isLaidOut } from "./dom.js";
import { keepingSteady } from "./steady.js";

/** @import { Refusal } from "./api.js" */
/** @import { Page } from "./page.js" */
/** @import { Say } from "./words.js" */

const NOTE_MS = 8_000;
const MOST_NOTES = 3;
const MOMENT_MS = 100; // What takes longer shows a sign of work.
const ABOVE = 72; // Pixels from the top to notes at the upper edge, as in card.css.
const NEVER = 0;
const NOTE_WITH_MORE_MS = 20_000; // A button or a reason: somebody has to read it, decide, and reach it.

export class Banners {
  #shown = "";

  /**
   * @param {Page} page
   * @param {{lasting: HTMLElement, notes: HTMLElement, live: HTMLElement}} places `live` is what screen readers read when they have time
   */
  constructor(page, { lasting, notes, live }) {
    this.page = page;
    this.place = lasting;
    this.notes = notes;
    this.live = live;
  }

  /**
   * Say something once: it stays for a while, beside others. The same words again take the place of the first ones.
   *
   * @param {string} text
   * @param {{word: string, press: () => void}} [offer] a button beside it
   * @returns {() => void} takes it away where it is no longer true
   */
  note(text, offer) {
    const press = () => (forget(), offer?.press());
    const forget = this.#tell("banner note", text, null, offer ? button({ word: offer.word, press, "data-key": "offer" }) : null);
    return forget;
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
   * Say that something is being done, once it takes longer than a moment.
   *
   * @template Done
   * @param {string} text
   * @param {Promise<Done>} task
   * @returns {Promise<Done>}
   */
  async during(text, task) {
    /** @type {(() => void) | null} */ let forget = null;
    const slow = setTimeout(() => (forget = this.#tell("banner note", text, icon("waits"), null, NEVER)), MOMENT_MS);
    try {
      return await task;
    } finally {
      clearTimeout(slow);
      /** @type {(() => void) | null} */ (forget)?.();
    }
  }

  /**
   * @param {string} look
   * @param {string} text
   * @param {Node | null} picture
   * @param {Node | null} more
   * @param {number} [lasts] milliseconds
   */
  #tell(look, text, picture, more, lasts = more ? NOTE_WITH_MORE_MS : NOTE_MS) {
    this.announce(text);
    const away = button({ name: "cancelled", word: this.page.say("put_note_away"), look: "plain", quiet: true, press: () => forget(), "data-key": "put-note-away" });
    const note = el("div", { class: look }, picture, el("span", { "aria-hidden": "true" }, text), more, away);
    const forget = () => (note.remove(), this.#makeRoom());
    const others = [...this.notes.children].filter((other) => other.querySelector("span")?.textContent !== text);
    keepingSteady(() => this.notes.replaceChildren(...others.slice(1 - MOST_NOTES), note));
    this.#makeRoom();
    if (lasts !== NEVER) setTimeout(forget, lasts);
    return forget;
  }

  /** The page gets as much longer as the notes are high, and they stand at its upper edge where they would cover more at the lower one. */
  #makeRoom() {
    const { notes } = this;
    notes.removeAttribute("data-above");
    const { top, bottom, height } = notes.getBoundingClientRect();
    const isAbove = height > 0 && coveredBy(top, bottom) > coveredBy(ABOVE, ABOVE + height);
    document.body.style.setProperty("--notes", `${height}px`);
    notes.toggleAttribute("data-above", isAbove);
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
}

/**
 * How many controls of the page stand in this part of the screen.
 *
 * @param {number} top
 * @param {number} bottom
 */
function coveredBy(top, bottom) {
  const controls = document.querySelectorAll("main :is(button, a, input, select, summary), header :is(button, a)");
  return [...controls].filter(isLaidOut).filter((control) => {
    const at = control.getBoundingClientRect();
    return at.height > 1 && at.bottom > top && at.top < bottom;
  }).length;
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
export function reason(say, words) {
  return el("details", {}, el("summary", {}, say("reason")), el("p", { lang: "en" }, words));
}
