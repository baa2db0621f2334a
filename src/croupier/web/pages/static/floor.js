// floor.js: the floor as it changes; seats fill, meters tick up.
// @ts-check
import { released } from "./page.js";
import { follow, lost } from "./live.js";

let waiting = false;

async function refresh() {
  waiting = false;
  const answer = await fetch(location.href, { headers: { "Croupier-Part": "main" } }).catch(() => null);
  lost(!answer);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
  await released();
  const here = document.getElementById("main");
  if (!next || !here || next.innerHTML === here.innerHTML) return;
  const focused = document.activeElement;
  const path = focused instanceof HTMLElement && here.contains(focused) ? focused.textContent : null;
  roll(here, next);
  here.replaceWith(next);
  if (path !== null) {
    const same = [...next.querySelectorAll("a, button")].find((one) => one.textContent === path);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  }
}

/**
 * A meter's figures roll up, never down, and never when the page is loaded.
 * @param {HTMLElement} here
 * @param {HTMLElement} next
 */
function roll(here, next) {
  const before = [...here.querySelectorAll("[data-meter]")].map(cents);
  [...next.querySelectorAll("[data-meter]")].forEach((meter, at) => {
    const from = before[at], to = cents(meter);
    if (!(to > from) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const start = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(1, (now - start) / 420);
      const value = Math.round(from + (to - from) * part);
      meter.textContent = `$${(value / 100).toLocaleString("en", { minimumFractionDigits: value % 100 ? 2 : 0 })}`;
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}

/** @param {Element} meter */
function cents(meter) { return Math.round(Number((meter.textContent || "").replace(/[$,]/g, "")) * 100); }

follow([], (event) => {
  if (event.kind === "lost") lost(true);
  if (waiting || event.kind === "lost") return;
  waiting = true;
  setTimeout(refresh, 400);
});
