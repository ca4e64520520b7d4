/** What is in each account, now and over time, and the opening balances behind it. */

import * as api from "./api.js";
import { monthName } from "./days.js";
import { openDialog } from "./dialog.js";
import { button, el, svg } from "./dom.js";
import { checked } from "./fields.js";
import { fenOf, fenSent, plain, shown } from "./money.js";
import { table } from "./charts.js";

/** @import { AccountBalance, Balances } from "./contract" */
/** @import { Page } from "./page.js" */

const HEIGHT = 120;

/**
 * @param {Balances} balances
 * @param {Page} page
 * @param {(sentence: string, undo: () => void) => void} done is told each change, with what takes it back
 */
export function openBalances(balances, { say, language, today }, done) {
  const place = el("div", { class: "balances" });
  draw(balances);
  openDialog(say("balances"), (close) => ({
    body: [el("p", { class: "detail" }, say("balances_hint")), place],
    ends: [button({ word: say("close"), look: "chief", press: close })],
  }));

  /** @param {Balances} now */
  function draw({ accounts, netWorth, months }) {
    const known = months.filter((month) => month.netWorth !== null);
    place.replaceChildren(
      ...(netWorth === null ? [] : [el("p", { class: "net" }, el("span", {}, say("net_worth")), el("strong", { class: "money" }, shown(fenSent(netWorth))))]),
      el("ul", { class: "lines", role: "list" }, ...accounts.map(line)),
      ...(known.length > 1 ? [overTime(known.map((month) => ({ month: month.month, fen: fenSent(month.netWorth ?? "0") })))] : []),
    );
  }

  /** @param {AccountBalance} one */
  function line(one) {
    const { name, opening, balance } = one;
    const fen = balance === null ? null : fenSent(balance);
    const owed = fen !== null && fen < 0n;
    const told = fen === null ? say("no_opening") : owed ? say("owed", shown(-fen)) : shown(fen);
    return el(
      "li",
      { class: "line" },
      el(
        "span",
        { class: "what" },
        el("span", { lang: "zh-CN" }, name),
        opening ? el("span", { class: "detail" }, say("opening_of", opening.day, shown(fenSent(opening.amount)))) : null,
      ),
      el("span", { class: fen === null ? "detail" : "money" }, told),
      button({ name: "edit", word: say("opening_for", name), look: "plain", quiet: true, press: () => ask(one), "data-key": `opening-${name}` }),
    );
  }

  /** @param {AccountBalance} one */
  function ask({ name, opening }) {
    const before = opening ? fenSent(opening.amount) : 0n;
    const amount = checked(say("opening_amount"), {
      name: "opening", inputmode: "decimal", autocomplete: "off", class: "money", value: opening ? plain(before < 0n ? -before : before) : "",
    });
    const owes = el("input", { type: "checkbox", name: "owes", checked: before < 0n });
    const day = el("input", { type: "date", name: "day", value: opening?.day ?? today });
    openDialog(say("opening_for", name), (close) => ({
      body: [amount.whole, el("label", { class: "check" }, owes, say("it_is_owed")), el("label", {}, say("opening_day"), day)],
      ends: [
        ...(opening ? [button({ word: say("forget_opening"), look: "plain", press: () => void keep(null) })] : []),
        button({ word: say("dismiss"), press: close }),
        el("button", { class: "chief", type: "submit" }, say("save")),
      ],
      submit() {
        const text = amount.input.value.trim();
        const fen = /^0*(\.0*)?$/.test(text) && text !== "" ? 0n : fenOf(text);
        if (amount.must(fen !== null, say("amount_wrong")) && fen !== null) void keep(`${owes.checked && fen ? "-" : ""}${plain(fen)}`);
      },
    }));

    /** @param {string | null} wanted */
    async function keep(wanted) {
      try {
        draw(await api.setOpening(name, wanted, day.value));
      } catch (problem) {
        if (!(problem instanceof api.Refusal)) throw problem;
        amount.must(false, say(problem.word));
        return;
      }
      amount.whole.closest("dialog")?.close();
      const back = () => void api.setOpening(name, opening?.amount ?? null, opening?.day ?? day.value).then(draw, () => {});
      done(say(wanted === null ? "opening_forgotten" : "opening_kept", name), back);
    }
  }

  /** @param {{month: string, fen: bigint}[]} months */
  function overTime(months) {
    const amounts = months.map(({ fen }) => fen);
    const least = amounts.reduce((one, other) => (other < one ? other : one), 0n);
    const most = amounts.reduce((one, other) => (other > one ? other : one), 0n);
    const span = most - least || 1n;
    const points = amounts.map((fen, at) => `${(at * 300) / (amounts.length - 1)},${HEIGHT - Number(((fen - least) * BigInt(HEIGHT)) / span)}`);
    const picture = svg("svg", { class: "trend", viewBox: `0 -4 300 ${HEIGHT + 8}`, preserveAspectRatio: "none", "aria-hidden": "true" }, svg("polyline", { points: points.join(" ") }));
    const rows = months.map(({ month, fen }) => [monthName(month, language), shown(fen)]);
    return el("div", {}, el("h3", {}, say("over_time")), picture, table([say("month"), say("net_worth")], rows));
  }
}
