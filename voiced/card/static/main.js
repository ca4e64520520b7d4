/** The page: put together here, nowhere else. */

import { billNamed, placeNamed, viewNamed } from "./address.js";
import * as api from "./api.js";
import { Banners } from "./banners.js";
import { closeDialogs, watchBack } from "./dialog.js";
import { byId, icon, styled } from "./dom.js";
import { Glance } from "./glance.js";
import { watchKeyboard } from "./keyboard.js";
import { Link } from "./link.js";
import { LostLine } from "./lost_line.js";
import { NowPage } from "./now_page.js";
import { Page } from "./page.js";
import { Preferences } from "./preferences.js";
import { RowActs } from "./row_acts.js";
import { keepShell } from "./shell.js";
import { keepingSteady, watchPresses } from "./steady.js";
import { titleOf } from "./title.js";
import { speaker } from "./words.js";

/** @import { Now, Refused } from "./contract" */
/** @import { Bills } from "./bills.js" */
/** @import { Word } from "./words.js" */

const preferences = new Preferences(() => void drawAsPreferred());
const page = new Page(preferences.language, await speaker(preferences.language));
const banners = new Banners(page, { lasting: byId("banners"), notes: byId("notes"), live: byId("live") });
const link = new Link({ heard, changed });
const lostLine = new LostLine(page, () => banners.note(page.say("not_sent")));
const acts = new RowActs(page, banners);
/** Once it was opened. @type {import("./ledger.js").Ledger | null} */ let ledger = null;
/** @type {Bills | undefined} */ let bills;
const now = new NowPage(page, banners, {
  send: (message) => link.send(message),
  undo: (batchId) => void acts.undoBatch(batchId),
  retry: () => link.retryNow(),
  drawn: () => lostLine.draw(),
});
const glance = new Glance(byId("glance"), page);
/** Once the first view is drawn: the look of what comes after it. @type {Promise<unknown> | undefined} */ let look;

/** @param {Now | Refused} message */
function heard(message) {
  if (message.type === "refused") {
    const problem = message.reason === "invalid" ? "not_done" : message.reason;
    if (message.press === 0) banners.note(page.say(problem));
    else now.presses.refused(message.press, problem);
    return;
  }
  const before = page.now;
  page.now = message;
  keepingSteady(() => {
    now.draw(before);
    look ??= styled("ledger.css");
    void look.then(() => glance.draw());
    drawBanners();
  });
  if (message.ledgerChanges !== before?.ledgerChanges || namesOf(message) !== namesOf(before)) {
    ledger?.isOld();
    bills?.isOld();
  }
  // A browser that keeps nothing shows the page as well.
  if (before === null) void keepShell().catch(() => {});
}

/**
 * What rows may be called, to compare.
 *
 * @param {Now | null} now
 */
function namesOf(now) {
  return JSON.stringify([now?.categories, now?.accounts]);
}

/**
 * @param {"open" | "lost"} state
 * @param {number} retrySeconds
 */
function changed(state, retrySeconds) {
  const wasLost = page.link === "lost";
  page.link = state;
  lostLine.changed(retrySeconds);
  drawBanners();
  if (state === "lost" && !wasLost) banners.announce(page.say(page.now ? "lost" : "never_reached"));
  if (state === "open" && wasLost) {
    now.presses.reconnected();
    banners.note(page.say("back"));
  }
}

function drawBanners() {
  banners.show(page, () => link.retryNow());
  now.drawNotices();
  lostLine.draw();
  document.title = titleOf(page, viewNamed());
}

/** Another language or appearance was chosen; a language is loaded first. */
async function drawAsPreferred() {
  const { language } = preferences;
  try {
    page.say = await speaker(language);
    page.language = language;
  } catch {
    banners.note(page.say("unreachable"));
  }
  drawAll();
}

function drawAll() {
  drawFrame();
  now.draw(null);
  drawBanners();
  ledger?.draw();
  glance.draw();
  void bills?.speak();
}

function drawFrame() {
  const root = document.documentElement;
  root.lang = page.language === "zh" ? "zh-CN" : "en";
  root.dataset["theme"] = preferences.theme;
  for (const place of document.querySelectorAll("[data-word]")) place.textContent = page.say(wordOf(place, "data-word"));
  for (const place of document.querySelectorAll("[data-label]")) {
    place.setAttribute("aria-label", page.say(wordOf(place, "data-label")));
  }
  for (const place of document.querySelectorAll("[data-placeholder]")) {
    place.setAttribute("placeholder", page.say(wordOf(place, "data-placeholder")));
  }
  byId("open-help").replaceChildren(icon("help"));
  byId("open-settings").replaceChildren(icon("settings"));
  name(byId("open-settings"), page.say("settings"));
  byId("language").textContent = page.say("other_language");
  name(byId("language"), page.say("other_language_label"));
}

/**
 * @param {Element} place
 * @param {string} attribute
 */
function wordOf(place, attribute) {
  return /** @type {Word} */ (place.getAttribute(attribute));
}

/**
 * @param {HTMLElement} button
 * @param {string} word
 */
function name(button, word) {
  button.setAttribute("aria-label", word);
  button.title = word;
}

function turnTo() {
  const wanted = viewNamed();
  closeDialogs();
  for (const id of ["now", "ledger", "bills"]) byId(id).hidden = id !== wanted;
  for (const tab of document.querySelectorAll("[data-page]")) {
    if ((tab.getAttribute("data-page") === "now") === (wanted === "now")) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  document.title = titleOf(page, wanted);
  if (wanted === "ledger") void openLedger();
  if (wanted === "bills") void acts.attempt(showBills);
}

/** The ledger is loaded when it is opened first. */
async function openLedger() {
  try {
    const [{ Ledger }] = await Promise.all([import("./ledger.js"), (look ??= styled("ledger.css"))]);
    if (!ledger) (ledger = new Ledger(byId("ledger"), page, banners, acts)).draw();
  } catch {
    banners.note(page.say("unreachable"));
  }
  if (viewNamed() === "ledger") ledger?.show(placeNamed());
}

/** Few come here, so its files are loaded by those who do. */
async function showBills() {
  const { openBills } = await import("./bills.js").catch(notReached);
  bills ??= await openBills(byId("bills"), page, banners, acts);
  await bills.show(billNamed());
}

async function help() {
  const { openHelp } = await import("./help.js");
  openHelp(preferences, page.say, page.now?.model);
}

async function settings() {
  const [{ openSettings }, known] = await Promise.all([
    import("./settings_dialog.js").catch(notReached),
    api.settings().catch((/** @type {api.Refusal} */ problem) => problem),
    (look ??= styled("ledger.css")),
  ]);
  openSettings(known, page, preferences, (sentence) => banners.note(sentence));
}

/**
 * @param {Error} problem
 * @returns {never}
 */
function notReached(problem) {
  throw new api.Refusal("unreachable", problem.message);
}

/** @param {KeyboardEvent} event */
function keyPressed(event) {
  const writing = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
  if (writing || event.ctrlKey || event.altKey || event.metaKey || !preferences.singleKeys) return;
  if (event.key === "?") void help();
  else if (event.key === "1") location.hash = "now";
  else if (event.key === "2") location.hash = byId("to-ledger").getAttribute("href") ?? "ledger";
}

byId("language").addEventListener("click", () => preferences.otherLanguage());
byId("open-settings").addEventListener("click", () => void acts.attempt(settings));
byId("open-help").addEventListener("click", () => void help());
document.addEventListener("keydown", keyPressed);
addEventListener("hashchange", turnTo);
watchPresses();
watchKeyboard();
watchBack();
drawAll();
turnTo();
link.open();
