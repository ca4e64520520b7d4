/** What this browser remembers: language, appearance, single-key shortcuts. Nothing of the ledger. */

import { kept, languageChosen } from "./words.js";

/** @typedef {"auto" | "light" | "dark"} Theme */

export class Preferences {
  /** @param {() => void} changed called after each change */
  constructor(changed) {
    this.changed = changed;
  }

  get language() {
    return languageChosen();
  }

  otherLanguage() {
    this.#keep("language", this.language === "zh" ? "en" : "zh");
  }

  /** @returns {Theme} */
  get theme() {
    const chosen = kept("theme");
    return chosen === "light" || chosen === "dark" ? chosen : "auto";
  }

  /** @param {string} wanted */
  set theme(wanted) {
    this.#keep("theme", wanted);
  }

  get singleKeys() {
    return kept("single-keys") !== "off";
  }

  set singleKeys(wanted) {
    this.#keep("single-keys", wanted ? "on" : "off");
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  #keep(name, value) {
    try {
      localStorage.setItem(`voiced.${name}`, value);
    } catch {
      // A browser that keeps nothing shows the page as well.
    }
    this.changed();
  }
}
