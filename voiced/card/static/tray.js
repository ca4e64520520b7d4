/** The tray 「没记」: what was said and is not in the draft, each with its reason, a button that adds it and one that puts it away. */

import { openDialog } from "./dialog.js";
import { button, el, icon } from "./dom.js";

/** @import { LeftOut, Now } from "./contract" */
/** @import { Page } from "./page.js" */

/** @typedef {{add: (place: number) => void, putAway: (place: number) => void, open: () => void}} Doing */

/**
 * What of the tray can still be added, with its place in it.
 *
 * @param {Now} now
 * @param {number} passed milliseconds since it was heard
 */
export function trayOf({ restorable: { tray }, serverTime }, passed) {
  const time = Date.parse(serverTime) + passed;
  return tray.map((one, place) => ({ ...one, place })).filter(({ until }) => until === null || Date.parse(until) > time);
}

/**
 * The tray as one short line: a single entry by name, several by their number.
 *
 * @param {(LeftOut & {place: number})[]} tray
 * @param {Page} page
 * @param {Doing} doing
 */
export function trayChip(tray, { say }, doing) {
  const [first] = tray;
  if (!first) return null;
  if (tray.length === 1 && first.reason !== "left_behind") {
    return el("li", { "data-banner": "tray" }, icon("doubt"), el("span", {}, say("left_out", first.words)), ...acts(first, say, doing));
  }
  const behind = tray.filter(({ reason }) => reason === "left_behind").length;
  const word = behind === tray.length ? say("still_behind", behind) : say("left_out_many", tray.length);
  const open = button({ word: say("look"), press: doing.open, "data-key": "open-tray" });
  return el("li", { "data-banner": "tray" }, icon(behind === tray.length ? "history" : "doubt"), el("span", {}, word), open);
}

/**
 * @param {LeftOut & {place: number}} one
 * @param {import("./words.js").Say} say
 * @param {Pick<Doing, "add" | "putAway">} doing
 */
function acts({ words, place }, say, { add, putAway }) {
  return [
    button({ word: say("add_left_out"), press: () => add(place), "aria-label": say("add_this", words), "data-key": `add-${words}` }),
    button({ name: "cancelled", word: say("put_away", words), quiet: true, look: "plain", press: () => putAway(place), "data-key": `put-away-${words}` }),
  ];
}

/**
 * The entries as a list, each with its reason.
 *
 * @param {(LeftOut & {place: number})[]} tray
 * @param {Page} page
 * @param {Pick<Doing, "add" | "putAway">} doing
 */
export function trayLines(tray, { say }, doing) {
  const lines = tray.map((one) =>
    el(
      "li",
      { class: "line" },
      el("span", { class: "what" }, el("span", { lang: "zh-CN" }, one.words), el("span", { class: "detail" }, say(`left_out_${one.reason}`))),
      el("span", { class: "acts" }, ...acts(one, say, doing)),
    ),
  );
  return el("ul", { class: "lines tray", role: "list" }, ...lines);
}

/**
 * @param {(LeftOut & {place: number})[]} tray
 * @param {Page} page
 * @param {Pick<Doing, "add" | "putAway">} doing
 */
export function openTray(tray, page, { add, putAway }) {
  openDialog(page.say("left_out_many", tray.length), (close) => ({
    body: [trayLines(tray, page, { add: (place) => (close(), add(place)), putAway: (place) => (close(), putAway(place)) })],
    ends: [button({ word: page.say("close"), look: "chief", press: close })],
  }));
}
