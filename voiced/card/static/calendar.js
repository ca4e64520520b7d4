/** A month as a calendar: what was spent and earned on each day, which leads to its rows. */

import { addressOf, NOTHING_WANTED } from "./address.js";
import { dayName, daysOf, weekdayNames, weekdayOf } from "./days.js";
import { el } from "./dom.js";
import { fenSent, shown } from "./money.js";

/** @import { Report } from "./contract" */
/** @import { Page } from "./page.js" */

/**
 * @param {Report} report
 * @param {Page} page
 */
export function calendar(report, page) {
  const { language, say } = page;
  const days = daysOf(report.month);
  const byDay = new Map(report.days.map((day) => [day.date, day]));
  /** @type {(string | null)[]} */
  const cells = [...Array.from({ length: weekdayOf(days[0] ?? "") }, () => null), ...days];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, at) => cells.slice(at * 7, at * 7 + 7));
  const heads = weekdayNames(language).map((name) => el("th", { scope: "col" }, name));
  const rows = weeks.map((week) => el("tr", {}, ...week.map((day) => el("td", {}, day && cell(report.month, day, byDay.get(day), page)))));
  return el(
    "section",
    { class: "panel calendar", "aria-label": say("view_calendar") },
    el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows)),
  );
}

/**
 * @param {string} month
 * @param {string} day
 * @param {{spent: string, earned: string} | undefined} sums
 * @param {Page} page
 */
function cell(month, day, sums, { today, language, say }) {
  const [spent, earned] = [fenSent(sums?.spent ?? "0"), fenSent(sums?.earned ?? "0")];
  const words = [dayName(day, today, language), spent ? say("spent_on_day", shown(spent)) : "", earned ? say("earned_on_day", shown(earned)) : ""];
  return el(
    "a",
    {
      href: addressOf({ month, wanted: { ...NOTHING_WANTED, span: day } }),
      "aria-current": day === today ? "date" : null,
    },
    el("span", { class: "unseen" }, words.filter((word) => word !== "").join("，")),
    el("span", { class: "number", "aria-hidden": "true" }, String(Number(day.slice(8)))),
    spent ? sumOf(shown(spent), "") : null,
    earned ? sumOf(`+${shown(earned)}`, "earned") : null,
  );
}

/**
 * A long sum is written smaller, never cut.
 *
 * @param {string} words
 * @param {string} look
 */
function sumOf(words, look) {
  const bare = words.replace("¥", "");
  return el("span", { class: `sum ${look}`, "aria-hidden": "true", "data-long": bare.length > 9 ? "very" : bare.length > 6 }, bare);
}
