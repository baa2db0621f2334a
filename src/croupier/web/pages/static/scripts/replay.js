// replay.js: a round that plays by itself. Without it, every step is a link.
// @ts-check
import { findTarget, say } from "./page.js";

const STEP_MS = 1_400;
/** @type {number | undefined} */
let timer;

/** @returns {HTMLElement} */
function getMain() {
  return /** @type {HTMLElement} */ (document.getElementById("main"));
}

function isPlaying() {
  return timer !== undefined;
}

/** Name the button by what it does next; at the end it plays the round again. */
function nameButton() {
  const button = getMain().querySelector("button[data-play]");
  if (!(button instanceof HTMLElement)) return;
  button.hidden = false;
  const words = button.querySelector("span");
  const label = getNextLink() ? "Play" : "Play again";
  if (words) words.textContent = isPlaying() ? "Pause" : label;
}

/** @returns {HTMLAnchorElement | null} */
function getNextLink() {
  return getMain().querySelector("a[data-key=ArrowRight]");
}

/**
 * Show a step in place of the one that is shown.
 * @param {string} address
 */
async function showStep(address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) {
    pause();
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.getElementById("main");
  if (!next) return;
  const key = document.activeElement?.getAttribute("data-key");
  getMain().replaceWith(next);
  history.replaceState(null, "", address);
  nameButton();
  const same = key ? getMain().querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  say(getMain().querySelector(".question p")?.textContent?.replace(/\s+/g, " ").trim() ?? "");
}

function pause() {
  clearTimeout(timer);
  timer = undefined;
  nameButton();
}

/** Go on to the next step after a moment, until there is none. */
function play() {
  timer = setTimeout(async () => {
    const next = getNextLink();
    if (next) await showStep(next.href);
    if (!isPlaying()) return;
    if (getNextLink()) play();
    else pause();
  }, STEP_MS);
  nameButton();
}

document.addEventListener("click", async (event) => {
  if (findTarget(event, "button[data-play]")) {
    if (isPlaying()) {
      pause();
      return;
    }
    if (!getNextLink()) await showStep(`${location.pathname}?step=1`);
    play();
    return;
  }
  const link = findTarget(event, 'a[href^="?step="]');
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  pause();
  showStep(link.href);
});

nameButton();
const wantsRest = matchMedia("(prefers-reduced-motion: reduce)").matches;
if (!new URLSearchParams(location.search).has("step") && getNextLink() && !wantsRest) play();
