/** The words of the page: only those of the language that is used are loaded. */

/** @typedef {"zh" | "en"} Language */
/** @typedef {keyof typeof import("./words_zh.js").WORDS} Word */
/** @typedef {(word: Word, ...values: (string | number)[]) => string} Say */

/**
 * The language that was chosen, or that of the browser.
 *
 * @returns {Language}
 */
export function languageChosen() {
  const chosen = kept("language");
  if (chosen === "zh" || chosen === "en") return chosen;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/**
 * What this browser remembers.
 *
 * @param {string} name
 * @returns {string | null}
 */
export function kept(name) {
  try {
    return localStorage.getItem(`voiced.${name}`);
  } catch {
    return null;
  }
}

/**
 * Load a language, and give a speaker of it.
 *
 * @param {Language} language
 * @returns {Promise<Say>}
 */
export async function speaker(language) {
  /** @type {{WORDS: Record<Word, string>}} */
  const { WORDS } = await (language === "zh" ? import("./words_zh.js") : import("./words_en.js"));
  return (word, ...values) => filled(WORDS[word], values);
}

/**
 * A sentence with values in their places.
 *
 * @param {string} sentence
 * @param {(string | number)[]} values
 */
export function filled(sentence, values) {
  return sentence.replace(/\{(\d)\}/g, (_, place) => String(values[Number(place)]));
}

// Begun before the other modules of the page are here.
void speaker(languageChosen());
