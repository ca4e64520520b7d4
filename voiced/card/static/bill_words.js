/** The words of the page of bills, loaded with it, beside those of the whole page. */

import { filled } from "./words.js";

/** @import { Language, Say, Word } from "./words.js" */

/** @typedef {keyof typeof import("./bill_words_zh.js").WORDS} BillWord */
/** @typedef {(word: BillWord | Word, ...values: (string | number)[]) => string} BillSay */

/**
 * Load a language, and give a speaker of it.
 *
 * @param {Language} language
 * @param {Say} say speaks the words of the whole page
 * @returns {Promise<BillSay>}
 */
export async function billSpeaker(language, say) {
  /** @type {{WORDS: Record<BillWord, string>}} */
  const { WORDS } = await (language === "zh" ? import("./bill_words_zh.js") : import("./bill_words_en.js"));
  return (word, ...values) => (isOurs(word, WORDS) ? filled(WORDS[word], values) : say(word, ...values));
}

/**
 * @param {BillWord | Word} word
 * @param {object} words
 * @returns {word is BillWord}
 */
function isOurs(word, words) {
  return word in words;
}
