/** The line to the daemon; the first one is opened before the other scripts of the page are here. */

/** @type {Event[]} */ const missed = [];
/** @type {WebSocket | null} */ let first = openLine();
for (const kind of ["open", "message", "close"]) first.addEventListener(kind, (event) => missed.push(event));

/** The line that was opened first, with what happened on it meanwhile; null after that. */
export function firstLine() {
  const begun = first && { socket: first, missed: missed.splice(0) };
  first = null;
  return begun;
}

export function openLine() {
  return new WebSocket(new URL("/ws", location.href.replace(/^http/, "ws")));
}
