/** What is looked for in the ledger: words, type, category, account, one month or all, taken back or not. */

import { el, icon } from "./dom.js";
import { TYPES } from "./editor.js";

/** @import { Vocabulary } from "./contract" */
/** @import { Say } from "./words.js" */

const PAUSE_MS = 250; // Between two letters: one search a word, not one a letter.

export class SearchForm {
  #pause = 0;

  /** @param {() => void} changed called when something else is looked for */
  constructor(changed) {
    this.words = el("input", { type: "search", name: "q", autocomplete: "off", maxlength: 60 });
    this.type = el("select", { name: "type" });
    this.category = el("select", { name: "category" });
    this.account = el("select", { name: "account" });
    this.span = el("select", { name: "span" });
    this.undone = el("select", { name: "undone" });
    this.form = el("form", { class: "search", role: "search", onsubmit: (event) => event.preventDefault() });
    this.words.addEventListener("input", () => {
      clearTimeout(this.#pause);
      this.#pause = setTimeout(changed, PAUSE_MS);
    });
    for (const choice of this.#choices) choice.addEventListener("change", changed);
  }

  get #choices() {
    return [this.type, this.category, this.account, this.span, this.undone];
  }

  get values() {
    return {
      q: this.words.value.trim(),
      type: this.type.value,
      category: this.category.value,
      account: this.account.value,
      undone: this.undone.value,
    };
  }

  get wantsAllMonths() {
    return this.span.value === "all";
  }

  get isEmpty() {
    return Object.values(this.values).every((value) => value === "");
  }

  /**
   * @param {Vocabulary} known
   * @param {Say} say
   */
  draw({ categories, accounts }, say) {
    const names = [...new Set(categories.map(({ name }) => name))];
    this.words.placeholder = say("search_hint");
    offer(this.type, [["", say("all_types")], ...TYPES.map((type) => pairOf(type, say(type)))]);
    offer(this.category, [["", say("all_categories")], ...names.map((name) => pairOf(name, name))]);
    offer(this.account, [["", say("all_accounts")], ...accounts.map((name) => pairOf(name, name))]);
    offer(this.span, [["month", say("this_month")], ["all", say("all_months")]]);
    offer(this.undone, [["", say("counting")], ["true", say("undone_rows")]]);
    if (this.form.contains(document.activeElement)) return; // Not under the hands of who is writing.
    this.form.replaceChildren(
      el("h2", {}, icon("search"), say("history")),
      el("label", {}, say("search"), this.words),
      el("label", {}, say("type"), this.type),
      el("label", {}, say("category"), this.category),
      el("label", {}, say("account"), this.account),
      el("label", {}, say("month"), this.span),
      el("label", {}, say("state"), this.undone),
    );
  }
}

/**
 * @param {string} value
 * @param {string} word
 * @returns {[string, string]}
 */
function pairOf(value, word) {
  return [value, word];
}

/**
 * @param {HTMLSelectElement} select
 * @param {[string, string][]} options values with their words, the first one chosen
 */
function offer(select, options) {
  const chosen = options.find(([value]) => value === select.value) ?? options[0];
  select.replaceChildren(...options.map((option) => el("option", { value: option[0], selected: option === chosen }, option[1])));
}
