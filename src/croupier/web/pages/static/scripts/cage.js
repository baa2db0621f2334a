// cage.js: the cage as it changes, and the sum of the chips in a form while one types.
// Everything on the pages works without this script.
// @ts-check
import { waitForRelease } from "./page.js";
import { follow, pace, showConnection } from "./live.js";

const PAUSE_MS = 1_000;
const sum = document.querySelector("[data-chip-sum]");
const fields = [...document.querySelectorAll("input[data-chip]")];

/** Show what the chips that are typed so far are worth. */
function showSum() {
  let cents = 0;
  for (const field of fields) {
    if (field instanceof HTMLInputElement) {
      cents += Number(field.dataset.chip) * (Number.parseInt(field.value, 10) || 0);
    }
  }
  if (sum instanceof HTMLElement) {
    const dollars = (cents / 100).toLocaleString("en-AU", {
      minimumFractionDigits: cents % 100 ? 2 : 0,
    });
    sum.hidden = false;
    sum.textContent = `Together $${dollars}`;
  }
}

/** Fetch the page again and replace the parts that changed; what is typed stays where it is. */
async function refresh() {
  const answer = await fetch(location.href).catch(() => null);
  showConnection(!answer);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  await waitForRelease();
  for (const part of document.querySelectorAll("[data-part]")) {
    const fresh = next.querySelector(`[data-part="${part.getAttribute("data-part")}"]`);
    if (fresh && fresh.innerHTML !== part.innerHTML) replacePart(part, fresh);
  }
}

/**
 * Replace a part of the page; a link that had the focus keeps it.
 * @param {Element} part
 * @param {Element} fresh
 */
function replacePart(part, fresh) {
  const focus = document.activeElement;
  const address = focus instanceof HTMLAnchorElement && part.contains(focus) ? focus.href : null;
  part.replaceWith(fresh);
  const same = [...fresh.querySelectorAll("a")].find((link) => link.href === address);
  same?.focus({ preventScroll: true });
}

if (fields.length) {
  for (const field of fields) {
    field.addEventListener("input", showSum);
  }
  showSum();
}

const requestRefresh = pace(refresh, PAUSE_MS);
const table = document.getElementById("main")?.dataset.table;
follow(table ? [table] : [], (change) => {
  if (change.kind === "lost") showConnection(true);
  else if (["table", "cage", "desk", "floor", "open"].includes(change.kind)) requestRefresh();
});
