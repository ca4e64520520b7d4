/** The page about keys and gestures, which `?` opens. */

import { openDialog } from "./dialog.js";
import { button, el } from "./dom.js";
import { canBeKept } from "./shell.js";

/** @import { Model } from "./contract" */
/** @import { Preferences } from "./preferences.js" */
/** @import { Say, Word } from "./words.js" */

/** @type {[string[], Word][]} */
const KEYS = [
  [["Tab", "↑", "↓"], "key_move"],
  [["Enter"], "key_confirm"],
  [["Delete"], "key_cancel"],
  [["E"], "key_edit"],
  [["Ctrl", "Enter"], "key_all"],
  [["1", "2"], "key_page"],
  [["?"], "key_help"],
];
/** @type {[Word, Word][]} */
const GESTURES = [
  ["swipe_right", "key_confirm"],
  ["swipe_left", "key_cancel"],
  ["tap", "key_edit"],
];

/**
 * How far the language model is believed, and why.
 *
 * @param {Model} model
 * @param {Say} say
 */
function standing({ believes, reason, since, cause }, say) {
  const why = say(`model_${reason}`, since ?? "", cause ? say(`cause_${cause}`) : "");
  return el("p", { class: "hint", "data-model": reason }, say(believes ? "model_believed" : "model_weighed", why));
}

/**
 * @param {Preferences} preferences
 * @param {Say} say
 * @param {Model | null | undefined} model
 */
export function openHelp(preferences, say, model) {
  const single = el("input", { type: "checkbox", checked: preferences.singleKeys });
  single.addEventListener("change", () => (preferences.singleKeys = single.checked));
  const lines = [
    ...GESTURES.map(([gesture, does]) => ({ term: [say(gesture)], does })),
    ...KEYS.map(([keys, does]) => ({ term: keys.map((key) => el("kbd", {}, key)), does })),
  ];
  openDialog(say("keys"), (close) => ({
    body: [
      el("dl", { class: "keys" }, ...lines.flatMap(({ term, does }) => [el("dt", {}, ...term), el("dd", {}, say(does))])),
      el("p", {}, say("keys_where")),
      el("label", { class: "check" }, single, say("single_keys")),
      el("p", {}, say("ask_left_out")),
      el("p", {}, say(canBeKept() ? "install" : "no_install")),
      ...(model ? [standing(model, say)] : []),
    ],
    ends: [button({ word: say("close"), look: "chief", press: close, autofocus: true })],
  }));
}
