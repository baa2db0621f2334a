// pit.js: the pit as it changes, the first change at once, then at most once a second; clocks run
// in between.
// Everything on the page works without this script.
// @ts-check
import { answerKeys, readForm, say, signInAgain, waitForRelease } from "./page.js";
import { fetchRendering, follow, pace, showConnection } from "./live.js";

const PAUSE_MS = 800;
const TICK_MS = 1_000;
const title = document.title;
let loadedAt = Date.now();

/** @returns {HTMLElement} */
function getMain() {
  return /** @type {HTMLElement} */ (document.getElementById("main"));
}

/** What needs somebody on the page now. */
function listNeeds() {
  const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".need.first")]);
  return new Set(cards.map((card) => card.dataset.need ?? ""));
}

async function refresh() {
  const answer = await fetch(location.href, { headers: { "Croupier-Part": "main" } }).catch(() => null);
  showConnection(!answer);
  if (!answer?.ok) return;
  const html = await answer.text();
  await waitForRelease();
  show(html);
}

/**
 * Carry forms that somebody is filling in over to a new rendering, with what was typed.
 * @param {HTMLElement} next
 */
function keepOpenForms(next) {
  for (const form of document.querySelectorAll("details.settling[open]")) {
    const matter = form.closest("[data-need]")?.getAttribute("data-need");
    const card = [...next.querySelectorAll("[data-need]")].find((one) => one.getAttribute("data-need") === matter);
    card?.querySelector("details.settling")?.replaceWith(form);
  }
}

/**
 * @param {string} html
 * @param {boolean} [isAnswer] whether it answers a form, so that nothing typed is carried over
 */
function show(html, isAnswer = false) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  if (!next) return;
  const before = listNeeds();
  const focus = document.activeElement;
  const search = focus instanceof HTMLInputElement && focus.matches("[data-find]") ? focus : null;
  const label = focus instanceof HTMLElement && getMain().contains(focus) ? focus.textContent : null;
  const isTyping = !isAnswer && focus instanceof HTMLElement && focus.closest("details.settling[open]") !== null;
  if (!isAnswer) keepOpenForms(next);
  getMain().replaceWith(next);
  loadedAt = Date.now();
  if (isTyping) {
    focus.focus({ preventScroll: true });
  } else if (search) {
    const field = next.querySelector("[data-find]");
    if (field) field.replaceWith(search);
    search.focus({ preventScroll: true });
  } else if (label) {
    const same = [...next.querySelectorAll("a, button")].find((one) => one.textContent === label);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  }
  prepare();
  const fresh = [...listNeeds()].filter((need) => !before.has(need));
  if (fresh.length === 0) return;
  say(
    `${fresh.length} new: ${[...document.querySelectorAll(".need.first h3")].map((one) => one.textContent).join(", ")}`,
  );
  if (isSoundOn()) playTone();
}

/** Whether new needs ring; off until somebody asks for it. */
function isSoundOn() {
  return localStorage.getItem("pit-sound") === "on";
}

/** One soft tone, made here: there is no file to load. */
function playTone() {
  const context = new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.08, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.4);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.4);
  tone.addEventListener("ended", () => context.close());
}

/** Show what only a script can do, and how many things need somebody in the tab's title. */
function prepare() {
  const count = Number(getMain().dataset.needs ?? 0);
  document.title = count ? `(${count}) ${title}` : title;
  for (const label of document.querySelectorAll(".with-sound")) {
    if (label instanceof HTMLElement) label.hidden = false;
  }
  const box = document.querySelector("[data-sound]");
  if (box instanceof HTMLInputElement) box.checked = isSoundOn();
}

/** @param {number} seconds */
function formatClock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

setInterval(() => {
  const seconds = (Date.now() - loadedAt) / 1_000;
  for (const cell of document.querySelectorAll("[data-idle]")) {
    if (!(cell instanceof HTMLElement) || cell.textContent?.trim() === "–") continue;
    cell.textContent = formatClock(Number(cell.dataset.idle) + seconds);
  }
  for (const left of document.querySelectorAll("[data-until]:not(.warn)")) {
    if (!(left instanceof HTMLElement)) continue;
    const rest = Number(left.dataset.until) - Date.now() / 1_000;
    left.textContent = rest > 0 ? `${formatClock(rest)} left` : "due now";
  }
}, TICK_MS);

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.hasAttribute("data-live")) return;
  event.preventDefault();
  const body = readForm(form, event.submitter);
  body.set("click", crypto.randomUUID());
  fetchRendering(form.action, body, signInAgain).then((html) => html && show(html, true));
});

document.addEventListener("change", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.matches("[data-sound]")) {
    localStorage.setItem("pit-sound", event.target.checked ? "on" : "off");
    if (event.target.checked) playTone();
  }
});

let searchTimer = 0;
document.addEventListener("input", (event) => {
  if (!(event.target instanceof HTMLInputElement) || !event.target.matches("[data-find]")) return;
  const address = new URL(location.href);
  address.searchParams.set("find", event.target.value);
  history.replaceState(null, "", address);
  clearTimeout(searchTimer);
  searchTimer = setTimeout(refresh, 150);
});

answerKeys((key) => {
  const chosen = { "/": "[data-find]", n: ".need.first a, .need.first button", k: ".need form button" }[key];
  const target = chosen ? document.querySelector(chosen) : null;
  if (!(target instanceof HTMLElement)) return false;
  target.focus();
  return true;
});

prepare();
const requestRefresh = pace(refresh, PAUSE_MS);
follow([], (change) => {
  if (change.kind === "lost") showConnection(true);
  else requestRefresh();
});
