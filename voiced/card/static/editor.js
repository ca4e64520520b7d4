/** The dialog that edits an entry, of the draft or of the ledger. Gives back only the fields that changed. */

import { openDialog } from "./dialog.js";
import { button, el, icon } from "./dom.js";
import { fenSent, shown } from "./money.js";
import { blankEntry, changed, fillFields, inputsOf, isRight, makeFields } from "./fields.js";

/** @import { Change, Entry, Type, Vocabulary } from "./contract" */
/** @import { Fields } from "./fields.js" */
/** @import { Say, Word } from "./words.js" */

/**
 * Where a field was changed elsewhere meanwhile the dialog shows both values, and asks which is right.
 *
 * @param {Entry} entry
 * @param {{title: string, known: Vocabulary, say: Say, isNew?: boolean, newest?: () => Entry | undefined, opened?: (fields: Fields) => void}} around an entry that
 *   is new is saved as it is filled in; `newest` is the entry as it is now;
 *   `opened` is given the fields, to add to them, and lets one entry follow another
 * @param {(change: Change, from: Entry) => Promise<Word | null>} save is given a change of the entry that holds at least one
 *   field; gives the problem, with which the dialog stays open
 */
export function edit(entry, { title, known, say, isNew = false, newest, opened }, save) {
  const problem = el("div", { class: "wrong", role: "alert", hidden: true });
  const chief = el("button", { class: "chief", type: "submit" }, icon("confirmed"), el("span", {}, say("save")));
  const place = el("div", { class: "fields" });
  const told = el("p", { class: "detail", role: "status" });
  let isSaving = false;
  let from = entry;
  const fields = makeFields(entry, known, say);
  place.append(...inputsOf(fields, say));

  openDialog(title, (close) => ({
    body: [place, problem, told],
    ends: [
      button({ word: say("dismiss"), press: close }),
      ...(opened ? [button({ word: say("one_more"), press: () => submit(follow), "data-key": "one-more" })] : []),
      chief,
    ],
    submit: () => submit(close),
  }));
  fields.amount.input.select();
  opened?.(fields);

  /** @param {() => void} done */
  function submit(done) {
    if (isSaving || !isRight(from, fields, say)) return;
    const change = changed(from, fields);
    if (Object.keys(change).length === 0 && !isNew) return done();
    wait(true);
    void save(change, from).then((refused) => {
      if (!refused) return done();
      const now = refused === "stale" ? newest?.() : undefined;
      const clashes = now ? clashesOf(from, now, change) : [];
      if (now) from = now;
      wait(false, ...(now && clashes.length ? whichIsRight(clashes, now, change) : [el("p", {}, icon("doubt"), say(refused))]));
    });
  }

  /** What was saved is told, and another entry of the same day and account can follow. */
  function follow() {
    const { description, category, amount, date, account } = fields;
    told.textContent = say("added", description.value || category.value || say("by_words"), amount.input.value);
    wait(false);
    fillFields(fields, { ...entry, amount: "", description: "", category: "", date: date.input.value, account: account.value || null });
    amount.input.focus();
  }

  /**
   * @param {boolean} waits
   * @param {...Node} told what is wrong
   */
  function wait(waits, ...told) {
    isSaving = waits;
    chief.setAttribute("aria-disabled", String(waits));
    chief.replaceChildren(icon(waits ? "waits" : "confirmed"), el("span", {}, say(waits ? "saving" : "save")));
    problem.hidden = told.length === 0;
    problem.replaceChildren(...told);
  }

  /**
   * @param {(keyof Entry)[]} clashes
   * @param {Entry} now
   * @param {Change} change
   */
  function whichIsRight(clashes, now, change) {
    const lines = clashes.map((field) => el("p", {}, icon("doubt"), say("clash", labelOf(field, say), inWords(field, now[field], say), inWords(field, change[field], say))));
    const takeNew = () => {
      const mine = Object.fromEntries(Object.entries(change).filter(([field]) => !clashes.includes(/** @type {keyof Entry} */ (field))));
      fillFields(fields, { ...now, ...mine });
      wait(false);
      fields.amount.input.focus();
    };
    const mine = el("button", { type: "submit", "data-key": "take-mine" }, say("take_mine"));
    return [...lines, el("p", { class: "pair" }, mine, button({ word: say("take_new"), press: takeNew, "data-key": "take-new" }))];
  }
}

/**
 * The fields of a change that were changed elsewhere, to something else.
 *
 * @param {Entry} before
 * @param {Entry} now
 * @param {Change} change
 */
function clashesOf(before, now, change) {
  const fields = /** @type {(keyof Entry)[]} */ (Object.keys(change));
  return fields.filter((field) => now[field] !== before[field] && now[field] !== change[field]);
}

/**
 * @param {keyof Entry} field
 * @param {string | null | undefined} value
 * @param {Say} say
 */
function inWords(field, value, say) {
  if (!value) return "—";
  return field === "amount" ? shown(fenSent(value)) : field === "type" ? say(/** @type {Type} */ (value)) : value;
}

/**
 * @param {keyof Entry} field
 * @param {Say} say
 */
function labelOf(field, say) {
  return say(field === "toAccount" ? "to_account" : field).replace(/\s*[（(].*/, "");
}

/**
 * The same dialog for an entry that is not there yet. What is known of it is filled in.
 *
 * @param {{title: string, known: Vocabulary, say: Say, today: string}} around
 * @param {(entry: Change) => Promise<Word | null>} save
 * @param {Entry} [begun]
 */
export function fillIn({ today, ...around }, save, begun) {
  const blank = begun ? { ...begun, amount: begun.amount ?? "" } : blankEntry(today);
  const { account, toAccount, ...named } = blank;
  const known = { ...named, amount: blank.amount ?? "", ...(account ? { account } : {}), ...(toAccount ? { toAccount } : {}) };
  const opened = async (/** @type {Fields} */ fields) => {
    // Without them the fields do as well.
    const quick = await import("./quick_add.js").catch(() => null);
    quick?.drawQuickParts(fields, (row) => fillFields(fields, quick.likeIt(row, fields.date.input.value)), around.say);
  };
  edit(blank, { ...around, isNew: true, ...(begun ? {} : { opened }) }, (change) => save({ ...known, ...change }));
}
