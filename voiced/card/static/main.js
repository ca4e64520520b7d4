/** The page: put together here, nowhere else. */

import { Banners } from "./banners.js";
import { icon } from "./dom.js";
import { openHelp } from "./help.js";
import { Ledger } from "./ledger.js";
import { Link } from "./link.js";
import { NowPage } from "./now_page.js";
import { Preferences } from "./preferences.js";
import { speaker } from "./words.js";

const at = (id) => document.getElementById(id);

const page = {
  /** @type {"connecting" | "open" | "lost"} */ link: "connecting",
  retrySeconds: 0,
  /** The last `now` of the daemon. */ now: null,
  say: speaker("zh"),
  /** @type {"zh" | "en"} */ language: "zh",
};
const preferences = new Preferences(drawAll);
const banners = new Banners(at("banners"), at("live"));
const link = new Link({ heard, changed });
const now = new NowPage(page, banners, (message) => link.send(message));
const ledger = new Ledger(at("ledger"), page, banners);
let wasLost = false;

function heard(message) {
  if (message.type === "now") {
    const before = page.now;
    page.now = message;
    now.draw(before);
    drawBanners();
    if (message.saved && message.saved.batchId !== before?.saved?.batchId) ledger.isOld();
  } else if (message.type === "refused") {
    banners.note(message.reason === "stale" ? page.say("stale") : page.say("not_done", message.reason));
  }
}

function changed(state, retrySeconds) {
  page.link = state;
  page.retrySeconds = retrySeconds;
  drawBanners();
  if (state === "lost" && !wasLost) banners.announce(page.say("lost", retrySeconds));
  if (state === "open" && wasLost) banners.note(page.say("back"));
  wasLost = state === "lost";
}

function drawBanners() {
  banners.show(page, page.say, () => link.retryNow());
}

function drawAll() {
  page.language = preferences.language;
  page.say = speaker(page.language);
  drawFrame();
  drawBanners();
  now.draw(null);
  ledger.draw();
}

function drawFrame() {
  const root = document.documentElement;
  root.lang = page.language === "zh" ? "zh-CN" : "en";
  root.dataset.theme = preferences.theme;
  for (const place of document.querySelectorAll("[data-word]")) place.textContent = page.say(place.dataset.word);
  for (const place of document.querySelectorAll("[data-label]")) {
    place.setAttribute("aria-label", page.say(place.dataset.label));
  }
  document.title = page.say("name");
  at("open-help").replaceChildren(icon("help"));
  at("theme").replaceChildren(icon(preferences.theme));
  name(at("theme"), page.say(`theme_${preferences.theme}`));
  at("language").textContent = page.say("other_language");
  name(at("language"), page.say("other_language_label"));
}

function name(button, word) {
  button.setAttribute("aria-label", word);
  button.title = word;
}

function turnTo() {
  const wanted = location.hash === "#ledger" ? "ledger" : "now";
  for (const id of ["now", "ledger"]) at(id).hidden = id !== wanted;
  for (const tab of document.querySelectorAll("[data-page]")) {
    if (tab.dataset.page === wanted) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  if (wanted === "ledger") ledger.open();
}

function keyPressed(event) {
  const writing = event.target.closest("input, select, textarea, dialog");
  if (writing || event.ctrlKey || event.altKey || event.metaKey || !preferences.singleKeys) return;
  if (event.key === "?") openHelp(preferences, page.say);
  else if (event.key === "1") location.hash = "now";
  else if (event.key === "2") location.hash = "ledger";
}

at("language").addEventListener("click", () => preferences.otherLanguage());
at("theme").addEventListener("click", () => preferences.nextTheme());
at("open-help").addEventListener("click", () => openHelp(preferences, page.say));
document.addEventListener("keydown", keyPressed);
addEventListener("hashchange", turnTo);
drawAll();
turnTo();
link.open();
