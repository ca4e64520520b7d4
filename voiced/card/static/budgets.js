/** Budgets of a month: what each allows, what is left, and the dialog that sets one. */

import { bar } from "./charts.js";
import { openDialog } from "./dialog.js";
import { button, el, icon } from "./dom.js";
import { checked } from "./fields.js";
import { fenOf, fenSent, permille, plain, shown } from "./money.js";

/** @import { Budget, Category, Recurrence } from "./contract" */
/** @import { Say, Word } from "./words.js" */

/** @type {Recurrence[]} */
const RECURRENCES = ["monthly", "carried", "once"];

/**
 * @param {Budget[]} budgets
 * @param {(budget: Budget | null) => void} open opens the dialog for one, or for a new one
 * @param {Say} say
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

/**
 * @param {Budget} budget
 * @param {(budget: Budget) => void} open
 * @param {Say} say
 */
function line(budget, open, say) {
  const [limit, carried] = [fenSent(budget.limit), fenSent(budget.carried)];
  const [spent, left] = [fenSent(budget.spent), fenSent(budget.left)];
  const available = limit + carried;
  const over = left < 0n;
  const parts = [say("of_budget", shown(spent), shown(available)), ...(carried ? [say("carried_over", shown(carried))] : [])];
  const change = button({
    name: "edit",
    word: say("budget_for", budget.category),
    look: "plain",
    quiet: true,
    press: () => open(budget),
    "data-key": `budget-${budget.category}`,
  });
  return el(
    "li",
    { class: over ? "over" : null },
    el(
      "div",
      { class: "heads" },
      el("span", { lang: "zh-CN" }, budget.category),
      el("span", { class: "left money" }, over ? icon("doubt") : null, over ? say("over", shown(-left)) : say("left", shown(left))),
    ),
    bar(permille(spent, available), { over }),
    el("div", { class: "heads" }, el("span", { class: "detail money" }, parts.join(" · ")), change),
  );
}

/**
 * The dialog.
 *
 * @param {Budget | null} budget
 * @param {{categories: Category[], month: string}} around the categories to choose from, and the name of the month
 * @param {{save: (category: string, limit: string, recurrence: Recurrence) => Promise<Word | null>, drop: (category: string) => Promise<Word | null>}} doing
 *   each gives the problem, with which the dialog stays open
 * @param {Say} say
 */
export function editBudget(budget, { categories, month }, { save, drop }, say) {
  const names = [...new Set(categories.filter(({ type }) => type === "EXPENSE").map(({ name }) => name))];
  const category = el(
    "select",
    { name: "category", disabled: budget !== null },
    ...names.map((name) => el("option", { value: name, selected: name === budget?.category }, name)),
  );
  const recurrence = el(
    "select",
    { name: "recurrence" },
    ...RECURRENCES.map((one) => el("option", { value: one, selected: one === (budget?.recurrence ?? "monthly") }, say(one, month))),
  );
  const limit = checked(say("budget_amount"), {
    name: "limit", inputmode: "decimal", autocomplete: "off", value: budget?.limit ?? "", class: "money",
  });
  const problem = el("p", { class: "wrong", role: "alert", hidden: true });
  openDialog(budget ? say("budget_for", budget.category) : say("set_budget"), (close) => ({
    body: [el("label", {}, say("category"), category), limit.whole, el("label", {}, say("recurrence"), recurrence), problem],
    ends: [
      ...(budget ? [button({ word: say("remove"), look: "plain", press: () => void then(drop(budget.category), close) })] : []),
      button({ word: say("dismiss"), press: close }),
      el("button", { class: "chief", type: "submit" }, say("save")),
    ],
    submit() {
      const fen = fenOf(limit.input.value);
      if (!limit.must(fen !== null, say("amount_wrong"))) limit.input.focus();
      if (fen === null) return;
      void then(save(category.value, plain(fen), /** @type {Recurrence} */ (recurrence.value)), close);
    },
  }));

  /**
   * @param {Promise<Word | null>} task
   * @param {() => void} close
   */
  async function then(task, close) {
    const refused = await task;
    if (refused === null) return close();
    problem.hidden = false;
    problem.replaceChildren(icon("doubt"), say(refused));
  }
}
