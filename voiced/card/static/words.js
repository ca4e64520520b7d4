/** The words of the page: only those of the language that is used are loaded. */

import { languageChosen } from "./preferences.js";

/** @typedef {"zh" | "en"} Language */
/** @typedef {keyof typeof import("./words_zh.js").WORDS} Word */
/** @typedef {(word: Word, ...values: (string | number)[]) => string} Say */

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
