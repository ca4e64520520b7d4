/** The title of the window, which tells what waits for an answer also where the page is out of sight. */

/** @import { View } from "./address.js" */
/** @import { Page } from "./page.js" */

/**
 * @param {Page} page
 * @param {View} view what is shown
 */
export function titleOf({ now, link, say }, view) {
  const pending = (now?.draft ?? []).filter(({ status }) => status === "pending").length;
  const place = view !== "now" ? say(view) : !pending && now && now.phase !== "idle" ? say(now.phase) : "";
  const states = [link === "lost" ? say("lost_short") : "", pending ? say("several", pending) : "", place, say("name")];
  return states.filter(Boolean).join(" · ");
}
