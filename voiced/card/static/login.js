/** The login: keeps the page that was asked for, and tells whether the password crosses the network in clear. */

import { isHere } from "./here.js";

const form = document.querySelector("form");
// A redirect keeps what stands behind the # of the address that was posted to.
if (form) form.action = `/login${location.hash}`;
const inClear = document.querySelector(".in-clear");
if (inClear instanceof HTMLElement) inClear.hidden = location.protocol === "https:" || isHere();
