/** The line to the daemon: one WebSocket, opened again and again with growing patience. */

import { firstLine, openLine } from "./line.js";

/** @import { Message, Now, Refused } from "./contract" */

const WAITS_SECONDS = [1, 2, 4, 8, 15];
const PING_AFTER_MS = 15_000; // The browser does not tell us of a line that went dead without a word.
const PONG_WITHIN_MS = 5_000;
const NO_RIGHT = 4401;

/**
 * @typedef {object} Listener
 * @property {(message: Now | Refused) => void} heard a message of the daemon
 * @property {(state: "open" | "lost", retrySeconds: number) => void} changed
 */

export class Link {
  /** @type {WebSocket | null} */ #socket = null;
  #tries = 0;
  #retry = 0;
  #ping = 0;

  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
    addEventListener("online", () => this.retryNow());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.retryNow();
      this.#tellVisible();
    });
  }

  open() {
    clearTimeout(this.#retry);
    const { socket, missed } = firstLine() ?? { socket: openLine(), missed: [] };
    this.#socket = socket;
    for (const kind of ["open", "message", "close"]) socket.addEventListener(kind, (event) => this.#happened(socket, event));
    for (const event of missed) this.#happened(socket, event);
  }

  /**
   * @param {WebSocket} socket
   * @param {Event} event
   */
  #happened(socket, event) {
    if (event instanceof MessageEvent) this.#heard(socket, event.data);
    else if (!(event instanceof CloseEvent)) this.#opened(socket);
    else if (socket === this.#socket) this.#closed(event.code);
  }

  /** Try at once where a retry is being waited for. */
  retryNow() {
    if (this.#socket?.readyState === WebSocket.CLOSED) this.open();
  }

  /**
   * @param {Message} message
   * @returns {boolean} whether it went out
   */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** @param {WebSocket} socket */
  #opened(socket) {
    this.#tries = 0;
    this.listener.changed("open", 0);
    this.#expectSound(socket);
    if (document.hidden) this.#tellVisible();
  }

  /** A speaker who sees the card gets shorter sentences. */
  #tellVisible() {
    this.send({ type: "visible", visible: !document.hidden });
  }

  /**
   * @param {WebSocket} socket
   * @param {string} data
   */
  #heard(socket, data) {
    this.#expectSound(socket);
    /** @type {import("./contract").Heard} */
    const message = JSON.parse(data);
    if (message.type !== "pong") this.listener.heard(message);
  }

  /** @param {WebSocket} socket */
  #expectSound(socket) {
    clearTimeout(this.#ping);
    this.#ping = setTimeout(() => {
      this.send({ type: "ping" });
      this.#ping = setTimeout(() => {
        socket.close();
        if (socket === this.#socket) this.#closed(0);
      }, PONG_WITHIN_MS);
    }, PING_AFTER_MS);
  }

  /** @param {number} code why the line was closed */
  #closed(code) {
    clearTimeout(this.#ping);
    clearTimeout(this.#retry);
    if (code === NO_RIGHT) return location.reload();
    const seconds = WAITS_SECONDS[Math.min(this.#tries, WAITS_SECONDS.length - 1)] ?? 1;
    this.#tries += 1;
    this.listener.changed("lost", seconds);
    this.#retry = setTimeout(() => this.open(), seconds * 1000);
  }
}
