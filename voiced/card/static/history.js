/** The rows of the ledger, day by day, with what can be done to each. */

import { button, el, icon, isLaidOut } from "./dom.js";
import { openDialog } from "./dialog.js";
import { fenSent, shown } from "./money.js";
import { momentName, spanName } from "./days.js";
import { detailsOf } from "./details.js";

/** @import { Entry, Revision, Row, Together } from "./contract" */
/** @import { Selection } from "./selection.js" */
/** @import { Say } from "./words.js" */

/** @typedef {"amend" | "undo" | "restore" | "revisions"} Act */

/** On a phone what can be done to a row is behind one button: the rows are what one wants to see. */
export const PHONE = matchMedia("(max-width: 36rem)");

/**
 * Draw the rows anew; the first one in view stays where it stands.
 *
 * @param {Element} place
 * @param {() => void} draw
 */
export function keepingPlace(place, draw) {
  const anchor = [...place.querySelectorAll("[data-row]")].find((row) => isLaidOut(row) && row.getBoundingClientRect().top >= 0);
  const top = anchor?.getBoundingClientRect().top ?? 0;
  draw();
  const again = anchor && place.querySelector(`[data-row="${CSS.escape(anchor.getAttribute("data-row") ?? "")}"]`);
  // What is out of view has only a guessed height, until it is scrolled to.
  for (let time = 0; again && top < innerHeight && time < 2; time += 1) scrollBy({ top: again.getBoundingClientRect().top - top, behavior: "instant" });
}

/**
 * What a row is: its words and its amount.
 *
 * @param {Entry} row
 * @param {string} more told beside type and category
 * @param {Say} say
 */
export function lineOf(row, more, say) {
  const detail = [say(row.type), row.description ? row.category : "", ...detailsOf(row), more].filter((part) => part !== "");
  return [
    el(
      "div",
      { class: "what" },
      el("p", { lang: "zh-CN" }, nameOf(row)),
      el("p", { class: "detail" }, detail.join(" · ")),
    ),
    row.amount === null
      ? el("p", { class: "amount missing" }, icon("doubt"), say("no_amount"))
      : el("p", { class: "amount money", "data-type": row.type }, shown(fenSent(row.amount))),
  ];
}

/**
 * What a row is called: by what it was for, or else by its category.
 *
 * @param {Entry} row
 */
export function nameOf(row) {
  return row.description || row.category;
}

/**
 * A row in a sentence: 「午饭 ¥35」.
 *
 * @param {Row} row
 */
export function titleOf(row) {
  return `${nameOf(row)} ${shown(fenSent(row.amount))}`;
}

/**
 * When and to whom it was paid, as a bill tells; empty without a bill.
 *
 * @param {Row} row
 */
function paidOf({ paidAt, merchant, description }) {
  return [paidAt.slice(11, 16), merchant === description ? "" : merchant].filter((part) => part !== "").join(" ");
}

/**
 * A row with what can be done to it.
 *
 * @param {Row} row
 * @param {Act[]} acts
 * @param {Say} say
 * @param {(what: Act, row: Row) => void} act
 * @param {Selection} selection
 */
export function actableLine(row, acts, say, act, selection) {
  const name = nameOf(row);
  /** @type {Record<Act, [string, string]>} */
  const pictures = {
    amend: ["edit", say("change_row", name)],
    revisions: ["history", say("revisions_of", name)],
    undo: ["undo", say("undo_row", name)],
    restore: ["redo", say("restore_row", name)],
  };
  const more = PHONE.matches ? opener(row, say, open) : null;
  const box = el("input", { type: "checkbox", class: "choose", "aria-label": say("select_row", name), checked: selection.has(row), onchange: () => selection.choose(row, box.checked) });
  // A pull does what it does to a row of a draft: left takes it out, right brings it back.
  const isUndone = acts.includes("restore");
  const pulls = { "data-pullable": isUndone ? "confirm" : "cancel", "data-pulled": say(isUndone ? "restore" : "undo") };
  const item = el("li", { class: "line", "data-row": row.id, onclick: tapped, ...pulls }, box, ...lineOf(row, paidOf(row), say), more ?? buttons());
  return item;

  /** Their pictures cost more than the rest of a row. */
  function buttons() {
    const all = acts.map((what) => {
      const [picture, word] = pictures[what];
      return button({ name: picture, word, look: "plain", quiet: true, press: () => act(what, row), "data-key": `${what}-${row.id}` });
    });
    return el("div", { class: "acts" }, ...all);
  }

  /**
   * A tap edits the row, as it does in a draft; while rows are selected it selects this one.
   *
   * @param {Event} event
   */
  function tapped({ target }) {
    if (target instanceof Element && target.closest("button, input")) return;
    if (selection.isOpen) selection.choose(row, !selection.has(row));
    else if (acts.includes("amend")) act("amend", row);
  }

  function open() {
    const isOpen = item.toggleAttribute("data-open");
    more?.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) item.append(buttons());
    else item.querySelector(".acts")?.remove();
  }
}

/**
 * The button that shows what can be done to a row, whose dots are drawn by the stylesheet.
 *
 * @param {Row} row
 * @param {Say} say
 * @param {() => void} open
 */
function opener(row, say, open) {
  const word = say("acts_of", nameOf(row));
  return el("button", { type: "button", class: "plain open-acts", title: word, "aria-label": word, "aria-expanded": "false", onclick: open, "data-key": `more-${row.id}` });
}

/**
 * The dialog with what a row was before; latest change first.
 *
 * @param {Row} row
 * @param {Revision[]} revisions
 * @param {Say} say
 */
export function showRevisions(row, revisions, say) {
  const lines = revisions.map(({ changedAt, why, before }) =>
    el(
      "li",
      { class: "line" },
      el("p", { class: "why" }, el("span", {}, say(`why_${why}`)), el("time", { class: "detail", datetime: changedAt }, momentName(changedAt))),
      ...lineOf(before, before.date, say),
    ),
  );
  const changes = lines.length ? el("ul", { class: "lines", role: "list" }, ...lines) : el("p", {}, say("nothing_changed"));
  openDialog(say("revisions_of", nameOf(row)), (close) => ({
    body: [el("p", { class: "detail" }, say("created", momentName(row.createdAt))), changes],
    ends: [button({ word: say("close"), look: "chief", press: close })],
  }));
}

/**
 * Asks before rows are taken back: the one, or all that were written together with it.
 *
 * @param {Row} row
 * @param {Together} together its batch, itself included
 * @param {Say} say
 * @param {{one: () => void, all: () => void}} undo
 */
export function askUndo(row, together, say, undo) {
  const { count, rows } = together;
  const all = count > rows.length ? () => askTwice(together, say, undo.all) : undo.all;
  const others = el(
    "details",
    {},
    el("summary", {}, say("together", count, spanName(together))),
    el("ul", { class: "lines", role: "list" }, ...rows.map((one) => el("li", { class: "line" }, ...lineOf(one, one.date, say)))),
    count > rows.length ? el("p", { class: "detail" }, say("and_more", count - rows.length)) : null,
  );
  const several = count > 1;
  openDialog(say("undo_title"), (close) => ({
    body: [el("p", {}, say("undo_body", titleOf(row))), ...(several ? [others] : [])],
    ends: [
      button({ word: say("dismiss"), press: close }),
      ...(several ? [button({ word: say("undo_all", count), press: () => (close(), all()) })] : []),
      button({ name: "undo", word: say("undo"), look: "chief", press: () => (close(), undo.one()) }),
    ],
  }));
}

/**
 * Asks once more before a large batch is taken back.
 *
 * @param {Together} together
 * @param {Say} say
 * @param {() => void} undo
 */
function askTwice(together, say, undo) {
  const { count } = together;
  openDialog(say("undo_many_title", count), (close) => ({
    body: [el("p", {}, say("undo_many_body", count, spanName(together)))],
    ends: [
      button({ word: say("dismiss"), look: "chief", press: close }),
      button({ name: "undo", word: say("undo_all", count), press: () => (close(), undo()) }),
    ],
  }));
}
