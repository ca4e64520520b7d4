/** The year in review: one picture of exact figures to look at and to share, with the figures as text beside it. */

import * as api from "./api.js";
import { NOTHING_WANTED } from "./address.js";
import { table } from "./charts.js";
import { monthName } from "./days.js";
import { openDialog } from "./dialog.js";
import { button, el, svg } from "./dom.js";
import { fenSent, permille, shown } from "./money.js";

/** @import { Report } from "./contract" */
/** @import { Page } from "./page.js" */

/** @typedef {{year: string, count: number, spent: bigint, earned: bigint, months: {month: string, spent: bigint}[], categories: [string, bigint][]}} Year */

const [WIDTH, HEIGHT] = [1080, 1350];
const MOST_CATEGORIES = 5;
// A picture that leaves the page takes no style of the page along.
const [PAPER, INK, SOFT, ACCENT, FAINT] = ["#f6f1e7", "#29251f", "#665d50", "#2d5f50", "#e3ece4"];

/**
 * What a year was, of the reports of its months.
 *
 * @param {string} year
 * @returns {Promise<Year>}
 */
export async function readYear(year) {
  const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, "0")}`);
  const all = { ...NOTHING_WANTED, from: `${year}-01-01`, to: `${year}-12-31` };
  const [found, ...reports] = await Promise.all([api.transactions(all, 1, 1), ...months.map(api.report)]);
  return {
    year,
    count: found.count,
    spent: fenSent(found.spent),
    earned: fenSent(found.earned),
    months: reports.map(({ month, spent }) => ({ month, spent: fenSent(spent) })),
    categories: categoriesOf(reports),
  };
}

/**
 * @param {Report[]} reports
 * @returns {[string, bigint][]} the largest first
 */
function categoriesOf(reports) {
  /** @type {Map<string, bigint>} */
  const sums = new Map();
  for (const { category, type, amount } of reports.flatMap(({ categories }) => categories)) {
    if (type === "EXPENSE") sums.set(category, (sums.get(category) ?? 0n) + fenSent(amount));
  }
  return [...sums].sort(([, one], [, other]) => (one < other ? 1 : one > other ? -1 : 0));
}

/**
 * @param {Year} year
 * @param {Page} page
 */
export function openYear(year, page) {
  const { say, language } = page;
  const picture = pictureOf(year, page);
  const rows = [
    ...year.months.map(({ month, spent }) => [monthName(month, language), shown(spent)]),
    ...year.categories.map(([name, fen]) => [name, shown(fen)]),
  ];
  openDialog(say("year_title", year.year), (close) => ({
    body: [picture, el("details", {}, el("summary", {}, say("as_table")), table([say("month"), say("spent")], rows))],
    ends: [button({ word: say("close"), press: close }), button({ name: "export", word: say("share_picture"), look: "chief", press: () => void share(picture, year.year), "data-key": "share-year" })],
  }));
}

/**
 * @param {Year} year
 * @param {Page} page
 */
function pictureOf({ year, count, spent, earned, months, categories }, { say }) {
  const most = months.reduce((one, { spent: other }) => (other > one ? other : one), 0n);
  const largest = categories[0]?.[1] ?? 0n;
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {string} */ words, /** @type {Record<string, string>} */ look = {}) =>
    svg("text", { x, y, "font-size": size, fill: INK, ...look }, words);
  const columns = months.map(({ month, spent: fen }, at) => {
    const height = (permille(fen, most) * 260) / 1000;
    const x = 80 + at * 78;
    return [svg("rect", { x, y: 760 - height, width: 50, height, rx: 6, fill: ACCENT }), text(x + 25, 800, 26, String(Number(month.slice(5))), { fill: SOFT, "text-anchor": "middle" })];
  });
  const bars = categories.slice(0, MOST_CATEGORIES).map(([name, fen], at) => {
    const y = 900 + at * 84;
    return [
      text(80, y, 34, name),
      text(1000, y, 34, shown(fen), { "text-anchor": "end" }),
      svg("rect", { x: 80, y: y + 16, width: 920, height: 12, rx: 6, fill: FAINT }),
      svg("rect", { x: 80, y: y + 16, width: (permille(fen, largest) * 920) / 1000, height: 12, rx: 6, fill: ACCENT }),
    ];
  });
  return svg(
    "svg",
    { class: "year-picture", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": say("year_label", year, count, shown(spent), shown(earned)), "font-family": "Georgia, 'Songti SC', 'Noto Serif CJK SC', serif" },
    svg("rect", { width: WIDTH, height: HEIGHT, fill: PAPER }),
    text(80, 130, 56, say("year_title", year), { "font-weight": "600" }),
    text(80, 190, 32, say("in_rows", count), { fill: SOFT }),
    text(80, 290, 32, say("spent"), { fill: SOFT }),
    text(80, 370, 72, shown(spent), { "font-weight": "600" }),
    text(80, 440, 32, `${say("earned")} ${shown(earned)} · ${say("net")} ${shown(earned - spent)}`, { fill: SOFT }),
    ...columns.flat(),
    ...bars.flat(),
  );
}

/**
 * Give the picture to another program of the phone, or keep it as a file.
 *
 * @param {SVGSVGElement} picture
 * @param {string} year
 */
async function share(picture, year) {
  const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  copy.setAttribute("width", String(WIDTH));
  copy.setAttribute("height", String(HEIGHT));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = el("canvas", { width: WIDTH, height: HEIGHT });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  const blob = await new Promise((/** @type {(made: Blob | null) => void} */ done) => canvas.toBlob(done, "image/png"));
  if (!blob) return;
  const file = new File([blob], `voiced-${year}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return void navigator.share({ files: [file] }).catch(() => {});
  const address = URL.createObjectURL(blob);
  el("a", { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
