/** What is looked for in the ledger: words, type, category, account, one month or all, undone or not. */

import { NOTHING_WANTED } from "./address.js";
import { isDay } from "./days.js";
import { el, icon } from "./dom.js";
import { TYPES } from "./fields.js";

/** @import { Vocabulary } from "./contract" */
/** @import { Say } from "./words.js" */

const PAUSE_MS = 250; // Between two letters: one search a word, not one a letter.
const ROOMY = "(min-width: 48rem)";

/** @import { Field, Wanted } from "./address.js" */

export class SearchForm {
  #pause = 0;
  /** @type {Wanted} */ #wanted = { ...NOTHING_WANTED };

  /** @param {() => void} changed called when something else is looked for */
  constructor(changed) {
    this.words = el("input", { type: "search", name: "q", autocomplete: "off", maxlength: 60 });
    this.choices = {
      type: el("select", { name: "type" }),
      category: el("select", { name: "category" }),
      account: el("select", { name: "account" }),
      span: el("select", { name: "span" }),
      undone: el("select", { name: "undone" }),
    };
    this.form = el("form", { class: "search", role: "search", onsubmit: (event) => event.preventDefault() });
    this.filters = el("details", { class: "filters", open: matchMedia(ROOMY).matches });
    this.words.addEventListener("input", () => {
      this.#wanted.q = this.words.value.trim();
      clearTimeout(this.#pause);
      this.#pause = setTimeout(changed, PAUSE_MS);
    });
    for (const [field, choice] of this.#choices) {
      choice.addEventListener("change", () => {
        this.#wanted[field] = choice.value;
        changed();
      });
    }
  }

  get #choices() {
    return /** @type {[Field, HTMLSelectElement][]} */ (Object.entries(this.choices));
  }

  /** What is looked for in the rows; the month is added by who has it. */
  get values() {
    const { q, type, category, account, undone, behind } = this.#wanted;
    return { q, type, category, account, undone, behind };
  }

  get wanted() {
    return { ...this.#wanted };
  }

  /** @param {Wanted} wanted */
  set wanted(wanted) {
    this.#wanted = { ...wanted };
    if (this.words.value.trim() !== wanted.q) this.words.value = wanted.q;
    for (const [field, choice] of this.#choices) choice.value = wanted[field];
    if (!wanted.behind && this.#choices.some(([field]) => wanted[field] !== "")) this.filters.open = true;
  }

  get wantsAllMonths() {
    return this.#wanted.span === "all";
  }

  /** The one day that is looked for, or an empty text. */
  get day() {
    return isDay(this.#wanted.span) ? this.#wanted.span : "";
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
    this.#offer("type", [["", say("all_types")], ...TYPES.map((type) => pairOf(type, say(type)))]);
    this.#offer("category", [["", say("all_categories")], ...names.map((name) => pairOf(name, name))]);
    this.#offer("account", [["", say("all_accounts")], ...accounts.map((name) => pairOf(name, name))]);
    this.#offer("span", [["", say("this_month")], ["all", say("all_months")]]);
    this.#offer("undone", [["", say("counting")], ["true", say("undone_rows")]]);
    if (this.form.contains(document.activeElement)) return; // Not under the hands of who is writing.
    const { type, category, account, span, undone } = this.choices;
    this.filters.replaceChildren(
      el("summary", {}, say("filters")),
      el(
        "div",
        { class: "choices" },
        el("label", {}, say("type"), type),
        el("label", {}, say("category"), category),
        el("label", {}, say("account"), account),
        el("label", {}, say("month"), span),
        el("label", {}, say("state"), undone),
      ),
    );
    this.form.replaceChildren(
      el("h2", {}, icon("search"), say("history")),
      el("label", { class: "words" }, el("span", {}, say("search")), this.words),
      this.filters,
    );
  }

  /**
   * @param {Exclude<Field, "q" | "behind">} field
   * @param {[string, string][]} options values with their words
   */
  #offer(field, options) {
    const wanted = this.#wanted[field];
    const all = options.some(([value]) => value === wanted) ? options : [...options, pairOf(wanted, wanted)];
    this.choices[field].replaceChildren(...all.map(([value, word]) => el("option", { value, selected: value === wanted }, word)));
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
