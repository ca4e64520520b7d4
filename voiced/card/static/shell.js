/** What the browser keeps of the page, so that it opens while the daemon cannot be reached. */

/** Whether this address allows it: a browser keeps pages of its own machine and of encrypted addresses only. */
export function canBeKept() {
  return isSecureContext && "serviceWorker" in navigator;
}

/** Keep the files of the page, once all that it needs is loaded. */
export async function keepShell() {
  if (!canBeKept()) return;
  await navigator.serviceWorker.register("service_worker.js");
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return; // It keeps what it is asked for.
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const files = loaded.filter(({ origin, pathname }) => origin === location.origin && !pathname.startsWith("/api/"));
  const shell = await caches.open("shell");
  await shell.addAll(new Set(["/", "/icons.svg", ...files.map(({ pathname }) => pathname)]));
}
