/** Now: what is heard, what the daemon says, what can be pressed. Pure: a message in, elements out. */

import { button, el, icon } from "./dom.js";

/** @import { Now } from "./contract" */
/** @import { Say } from "./words.js" */

const ICONS = { idle: "waiting", listening: "listening", confirming: "asking" };

/** @typedef {Record<"wake" | "quiet" | "exit" | "next" | "confirmAll" | "cancelAll", () => void>} Presses */

/**
 * The state, what was heard, and the daemon's last sentence in large type.
 *
 * @param {Now} now
 * @param {Say} say
 */
export function scene(now, say) {
  return [
    el(
      "p",
      { class: "phase", "data-phase": now.phase, "data-hearing": now.hearing },
      icon(ICONS[now.phase]),
      el("span", {}, say(now.phase)),
    ),
    heard(now, say),
    now.said ? el("p", { class: now.speaking ? "said" : "said past", lang: "zh-CN" }, now.said) : null,
    hint(now, say),
  ].filter((part) => part !== null);
}

/**
 * @param {Now} now
 * @param {Say} say
 */
function heard(now, say) {
  if (now.hearing) {
    const words = el("span", { lang: "zh-CN" }, now.partial);
    return el("p", { class: "heard running" }, say("hearing"), words, el("span", { class: "caret", "aria-hidden": "true" }, "…"));
  }
  const [label, words] = now.interim ? [say("led_nowhere"), now.interim] : [say("heard"), now.heard];
  return words ? el("p", { class: "heard" }, label, el("q", { lang: "zh-CN" }, words)) : null;
}

/**
 * What to do where nothing else says so.
 *
 * @param {Now} now
 * @param {Say} say
 */
function hint(now, say) {
  if (now.phase === "idle") return el("p", { class: now.said ? "hint" : "said hint" }, say("idle_hint", now.wakePhrase));
  return now.phase === "listening" && !now.said ? el("p", { class: "said hint" }, say("listening_hint")) : null;
}

/**
 * The buttons below the draft.
 *
 * @param {Now} now
 * @param {Say} say
 * @param {Presses} press
 */
export function actions(now, say, press) {
  if (now.phase === "idle") {
    const wake = { name: "microphone", word: say("wake"), look: "chief wake", press: press.wake, "data-key": "wake" };
    return [el("div", { class: "always" }, button(wake))];
  }
  const always = el(
    "div",
    { class: "always" },
    isHalfDecided(now) ? button({ name: "forward", word: say("next"), look: "plain", press: press.next, "data-key": "next" }) : null,
    button({ name: "quiet", word: say("quiet"), look: "plain", press: press.quiet, "data-key": "quiet" }),
    button({ name: "exit", word: say("exit"), look: "plain", press: press.exit, "data-key": "exit" }),
  );
  return now.draft ? [pair(now.draft.length > 1, say, press), always] : [always];
}

/**
 * Some rows are confirmed and some nobody has decided about: those may be left out.
 *
 * @param {Now} now
 */
function isHalfDecided({ draft }) {
  return (draft ?? []).some(({ status }) => status === "confirmed") && (draft ?? []).some(({ status }) => status === "pending");
}

/**
 * @param {boolean} several
 * @param {Say} say
 * @param {Presses} press
 */
function pair(several, say, press) {
  const [cancel, confirm] = several ? [say("cancel_all"), say("confirm_all")] : [say("cancel"), say("confirm")];
  return el(
    "div",
    { class: "pair" },
    button({ name: "cancelled", word: cancel, press: press.cancelAll, "data-key": "cancel-all" }),
    button({ name: "confirmed", word: confirm, look: "chief", press: press.confirmAll, "data-key": "confirm-all" }),
  );
}
