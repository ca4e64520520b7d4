/** The rows of the ledger, day by day, with what can be done to each. */

import { button, el, icon } from "./dom.js";
import { fenSent, shown } from "./money.js";
import { dayName, momentName } from "./days.js";

/** @param {(what: "amend" | "undo" | "revisions", row: object) => void} act */
export function history(rows, today, language, say, act) {
  const byDay = Map.groupBy ? Map.groupBy(rows, (row) => row.date) : grouped(rows);
  return [...byDay].map(([day, ofDay]) =>
    el(
      "section",
      { class: "day" },
      el("h3", {}, el("time", { datetime: day }, dayName(day, today, language))),
      el("ul", { class: "lines", role: "list" }, ...ofDay.map((row) => line(row, say, act))),
    ),
  );
}

function grouped(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.date, [...(groups.get(row.date) ?? []), row]);
  return groups;
}

function line(row, say, act) {
  const name = row.description || row.category;
  const acts = [
    ["amend", "edit", say("change_row", name)],
    ["revisions", "history", say("revisions_of", name)],
    ["undo", "undo", say("undo_row", name)],
  ].map(([what, picture, word]) =>
    button({ name: picture, word, look: "plain", quiet: true, press: () => act(what, row), "data-key": `${what}-${row.id}` }),
  );
  return el(
    "li",
    { class: "line", "data-row": row.id },
    el(
      "div",
      { class: "what" },
      el("p", { lang: "zh-CN" }, name),
      el("p", { class: "detail" }, [say(row.type), row.category, row.account].filter(Boolean).join(" · ")),
    ),
    el("p", { class: "amount money" }, icon(row.type), shown(fenSent(row.amount))),
    el("div", { class: "acts" }, ...acts),
  );
}

/** The dialog with what a row was before; latest change first. */
export function showRevisions(row, revisions, say) {
  const name = row.description || row.category;
  const lines = revisions.map(({ changedAt, before }) =>
    el(
      "li",
      { class: "line" },
      el(
        "div",
        { class: "what" },
        el("p", {}, `${say("was")} `, el("span", { lang: "zh-CN" }, before.description || before.category)),
        el("p", { class: "detail" }, [say(before.type), before.category, before.date, momentName(changedAt)].join(" · ")),
      ),
      el("p", { class: "amount money" }, shown(fenSent(before.amount))),
    ),
  );
  const body = lines.length ? el("ul", { class: "lines", role: "list" }, ...lines) : el("p", {}, say("nothing_changed"));
  open(say("revisions_of", name), [el("p", { class: "detail" }, say("created", momentName(row.createdAt))), body], [
    (close) => button({ word: say("close"), look: "chief", press: close }),
  ]);
}

/** Asks before a row is taken back. */
export function askUndo(row, say, undo) {
  const name = `${row.description || row.category} ${shown(fenSent(row.amount))}`;
  open(say("undo_title"), [el("p", {}, say("undo_body", name))], [
    (close) => button({ word: say("dismiss"), press: close }),
    (close) => button({ name: "undo", word: say("undo"), look: "chief", press: () => (close(), undo()) }),
  ]);
}

function open(title, body, ends) {
  const close = () => dialog.close();
  const heading = el("h2", { id: "history-title" }, title);
  const foot = el("div", { class: "ends" }, ...ends.map((end) => end(close)));
  const dialog = el("dialog", { "aria-labelledby": "history-title" }, el("div", { class: "stack" }, heading, ...body, foot));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
