// floor.js: the floor as it changes; seats fill, meters tick up.
// @ts-check
import { waitForRelease } from "./page.js";
import { follow, showConnection } from "./live.js";

const PAUSE_MS = 400;
const ROLL_MS = 420;
let isWaiting = false;

async function refresh() {
  isWaiting = false;
  const answer = await fetch(location.href, { headers: { "Croupier-Part": "main" } }).catch(() => null);
  showConnection(!answer);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
  await waitForRelease();
  const main = document.getElementById("main");
  if (!next || !main || next.innerHTML === main.innerHTML) return;
  const focus = document.activeElement;
  const label = focus instanceof HTMLElement && main.contains(focus) ? focus.textContent : null;
  rollMeters(main, next);
  main.replaceWith(next);
  if (label !== null) {
    const same = [...next.querySelectorAll("a, button")].find((one) => one.textContent === label);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  }
}

/**
 * Let meters roll up, never down, and never when the page is loaded.
 * @param {HTMLElement} main
 * @param {HTMLElement} next
 */
function rollMeters(main, next) {
  const before = [...main.querySelectorAll("[data-meter]")].map(readCents);
  [...next.querySelectorAll("[data-meter]")].forEach((meter, index) => {
    const from = before[index];
    const to = readCents(meter);
    if (!(to > from) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const start = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(1, (now - start) / ROLL_MS);
      const cents = Math.round(from + (to - from) * part);
      const digits = { minimumFractionDigits: cents % 100 ? 2 : 0 };
      meter.textContent = `$${(cents / 100).toLocaleString("en", digits)}`;
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}

/** @param {Element} meter */
function readCents(meter) {
  return Math.round(Number((meter.textContent || "").replace(/[$,]/g, "")) * 100);
}

follow([], (change) => {
  if (change.kind === "lost") {
    showConnection(true);
    return;
  }
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(refresh, PAUSE_MS);
});
