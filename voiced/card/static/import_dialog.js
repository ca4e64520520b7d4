/** The dialog that takes a file into the ledger: it shows what would be added, and adds it at a press. */

import * as api from "./api.js";
import { spanName } from "./days.js";
import { openDialog } from "./dialog.js";
import { button, el, icon } from "./dom.js";
import { lineOf } from "./history.js";
import { fenSent, shown } from "./money.js";

/** @import { FileImport } from "./contract" */
/** @import { Say } from "./words.js" */

const MOST_BYTES = 4 * 1024 * 1024;

/**
 * @param {File | null} dropped the file to begin with
 * @param {Say} say
 * @param {(taken: FileImport) => void} done
 */
export function openImport(dropped, say, done) {
  let text = "";
  const seen = el("div", { class: "preview", "aria-live": "polite" });
  const chosen = el("input", { type: "file", name: "file", accept: ".csv,.txt,.jsonl,.beancount,text/*", onchange: () => void look(chosen.files?.[0]) });
  const take = el("button", { class: "chief", type: "submit", hidden: true });
  openDialog(say("import_title"), (close) => ({
    body: [el("p", { class: "detail" }, say("import_hint")), el("label", {}, say("choose_file"), chosen), seen],
    ends: [button({ word: say("dismiss"), press: close }), take],
    submit: () => void attempt(async () => {
      if (take.hidden || take.getAttribute("aria-disabled") === "true") return;
      take.setAttribute("aria-disabled", "true");
      const taken = await api.takeFile(text).finally(() => take.removeAttribute("aria-disabled"));
      close();
      done(taken);
    }),
  }));
  if (dropped) void look(dropped);

  /** @param {File | undefined} file */
  async function look(file) {
    take.hidden = true;
    if (!file) return;
    seen.replaceChildren(el("p", { class: "detail" }, `${say("reading_file")} ${file.name}`));
    await attempt(async () => {
      if (file.size > MOST_BYTES) throw new api.Refusal("file_long", `${file.size} bytes`);
      text = textOf(await file.arrayBuffer());
      const found = await api.previewFile(text);
      seen.replaceChildren(...preview(found, say));
      take.textContent = found.count ? say("take_in", found.count) : say("save");
      take.hidden = (found.count === 0 && found.openings.length === 0) || found.unheard.length > 0;
    });
  }

  /** @param {() => Promise<void>} task */
  async function attempt(task) {
    try {
      await task();
    } catch (problem) {
      if (!(problem instanceof api.Refusal)) throw problem;
      seen.replaceChildren(el("p", { class: "wrong", role: "alert" }, icon("doubt"), say(problem.word)));
    }
  }
}

/**
 * The words of a file: UTF-8, or what a Chinese Windows writes.
 *
 * @param {ArrayBuffer} bytes
 */
function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

/**
 * @param {FileImport} found
 * @param {Say} say
 */
function preview({ count, first, last, spent, earned, known, categories, accounts, unheard, sums, openings, rows, refused, remarks }, say) {
  const span = first && last ? spanName({ first, last }) : "";
  const names = [...new Set([...categories.map(({ name }) => name), ...accounts])];
  const balances = openings.map(({ account, amount }) => `${account} ${shown(fenSent(amount))}`);
  const lines = rows.map((row) => el("li", { class: "line" }, ...lineOf(row, row.date, say)));
  const wrong = remarks.filter(({ problem }) => problem !== null);
  const leftOut = remarks.filter(({ problem }) => problem === null);
  return [
    el("p", { class: "chief-word" }, count ? say("import_new", count, span, shown(fenSent(spent)), shown(fenSent(earned))) : balances.length ? "" : say("import_none")),
    ...(known ? [el("p", {}, say("import_known", known))] : []),
    ...(unheard.length ? [el("p", { class: "wrong", role: "alert" }, icon("doubt"), say("import_unheard", unheard.join("、")))] : []),
    ...folded(say("import_sums"), sums.map(({ category, type, amount }) => el("li", { lang: "zh-CN" }, `${category} · ${say(type)} ${shown(fenSent(amount))}`))),
    ...(names.length ? [el("p", { lang: "zh-CN" }, say("import_names", names.join("、")))] : []),
    ...(balances.length ? [el("p", { lang: "zh-CN" }, say("import_openings", balances.join("、")))] : []),
    ...folded(say("import_refused", refused), wrong.map(({ line, problem, reason }) => el("li", { title: reason }, say("on_line", line, say(`line_${problem ?? "other"}`)))), true),
    ...folded(say("import_left_out", leftOut.length), leftOut.map(({ line, reason }) => el("li", { title: reason }, say("on_line", line, say("line_left_out"))))),
    ...(count ? [el("ul", { class: "lines", role: "list", tabindex: 0 }, ...lines)] : []),
    ...(count > rows.length ? [el("p", { class: "detail" }, say("and_more", count - rows.length))] : []),
  ];
}

/**
 * @param {string} title
 * @param {HTMLElement[]} items
 * @param {boolean} [open]
 */
function folded(title, items, open = false) {
  return items.length ? [el("details", { open }, el("summary", {}, title), el("ul", {}, ...items))] : [];
}
