/** What this browser remembers: language, appearance, single-key shortcuts. Nothing of the ledger. */

/** @import { Language } from "./words.js" */

/** @typedef {"auto" | "light" | "dark"} Theme */

/** @type {Record<Theme, Theme>} Which comes after which. */
const NEXT = { auto: "light", light: "dark", dark: "auto" };

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
    const kept = read("theme");
    return kept === "light" || kept === "dark" ? kept : "auto";
  }

  nextTheme() {
    this.#keep("theme", NEXT[this.theme]);
  }

  get singleKeys() {
    return read("single-keys") !== "off";
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

/**
 * The language that was chosen, or that of the browser.
 *
 * @returns {Language}
 */
export function languageChosen() {
  const kept = read("language");
  if (kept === "zh" || kept === "en") return kept;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/**
 * @param {string} name
 * @returns {string | null}
 */
function read(name) {
  try {
    return localStorage.getItem(`voiced.${name}`);
  } catch {
    return null;
  }
}
