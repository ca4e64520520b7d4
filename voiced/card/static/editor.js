/** The dialog that edits an entry, of the draft or of the ledger. Gives back only the fields that changed. */

import { openDialog } from "./dialog.js";
import { button, el, icon } from "./dom.js";
import { blankEntry, changed, inputsOf, isRight, makeFields } from "./fields.js";

/** @import { Change, Entry, Vocabulary } from "./contract" */
/** @import { Say, Word } from "./words.js" */

/**
 * @param {Entry} entry
 * @param {{title: string, known: Vocabulary, say: Say, isNew?: boolean}} around an entry that is new is saved as it is filled in
 * @param {(change: Change) => Promise<Word | null>} save is given a change that holds at least one field; gives the problem,
 *   with which the dialog stays open
 */
export function edit(entry, { title, known, say, isNew = false }, save) {
  const problem = el("p", { class: "wrong", role: "alert", hidden: true });
  const chief = el("button", { class: "chief", type: "submit" }, icon("confirmed"), el("span", {}, say("save")));
  let isSaving = false;

  const fields = makeFields(entry, known, say);
  openDialog(title, (close) => ({
    body: [...inputsOf(fields, say), problem],
    ends: [
      button({ word: say("dismiss"), press: close }),
      chief,
    ],
    submit() {
      if (isSaving || !isRight(entry, fields, say)) return;
      const change = changed(entry, fields);
      if (Object.keys(change).length === 0 && !isNew) return close();
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
  edit(blank, { ...around, isNew: true }, (change) => save({ ...known, ...change }));
}
