/** The dialog that arranges categories and accounts: added, renamed, hidden, and shown again. */

import * as api from "./api.js";
import { openDialog } from "./dialog.js";
import { button, el } from "./dom.js";
import { checked, TYPES } from "./fields.js";

/** @import { NameInUse, NamesInUse, Type } from "./contract" */
/** @import { Say } from "./words.js" */

/**
 * @param {NamesInUse} names
 * @param {Say} say
 * @param {(sentence: string) => void} done is told each change that was made
 */
export function openNames(names, say, done) {
  let known = names;
  const kind = el(
    "select",
    { name: "kind", onchange: draw },
    ...TYPES.map((type) => el("option", { value: type }, `${say("category")} · ${say(type)}`)),
    el("option", { value: "" }, say("accounts")),
  );
  const name = checked(say("new_name"), { name: "new-name", autocomplete: "off", maxlength: 20 });
  const list = el("div", { class: "names" });
  draw();
  openDialog(say("names"), (close) => ({
    body: [el("label", {}, say("type"), kind), el("div", { class: "adding" }, name.whole, el("button", { type: "submit" }, say("add_name"))), list],
    ends: [button({ word: say("close"), look: "chief", press: close })],
    submit: () => void add(name.input.value.trim()),
  }));

  function typeNow() {
    return /** @type {Type | null} */ (kind.value || null);
  }

  /** @param {string} wanted */
  async function add(wanted) {
    await change(name, () => api.addName({ name: wanted, type: typeNow() }), say("name_added", wanted));
    if (name.input.getAttribute("aria-invalid") === "false") name.input.value = "";
    name.input.focus();
  }

  /**
   * @param {{must: (isRight: boolean, problem: string) => boolean}} field tells the mistake
   * @param {() => Promise<{}>} task
   * @param {string} sentence
   */
  async function change(field, task, sentence) {
    try {
      await task();
      known = await api.names();
    } catch (problem) {
      if (!(problem instanceof api.Refusal)) throw problem;
      field.must(false, say(problem.word));
      return;
    }
    field.must(true, "");
    draw();
    done(sentence);
  }

  function draw() {
    const all = typeNow() ? known.categories.filter(({ type }) => type === kind.value) : known.accounts;
    const hidden = all.filter((one) => one.hidden);
    list.replaceChildren(
      el("ul", { role: "list", class: "lines" }, ...all.filter((one) => !one.hidden).map(line)),
      ...(hidden.length ? [el("h3", {}, say("hidden_names")), el("ul", { role: "list", class: "lines" }, ...hidden.map(hiddenLine))] : []),
    );
  }

  /** @param {NameInUse} one */
  function line(one) {
    const hide = () => void change(name, () => api.hideName({ name: one.name, type: typeNow() }), say("name_hidden", one.name));
    return el(
      "li",
      { class: "line" },
      what(one),
      button({ name: "edit", word: say("rename_of", one.name), look: "plain", quiet: true, press: () => rename(one), "data-key": `rename-${one.name}` }),
      button({ name: "hide", word: say("hide_of", one.name), look: "plain", quiet: true, press: hide, "data-key": `hide-${one.name}` }),
    );
  }

  /** @param {NameInUse} one */
  function hiddenLine(one) {
    const show = () => void change(name, () => api.addName({ name: one.name, type: typeNow() }), say("name_back", one.name));
    return el("li", { class: "line" }, what(one), button({ name: "redo", word: say("show_again", one.name), look: "plain", quiet: true, press: show }));
  }

  /** @param {NameInUse} one */
  function what({ name: words, words: others, rows }) {
    const detail = [rows ? say("in_rows", rows) : "", others.slice(0, 4).join("、")].filter((part) => part !== "").join(" · ");
    return el("div", { class: "what" }, el("p", { lang: "zh-CN" }, words), el("p", { class: "detail", lang: "zh-CN" }, detail));
  }

  /** @param {NameInUse} one */
  function rename(one) {
    const to = checked(say("new_name"), { name: "to", autocomplete: "off", maxlength: 20, value: one.name });
    openDialog(say("rename_of", one.name), (close) => ({
      body: [to.whole],
      ends: [button({ word: say("dismiss"), press: close }), el("button", { class: "chief", type: "submit" }, say("save"))],
      submit: () => void (async () => {
        const wanted = to.input.value.trim();
        await change(to, () => api.renameName({ name: one.name, to: wanted, type: typeNow() }), say("name_changed", wanted));
        if (to.input.getAttribute("aria-invalid") === "false") close();
      })(),
    }));
  }
}
