/** Whether the page is open on the machine of the daemon, whose microphone it is, and which no network lies between. */
export function isHere() {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}
