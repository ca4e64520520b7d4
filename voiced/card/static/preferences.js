/** What this browser remembers: language, appearance, single-key shortcuts. Nothing of the ledger. */

const THEMES = ["auto", "light", "dark"];

export class Preferences {
  /** @param {() => void} changed called after each change */
  constructor(changed) {
    this.changed = changed;
  }

  /** @returns {"zh" | "en"} */
  get language() {
    const kept = read("language");
    if (kept === "zh" || kept === "en") return kept;
    return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
  }

  otherLanguage() {
    this.#keep("language", this.language === "zh" ? "en" : "zh");
  }

  get theme() {
    const kept = read("theme");
    return THEMES.includes(kept ?? "") ? kept : "auto";
  }

  nextTheme() {
    this.#keep("theme", THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length]);
  }

  get singleKeys() {
    return read("single-keys") !== "off";
  }

  set singleKeys(wanted) {
    this.#keep("single-keys", wanted ? "on" : "off");
  }

  #keep(name, value) {
    try {
      localStorage.setItem(`voiced.${name}`, value);
    } catch {
      // A browser that keeps nothing shows the page as well.
    }
    this.changed();
  }
}

function read(name) {
  try {
    return localStorage.getItem(`voiced.${name}`);
  } catch {
    return null;
  }
}
