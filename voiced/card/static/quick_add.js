/** What stands above the fields of an entry that is added by hand: the last entries as templates, a keypad, and the latest categories. */

import * as api from "./api.js";
import { NOTHING_WANTED } from "./address.js";
import { button, el, svg } from "./dom.js";
import { nameOf } from "./history.js";
import { fenSent, plain, shown } from "./money.js";

/** @import { Row } from "./contract" */
/** @import { Fields } from "./fields.js" */
/** @import { Say } from "./words.js" */

const MOST_CATEGORIES = 8;
const MOST_TEMPLATES = 5;
const KEYS = ["1", "2", "3", "+", "4", "5", "6", "−", "7", "8", "9", "⌫", ".", "0", "00"];

/** @type {Record<string, string>} The pictures of the usual categories; others have a label. */
const PICTURES = {
  餐饮: "food", 饮品: "drink", 零食: "drink", 买菜: "basket", 日用: "basket", 购物: "basket", 交通: "car", 汽车: "car", 旅行: "car", 住房: "house",
  水电: "house", 服饰: "shirt", 美容: "shirt", 医疗: "health", 运动: "health", 宠物: "health", 孩子: "health", 学习: "book", 娱乐: "play", 人情: "gift",
  红包: "gift", 通讯: "phone", 数码: "phone", 工资: "money", 奖金: "money", 报销: "money", 理财: "money", 兼职: "money",
};

/**
 * The keypad types into the amount, chips choose a category, and a template fills in all but the day. They stand around the
 * amount.
 *
 * @param {Fields} fields
 * @param {(row: Row) => void} fill
 * @param {Say} say
 */
export function drawQuickParts(fields, fill, say) {
  const templates = el("div", { class: "chips templates", role: "group", "aria-label": say("again") });
  const chips = el("div", { class: "chips", role: "group", "aria-label": say("latest_categories") });
  void offer();
  fields.amount.whole.before(templates);
  fields.amount.whole.after(keypad(fields.amount.input, say), chips);
  // The keypad is there already.
  if (matchMedia("(hover: none)").matches) fields.amount.input.inputMode = "none";

  async function offer() {
    // Without them the fields below do as well.
    const rows = await api.transactions({ ...NOTHING_WANTED, from: "", to: "" }, 1, 1).then((found) => found.rows, () => []);
    const kinds = new Map(rows.map((row) => [`${row.type} ${nameOf(row)} ${row.amount}`, row]));
    const lately = [...kinds.values()].slice(0, MOST_TEMPLATES);
    templates.replaceChildren(
      ...lately.map((row) => button({ word: `${nameOf(row)} ${shown(fenSent(row.amount))}`, press: () => fill(row), "aria-label": say("again_this", nameOf(row), shown(fenSent(row.amount))) })),
    );
    const used = new Map(rows.filter(({ type }) => type !== "TRANSFER").map(({ category, type }) => [category, type]));
    const named = [...used].slice(0, MOST_CATEGORIES);
    const choose = (/** @type {string} */ name, /** @type {import("./contract").Type} */ type) => {
      fields.type.choose(type);
      fields.category.value = name;
      mark();
    };
    const mark = () => {
      for (const chip of chips.querySelectorAll("button")) chip.setAttribute("aria-pressed", String(chip.dataset["name"] === fields.category.value));
    };
    chips.replaceChildren(
      ...named.map(([name, type]) => el("button", { type: "button", "data-name": name, lang: "zh-CN", onclick: () => choose(name, type) }, pictureOf(name), name)),
    );
    fields.category.addEventListener("change", mark);
    fields.type.whole.addEventListener("change", mark);
    mark();
  }
}

/** @param {string} name of a category */
function pictureOf(name) {
  return svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `category_icons.svg#${PICTURES[name] ?? "other"}` }));
}

/**
 * @param {HTMLInputElement} input
 * @param {Say} say
 */
function keypad(input, say) {
  const press = (/** @type {string} */ key) => {
    const text = input.value;
    input.value = key === "⌫" ? text.slice(0, -1) : text + key;
    input.dispatchEvent(new Event("input"));
  };
  const keys = KEYS.map((key) => el("button", { type: "button", class: "number", "aria-label": key === "⌫" ? say("rub_out") : null, onclick: () => press(key) }, key));
  return el("div", { class: "keypad", role: "group", "aria-label": say("keypad") }, ...keys);
}

/**
 * The entry of a template, for another day.
 *
 * @param {Row} row
 * @param {string} date
 */
export function likeIt({ amount, type, category, description, account, toAccount }, date) {
  return { amount: plain(fenSent(amount)), type, category, description, date, account, toAccount };
}
