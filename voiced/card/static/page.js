/** What the page knows: how the line is, what the daemon said last, and in which language we speak. */

/** @import { Now } from "./contract" */
/** @import { Language, Say } from "./words.js" */

export class Page {
  /** @type {"connecting" | "open" | "lost"} */ link = "connecting";
  /** The last `now` of the daemon. @type {Now | null} */ now = null;

  /**
   * @param {Language} language
   * @param {Say} say
   */
  constructor(language, say) {
    this.language = language;
    this.say = say;
  }

  /** The daemon's day, or ours until it has said it. */
  get today() {
    return (this.now?.serverTime ?? new Date().toISOString()).slice(0, 10);
  }
}
