/** Between drafts: the rows that were just written, those that answer a question, and those that can come back. */

import { answerFigure } from "./answer.js";
import { button, el, icon } from "./dom.js";
import { lineOf } from "./history.js";
import { dayName } from "./days.js";

/** @import { Answer, Entry, Now } from "./contract" */
/** @import { Page } from "./page.js" */

// What is said for a press, as the daemon understands it.
const GO_ON = "继续处理";
const NOT_WANTED = "不要了";
const RESTORE = "恢复";

/**
 * A short list to look at; null where there is nothing to show.
 *
 * @param {Now} now
 * @param {Page} page
 * @param {(batchId: string) => void} undo takes back what was written together
 */
export function lately(now, page, undo) {
  const { say } = page;
  if (now.answer) return answered(now.answer, page);
  const { saved } = now;
  if (!saved) return null;
  const back = button({ name: "undo", word: say("undo"), look: "plain", press: () => undo(saved.batchId), "data-key": "undo-saved" });
  return list(say("saved", saved.count), icon("confirmed"), saved.rows, page, [back]);
}

/**
 * The answer to a question: its figure, and its picture or its first rows.
 *
 * @param {Answer} answer
 * @param {Page} page
 */
export function answered(answer, page) {
  const { say } = page;
  const title = el("h2", { lang: "zh-CN" }, answer.title);
  const rows = answer.rows.length ? linesOf(answer.rows, page) : null;
  return el("section", { class: "draft lately answer", "aria-label": say("said") }, title, ...answerFigure(answer, say), rows);
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
function list(title, picture, rows, page, acts) {
  return el(
    "section",
    { class: "draft lately" },
    el("header", {}, el("h2", {}, picture, title), el("div", { class: "acts" }, ...acts)),
    rows.length ? linesOf(rows, page) : null,
  );
}

/**
 * @param {Entry[]} rows
 * @param {Page} page
 */
function linesOf(rows, { today, language, say }) {
  return el(
    "ul",
    { class: "lines", role: "list" },
    ...rows.map((row) => el("li", { class: "line" }, ...lineOf(row, dayName(row.date, today, language), say))),
  );
}

/**
 * The lists of these entries, each with its buttons. The daemon's own question about them has its buttons below.
 *
 * @param {Now} now
 * @param {Page} page
 * @param {boolean} isOver whether the time of the dropped ones is over, or they were put away here
 * @param {{say: (words: string) => void, hide: () => void, putAway: () => void}} doing `putAway` declines what was left behind
 */
export function restorable({ restorable: { leftBehind, dropped }, phase, question, answer }, page, isOver, { say, hide, putAway }) {
  const act = (/** @type {string} */ word, /** @type {string} */ picture, /** @type {string} */ words) =>
    button({ name: picture, word, look: "plain", press: () => say(words), "data-key": `restore-${words}` });
  const decline = () =>
    phase === "idle"
      ? act(page.say("decline"), "cancelled", NOT_WANTED)
      : button({ name: "cancelled", word: page.say("decline"), look: "plain", press: putAway, "data-key": "decline" });
  const isAsked = question?.answers.includes(GO_ON);
  const hasDropped = dropped.length > 0 && !isOver;
  const lists = [];
  if (leftBehind.length) {
    const acts = isAsked ? [] : [act(page.say("resume"), "forward", GO_ON), decline()];
    lists.push(list(page.say("left_behind", leftBehind.length), icon("history"), leftBehind, page, acts));
  }
  if (hasDropped) {
    const away = button({ name: "cancelled", word: page.say("hide_dropped"), look: "plain", quiet: true, press: hide, "data-key": "hide-dropped" });
    const acts = [act(page.say("restore"), "redo", RESTORE), away];
    // Under an answer one line is enough: what follows it must stay in reach.
    lists.push(list(page.say("dropped", dropped.length), icon("cancelled"), answer ? [] : dropped, page, acts));
  }
  return lists;
}
