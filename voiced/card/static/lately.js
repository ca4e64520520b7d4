/** Between drafts: the rows that were just written, or those that answer a question. */

import { el, icon } from "./dom.js";
import { fenSent, shown } from "./money.js";
import { dayName } from "./days.js";

/** A short list to look at; null where there is nothing to show. */
export function lately(now, today, language, say) {
  const rows = now.answer ?? now.saved?.rows;
  if (!rows?.length || now.phase === "idle") return null;
  const title = now.answer ? say("said") : say("saved", rows.length);
  return el(
    "div",
    { class: "draft lately" },
    el("header", {}, el("h2", {}, now.answer ? null : icon("confirmed"), title)),
    el("ul", { class: "lines", role: "list" }, ...rows.map((row) => line(row, today, language, say))),
  );
}

function line(row, today, language, say) {
  return el(
    "li",
    { class: "line" },
    el(
      "div",
      { class: "what" },
      el("p", { lang: "zh-CN" }, row.description || row.category),
      el("p", { class: "detail" }, `${say(row.type)} · ${row.category} · ${dayName(row.date, today, language)}`),
    ),
    el("p", { class: "amount money" }, icon(row.type), shown(fenSent(row.amount))),
  );
}
