/** The dialog of entries that come again: listed, set up by a sentence, changed and removed; what is due is put into the draft. */

import * as api from "./api.js";
import { openDialog } from "./dialog.js";
import { button, el } from "./dom.js";
import { checked } from "./fields.js";

/** @import { Recurring } from "./contract" */
/** @import { Say } from "./words.js" */

/**
 * @param {Recurring[]} entries
 * @param {Say} say
 */
export function openRecurring(entries, say) {
  /** @type {string | null} the entry that the sentence changes */
  let changed = null;
  const text = checked(say("recurring_hint"), { name: "recurring", autocomplete: "off", maxlength: 60 });
  const list = el("ul", { role: "list", class: "lines" });
  text.input.addEventListener("input", () => {
    // Who empties the field has left the change, and writes a new entry.
    if (text.input.value.trim() === "") changed = null;
  });
  draw(entries);
  openDialog(say("recurring"), (close) => ({
    body: [el("div", { class: "adding" }, text.whole, el("button", { type: "submit" }, say("save"))), list],
    ends: [button({ word: say("close"), look: "chief", press: close })],
    submit: () => void attempt(() => api.keepRecurring({ text: text.input.value, ...(changed ? { id: changed } : {}) })),
  }));

  /** @param {() => Promise<{entries: Recurring[]}>} task */
  async function attempt(task) {
    try {
      const now = await task();
      text.must(true, "");
      text.input.value = "";
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
        el("span", { class: "detail money" }, `${one.amount} · ${one.due ? say("waits_since", one.due) : say("comes_next", one.next)}`),
      ),
      one.due ? button({ word: say("record_due"), press: () => void attempt(record), "data-key": `record-${one.id}` }) : null,
      button({ name: "edit", word: say("change_row", name), look: "plain", quiet: true, press: change, "data-key": `change-${one.id}` }),
      button({ name: "cancelled", word: say("remove_it", name), look: "plain", quiet: true, press: () => void attempt(() => api.dropRecurring(one.id)), "data-key": `remove-${one.id}` }),
    );
  }
}
