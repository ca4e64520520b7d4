/** The dialog that gives a part of the ledger as a file. */

import { exportAddress } from "./api.js";
import { openDialog } from "./dialog.js";
import { button, el, icon } from "./dom.js";

/** @import { Say } from "./words.js" */

const FORMATS = /** @type {const} */ (["csv", "qianji", "beancount"]);

/**
 * @param {{from: string, to: string}} days those that are offered first
 * @param {Say} say
 */
export function openExport(days, say) {
  const [from, to] = [["from", days.from], ["to", days.to]].map(([name, value]) => el("input", { type: "date", name, value, onchange: point }));
  const links = FORMATS.map((format) =>
    el("a", { class: "button", download: true }, icon("export"), el("span", { class: "unseen" }, say("export")), say(`export_${format}`)),
  );
  point();
  openDialog(say("export"), (close) => ({
    body: [
      el("div", { class: "pair" }, el("label", {}, say("from_day"), from), el("label", {}, say("to_day"), to)),
      el("div", { class: "exports" }, ...links),
    ],
    ends: [button({ word: say("close"), press: close })],
  }));

  function point() {
    links.forEach((link, at) => link.setAttribute("href", exportAddress(FORMATS[at] ?? "csv", from?.value ?? "", to?.value ?? "")));
  }
}
