/** Keeps the files of the page for when the daemon cannot be reached. While it can, the page is always the daemon's own. */

/** @typedef {Event & {request: Request, respondWith: (answer: Promise<Response>) => void}} Asked */

const PATIENCE_MS = 4_000; // A machine that is switched off does not even refuse.

addEventListener("fetch", (event) => {
  const asked = /** @type {Asked} */ (event);
  if (isOfThePage(asked.request)) asked.respondWith(newestOf(asked.request));
});

/**
 * Nothing of the ledger is ever kept, nor a page that asks who is there.
 *
 * @param {Request} request
 */
function isOfThePage({ method, url }) {
  const { origin, pathname } = new URL(url);
  return method === "GET" && origin === location.origin && !/^\/(api\/|login)/.test(pathname);
}

/**
 * A file as the daemon has it now, or else as it was.
 *
 * @param {Request} request
 */
async function newestOf(request) {
  const { pathname } = new URL(request.url);
  const shell = await caches.open("shell");
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.ok) await shell.put(pathname, answer.clone());
    return answer;
  } catch (problem) {
    const kept = await shell.match(pathname);
    if (!kept) throw problem;
    return kept;
  }
}
