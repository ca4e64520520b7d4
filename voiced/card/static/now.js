/** Now: what is heard, what the daemon says, what can be pressed. Pure: a message in, elements out. */

import { button, el, icon } from "./dom.js";

const ICONS = { idle: "waiting", listening: "listening", confirming: "asking" };

/** The state, what was heard, and the daemon's last sentence in large type. */
export function scene(now, say) {
  const hint = { idle: say("idle_hint"), listening: say("listening_hint"), confirming: "" }[now.phase];
  const said = now.speaking || now.said;
  return [
    el(
      "p",
      { class: "phase", "data-phase": now.phase.toUpperCase(), "data-hearing": now.hearing },
      icon(ICONS[now.phase]),
      el("span", {}, say(now.phase.toUpperCase())),
    ),
    heard(now, say),
    said
      ? el("p", { class: "said", lang: "zh-CN" }, said)
      : el("p", { class: "said hint" }, hint),
  ];
}

function heard(now, say) {
  if (now.partial) {
    return el(
      "p",
      { class: "heard partial" },
      say("hearing"),
      el("span", { lang: "zh-CN" }, now.partial),
      el("span", { class: "caret", "aria-hidden": "true" }, " …"),
    );
  }
  const [label, words] = now.interim ? ["led_nowhere", now.interim] : ["heard", now.heard];
  return words ? el("p", { class: "heard" }, say(label), el("q", { lang: "zh-CN" }, words)) : null;
}

/** The buttons below the draft; what they do is given by `press`. */
export function actions(now, say, press) {
  const always = el("div", { class: "always" });
  if (now.phase === "idle") {
    always.append(button({ name: "microphone", word: say("wake"), look: "chief wake", press: press.wake, "data-key": "wake" }));
    return [always];
  }
  always.append(
    button({ name: "quiet", word: say("quiet"), look: "plain", press: press.quiet, "data-key": "quiet" }),
    button({ name: "exit", word: say("exit"), look: "plain", press: press.exit, "data-key": "exit" }),
  );
  if (!now.draft) return [always];
  const several = now.draft.length > 1;
  const all = el(
    "div",
    { class: "pair" },
    button({ name: "cancelled", word: say(several ? "cancel_all" : "cancel_one"), press: press.cancelAll, "data-key": "cancel-all" }),
    button({ name: "confirmed", word: say(several ? "confirm_all" : "confirm_one"), look: "chief", press: press.confirmAll, "data-key": "confirm-all" }),
  );
  return [all, always];
}
