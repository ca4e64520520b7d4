/** The dialog that edits an entry, of the draft or of the ledger. Gives back only the fields that changed. */

import { openDialog } from "./dialog.js";
import { button, el, icon } from "./dom.js";
import { fenOf, fenSent, plain } from "./money.js";
import { isDay, isFarAhead } from "./days.js";

/** @import { Change, Entry, Type, Vocabulary } from "./contract" */
/** @import { Say, Word } from "./words.js" */

/** @type {Type[]} */
export const TYPES = ["EXPENSE", "INCOME", "TRANSFER"];

/**
 * @param {Entry} entry
 * @param {{title: string, known: Vocabulary, say: Say}} around
 * @param {(change: Change) => Promise<Word | null>} save is given a change that holds at least one field; gives the problem,
 *   with which the dialog stays open
 */
export function edit(entry, { title, known, say }, save) {
  const problem = el("p", { class: "wrong", role: "alert", hidden: true });
  const chief = el("button", { class: "chief", type: "submit" }, icon("confirmed"), el("span", {}, say("save")));
  let isSaving = false;

  const fields = makeFields(entry, known, say);
  openDialog(title, (close) => ({
    body: [
      fields.amount.whole,
      fields.type.whole,
      el("label", {}, say("category"), fields.category),
      el("label", {}, say("description"), fields.description),
      fields.date.whole,
      el("label", {}, say("account"), fields.account),
      fields.toAccount.whole,
      problem,
    ],
    ends: [
      button({ word: say("dismiss"), press: close }),
      chief,
    ],
    submit() {
      if (isSaving || !isRight(entry, fields, say)) return;
      const change = changed(entry, fields);
      if (Object.keys(change).length === 0) return close();
      wait(true, null);
      void save(change).then((refused) => (refused ? wait(false, refused) : close()));
    },
  }));
  fields.amount.input.select();

  /**
   * @param {boolean} waits
   * @param {Word | null} refused
   */
  function wait(waits, refused) {
    isSaving = waits;
    chief.setAttribute("aria-disabled", String(waits));
    chief.replaceChildren(icon(waits ? "waits" : "confirmed"), el("span", {}, say(waits ? "saving" : "save")));
    problem.hidden = refused === null;
    problem.replaceChildren(...(refused ? [icon("doubt"), say(refused)] : []));
  }
}

/**
 * The same dialog for an entry that is not there yet.
 *
 * @param {{title: string, known: Vocabulary, say: Say, today: string}} around
 * @param {(entry: Change) => Promise<Word | null>} save
 */
export function fillIn({ today, ...around }, save) {
  /** @type {Entry} */
  const blank = { amount: "", type: "EXPENSE", category: "", description: "", date: today, account: null, toAccount: null };
  edit(blank, around, (change) => save({ type: blank.type, date: blank.date, ...change }));
}

/** @typedef {ReturnType<typeof makeFields>} Fields */

/**
 * @param {Entry} entry
 * @param {Vocabulary} known
 * @param {Say} say
 */
function makeFields(entry, known, say) {
  const amount = checked(say("amount"), {
    name: "amount", inputmode: "decimal", autocomplete: "off", value: entry.amount ?? "", class: "money",
  });
  const date = checked(say("date"), { name: "date", type: "date", value: entry.date });
  const category = el("select", { name: "category" });
  const toAccount = secondAccount(entry, known, say);
  const type = typeChoice(entry.type, say, (chosen) => {
    offerCategories(category, entry, chosen, known, say);
    toAccount.whole.hidden = chosen !== "TRANSFER";
  });
  const description = el("input", { name: "description", autocomplete: "off", maxlength: 200, value: entry.description });
  const first = el("option", { value: "" }, say("default_account", known.accounts[0] ?? ""));
  const account = el(
    "select",
    { name: "account" },
    entry.account === null ? first : null,
    ...names(known.accounts, entry.account).map((name) => el("option", { value: name, selected: name === entry.account }, name)),
  );
  return { amount, type, category, description, date, account, toAccount };
}

/**
 * The account that a transfer goes to. Once there is one it can be changed, and goes with another type.
 *
 * @param {Entry} entry
 * @param {Vocabulary} known
 * @param {Say} say
 */
function secondAccount(entry, known, say) {
  const own = entry.toAccount || null;
  const select = el(
    "select",
    { name: "to-account" },
    own === null ? el("option", { value: "" }, say("no_account")) : null,
    ...names(known.accounts, own).map((name) => el("option", { value: name, selected: name === own }, name)),
  );
  return { select, whole: el("label", {}, say("to_account"), select) };
}

/**
 * The names with the entry's own, which is kept even where the ledger has it no more.
 *
 * @param {string[]} known
 * @param {string | null} own
 */
function names(known, own) {
  return [...new Set(own === null ? known : [...known, own])];
}

/**
 * The categories of a type. An entry keeps its own when only its type is changed, as it does by voice.
 *
 * @param {HTMLSelectElement} select
 * @param {Entry} entry
 * @param {Type} type
 * @param {Vocabulary} known
 * @param {Say} say
 */
function offerCategories(select, entry, type, known, say) {
  const chosen = select.value || entry.category;
  const ofType = known.categories.filter((one) => one.type === type).map(({ name }) => name);
  const own = [entry.category, chosen].filter((name) => !ofType.includes(name));
  const offered = new Set(own.includes("") ? ["", ...ofType] : [...ofType, ...own]);
  const words = (/** @type {string} */ name) => name || say("by_words");
  select.replaceChildren(...[...offered].map((name) => el("option", { value: name, selected: name === chosen }, words(name))));
}

/**
 * @param {Type} given
 * @param {Say} say
 * @param {(type: Type) => void} chosen
 */
function typeChoice(given, say, chosen) {
  let value = given;
  const choose = (/** @type {Type} */ type) => () => chosen((value = type));
  const options = TYPES.map((type) =>
    el(
      "label",
      {},
      el("input", { type: "radio", name: "type", value: type, checked: type === given, onchange: choose(type) }),
      icon(type),
      say(type),
    ),
  );
  chosen(given);
  return {
    whole: el("fieldset", {}, el("legend", {}, say("type")), el("div", { class: "segments" }, ...options)),
    get value() {
      return value;
    },
  };
}

/**
 * An input whose mistake is told beside it and to screen readers.
 *
 * @param {string} word
 * @param {import("./dom.js").Attributes} attributes
 */
export function checked(word, attributes) {
  const mistake = el("p", { class: "wrong", id: `${attributes["name"]}-wrong`, hidden: true, role: "alert" });
  const input = el("input", { ...attributes, "aria-describedby": mistake.id });
  return {
    input,
    whole: el("div", { class: "field" }, el("label", {}, word, input), mistake),
    /**
     * Whether it is right; where it is not, the mistake is shown.
     *
     * @param {boolean} isRight
     * @param {string} problem
     */
    must(isRight, problem) {
      input.setAttribute("aria-invalid", String(!isRight));
      mistake.hidden = isRight;
      mistake.replaceChildren(...(isRight ? [] : [icon("doubt"), problem]));
      return isRight;
    },
  };
}

/**
 * Whether it can be taken; if not, the first mistake has the focus.
 *
 * @param {Entry} entry
 * @param {Fields} fields
 * @param {Say} say
 */
function isRight(entry, { amount, date }, say) {
  const untouched = entry.amount === null && amount.input.value.trim() === "";
  const amountIsRight = amount.must(fenOf(amount.input.value) !== null || untouched, say("amount_wrong"));
  const isDate = isDay(date.input.value);
  const dateIsRight = date.must(isDate && !isFarAhead(date.input.value), say(isDate ? "date_far" : "date_wrong"));
  if (!amountIsRight) amount.input.focus();
  else if (!dateIsRight) date.input.focus();
  return amountIsRight && dateIsRight;
}

/**
 * What differs from the entry.
 *
 * @param {Entry} entry
 * @param {Fields} fields
 */
function changed(entry, fields) {
  /** @type {Change} */
  const change = {};
  const fen = fenOf(fields.amount.input.value);
  const description = fields.description.value.trim();
  if (fen !== null && (entry.amount === null || fen !== fenSent(entry.amount))) change.amount = plain(fen);
  if (fields.type.value !== entry.type) change.type = fields.type.value;
  if (fields.category.value !== entry.category) change.category = fields.category.value;
  if (description !== entry.description) change.description = description;
  if (fields.date.input.value !== entry.date) change.date = fields.date.input.value;
  if (fields.account.value !== (entry.account ?? "")) change.account = fields.account.value;
  const toAccount = fields.toAccount.select.value;
  if (fields.type.value === "TRANSFER" && toAccount !== (entry.toAccount ?? "")) change.toAccount = toAccount;
  return change;
}
