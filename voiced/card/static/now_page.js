/** Now, on the page: draws what the daemon says and sends what is pressed, with the revision that was seen. */

import { byId, byKey, redraw } from "./dom.js";
import { draft } from "./draft.js";
import { edit } from "./editor.js";
import { lately } from "./lately.js";
import { actions, scene } from "./now.js";
import { sayings } from "./sayings.js";
import { watchSwipes } from "./swipe.js";

/** @import { Banners } from "./banners.js" */
/** @import { Decision, Item, Message, Now } from "./contract" */
/** @import { Page } from "./page.js" */

export class NowPage {
  #chosen = 0;
  #drawn = "";

  /**
   * @param {Page} page
   * @param {Banners} banners
   * @param {{send: (message: Message) => boolean, undo: (batchId: string) => void}} doing `send` says whether it went out
   */
  constructor(page, banners, doing) {
    this.page = page;
    this.banners = banners;
    this.doing = doing;
    this.place = byId("draft");
    watchSwipes(this.place, (row, decision) => this.#decide(decision, Number(row.dataset["index"])));
    this.place.addEventListener("click", (event) => this.#clicked(event));
    this.place.addEventListener("keydown", (event) => this.#keyPressed(event));
    this.place.addEventListener("focusin", (event) => this.#chose(rowAt(event)));
  }

  /** @param {Now | null} before what was drawn before; null where everything is to be drawn anew */
  draw(before) {
    const { now, say } = this.page;
    if (now === null) {
      byId("scene").textContent = say("connecting");
      return;
    }
    byId("scene").replaceChildren(...scene(now, say));
    this.#drawDraft(now, before === null);
    if (before === null || before.phase !== now.phase || !isSame(before.draft, now.draft)) this.#drawActions(now);
    redraw(byId("sayings"), sayings(now, say));
    if (before !== null) this.#tell(before, now);
  }

  /**
   * Only what changed is drawn: a partial text must not take the card away under a finger.
   *
   * @param {Now} now
   * @param {boolean} anew
   */
  #drawDraft(now, anew) {
    const shows = JSON.stringify([now.draft, now.draft ? null : [now.saved, now.answer]]);
    if (shows === this.#drawn && !anew) return;
    this.#drawn = shows;
    const hadFocus = this.place.contains(document.activeElement);
    if (now.draft) {
      if (!now.draft.some((item) => item.index === this.#chosen)) this.#chosen = 0;
      redraw(this.place, draft(now.draft, this.#chosen, this.page));
      if (hadFocus && !this.place.contains(document.activeElement)) this.#focus(this.#chosen);
    } else {
      this.#chosen = 0;
      redraw(this.place, lately(now, this.page, this.doing.undo));
      if (hadFocus && !this.place.contains(document.activeElement)) byId("main").focus();
    }
  }

  /** @param {Now} now */
  #drawActions(now) {
    const place = byId("actions");
    const hadFocus = place.contains(document.activeElement);
    const press = {
      wake: () => this.#send({ type: "press", button: "wake" }),
      quiet: () => this.#send({ type: "press", button: "quiet" }),
      exit: () => this.#send({ type: "press", button: "exit" }),
      next: () => this.#send({ type: "continue", revision: this.#revision }),
      confirmAll: () => this.#decide("confirm", null),
      cancelAll: () => this.#decide("cancel", null),
    };
    redraw(place, ...actions(now, this.page.say, press));
    // An Enter too many must not press another button than the one that was meant.
    if (hadFocus && !place.contains(document.activeElement)) byId("main").focus();
  }

  /**
   * @param {Now} before
   * @param {Now} now
   */
  #tell(before, now) {
    if (now.phase !== before.phase) this.banners.announce(this.page.say(now.phase));
    if (now.said && now.said !== before.said) this.banners.announce(now.said);
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
    this.#send({ type: decision, revision: this.#revision, index });
  }

  /** @param {Message} message */
  #send(message) {
    if (!this.doing.send(message)) this.banners.note(this.page.say("not_sent"));
  }

  /** @param {number} index */
  #edit(index) {
    const { now, say } = this.page;
    const item = this.#items[index];
    if (!now || !item) return;
    const { revision } = now;
    edit(item, { title: say("edit_title", item.number), known: now, say }, (change) =>
      this.#send({ type: "edit", revision, index, change }),
    );
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const row = rowAt(event);
    if (!row || !(event.target instanceof Element)) return;
    const index = Number(row.dataset["index"]);
    const act = event.target.closest("[data-act]")?.getAttribute("data-act");
    if (act === "confirm" || act === "cancel") this.#decide(act, index);
    else if (act === "edit") this.#edit(index);
    else if (!event.target.closest(".foot") && row.dataset["status"] !== "cancelled") this.#edit(index);
  }

  /** @param {KeyboardEvent} event */
  #keyPressed(event) {
    if (event.key === "Enter" && event.ctrlKey) return this.#decide("confirm", null);
    const row = rowAt(event);
    if (!row || row !== event.target || event.ctrlKey || event.altKey || event.metaKey) return;
    const act = this.#keysOf(Number(row.dataset["index"]), row.dataset["status"])[event.key];
    // A key held down is one press: the next row must not be decided by it.
    if (!act || (event.repeat && !event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    act();
  }

  /**
   * What each key does on a row.
   *
   * @param {number} index
   * @param {string | undefined} status
   * @returns {Record<string, () => void>}
   */
  #keysOf(index, status) {
    const confirm = () => status === "pending" && this.#decide("confirm", index);
    const cancel = () => status === "pending" && this.#decide("cancel", index);
    const change = () => status !== "cancelled" && this.#edit(index);
    return {
      ArrowDown: () => this.#focus(index + 1),
      ArrowUp: () => this.#focus(index - 1),
      Home: () => this.#focus(0),
      End: () => this.#focus(this.#items.length - 1),
      Enter: confirm,
      Delete: cancel,
      Backspace: cancel,
      e: change,
      F2: change,
    };
  }

  /** @param {number} index */
  #focus(index) {
    byKey(this.place, `row-${index}`)?.focus();
  }

  /**
   * The row in focus is the one that Tab comes back to.
   *
   * @param {HTMLElement | null} row
   */
  #chose(row) {
    if (!row || Number(row.dataset["index"]) === this.#chosen) return;
    const old = byKey(this.place, `row-${this.#chosen}`);
    for (const part of old ? [old, ...old.querySelectorAll("button")] : []) part.tabIndex = -1;
    for (const part of [row, ...row.querySelectorAll("button")]) part.tabIndex = 0;
    this.#chosen = Number(row.dataset["index"]);
  }
}

/**
 * The row in which something happened.
 *
 * @param {Event} event
 * @returns {HTMLElement | null}
 */
function rowAt({ target }) {
  return target instanceof Element ? target.closest(".row") : null;
}

/**
 * @param {Item[] | null} before
 * @param {Item[] | null} now
 */
function isSame(before, now) {
  return JSON.stringify(before) === JSON.stringify(now);
}
