// contest.js: tournaments as they go on: standings, seats and clocks follow what happens.
// The server renders; every form works without this script.
// @ts-check
import { answerKeys, findTarget, readForm, say, signInAgain, waitForRelease } from "./page.js";
import { enqueue, fetchRendering, follow, showConnection } from "./live.js";

const PAUSE_MS = 300;
const SECOND_MS = 1_000;
const DAY_SECONDS = 86_400;
let isWaiting = false;
let lastWords = document.getElementById("main")?.dataset.say ?? "";

/**
 * Put a rendering in place; what somebody has typed or ticked stays.
 * @param {string} html
 */
function show(html) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  const main = document.getElementById("main");
  if (!next || !main || next.outerHTML === main.outerHTML) return;
  carryFields(main, next);
  const focus = document.activeElement;
  const label = focus instanceof HTMLElement && main.contains(focus) ? focus.textContent : null;
  main.replaceWith(next);
  if (label) {
    const same = [...next.querySelectorAll("a, button")].find((one) => one.textContent === label);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  }
  const words = next.dataset.say ?? "";
  if (words !== lastWords) say(words);
  lastWords = words;
  showTimes();
  prepareSearch();
}

/**
 * @param {HTMLElement} main
 * @param {HTMLElement} next
 */
function carryFields(main, next) {
  for (const field of main.querySelectorAll("select, textarea")) {
    const same = next.querySelector(`${field.localName}[name="${field.getAttribute("name")}"]`);
    const isText = field instanceof HTMLTextAreaElement && same instanceof HTMLTextAreaElement;
    const isChoice = field instanceof HTMLSelectElement && same instanceof HTMLSelectElement;
    if (isText || isChoice) same.value = field.value;
  }
  for (const field of main.querySelectorAll("input:not([type=hidden])")) {
    const same = next.querySelector(`input[name="${field.getAttribute("name")}"]`);
    if (!(field instanceof HTMLInputElement) || !(same instanceof HTMLInputElement)) continue;
    same.checked = field.checked;
    if (field.type !== "checkbox" && field.type !== "radio") same.value = field.value;
  }
}

/** A page that answers a form is not at its own address, and waits for what its viewer confirms. */
async function refresh() {
  if (document.getElementById("main")?.hasAttribute("data-hold")) return;
  const html = await fetchRendering(location.href, undefined, signInAgain);
  await waitForRelease();
  if (html) show(html);
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.hasAttribute("data-live")) return;
  event.preventDefault();
  const body = readForm(form, event.submitter);
  enqueue(async () => {
    const html = await fetchRendering(form.action, body, signInAgain);
    if (html) show(html);
  });
});

/**
 * Write how long something takes still, as the server does.
 * @param {number} seconds
 */
function formatLeft(seconds) {
  if (seconds >= 2 * DAY_SECONDS) return `${Math.floor(seconds / DAY_SECONDS)} days`;
  const [hours, minutes, last] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const end = String(last).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${end}` : `${minutes}:${end}`;
}

/** Let the clocks count down. */
function showTimes() {
  for (const place of document.querySelectorAll("[data-until]")) {
    const until = Date.parse(place.getAttribute("data-until") ?? "");
    place.textContent = formatLeft(Math.max(0, Math.round((until - Date.now()) / SECOND_MS)));
  }
}

/** The rows of the list that the search leaves, each by its link. */
function listRows() {
  const links = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("tr:not([hidden]) [data-row]")]);
  return links;
}

/** Only a script can search the list while somebody types. */
function prepareSearch() {
  const label = document.querySelector("label.find");
  if (label instanceof HTMLElement) label.hidden = false;
  showFound();
}

/** Leave the rows whose names contain what was typed. */
function showFound() {
  const field = document.querySelector("[data-find]");
  const words = field instanceof HTMLInputElement ? field.value.trim().toLowerCase() : "";
  for (const row of document.querySelectorAll("tr[data-player]")) {
    if (row instanceof HTMLElement) row.hidden = !(row.dataset.player ?? "").includes(words);
  }
}

document.addEventListener("input", (event) => {
  if (findTarget(event, "[data-find]")) showFound();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" && event.key !== "Enter") return;
  if (findTarget(event, "[data-find]")) listRows()[0]?.focus();
});

answerKeys((key) => {
  const rows = listRows();
  if (key === "/") return focusOn(document.querySelector("[data-find]"));
  const at = rows.findIndex((row) => row === document.activeElement);
  if (key === "ArrowDown") return focusOn(rows[at + 1]);
  if (key === "ArrowUp") return focusOn(rows[Math.max(0, at - 1)]);
  if (key !== "." || rows.length === 0) return false;
  rows[Math.max(0, at)].click();
  return true;
});

/** @param {Element | null | undefined} target */
function focusOn(target) {
  if (!(target instanceof HTMLElement)) return false;
  target.focus();
  return true;
}

prepareSearch();
showTimes();
setInterval(showTimes, SECOND_MS);
const tables = (document.getElementById("main")?.dataset.follow ?? "").split(",").filter(Boolean);
follow(tables, (change) => {
  showConnection(change.kind === "lost");
  if (change.kind === "lost" || isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    enqueue(refresh);
  }, PAUSE_MS);
});
