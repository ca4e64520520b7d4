/** Now, on the page: draws what the daemon says and sends what is pressed, with the revision that was seen. */

import { byKey, redraw } from "./dom.js";
import { draft } from "./draft.js";
import { edit } from "./editor.js";
import { lately } from "./lately.js";
import { actions, scene } from "./now.js";
import { watchSwipes } from "./swipe.js";

export class NowPage {
  #chosen = 0;
  #drawn = "";

  /**
   * @param {object} page the state of the page
   * @param {import("./banners.js").Banners} banners
   * @param {(message: object) => boolean} send
   */
  constructor(page, banners, send) {
    this.page = page;
    this.banners = banners;
    this.send = send;
    this.place = document.getElementById("draft");
    watchSwipes(this.place, (row, decision) => this.#decide(decision, Number(row.dataset.index)));
    this.place.addEventListener("click", (event) => this.#clicked(event));
    this.place.addEventListener("keydown", (event) => this.#keyPressed(event));
    this.place.addEventListener("focusin", (event) => this.#chose(event.target.closest(".row")));
  }

  /** @param {object | null} before what was drawn before; null where everything is to be drawn anew */
  draw(before) {
    const { now, say } = this.page;
    if (now === null) {
      document.getElementById("scene").textContent = say("connecting");
      return;
    }
    document.getElementById("scene").replaceChildren(...scene(now, say).filter(Boolean));
    this.#drawDraft(before === null);
    if (before === null || before.phase !== now.phase || changedDraft(before, now)) this.#drawActions();
    this.#tell(before, now);
  }

  /** Only what changed is drawn: a partial text must not take the card away under a finger. */
  #drawDraft(anew) {
    const { now, language, say } = this.page;
    const shows = JSON.stringify([now.draft, now.draft ? null : [now.saved, now.answer]]);
    if (shows === this.#drawn && !anew) return;
    this.#drawn = shows;
    const hadFocus = this.place.contains(document.activeElement);
    const today = now.serverTime.slice(0, 10);
    if (now.draft) {
      if (!now.draft.some((item) => item.index === this.#chosen)) this.#chosen = now.draft[0].index;
      redraw(this.place, draft(now.draft, this.#chosen, today, language, say));
      if (hadFocus && !this.place.contains(document.activeElement)) byKey(this.place, `row-${this.#chosen}`)?.focus();
    } else {
      this.#chosen = 0;
      redraw(this.place, lately(now, today, language, say));
      if (hadFocus) document.getElementById("main").focus();
    }
  }

  #drawActions() {
    const place = document.getElementById("actions");
    const hadFocus = place.contains(document.activeElement);
    const press = {
      wake: () => this.#send({ type: "press", button: "wake" }),
      quiet: () => this.#send({ type: "press", button: "quiet" }),
      exit: () => this.#send({ type: "press", button: "exit" }),
      confirmAll: () => this.#decide("confirm", null),
      cancelAll: () => this.#decide("cancel", null),
    };
    redraw(place, ...actions(this.page.now, this.page.say, press));
    // An Enter too many must not press another button than the one that was meant.
    if (hadFocus && !place.contains(document.activeElement)) document.getElementById("main").focus();
  }

  #tell(before, now) {
    if (before === null) return;
    if (now.phase !== before.phase) this.banners.announce(this.page.say(now.phase.toUpperCase()));
    if (now.said && now.said !== before.said) this.banners.announce(now.said);
  }

  #decide(decision, index) {
    this.#send({ type: decision, revision: this.page.now.revision, index });
  }

  #send(message) {
    if (!this.send(message)) this.banners.note(this.page.say("not_sent"));
  }

  #edit(index) {
    const { now, say } = this.page;
    const item = now.draft.find((one) => one.index === index);
    const { revision } = now;
    edit(item, { title: say("edit_title", item.number), categories: now.categories, say }, (change) =>
      this.#send({ type: "edit", revision, index, change }),
    );
  }

  #clicked(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    const index = Number(row.dataset.index);
    const act = event.target.closest("[data-act]")?.dataset.act;
    if (act === "confirm" || act === "cancel") this.#decide(act, index);
    else if (act === "edit") this.#edit(index);
    else if (!event.target.closest(".foot") && row.dataset.status !== "cancelled") this.#edit(index);
  }

  #keyPressed(event) {
    const row = event.target;
    if (event.key === "Enter" && event.ctrlKey) return this.#decide("confirm", null);
    if (!row.classList.contains("row") || event.ctrlKey || event.altKey || event.metaKey) return;
    const index = Number(row.dataset.index);
    const open = row.dataset.status === "pending";
    const act = {
      ArrowDown: () => this.#move(index + 1),
      ArrowUp: () => this.#move(index - 1),
      Home: () => this.#move(0),
      End: () => this.#move(this.page.now.draft.length - 1),
      Enter: () => open && this.#decide("confirm", index),
      Delete: () => open && this.#decide("cancel", index),
      Backspace: () => open && this.#decide("cancel", index),
      e: () => row.dataset.status !== "cancelled" && this.#edit(index),
      F2: () => row.dataset.status !== "cancelled" && this.#edit(index),
    }[event.key];
    // A key held down is one press: the next row must not be decided by it.
    if (!act || (event.repeat && !event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    act();
  }

  #move(index) {
    byKey(this.place, `row-${index}`)?.focus();
  }

  /** The row in focus is the one that Tab comes back to. */
  #chose(row) {
    if (!row || Number(row.dataset.index) === this.#chosen) return;
    const old = byKey(this.place, `row-${this.#chosen}`);
    for (const part of old ? [old, ...old.querySelectorAll("button")] : []) part.tabIndex = -1;
    for (const part of [row, ...row.querySelectorAll("button")]) part.tabIndex = 0;
    this.#chosen = Number(row.dataset.index);
  }
}

function changedDraft(before, now) {
  return JSON.stringify(before.draft) !== JSON.stringify(now.draft);
}
