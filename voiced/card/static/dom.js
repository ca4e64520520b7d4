/** Elements of the page. Data only ever becomes text: nothing here parses HTML. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes and children.
 *
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>} [attributes]
 *   `class`, `onclick` and every attribute by its name; true is an attribute without value, false and null none.
 * @param {...(Node | string | null | undefined)} children
 */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** An element of an SVG picture. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** A picture from the sprite, which says nothing to a screen reader: words stand beside it. */
export function icon(name) {
  return svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `icons.svg#${name}` }));
}

/** A button with a picture and a word; the word is only heard where `quiet` is set. */
export function button({ name, word, press, look = "", quiet = false, ...attributes }) {
  return el(
    "button",
    { type: "button", class: look, title: quiet ? word : null, onclick: press, ...attributes },
    name ? icon(name) : null,
    el("span", { class: quiet ? "unseen" : null }, word),
  );
}

/**
 * Put new children into a place and give the focus back to the one that had it, known by `data-key`.
 *
 * @param {Element} place
 * @param {...(Node | null)} children
 */
export function redraw(place, ...children) {
  const held = place.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
  place.replaceChildren(...children.filter((child) => child !== null));
  if (held) byKey(place, held)?.focus({ preventScroll: true });
}

/** @returns {HTMLElement | null} */
export function byKey(place, key) {
  return place.querySelector(`[data-key="${CSS.escape(key)}"]`);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}
