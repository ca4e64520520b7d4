/** What is looked for in the ledger: words, type, category, one month or all. */

import { el, icon } from "./dom.js";

const TYPES = ["EXPENSE", "INCOME", "TRANSFER"];
const PAUSE_MS = 250; // Between two letters: one search a word, not one a letter.

export class SearchForm {
  #pause = 0;

  /** @param {() => void} changed called when something else is looked for */
  constructor(changed) {
    this.words = el("input", { type: "search", name: "q", autocomplete: "off", maxlength: 60 });
    this.type = el("select", { name: "type" });
    this.category = el("select", { name: "category" });
    this.span = el("select", { name: "span" });
    this.form = el("form", { class: "search", role: "search", onsubmit: (event) => event.preventDefault() });
    this.words.addEventListener("input", () => {
      clearTimeout(this.#pause);
      this.#pause = setTimeout(changed, PAUSE_MS);
    });
    for (const choice of [this.type, this.category, this.span]) choice.addEventListener("change", changed);
  }

  get values() {
    return { q: this.words.value.trim(), type: this.type.value, category: this.category.value };
  }

  get wantsAllMonths() {
    return this.span.value === "all";
  }

  get isEmpty() {
    return Object.values(this.values).every((value) => value === "");
  }

  draw(categories, say) {
    const names = [...new Set(categories.map(({ name }) => name))];
    this.words.placeholder = say("search_hint");
    offer(this.type, [["", say("all_types")], ...TYPES.map((type) => [type, say(type)])]);
    offer(this.category, [["", say("all_categories")], ...names.map((name) => [name, name])]);
    offer(this.span, [["month", say("this_month")], ["all", say("all_months")]]);
    const parts = [
      [say("search"), this.words],
      [say("type"), this.type],
      [say("category"), this.category],
      [say("month"), this.span],
    ];
    if (this.form.contains(document.activeElement)) return; // Not under the hands of who is writing.
    this.form.replaceChildren(
      el("h2", {}, icon("search"), say("history")),
      ...parts.map(([word, field]) => el("label", {}, word, field)),
    );
  }
}

function offer(select, options) {
  const chosen = select.value;
  select.replaceChildren(...options.map(([value, word]) => el("option", { value }, word)));
  select.value = options.some(([value]) => value === chosen) ? chosen : options[0][0];
}
