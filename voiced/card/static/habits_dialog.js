/** The dialog of habits: what was learnt from corrections, forgotten one by one or all at once. */

import * as api from "./api.js";
import { openDialog } from "./dialog.js";
import { button, el } from "./dom.js";

/** @import { Habit } from "./contract" */
/** @import { Say } from "./words.js" */

/**
 * @param {Habit[]} habits
 * @param {Say} say
 */
export function openHabits(habits, say) {
  const list = el("ul", { role: "list", class: "lines" });
  const told = el("p", { role: "status" });
  const all = button({ word: say("forget_all"), press: askAll });
  draw(habits);
  openDialog(say("habits"), (close) => ({ body: [list, told], ends: [all, button({ word: say("close"), look: "chief", press: close })] }));

  function askAll() {
    openDialog(say("forget_all"), (close) => ({
      body: [el("p", {}, say("forget_all_body"))],
      ends: [button({ word: say("dismiss"), press: close }), button({ word: say("forget_all"), look: "chief", press: () => (close(), attempt(api.forgetHabits)) })],
    }));
  }

  /** @param {() => Promise<{habits: Habit[]}>} forget */
  async function attempt(forget) {
    try {
      draw((await forget()).habits);
    } catch (problem) {
      if (!(problem instanceof api.Refusal)) throw problem;
      told.textContent = say(problem.word);
    }
  }

  /** @param {Habit[]} now */
  function draw(now) {
    list.replaceChildren(...now.map(line));
    told.textContent = now.length ? "" : say("no_habits");
    all.hidden = !now.length;
  }

  /** @param {Habit} one */
  function line({ words, type, field, value, count, lastUsed, row }) {
    return el(
      "li",
      { class: "line" },
      el(
        "span",
        { class: "what" },
        el("span", { lang: "zh-CN" }, `${words} → ${value}`),
        el("span", { class: "detail" }, [say(type), say(field), say("in_rows", count), lastUsed.slice(0, 10)].join(" · ")),
        row && el("span", { class: "detail" }, say("taught_by", row.date, row.description, row.amount)),
      ),
      button({ name: "cancelled", word: say("forget_it", words), look: "plain", quiet: true, press: () => attempt(() => api.forgetHabit(words)), "data-key": `forget-${words}` }),
    );
  }
}
