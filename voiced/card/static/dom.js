/** Elements of the page. Data only ever becomes text: nothing here parses HTML. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * `onclick` and its like are listeners, all else attributes by their names; true is one without value, false, null and
 * undefined none.
 *
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes
 * @typedef {Node | string | null | undefined} Child
 */

/**
 * An element with attributes and children.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * An element of an SVG picture.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * A picture from the sprite, which says nothing to a screen reader: words stand beside it.
 *
 * @param {string} name
 */
export function icon(name) {
  return svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `icons.svg#${name}` }));
}

/**
 * A button with a picture and a word; the word is only heard where `quiet` is set.
 *
 * @param {{name?: string, word: string, press?: () => void, look?: string, quiet?: boolean} & Attributes} options
 */
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

/**
 * @param {Element} place
 * @param {string} key
 * @returns {HTMLElement | null}
 */
export function byKey(place, key) {
  return place.querySelector(`[data-key="${CSS.escape(key)}"]`);
}

/**
 * Whether the place of an element is known. It is not where `content-visibility` leaves it out: to ask would lay it out after all.
 *
 * @param {Element} element
 */
export function isLaidOut(element) {
  return element.checkVisibility?.({ contentVisibilityAuto: true }) ?? true;
}

/**
 * The element of index.html with this id.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`index.html has no #${id}`);
  return found;
}

/**
 * Take a file that is dropped on a place.
 *
 * @param {HTMLElement} place
 * @param {(file: File) => void} take
 */
export function watchDrops(place, take) {
  place.addEventListener("dragover", (event) => event.preventDefault());
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  });
}

/**
 * @template {Element} Made
 * @param {Made} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {Made}
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * Take a stylesheet that the first view does not need.
 *
 * @param {string} href
 * @returns {Promise<unknown>} once it is there, or cannot be had
 */
export function styled(href) {
  const look = el("link", { rel: "stylesheet", href });
  const isLoaded = new Promise((done) => ["load", "error"].forEach((way) => look.addEventListener(way, done)));
  document.head.append(look);
  return isLoaded;
}
