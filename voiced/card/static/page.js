/** What the page knows: how the line is, what the daemon said last, and in which language we speak. */

import { speaker } from "./words.js";

/** @import { Now } from "./contract" */
/** @import { Language, Say } from "./words.js" */

export class Page {
  /** @type {"connecting" | "open" | "lost"} */ link = "connecting";
  retrySeconds = 0;
  /** The last `now` of the daemon. @type {Now | null} */ now = null;
  /** @type {Language} */ language = "zh";
  /** @type {Say} */ say = speaker("zh");

  /** The daemon's day, or ours until it has said it. */
  get today() {
    return (this.now?.serverTime ?? new Date().toISOString()).slice(0, 10);
  }

  /** @param {Language} language */
  speak(language) {
    this.language = language;
    this.say = speaker(language);
  }
}
