/** Budgets of a month: what each allows, what is left, and the dialog that sets one. */

import { bar } from "./charts.js";
import { button, el, icon } from "./dom.js";
import { fenOf, fenSent, permille, plain, shown } from "./money.js";

/**
 * @param {{category: string, limit: string, spent: string, left: string}[]} budgets
 * @param {(budget: object | null) => void} open opens the dialog for one, or for a new one
 */
export function budgetList(budgets, open, say) {
  const lines = budgets.map((budget) => line(budget, open, say));
  return el(
    "section",
    { class: "panel", "aria-label": say("budgets") },
    el(
      "header",
      {},
      el("h3", {}, say("budgets")),
      button({ name: "edit", word: say("set_budget"), look: "plain", press: () => open(null), "data-key": "set-budget" }),
    ),
    lines.length ? el("ul", { role: "list", class: "budgets" }, ...lines) : el("p", { class: "empty" }, say("no_budget")),
  );
}

function line(budget, open, say) {
  const [limit, spent, left] = [budget.limit, budget.spent, budget.left].map(fenSent);
  const over = left < 0n;
  return el(
    "li",
    { "data-budget": budget.category, class: over ? "over" : null },
    el(
      "div",
      { class: "heads" },
      el("span", { lang: "zh-CN" }, budget.category),
      el("span", { class: "left money" }, over ? icon("doubt") : null, over ? say("over", shown(-left)) : say("left", shown(left))),
    ),
    bar(permille(spent, limit), over),
    el(
      "div",
      { class: "heads" },
      el("span", { class: "detail money" }, say("of_budget", shown(spent), shown(limit))),
      button({
        name: "edit",
        word: say("budget_for", budget.category),
        look: "plain",
        quiet: true,
        press: () => open(budget),
        "data-key": `budget-${budget.category}`,
      }),
    ),
  );
}

/** The dialog; `save` gets a category and a decimal limit, `drop` a category. */
export function editBudget(budget, categories, { save, drop }, say) {
  const names = [...new Set(categories.filter(({ type }) => type === "EXPENSE").map(({ name }) => name))];
  const category = el(
    "select",
    { name: "category", disabled: budget !== null },
    ...names.map((name) => el("option", { value: name, selected: name === budget?.category }, name)),
  );
  const wrong = el("p", { class: "wrong", id: "limit-wrong", role: "alert", hidden: true });
  const limit = el("input", {
    name: "limit", inputmode: "decimal", autocomplete: "off", value: budget?.limit ?? "", class: "money", "aria-describedby": wrong.id,
  });
  const remove = () => (dialog.close(), drop(budget.category));
  const form = el(
    "form",
    { method: "dialog", novalidate: true, onsubmit: submit },
    el("h2", { id: "budget-title" }, budget ? say("budget_for", budget.category) : say("set_budget")),
    el("label", {}, say("category"), category),
    el("div", { class: "field" }, el("label", {}, say("budget_amount"), limit), wrong),
    el(
      "div",
      { class: "ends" },
      budget ? button({ word: say("remove"), look: "plain", press: remove }) : null,
      button({ word: say("dismiss"), press: () => dialog.close() }),
      el("button", { class: "chief", type: "submit" }, say("save")),
    ),
  );
  const dialog = el("dialog", { "aria-labelledby": "budget-title" }, form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();

  function submit(event) {
    event.preventDefault();
    const fen = fenOf(limit.value);
    limit.setAttribute("aria-invalid", String(fen === null));
    wrong.hidden = fen !== null;
    wrong.textContent = fen === null ? say("amount_wrong") : "";
    if (fen === null) return limit.focus();
    dialog.close();
    save(category.value, plain(fen));
  }
}
