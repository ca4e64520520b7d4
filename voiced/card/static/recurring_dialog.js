/** The dialog of entries that come again: listed, set up by a sentence, changed and removed; what is due is put into the draft. */

import * as api from "./api.js";
import { openDialog } from "./dialog.js";
import { button, el } from "./dom.js";
import { dayName } from "./days.js";
import { checked } from "./fields.js";
import { fenSent, shown } from "./money.js";

/** @import { Recurring, Vocabulary } from "./contract" */
/** @import { Page } from "./page.js" */

/**
 * @param {Recurring[]} entries
 * @param {Vocabulary} known
 * @param {Page} page
 */
export function openRecurring(entries, known, { say, language, today }) {
  /** @type {string | null} the entry that the sentence changes */
  let changed = null;
  const category = choice("category", [...new Set(known.categories.map(({ name }) => name))], say("by_words"));
  const account = choice("account", known.accounts, say("by_words"));
  const text = checked(say("recurring_hint"), { name: "recurring", autocomplete: "off", maxlength: 60 });
  const list = el("ul", { role: "list", class: "lines" });
  text.input.addEventListener("input", () => {
    // Who empties the field has left the change, and writes a new entry.
    if (text.input.value.trim() !== "") return;
    changed = null;
    category.value = account.value = "";
  });
  draw(entries);
  openDialog(say("recurring"), (close) => ({
    body: [
      text.whole,
      el("div", { class: "adding" }, el("label", {}, say("category"), category), el("label", {}, say("account"), account), el("button", { type: "submit" }, say("save"))),
      list,
    ],
    ends: [button({ word: say("close"), look: "chief", press: close })],
    submit: () => void attempt(() => api.keepRecurring({ text: text.input.value, ...(changed ? { id: changed } : {}), ...chosen() })),
  }));

  /** What was chosen beside the sentence. */
  function chosen() {
    return { ...(category.value ? { category: category.value } : {}), ...(account.value ? { account: account.value } : {}) };
  }

  /** @param {() => Promise<{entries: Recurring[]}>} task */
  async function attempt(task) {
    try {
      const now = await task();
      text.must(true, "");
      text.input.value = "";
      category.value = account.value = "";
      changed = null;
      draw(now.entries);
    } catch (problem) {
      if (!(problem instanceof api.Refusal)) throw problem;
      text.must(false, say(problem.word === "not_so" ? "recurring_wrong" : problem.word));
    }
    text.input.focus();
  }

  /** @param {Recurring[]} now */
  function draw(now) {
    list.replaceChildren(...now.map(line));
  }

  /** @param {Recurring} one */
  function line(one) {
    const name = one.description || one.category;
    const change = () => {
      changed = one.id;
      text.input.value = `${one.days}${name}${one.amount}`;
      category.value = one.category;
      account.value = one.account ?? "";
      text.input.focus();
    };
    const record = async () => {
      const now = await api.recordDue(one.id);
      // The draft is on the other page; turning to it closes the dialog.
      location.hash = "now";
      return now;
    };
    return el(
      "li",
      { class: "line" },
      el(
        "span",
        { class: "what" },
        el("span", { lang: "zh-CN" }, `${one.days} ${name}`),
        el("span", { class: "detail" }, detailOf(one)),
      ),
      one.due ? button({ word: say("record_due"), press: () => void attempt(record), "data-key": `record-${one.id}` }) : null,
      button({ name: "edit", word: say("change_row", name), look: "plain", quiet: true, press: change, "data-key": `change-${one.id}` }),
      button({ name: "cancelled", word: say("remove_it", name), look: "plain", quiet: true, press: () => askRemove(one, name), "data-key": `remove-${one.id}` }),
    );
  }

  /** @param {Recurring} one */
  function detailOf({ amount, description, category: filed, account: paid, due, next }) {
    const when = due ? say("waits_since", dayName(due, today, language)) : say("comes_next", dayName(next, today, language));
    return [shown(fenSent(amount)), description ? filed : "", paid ?? "", when].filter((part) => part !== "").join(" · ");
  }

  /**
   * @param {Recurring} one
   * @param {string} name
   */
  function askRemove(one, name) {
    openDialog(say("remove_it", name), (close) => ({
      body: [el("p", {}, say("remove_body", `${one.days} ${name} ${shown(fenSent(one.amount))}`))],
      ends: [
        button({ word: say("dismiss"), press: close }),
        button({ word: say("remove_word"), look: "chief", press: () => (close(), void attempt(() => api.dropRecurring(one.id))) }),
      ],
    }));
  }
}

/**
 * @param {string} name
 * @param {string[]} options
 * @param {string} usual
 */
function choice(name, options, usual) {
  return el("select", { name }, el("option", { value: "" }, usual), ...options.map((value) => el("option", { value }, value)));
}
