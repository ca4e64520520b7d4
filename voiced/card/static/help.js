/** The page about keys and gestures, which `?` opens. */

import { button, el } from "./dom.js";

const KEYS = [
  [["Tab", "↑", "↓"], "key_move"],
  [["Enter"], "key_confirm"],
  [["Delete"], "key_cancel"],
  [["E"], "key_edit"],
  [["Ctrl", "Enter"], "key_all"],
  [["1", "2"], "key_page"],
  [["?"], "key_help"],
];
const GESTURES = [
  ["swipe_right", "swipe_right_does"],
  ["swipe_left", "swipe_left_does"],
  ["tap", "tap_does"],
];

export function openHelp(preferences, say) {
  const single = el("input", {
    type: "checkbox",
    checked: preferences.singleKeys,
    onchange: (event) => (preferences.singleKeys = event.target.checked),
  });
  const dialog = el(
    "dialog",
    { "aria-labelledby": "help-title" },
    el(
      "div",
      { class: "stack" },
      el("h2", { id: "help-title" }, say("keys")),
      el(
        "dl",
        { class: "keys" },
        ...KEYS.flatMap(([keys, does]) => [
          el("dt", {}, ...keys.map((key) => el("kbd", {}, key))),
          el("dd", {}, say(does)),
        ]),
        ...GESTURES.flatMap(([gesture, does]) => [el("dt", {}, say(gesture)), el("dd", {}, say(does))]),
      ),
      el("p", { class: "tip" }, say("keys_where")),
      el("label", { class: "check" }, single, say("single_keys")),
      el("div", { class: "ends" }, button({ word: say("close"), look: "chief", press: () => dialog.close(), autofocus: true })),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
