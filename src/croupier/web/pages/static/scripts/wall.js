// wall.js: a board that nobody touches. It follows what happens, says when it may be out of date,
// recovers by itself, and is dimmed at night.
// @ts-check
import { follow } from "./live.js";

const SECOND_MS = 1_000;
const PAUSE_MS = 250;
const RETRY_MS = 2_000;
const PAGE_MS = 15_000;
const [NIGHT_HOUR, MORNING_HOUR] = [23, 7];
let isWaiting = false;
let pageNumber = 0;

/** @returns {string} the time as the house writes it, as far as the browser's clock knows */
function formatTime() {
  return new Date().toTimeString().slice(0, 5);
}

/** How far the house's clock is from the browser's, in minutes. */
const houseMinutes = readMinutes(document.querySelector("[data-clock]")?.textContent ?? "") -
  readMinutes(formatTime());

/** @param {string} text */
function readMinutes(text) {
  const [hours, minutes] = text.trim().split(":").map(Number);
  return hours * 60 + minutes;
}

/** @param {boolean} isStale */
function showStale(isStale) {
  for (const mark of document.querySelectorAll("[data-stale]")) mark.toggleAttribute("hidden", !isStale);
}

async function refresh() {
  isWaiting = false;
  try {
    const answer = await fetch(location.href, { headers: { "Croupier-Part": "main" } });
    if (!answer.ok) throw new Error("no board");
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
    if (next) document.getElementById("main")?.replaceWith(next);
    showPage();
    tick();
  } catch {
    showStale(true);
    requestRefresh(RETRY_MS);
  }
}

/** @param {number} pause */
function requestRefresh(pause) {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(refresh, pause);
}

/** Tables that do not fit on the board at once take turns. */
function showPage() {
  const pages = [...document.querySelectorAll("[data-page]")];
  pages.forEach((page, index) => page.toggleAttribute("hidden", index !== pageNumber % pages.length));
}

function tick() {
  const minutes = (readMinutes(formatTime()) + houseMinutes + 2 * 24 * 60) % (24 * 60);
  const words = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  for (const clock of document.querySelectorAll("[data-clock]")) clock.textContent = words;
  const hour = Math.floor(minutes / 60);
  document.documentElement.toggleAttribute("data-night", hour >= NIGHT_HOUR || hour < MORNING_HOUR);
  for (const place of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.round((Date.parse(place.getAttribute("data-until") ?? "") - Date.now()) / SECOND_MS));
    if (left < 6000) place.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}

tick();
setInterval(tick, SECOND_MS);
setInterval(() => {
  pageNumber += 1;
  showPage();
}, PAGE_MS);
const tables = (document.getElementById("main")?.dataset.follow ?? "").split(",").filter(Boolean);
follow(tables, (change) => {
  if (change.kind === "lost") showStale(true);
  else requestRefresh(PAUSE_MS);
});
