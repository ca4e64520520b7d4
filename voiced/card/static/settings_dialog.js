/** The settings that people change, and the way in for a second device. */

import * as api from "./api.js";
import { openDialog } from "./dialog.js";
import { button, el } from "./dom.js";
import { checked } from "./fields.js";

/** @import { SettingsKnown, VoiceEngine } from "./contract" */
/** @import { Page } from "./page.js" */
/** @import { Preferences } from "./preferences.js" */
/** @import { Word } from "./words.js" */

const WAKE_PHRASE = /^[\u4e00-\u9fff]{2,8}$/;
const NIGHT = ["22:00", "07:00"];

/**
 * @param {SettingsKnown | api.Refusal} known what the daemon keeps, or why it is not known
 * @param {Page} page
 * @param {Preferences} preferences what this browser keeps
 * @param {(sentence: string) => void} done is told each change
 */
export function openSettings(known, { say }, preferences, done) {
  const told = el("p", { class: "wrong", role: "alert" }, known instanceof api.Refusal ? say(known.word) : "");
  if (known instanceof api.Refusal) {
    openDialog(say("settings"), (close) => ({ body: [appearance(), told], ends: [button({ word: say("close"), look: "chief", press: close })] }));
    return;
  }
  const { inUse, chosen, fixed, voices, entrances, code } = known;
  const wake = checked(say("wake_phrase"), { name: "wake", autocomplete: "off", lang: "zh-CN", maxlength: 8, value: inUse.wakePhrase });
  const voice = el("select", { name: "voice" }, ...voices.map((engine) => el("option", { value: engine, selected: engine === inUse.voice }, say(`voice_${engine}`))));
  const pace = el("output", {}, String(inUse.rate));
  const rate = el("input", { type: "range", name: "rate", min: 80, max: 450, value: inUse.rate, oninput: () => (pace.value = rate.value) });
  const [begins = "", ends = ""] = inUse.night ? inUse.night.split("-") : NIGHT;
  const isQuieter = el("input", { type: "checkbox", name: "quieter", checked: inUse.night !== "", onchange: () => (hours.hidden = !isQuieter.checked) });
  const from = el("input", { type: "time", name: "night-from", required: true, value: begins });
  const to = el("input", { type: "time", name: "night-to", required: true, value: ends });
  const hours = el("div", { class: "pair", hidden: inUse.night === "" }, el("label", {}, say("from_hour"), from), el("label", {}, say("to_hour"), to));
  for (const [name, inputs] of Object.entries({ wakePhrase: [wake.input], voice: [voice], rate: [rate], night: [isQuieter, from, to] })) {
    for (const input of inputs) input.disabled = fixed.includes(name);
  }

  openDialog(say("settings"), (close) => ({
    body: [
      wake.whole,
      el("label", {}, say("voice"), voice),
      el("label", {}, el("span", {}, say("rate"), " ", pace), rate),
      el("label", { class: "check" }, isQuieter, say("quieter")),
      hours,
      ...(fixed.length ? [el("p", { class: "detail" }, say("set_by_variable"))] : []),
      appearance(),
      secondDevice(),
      told,
    ],
    ends: [
      ...(chosen.length ? [button({ word: say("as_configured"), look: "plain", press: () => void keep(api.dropSettings()) })] : []),
      button({ word: say("dismiss"), press: close }),
      el("button", { class: "chief", type: "submit" }, say("save")),
    ],
    submit() {
      const phrase = wake.input.value.trim();
      if (!wake.must(WAKE_PHRASE.test(phrase), say("wake_wrong"))) return;
      if (!from.value || !to.value) return (from.value ? to : from).focus();
      const night = isQuieter.checked ? `${from.value}-${to.value}` : "";
      const engine = /** @type {VoiceEngine} */ (voice.value);
      void keep(api.keepSettings({ wakePhrase: phrase, voice: engine, rate: Number(rate.value), night }));
    },
  }));

  /** @param {Promise<{waits: boolean}>} asked */
  async function keep(asked) {
    try {
      const { waits } = await asked;
      told.closest("dialog")?.close();
      done(say(waits ? "settings_wait" : "settings_kept"));
    } catch (problem) {
      if (!(problem instanceof api.Refusal)) throw problem;
      if (problem.word === "wake_wrong") wake.must(false, say(problem.word));
      else told.textContent = say(problem.word);
    }
  }

  function secondDevice() {
    const [first] = entrances;
    const way = first && code
      ? [
          el("p", {}, say("code_hint")),
          el("img", { class: "code", src: code, alt: say("code_label"), width: 220, height: 220 }),
          ...entrances.map((address) => el("code", { class: "address" }, address)),
        ]
      : [el("p", {}, say("only_here")), el("pre", {}, '[card]\nhost = "0.0.0.0"\npassword = "…"')];
    return el("details", { class: "second", ontoggle: ({ target }) => target.scrollIntoView({ block: "start" }) }, el("summary", { "data-key": "second-device" }, say("second_device")), ...way);
  }

  function appearance() {
    const theme = el(
      "select",
      { name: "theme", onchange: () => (preferences.theme = theme.value) },
      ...["auto", "light", "dark"].map((one) => el("option", { value: one, selected: one === preferences.theme }, say(/** @type {Word} */ (`theme_${one}`)))),
    );
    return el("label", {}, say("appearance"), theme);
  }
}
