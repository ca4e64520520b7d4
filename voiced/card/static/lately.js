/** Between drafts: the rows that were just written, or those that answer a question. */

import { addressOf } from "./address.js";
import { button, el, icon } from "./dom.js";
import { lineOf } from "./history.js";
import { dayName } from "./days.js";
import { NOTHING_WANTED } from "./search_form.js";

/** @import { Entry, Now, Row } from "./contract" */
/** @import { Page } from "./page.js" */

const MOST_ANSWERED = 5;

/**
 * A short list to look at; null where there is nothing to show.
 *
 * @param {Now} now
 * @param {Page} page
 * @param {(batchId: string) => void} undo takes back what was written together
 */
export function lately(now, page, undo) {
  const { say } = page;
  if (now.answer?.length) return answered(now.answer, page);
  const { saved } = now;
  if (!saved) return null;
  const back = button({ name: "undo", word: say("undo"), look: "plain", press: () => undo(saved.batchId), "data-key": "undo-saved" });
  return list(say("saved", saved.count), icon("confirmed"), saved.rows, page, [back]);
}

/**
 * The first rows of an answer; the others are in the ledger.
 *
 * @param {Row[]} rows
 * @param {Page} page
 */
function answered(rows, page) {
  const { say } = page;
  const shown = list(say("said"), null, rows.slice(0, MOST_ANSWERED), page, []);
  if (rows.length > MOST_ANSWERED) {
    const address = addressOf({ month: "", wanted: { ...NOTHING_WANTED, span: "all" } });
    shown.append(el("a", { class: "button", href: address }, say("see_all", rows.length)));
  }
  return shown;
}

/**
 * A list of entries under a title, with what can be done to them.
 *
 * @param {string} title
 * @param {Node | null} picture
 * @param {Entry[]} rows
 * @param {Page} page
 * @param {Node[]} acts
 */
export function list(title, picture, rows, { today, language, say }, acts) {
  return el(
    "section",
    { class: "draft lately" },
    el("header", {}, el("h2", {}, picture, title), el("div", { class: "acts" }, ...acts)),
    el(
      "ul",
      { class: "lines", role: "list" },
      ...rows.map((row) => el("li", { class: "line" }, ...lineOf(row, dayName(row.date, today, language), say))),
    ),
  );
}
