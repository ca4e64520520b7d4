/** The keyboard on the screen of a phone, which covers the lower part of the page without telling its layout. */

import { keepingSteady } from "./steady.js";

const LEAST = 100; // Pixels: what covers less is a bar of the browser.

/** Keep in `--keyboard` how much of the page is covered; `data-keyboard` says whether anything is. */
export function watchKeyboard() {
  const { visualViewport } = window;
  if (!visualViewport) return;
  const root = document.documentElement;
  const measure = () => {
    const { offsetTop, height, scale } = visualViewport;
    const covered = Math.round(innerHeight - offsetTop - height);
    // Who has zoomed in sees a part of the page as well.
    const isOpen = covered >= LEAST && scale < 1.05;
    if (root.hasAttribute("data-keyboard") === isOpen && !isOpen) return;
    keepingSteady(() => {
      root.toggleAttribute("data-keyboard", isOpen);
      root.style.setProperty("--keyboard", `${isOpen ? covered : 0}px`);
    });
  };
  visualViewport.addEventListener("resize", measure);
  visualViewport.addEventListener("scroll", measure);
}
