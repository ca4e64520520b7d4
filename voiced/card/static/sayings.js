/** The lists below the draft: the other rooms, and what can be said, for whoever does not know yet. */

import { el } from "./dom.js";

/** @import { Now } from "./contract" */
/** @import { Say, Word } from "./words.js" */

/** @type {[string, Word][]} What the speaker says stays Chinese. */
const SAYINGS = [
  ["午饭35块5", "say_one"],
  ["买菜62，打车18", "say_several"],
  ["昨天收到工资12000", "say_income"],
  ["这个月花了多少", "say_ask"],
  ["撤销刚才那笔", "say_undo"],
];

/**
 * The list; null where there is something else to look at.
 *
 * @param {Now} now
 * @param {Say} say
 */
export function sayings(now, say) {
  if (now.draft || now.answer || now.saved || now.restorable.leftBehind.length) return null;
  return el(
    "section",
    { class: "sayings", "aria-label": say("sayings") },
    el("h2", {}, say(now.microphone === "none" ? "writings" : "sayings")),
    el(
      "dl",
      {},
      ...SAYINGS.map(([sentence, word]) =>
        el("div", {}, el("dt", {}, el("q", { lang: "zh-CN" }, sentence)), el("dd", {}, say(word))),
      ),
    ),
  );
}

/**
 * The other rooms, each with a voice satellite. A draft is confirmed in its room: there is nothing to press.
 *
 * @param {Now} now
 * @param {Say} say
 */
export function rooms({ rooms }, say) {
  if (!rooms[0]) return null;
  const list = rooms.map(({ name, phase, pending, said }) => {
    const state = phase === "confirming" ? say("several", pending) : say(phase);
    return el("div", {}, el("dt", {}, name), el("dd", {}, state), el("dd", { lang: "zh-CN" }, said));
  });
  return el("section", { class: "sayings rooms" }, el("h2", {}, say("other_rooms")), el("dl", {}, ...list));
}
