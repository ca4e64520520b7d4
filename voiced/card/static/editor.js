/** The dialog that edits an entry, of the draft or of the ledger. Gives back only the fields that changed. */

import { button, el, icon } from "./dom.js";
import { fenOf, fenSent, plain } from "./money.js";
import { isDay } from "./days.js";

const TYPES = ["EXPENSE", "INCOME", "TRANSFER"];

/**
 * @param {object} entry amount, type, category, description, date
 * @param {{title: string, categories: {name: string, type: string}[], say: import("./words.js").Say}} around
 * @param {(change: object) => void} done is called with a change that holds at least one field
 */
export function edit(entry, around, done) {
  const { say } = around;
  const fields = makeFields(entry, around);
  const form = el(
    "form",
    { method: "dialog", novalidate: true, onsubmit: submit },
    el("h2", { id: "editor-title" }, around.title),
    fields.amount.whole,
    fields.type.whole,
    fields.category.whole,
    el("label", {}, say("description"), fields.description),
    fields.date.whole,
    el(
      "div",
      { class: "ends" },
      button({ word: say("dismiss"), press: () => dialog.close() }),
      el("button", { class: "chief", type: "submit" }, icon("confirmed"), say("save")),
    ),
  );
  const dialog = el("dialog", { "aria-labelledby": "editor-title", class: "editor" }, form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  fields.amount.input.select();

  function submit(event) {
    event.preventDefault();
    const change = changed(entry, fields, say);
    if (change === null) return;
    dialog.close();
    if (Object.keys(change).length > 0) done(change);
  }
}

function makeFields(entry, { categories, say }) {
  const amount = checked(say("amount"), {
    name: "amount", inputmode: "decimal", autocomplete: "off", value: entry.amount ?? "", class: "money",
  });
  const category = checked(say("category"), {
    name: "category", list: "category-names", autocomplete: "off", maxlength: 40, value: entry.category,
  });
  const date = checked(say("date"), { name: "date", type: "date", value: entry.date });
  const names = el("datalist", { id: "category-names" });
  category.whole.append(names);
  const type = typeChoice(entry.type, say, (chosen) =>
    names.replaceChildren(
      ...categories.filter((one) => one.type === chosen).map((one) => el("option", { value: one.name })),
    ),
  );
  const description = el("input", { name: "description", autocomplete: "off", maxlength: 200, value: entry.description });
  return { amount, type, category, description, date };
}

function typeChoice(given, say, chosen) {
  const options = TYPES.map((type) =>
    el(
      "label",
      {},
      el("input", { type: "radio", name: "type", value: type, checked: type === given, onchange: () => chosen(type) }),
      icon(type),
      say(type),
    ),
  );
  chosen(given);
  const group = el("div", { class: "segments" }, ...options);
  return {
    whole: el("fieldset", {}, el("legend", {}, say("type")), group),
    get value() {
      return group.querySelector("input:checked").value;
    },
  };
}

/** An input whose mistake is told beside it and to screen readers. */
function checked(word, attributes) {
  const mistake = el("p", { class: "wrong", id: `${attributes.name}-wrong`, hidden: true, role: "alert" });
  const input = el("input", { ...attributes, "aria-describedby": mistake.id });
  return {
    input,
    whole: el("div", { class: "field" }, el("label", {}, word, input), mistake),
    /** Whether it is right; the mistake is shown where it is not. */
    must(isRight, problem) {
      input.setAttribute("aria-invalid", String(!isRight));
      mistake.hidden = isRight;
      mistake.replaceChildren(...(isRight ? [] : [icon("doubt"), problem]));
      return isRight;
    },
  };
}

/** What differs from the entry; null, with the first mistake in focus, where something is wrong. */
function changed(entry, fields, say) {
  const fen = fenOf(fields.amount.input.value);
  const category = fields.category.input.value.trim();
  const date = fields.date.input.value;
  const untouched = entry.amount === null && fields.amount.input.value.trim() === "";
  const isRight = [
    fields.amount.must(fen !== null || untouched, say("amount_wrong")),
    fields.category.must(category !== "", say("category_wrong")),
    fields.date.must(isDay(date), say("date_wrong")),
  ];
  if (isRight.includes(false)) {
    [fields.amount, fields.category, fields.date][isRight.indexOf(false)].input.focus();
    return null;
  }
  const change = {};
  if (fen !== null && (entry.amount === null || fen !== fenSent(entry.amount))) change.amount = plain(fen);
  if (fields.type.value !== entry.type) change.type = fields.type.value;
  if (category !== entry.category) change.category = category;
  if (fields.description.value.trim() !== entry.description) change.description = fields.description.value.trim();
  if (date !== entry.date) change.date = date;
  return change;
}
