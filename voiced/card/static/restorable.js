/** Entries outside the draft that can come back: those that a crash left behind, and those dropped last. */

import { button, icon } from "./dom.js";
import { list } from "./lately.js";

/** @import { Now } from "./contract" */
/** @import { Page } from "./page.js" */

// What is said for a press, as the daemon understands it.
const GO_ON = "继续处理";
const NOT_WANTED = "不要了";
const RESTORE = "恢复";

/**
 * The lists of these entries, each with its buttons. The daemon's own question about them has its buttons below.
 *
 * @param {Now} now
 * @param {Page} page
 * @param {boolean} isOver whether the time of the dropped ones is over
 * @param {(words: string) => void} say
 */
export function restorable({ restorable: { leftBehind, dropped }, phase, question }, page, isOver, say) {
  const act = (/** @type {string} */ word, /** @type {string} */ picture, /** @type {string} */ words) =>
    button({ name: picture, word, look: "plain", press: () => say(words), "data-key": `restore-${words}` });
  const restore = () => act(page.say("restore"), "redo", RESTORE);
  const isAsked = question?.answers.includes(GO_ON);
  const hasDropped = dropped.length > 0 && !isOver;
  const lists = [];
  if (leftBehind.length) {
    const acts =
      phase === "idle"
        ? [act(page.say("resume"), "forward", GO_ON), act(page.say("decline"), "cancelled", NOT_WANTED)]
        : isAsked || hasDropped
          ? []
          : [restore()];
    lists.push(list(page.say("left_behind", leftBehind.length), icon("history"), leftBehind, page, acts));
  }
  if (hasDropped) lists.push(list(page.say("dropped", dropped.length), icon("cancelled"), dropped, page, [restore()]));
  return lists;
}
