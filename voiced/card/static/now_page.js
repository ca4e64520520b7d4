/** Now, on the page: draws what the daemon says and sends what is pressed, with the revision that was seen. */

import { openDialog } from "./dialog.js";
import { button, byId, byKey, el, redraw } from "./dom.js";
import { draft, redrawDraft, saysOf } from "./draft.js";
import { DraftKeys, rowAt } from "./draft_keys.js";
import { answered, lately, restorable } from "./lately.js";
import { actions, scene } from "./now.js";
import { Presses } from "./presses.js";
import { rooms, sayings } from "./sayings.js";
import { keepingSteady } from "./steady.js";
import { watchSwipes } from "./swipe.js";
import { openTray, trayChip, trayLines, trayOf } from "./tray.js";

/** @import { Banners } from "./banners.js" */
/** @import { Change, Decision, Item, LeftOut, Message, Now } from "./contract" */
/** @import { Page } from "./page.js" */
/** @import { Word } from "./words.js" */

const MOST_ROWS = 10; // In a draft, as in the daemon.
const SEEN_SHARE = 0.6; // Of a row's height.

export class NowPage {
  #drawn = "";
  #drawnActions = "";
  #expiry = 0;
  #isOver = false;
  #heardAt = 0;
  /** The end that `#expiry` waits for. @type {string | null} */ #until = null;
  /** Which dropped rows a press has brought back. */ #restored = "";
  #forgetUnseen = () => {};
  /** What the rows said that were in view. @type {Set<string>} */ #seen = new Set();

  /**
   * @param {Page} page
   * @param {Banners} banners
   * @param {{send: (message: Message) => boolean, undo: (batchId: string) => void, retry: () => void, drawn: () => void}} doing `send` says whether it went out
   */
  constructor(page, banners, doing) {
    this.page = page;
    this.banners = banners;
    this.doing = doing;
    this.place = byId("draft");
    this.presses = new Presses({ send: doing.send, changed: () => this.#drawWaiting() });
    watchSwipes(this.place, (row, decision) => this.#decide(decision, Number(row.dataset["index"])));
    this.place.addEventListener("click", (event) => this.#clicked(event));
    this.keys = new DraftKeys(this.place, {
      confirmAll: () => this.#confirmAll(),
      decide: (decision, index) => this.#decide(decision, index),
      edit: (index) => this.#opened(this.#edit(index)),
    });
    byId("typed").addEventListener("submit", (event) => this.#typed(event));
    // The keyboard of a phone stays open for the next sentence.
    byId("send").addEventListener("mousedown", (event) => event.preventDefault());
    byId("by-hand").addEventListener("click", () => this.#opened(this.#fillIn()));
    addEventListener("scroll", () => this.#look(), { passive: true });
  }

  /** @param {Now | null} before what was drawn before; null where everything is to be drawn anew */
  draw(before) {
    const { now, say } = this.page;
    byId("typed").hidden = now === null;
    if (now === null) return this.#drawNothing();
    if (before !== null || this.#heardAt === 0) this.#heardAt = performance.now();
    document.documentElement.toggleAttribute("data-drafting", now.draft !== null);
    this.#watchExpiry(now);
    redraw(byId("scene"), ...scene(now, say, { showAll: () => this.#showAll(), type: () => byId("typed-words").focus() }));
    this.#putLine(now);
    byId("send").classList.toggle("chief", now.microphone !== "ok" && !now.draft);
    this.#drawDraft(now, before === null);
    this.#drawActions(now, before === null);
    this.#drawRooms(now);
    redraw(byId("sayings"), sayings(now, say));
    if (before !== null) this.#tell(before, now);
    this.presses.heard(now);
    this.#look();
  }

  /**
   * Where nothing is heard, the line to type in comes first, and has the focus.
   *
   * @param {Now} now
   */
  #putLine({ microphone }) {
    const [line, input] = [byId("typed"), byId("typed-words")];
    if (microphone !== "none" || line.previousElementSibling === byId("scene")) return;
    byId("scene").after(line);
    if (document.activeElement === document.body) input.focus({ preventScroll: true });
  }

  /** The line was lost or is back. */
  drawNotices() {
    if (this.page.now) this.#drawActions(this.page.now, false);
    else this.#drawNothing();
  }

  /** Nothing is known yet: the line is being opened, or the daemon cannot be reached. */
  #drawNothing() {
    const { link, say } = this.page;
    if (link !== "lost") return redraw(byId("scene"), el("p", { class: "hint" }, say("connecting")));
    redraw(byId("scene"), el("p", { class: "said hint" }, say("unreached")), el("p", { class: "hint" }, say("look_for_it")));
  }

  /** A press was sent, or was answered. */
  #drawWaiting() {
    const { now } = this.page;
    if (!now) return;
    keepingSteady(() => {
      this.#drawDraft(now, false);
      this.#drawActions(now, false);
    });
    this.doing.drawn();
  }

  /** Note which rows are in view, above the large buttons. */
  #look() {
    const floor = document.querySelector(".pair")?.getBoundingClientRect().top ?? innerHeight;
    for (const row of this.place.querySelectorAll(".row")) {
      const { top, bottom, height } = row.getBoundingClientRect();
      const inView = Math.min(bottom, floor) - Math.max(top, 0);
      if (height > 0 && inView >= height * SEEN_SHARE) this.#seen.add(row.getAttribute("data-says") ?? "");
    }
  }

  /**
   * Only what changed is drawn: a partial text must not take the card away under a finger.
   *
   * @param {Now} now
   * @param {boolean} anew
   */
  #drawDraft(now, anew) {
    const { waiting } = this.presses;
    const shows = JSON.stringify([now.draft, [...waiting], now.draft ? null : this.#betweenDrafts(now)]);
    if (shows === this.#drawn && !anew) return;
    this.#drawn = shows;
    this.#forgetUnseen();
    const hadFocus = this.place.contains(document.activeElement);
    if (now.draft) {
      this.#restored = "";
      if (!now.draft.some((item) => item.index === this.keys.chosen)) this.keys.chosen = 0;
      redrawDraft(this.place, draft(now.draft, this.keys.chosen, waiting, this.page));
      if (hadFocus && !this.place.contains(document.activeElement)) this.keys.focus(this.keys.chosen);
    } else {
      this.keys.chosen = 0;
      this.#seen.clear();
      redraw(this.place, lately(now, this.page, this.doing.undo), ...this.#comesBack(now));
      if (hadFocus && !this.place.contains(document.activeElement)) byId("main").focus();
    }
  }

  /**
   * What is in no draft and can come back into one.
   *
   * @param {Now} now
   */
  #comesBack(now) {
    const doing = {
      say: (/** @type {string} */ words) => this.#bringBack(now, words),
      hide: () => {
        this.#isOver = true;
        this.#drawWaiting();
      },
      // From the last one, so that the places of the others stay.
      putAway: () => this.#tray.filter(({ reason }) => reason === "left_behind").toReversed().forEach(({ place }) => this.#putAway(place)),
    };
    const tray = this.#tray.filter(({ reason }) => reason !== "left_behind");
    const title = el("header", {}, el("h2", {}, this.page.say("left_out_many", tray.length)));
    const section = el("section", { class: "draft lately" }, title, trayLines(tray, this.page, this.#trayActs));
    return [...(tray.length ? [section] : []), ...restorable(now, this.page, this.#isOver, doing)];
  }

  /**
   * @param {Now} now
   * @param {boolean} anew
   */
  #drawActions(now, anew) {
    const place = byId("actions");
    const waits = this.presses.waiting.has(null);
    const tray = trayChip(this.#tray, this.page, this.#trayActs);
    const told = { waits, isLost: this.page.link === "lost", retry: this.doing.retry, tray };
    const shows = JSON.stringify([now.phase, now.draft, now.question, this.#tray, now.offline, now.microphone, now.error, told]);
    if (shows === this.#drawnActions && !anew) return;
    this.#drawnActions = shows;
    const hadFocus = place.contains(document.activeElement);
    const press = {
      wake: () => this.#send({ type: "press", button: "wake" }),
      quiet: () => this.#send({ type: "press", button: "quiet" }),
      exit: () => this.#send({ type: "press", button: "exit" }),
      next: () => this.#send({ type: "continue", revision: this.#revision, press: 0 }),
      confirmAll: () => this.#confirmAll(),
      cancelAll: () => this.#decide("cancel", null),
      answer: (/** @type {string} */ words) => this.#send({ type: "answer", question: now.question?.number ?? 0, words }),
    };
    redraw(place, ...actions(now, this.page.say, press, told));
    // An Enter too many must not press another button than the one that was meant.
    if (hadFocus && !place.contains(document.activeElement)) byId("main").focus();
  }

  /**
   * Below the draft. While one is open the list gets no shorter, since that would move a page that is scrolled to its end.
   *
   * @param {Now} now
   */
  #drawRooms(now) {
    const place = byId("rooms");
    place.style.minHeight = now.draft ? `${place.offsetHeight}px` : "";
    redraw(place, rooms(now, this.page.say));
  }

  /**
   * @param {Now} before
   * @param {Now} now
   */
  #tell(before, now) {
    if (now.phase !== before.phase) this.banners.announce(this.page.say(now.phase));
    if (now.said && now.said !== before.said) this.banners.announce(now.said);
  }

  /**
   * What is shown between drafts.
   *
   * @param {Now} now
   */
  #betweenDrafts({ saved, answer, restorable, phase, question }) {
    return [saved, answer, restorable, this.#isOver, phase, question];
  }

  /**
   * Dropped rows leave the page when they can no longer be brought back.
   *
   * @param {Now} now
   */
  #watchExpiry({ restorable: { until }, serverTime }) {
    if (until === this.#until) return;
    this.#until = until;
    clearTimeout(this.#expiry);
    const rest = until === null ? 0 : Date.parse(until) - Date.parse(serverTime);
    this.#isOver = rest <= 0;
    if (this.#isOver) return;
    this.#expiry = setTimeout(() => {
      this.#isOver = true;
      this.#drawWaiting();
    }, rest);
  }

  /**
   * Say the words that bring entries back, once: said again they would bring back others.
   *
   * @param {Now} now
   * @param {string} words
   */
  #bringBack({ restorable }, words) {
    const which = JSON.stringify([restorable, words]);
    if (which !== this.#restored && this.#send({ type: "say", text: words })) this.#restored = which;
  }

  get #revision() {
    return this.page.now?.revision ?? 0;
  }

  /** @returns {Item[]} */
  get #items() {
    return this.page.now?.draft ?? [];
  }

  /**
   * @param {Decision} decision
   * @param {number | null} index
   */
  #decide(decision, index) {
    this.presses.decide(decision, index, (problem) => this.#tellProblem(problem));
  }

  /** Confirm all rows, once each of them was in view. */
  #confirmAll() {
    const unseen = this.#items.filter((item) => item.status === "pending" && !this.#seen.has(saysOf(item)));
    if (!unseen[0]) return this.#decide("confirm", null);
    byKey(this.place, `row-${unseen[0].index}`)?.scrollIntoView({ block: "start", behavior: "instant" });
    this.#forgetUnseen = this.banners.note(this.page.say("unseen", unseen.length));
  }

  /** @param {Word | null} problem */
  #tellProblem(problem) {
    if (problem) this.banners.note(this.page.say(problem));
  }

  /** All that was heard and said in this turn, in full. */
  #showAll() {
    const { now, say } = this.page;
    if (!now) return;
    openDialog(say("all_said"), (close) => ({
      body: [
        ...(now.heard ? [el("p", { class: "heard" }, say("heard"), el("q", { lang: "zh-CN" }, now.heard))] : []),
        ...now.sentences.map((sentence) => el("p", { lang: "zh-CN" }, sentence)),
        ...(now.answer ? [answered(now.answer, this.page)] : []),
      ],
      ends: [button({ word: say("close"), look: "chief", press: close })],
    }));
  }

  /** @param {Event} event */
  #typed(event) {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (byId("typed-words"));
    const text = input.value.trim();
    if (!text || !this.#send({ type: "say", text })) return;
    input.value = "";
    const hasKeyboard = document.documentElement.hasAttribute("data-keyboard");
    (hasKeyboard ? byId("main") : document.body).scrollIntoView({ behavior: "instant" });
  }

  /**
   * @param {Message} message
   * @returns {boolean} whether it went out; if not, that is told
   */
  #send(message) {
    const isSent = this.doing.send(message);
    if (!isSent) this.banners.note(this.page.say("not_sent"));
    return isSent;
  }

  get #tray() {
    return this.page.now ? trayOf(this.page.now, performance.now() - this.#heardAt) : [];
  }

  get #trayActs() {
    return {
      add: (/** @type {number} */ place) => this.#opened(this.#fillIn(this.#tray.find((one) => one.place === place))),
      putAway: (/** @type {number} */ place) => this.#putAway(place),
      open: () => openTray(this.#tray, this.page, this.#trayActs),
    };
  }

  /** @param {number} place */
  #putAway(place) {
    const words = this.page.now?.restorable.tray[place]?.words;
    if (words !== undefined) this.#send({ type: "put_away", tray: { place, words }, press: 0 });
  }

  /**
   * The editor is loaded when it is opened first, which fails while the line is lost.
   *
   * @param {Promise<void>} opening
   */
  #opened(opening) {
    opening.catch(() => this.banners.note(this.page.say("unreachable")));
  }

  /** @param {number} index */
  async #edit(index) {
    const { now, say } = this.page;
    const item = this.#items[index];
    if (!now || !item) return;
    const { edit } = await import("./editor.js");
    const newest = () => (this.#items[index]?.status === "cancelled" ? undefined : this.#items[index]);
    edit(item, { title: say("edit_title", item.number), known: now, say, newest }, (change, from) => this.presses.edit({ ...item, ...from }, change));
  }

  /**
   * An entry is filled in, and joins the draft once the daemon has it.
   *
   * @param {LeftOut & {place: number}} [begun] an entry of the tray
   */
  async #fillIn(begun) {
    const { now, say, today } = this.page;
    if (!now) return;
    const { fillIn } = await import("./editor.js");
    const tray = begun && { place: begun.place, words: begun.words };
    /** @type {(entry: Change) => Promise<Word | null>} */
    const save = (entry) => (this.#items.length >= MOST_ROWS ? Promise.resolve("full") : this.presses.add(entry, tray));
    fillIn({ title: say("by_hand"), known: now, say, today }, save, begun?.entry);
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const row = rowAt(event);
    if (!row || !(event.target instanceof Element)) return;
    const index = Number(row.dataset["index"]);
    const act = event.target.closest("[data-act]")?.getAttribute("data-act");
    if (act === "confirm" || act === "cancel" || act === "reopen") this.#decide(act, index);
    else if (act === "edit") this.#opened(this.#edit(index));
    else if (act === "open") row.toggleAttribute("data-open");
    else if (act === "forget") this.presses.forget(index, (problem) => this.#tellProblem(problem));
    else if (act === "choose-0" || act === "choose-1") this.presses.choose(index, act === "choose-0" ? 0 : 1, (problem) => this.#tellProblem(problem));
    else if (!event.target.closest(".foot") && row.dataset["status"] !== "cancelled") this.#opened(this.#edit(index));
  }
}
