/** Now: what is heard, what the daemon says, what can be pressed. Pure: a message in, elements out. */

import { counted } from "./banners.js";
import { button, el, icon } from "./dom.js";
import { isHere } from "./here.js";
import { fenSent, shown } from "./money.js";

/** @import { Item, Now } from "./contract" */
/** @import { Say } from "./words.js" */

/**
 * Whether the machine hears no speech at all: then entries are typed, and nothing pretends to listen.
 *
 * @param {Now} now
 */
export function isTyped({ microphone, phase }) {
  return microphone === "none" && phase !== "confirming";
}

const ICONS = { idle: "waiting", listening: "listening", confirming: "asking" };

/** @typedef {{waits: boolean, isLost: boolean, retry: () => void, tray: Node | null}} Told whether a press for all rows waits, how the line is, and what is not in the draft */
/** @typedef {Record<"wake" | "quiet" | "exit" | "next" | "confirmAll" | "cancelAll", () => void> & {answer: (words: string) => void}} Presses */

/**
 * The state, what was heard, and the daemon's last sentence in large type. Beside a draft it is as high as ever, whatever is
 * said: the rows below must not move. All that was said is then behind a button.
 *
 * @param {Now} now
 * @param {Say} say
 * @param {{showAll: () => void, type: () => void}} press
 */
export function scene(now, say, press) {
  const beside = el(
    "div",
    { class: "beside" },
    button({ name: "type", word: say("type_label"), look: "plain", quiet: true, press: press.type, "data-key": "type" }),
    button({ name: "more", word: say("all_said"), look: "plain", quiet: true, press: press.showAll, "data-key": "all-said" }),
  );
  return [
    el(
      "p",
      { class: "phase", "data-phase": now.phase, "data-hearing": now.hearing },
      icon(isTyped(now) ? "type" : isDeaf(now) ? "no-microphone" : ICONS[now.phase]),
      el("span", {}, say(isTyped(now) ? "type_label" : isDeaf(now) ? "no_microphone_short" : now.phase)),
    ),
    heard(now, say),
    now.said ? el("p", { class: now.speaking ? "said" : "said past", lang: "zh-CN" }, now.said) : null,
    hint(now, say),
    now.draft ? beside : null,
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
 * Whether the daemon has no microphone, and nothing more urgent is to be told.
 *
 * @param {Now} now
 */
function isDeaf({ phase, microphone }) {
  return phase !== "confirming" && microphone === "lost";
}

/**
 * What to do where nothing else says so.
 *
 * @param {Now} now
 * @param {Say} say
 */
function hint(now, say) {
  if (now.phase === "idle") {
    const isDeaf = now.microphone !== "ok";
    return el(
      "div",
      { class: "hint" },
      el("p", { class: now.said ? "" : "said hint" }, isDeaf ? say("idle_typed") : say("idle_hint", now.wakePhrase)),
      isDeaf || isHere() ? null : el("p", {}, say("mine", now.host)),
    );
  }
  return now.phase === "listening" && !now.said && !isTyped(now) ? el("p", { class: "said hint" }, say("listening_hint")) : null;
}

/**
 * The buttons below the draft.
 *
 * @param {Now} now
 * @param {Say} say
 * @param {Presses} press
 * @param {Told} told
 */
export function actions(now, say, press, told) {
  if (now.phase === "idle" && now.microphone === "none") return [];
  if (now.phase === "idle") {
    const word = isHere() || !now.host ? say("wake") : say("wake_of", now.host);
    const look = now.microphone === "ok" ? "chief wake" : "";
    const wake = { name: "microphone", word, look, press: press.wake, "data-key": "wake" };
    return [el("div", { class: "always" }, button(wake))];
  }
  const always = el(
    "div",
    { class: "always" },
    isHalfDecided(now) ? button({ name: "forward", word: say("next"), look: "plain", press: press.next, "data-key": "next" }) : null,
    now.speaks ? button({ name: "quiet", word: say("quiet"), look: "plain", press: press.quiet, "data-key": "quiet" }) : null,
    button({ name: "exit", word: say("exit"), look: "plain", press: press.exit, "data-key": "exit" }),
  );
  const answers = answersTo(now, press);
  if (!now.draft) return answers ? [el("div", { class: "dock" }, answers), always] : [always];
  return [el("div", { class: "dock" }, notices(now, say, told), answers, pair(now.draft, say, press, told.waits)), always];
}

/**
 * The short answers to the daemon's question, as buttons; null where it asks none. They are words to say, so they stay Chinese.
 *
 * @param {Now} now
 * @param {Presses} press
 */
function answersTo({ question }, press) {
  if (!question) return null;
  const buttons = question.answers.map((word) => button({ word, press: () => press.answer(word), "data-key": `answer-${question.number}-${word}` }));
  return el("div", { class: "answers", lang: "zh-CN" }, ...buttons);
}

/**
 * What holds while the draft is open, laid over the rows: an inserted banner would move them.
 *
 * @param {Now} now
 * @param {Say} say
 * @param {Told} told
 */
function notices(now, say, { isLost, retry, tray }) {
  const chips = [
    isLost ? chip("lost", counted(say("lost_short")), button({ word: say("retry"), press: retry, "data-key": "retry" })) : null,
    now.microphone === "lost" ? chip("no-microphone", say("no_microphone_short")) : null,
    now.offline ? chip("offline", say("offline")) : null,
    tray,
    now.microphone !== "lost" && now.error ? chip("doubt", say("failed")) : null,
  ].filter((one) => one !== null);
  return chips.length ? el("ul", { class: "notices", role: "list" }, ...chips) : null;
}

/**
 * @param {string} picture
 * @param {string | Node} text
 * @param {...Node} more
 */
function chip(picture, text, ...more) {
  return el("li", { "data-banner": picture }, icon(picture === "lost" ? "offline" : picture), el("span", {}, text), ...more);
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
 * The two large buttons. Of several rows the one that confirms says how many will be written, and the sum of rows of one
 * kind: not those that still lack a value.
 *
 * @param {Item[]} items
 * @param {Say} say
 * @param {Presses} press
 * @param {boolean} waits
 */
function pair(items, say, press, waits) {
  const ready = items.filter(({ status, complete }) => status === "confirmed" || (status === "pending" && complete));
  const isOneKind = ready.every(({ type }) => type === ready[0]?.type);
  const sum = shown(ready.reduce((total, { amount }) => total + fenSent(amount ?? "0"), 0n));
  const several = items.length > 1;
  const isSaving = waits || !items.some(({ status }) => status === "pending");
  const cancel = say(several ? "cancel_all" : "cancel");
  const confirm = isSaving ? say("saving") : several && ready.length ? (isOneKind ? say("confirm_all", ready.length, sum) : say("confirm_count", ready.length)) : say("confirm");
  const look = { "aria-disabled": isSaving ? "true" : null, "data-says": confirm };
  return el(
    "div",
    { class: "pair" },
    button({ name: "cancelled", word: cancel, press: press.cancelAll, "data-key": "cancel-all", ...look }),
    button({ name: isSaving ? "waits" : "confirmed", word: confirm, look: "chief", press: press.confirmAll, "data-key": "confirm-all", ...look }),
  );
}
