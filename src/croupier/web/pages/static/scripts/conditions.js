// conditions.js: conditions of a tournament and terms of a promotion are checked as they are written.
// @ts-check
import { findTarget, readForm } from "./page.js";

const PAUSE_MS = 350;
/** @type {number | undefined} */
let timer;

/** @param {HTMLFormElement} form */
async function check(form) {
  const body = readForm(form);
  body.set("what", "check");
  const headers = { "Croupier-Part": "main" };
  const answer = await fetch(form.action, { method: "POST", body, headers }).catch(() => null);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("check");
  if (next) document.getElementById("check")?.replaceWith(next);
}

document.addEventListener("input", (event) => {
  const form = findTarget(event, "form[data-conditions]");
  if (!(form instanceof HTMLFormElement)) return;
  clearTimeout(timer);
  timer = setTimeout(() => check(form), PAUSE_MS);
});
