/** The fields of an entry: their inputs in the editor. */

import { el, icon } from "./dom.js";
import { fenOf, fenSent, plain } from "./money.js";
import { isDay, isFarAhead } from "./days.js";

/** @import { Change, Entry, Type, Vocabulary } from "./contract" */
/** @import { Say } from "./words.js" */

/** @type {Type[]} */
export const TYPES = ["EXPENSE", "INCOME", "TRANSFER"];

/**
 * An entry that is not there yet.
 *
 * @param {string} today
 * @returns {Entry}
 */
export function blankEntry(today) {
  return { amount: "", type: "EXPENSE", category: "", description: "", date: today, account: null, toAccount: null };
}

/** @typedef {ReturnType<typeof makeFields>} Fields */

/**
 * @param {Entry} entry
 * @param {Vocabulary} known
 * @param {Say} say
 */
export function makeFields(entry, known, say) {
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
  const leaveOut = () => offerGoals(toAccount.select, account.value || (known.accounts[0] ?? ""), entry);
  account.addEventListener("change", leaveOut);
  leaveOut();
  return { amount, type, category, description, date, account, toAccount };
}

/**
 * Put other values into the fields.
 *
 * @param {Fields} fields
 * @param {Entry} entry
 */
export function fillFields({ amount, type, category, description, date, account, toAccount }, entry) {
  amount.input.value = entry.amount ?? "";
  type.choose(entry.type);
  category.value = entry.category;
  description.value = entry.description;
  date.input.value = entry.date;
  account.value = entry.account ?? "";
  // What follows them is drawn as after a choice by hand.
  for (const select of [category, account]) select.dispatchEvent(new Event("change"));
  toAccount.select.value = entry.toAccount ?? "";
}

/**
 * The inputs in the order in which the editor shows them.
 *
 * @param {Fields} fields
 * @param {Say} say
 */
export function inputsOf(fields, say) {
  return [
    fields.amount.whole,
    fields.type.whole,
    el("label", {}, say("category"), fields.category),
    el("label", {}, say("description"), fields.description),
    fields.date.whole,
    el("label", {}, say("account"), fields.account),
    fields.toAccount.whole,
  ];
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
  const mistake = el("p", { class: "wrong", id: "to-account-wrong", hidden: true, role: "alert" });
  const select = el(
    "select",
    { name: "to-account", "aria-describedby": mistake.id },
    el("option", { value: "" }, say("no_account")),
    ...names(known.accounts, own).map((name) => el("option", { value: name, selected: name === own }, name)),
  );
  return {
    select,
    whole: el("div", { class: "field" }, el("label", {}, say("to_account"), select), mistake),
    /** @param {boolean} isRight */
    must(isRight) {
      select.setAttribute("aria-invalid", String(!isRight));
      mistake.hidden = isRight;
      mistake.replaceChildren(...(isRight ? [] : [icon("doubt"), say("goal_wrong")]));
      return isRight;
    },
  };
}

/**
 * A transfer goes to another account than it comes from.
 *
 * @param {HTMLSelectElement} select
 * @param {string} from
 * @param {Entry} entry
 */
function offerGoals(select, from, entry) {
  for (const option of select.options) {
    option.hidden = option.disabled = option.value === from && option.value !== "";
  }
  if (select.value === from) select.value = entry.toAccount && entry.toAccount !== from ? entry.toAccount : "";
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
 * The categories of a type. An entry keeps its own when only its type is changed, as it does by voice; what becomes a
 * transfer loses it, since no expense is left.
 *
 * @param {HTMLSelectElement} select
 * @param {Entry} entry
 * @param {Type} type
 * @param {Vocabulary} known
 * @param {Say} say
 */
function offerCategories(select, entry, type, known, say) {
  const given = select.value || entry.category;
  const ofType = known.categories.filter((one) => one.type === type).map(({ name }) => name);
  const keeps = type !== "TRANSFER" || entry.type === type || entry.category === "";
  const own = keeps && !ofType.includes(entry.category) ? [entry.category] : [];
  const offered = entry.category === "" ? [...own, ...ofType] : [...ofType, ...own];
  const chosen = offered.includes(given) ? given : keeps ? entry.category : ofType[0];
  const words = (/** @type {string} */ name) => name || say("by_words");
  select.replaceChildren(...offered.map((name) => el("option", { value: name, selected: name === chosen }, words(name))));
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
    /** @param {Type} type */
    choose(type) {
      for (const { firstElementChild: radio } of options) if (radio instanceof HTMLInputElement) radio.checked = radio.value === type;
      chosen((value = type));
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
export function isRight(entry, { amount, date, type, toAccount }, say) {
  const untouched = entry.amount === null && amount.input.value.trim() === "";
  const amountIsRight = amount.must(fenOf(amount.input.value) !== null || untouched, say("amount_wrong"));
  const isDate = isDay(date.input.value);
  const dateIsRight = date.must(isDate && !isFarAhead(date.input.value), say(isDate ? "date_far" : "date_wrong"));
  if (!amountIsRight) amount.input.focus();
  else if (!dateIsRight) date.input.focus();
  // A transfer of which no goal was ever known may stay as it is.
  const becomesTransfer = type.value === "TRANSFER" && (entry.type !== "TRANSFER" || Boolean(entry.toAccount));
  const goalIsRight = toAccount.must(!becomesTransfer || toAccount.select.value !== "");
  if (amountIsRight && dateIsRight && !goalIsRight) toAccount.select.focus();
  return amountIsRight && dateIsRight && goalIsRight;
}

/**
 * What differs from the entry.
 *
 * @param {Entry} entry
 * @param {Fields} fields
 */
export function changed(entry, fields) {
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
