/** The other rooms, each with a voice satellite. A draft is confirmed in its room, so there is nothing to press. */

import { el } from "./dom.js";

/** @import { Now } from "./contract" */
/** @import { Say } from "./words.js" */

/**
 * The list; null where no satellite speaks or spoke lately.
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
  return el("section", { class: "sayings rooms", "aria-label": say("other_rooms") }, el("h2", {}, say("other_rooms")), el("dl", {}, ...list));
}
