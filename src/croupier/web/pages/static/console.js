// console.js: a dealer's hands are on the cards; two keys enter one, a few keys a wager.
// Every form of the page works without this script.
// @ts-check
import { answerKeys, released, say, signInAgain } from "./page.js";
import { follow, lost, rendering } from "./live.js";

const RANKS = "a23456789tjqk";
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
let rank = "";
/** @type {{box: string, on: string, amount: string} | null} */
let wager = null;
/** What is under way; one thing comes after the other, and a fault in one does not stop the next. */
let busy = Promise.resolve();
/** @param {() => Promise<void> | void} work */
function queue(work) { busy = busy.then(work).catch((fault) => console.error(fault)); }
let keys = 0;
let missed = false;
/** @type {Set<string>} Lines of the settlement that were worked off. */
const ticked = new Set();

/** @returns {HTMLElement} */
function main() { return /** @type {HTMLElement} */ (document.getElementById("main")); }
function address() { return `/tables/${main().dataset.table}/console`; }

/** @param {string} html */
function show(html) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  if (!next) return;
  const words = next.dataset.say || "";
  if (words !== main().dataset.say) say(words);
  main().replaceWith(next);
  typed();
  ticks();
  zones();
  const field = main().querySelector("#report input:not([type=hidden]), #report select");
  if (field instanceof HTMLElement && !main().querySelector("#report input[name=confirmed]")) field.focus();
}

/**
 * @param {string} path
 * @param {URLSearchParams} [body]
 */
async function ask(path, body) {
  const html = await rendering(path, body, signInAgain);
  if (html) show(html);
}

/** @param {Record<string, string>} fields */
function post(path, fields) {
  const body = new URLSearchParams(fields);
  body.set("click", crypto.randomUUID());
  queue(() => { body.set("version", main().dataset.version ?? ""); return ask(path, body); });
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.hasAttribute("data-live")) return;
  event.preventDefault();
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, /** @type {HTMLElement | null} */ (event.submitter))) body.append(name, String(value));
  queue(() => ask(form.action, body));
});
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-live-link]") : null;
  if (link instanceof HTMLAnchorElement) { event.preventDefault(); queue(() => ask(link.href)); }
  const tick = event.target instanceof Element ? event.target.closest("[data-tick]") : null;
  const row = tick?.closest("[data-line]");
  if (row instanceof HTMLElement) { ticked.add(String(row.dataset.line)); ticks(); }
});

/** Send times with the zone of this browser, and say so where it is not the house's. */
function zones() {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const field of document.querySelectorAll("input[data-zone]")) {
    if (!(field instanceof HTMLInputElement) || !here || field.dataset.zone === here) continue;
    field.value = here;
    if (field.nextElementSibling) field.nextElementSibling.textContent = `By your clock, ${here}.`;
  }
}

/** Show which line of the settlement is next, and how many are left. */
function ticks() {
  const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-line]")]);
  let first = true;
  for (const row of rows) {
    const done = ticked.has(String(row.dataset.line));
    row.className = done ? "done" : first ? "now" : "";
    const button = row.querySelector("[data-tick]");
    if (button instanceof HTMLElement) {
      button.hidden = done;
      if (!done && first) button.setAttribute("data-key", " "); else button.removeAttribute("data-key");
    }
    if (!done) first = false;
  }
  const left = document.querySelector("[data-left]");
  const done = rows.filter((row) => row.className === "done").length;
  if (left) left.textContent = rows.length ? `${done} of ${rows.length} done` : "";
}

/** Show what was typed so far. */
function typed() {
  const first = document.querySelector("[data-rank]");
  if (first) { first.textContent = rank ? (rank === "t" ? "10" : rank.toUpperCase()) : "rank"; first.classList.toggle("empty", !rank); }
  const form = document.getElementById("wager-entry");
  if (form instanceof HTMLFormElement) {
    for (const name of ["box", "amount"]) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = wager ? wager[/** @type {"box"} */ (name)] : "";
    }
    form.classList.toggle("open", Boolean(wager));
  }
}

/** @param {string} key */
function wagerKey(key) {
  if (!wager) return false;
  if (key === "Escape") wager = null;
  else if (key === "Enter") {
    post(`${address()}/wager`, wager);
    wager = null;
  } else if (key === "Backspace") wager.amount = wager.amount.slice(0, -1);
  else if (!wager.box && /^[1-9]$/.test(key)) wager.box = key;
  else if (wager.box && /^[0-9.]$/.test(key)) wager.amount += key;
  else if (wager.box && !wager.amount && /^[a-z]$/.test(key)) wager.on += key;
  typed();
  return true;
}

/** @param {string} key */
function cardKey(key) {
  const suit = SUITS[/** @type {keyof typeof SUITS} */ (key)];
  if (rank && suit) {
    const slot = document.querySelector("[data-suit]");
    if (slot) { slot.textContent = suit; slot.classList.remove("empty"); }
    post(`${address()}/card`, { card: rank.toUpperCase() + key.toUpperCase() });
    rank = "";
    return true;
  }
  if (key === "Backspace" || key === "Escape") { rank = ""; typed(); return true; }
  const asked = key === "0" ? "t" : key;
  if (key.length === 1 && RANKS.includes(asked)) { rank = asked; typed(); return true; }
  return false;
}

/**
 * In the menu of what went wrong, arrows go up and down, and a figure picks.
 * @param {string} key
 */
function menuKey(key) {
  const here = document.activeElement?.closest(".menu");
  if (!here) return false;
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".menu a")]);
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (key === "ArrowDown" || key === "ArrowUp") { all.at((at + (key === "ArrowDown" ? 1 : -1)) % all.length)?.focus(); return true; }
  if (key === "Escape") { all[at].blur(); return true; }
  const picked = document.querySelector(`[data-deed="${CSS.escape(key)}"]`);
  if (picked instanceof HTMLElement && /^[1-9]$/.test(key)) { picked.click(); return true; }
  return false;
}

// Suits, calls and wagers share letters; what was typed before says which is meant. This is asked
// before the buttons are.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const field = event.target instanceof Element && event.target.matches("input, select, textarea");
  if (event.key.length === 1 || event.key === "Enter") {
    keys += 1;
    const count = document.querySelector("[data-keys]");
    if (count) count.textContent = `${keys} keys since the page was opened`;
  }
  if (field) return;
  if (menuKey(event.key)) { event.preventDefault(); event.stopImmediatePropagation(); return; }
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const entering = document.getElementById("card-entry");
  const taken = wagerKey(key)
    || (key === "w" && !rank && ((wager = { box: "", on: "", amount: "" }), typed(), true))
    || (entering && !document.getElementById("report") && cardKey(key));
  if (taken) { event.preventDefault(); event.stopImmediatePropagation(); }
}, true);

answerKeys((key) => {
  if (key === "!") { document.querySelector(".wrong a")?.scrollIntoView({ block: "nearest" }); /** @type {HTMLElement | null} */ (document.querySelector(".wrong .menu a"))?.focus(); return true; }
  return false;
});

ticks();
zones();
follow([String(main().dataset.table)], (event) => {
  if (event.kind === "lost") { lost(true); return; }
  if (event.kind === "open") lost(false);
  else if (event.kind !== "table" || event.table !== main().dataset.table) return;
  const known = () => event.kind === "table" && Number(event.version) <= Number(main().dataset.version);
  queue(() => {
    if (known()) return undefined;
    missed = unfinished();
    return missed ? undefined : refresh();
  });
});
// What changed while a field was being filled in is shown when it is left.
document.addEventListener("focusout", () => setTimeout(() => {
  if (!missed || unfinished()) return;
  missed = false;
  queue(refresh);
}));

/** Show the table as it is now, unless somebody has begun to type since it was asked for. */
async function refresh() {
  const html = await rendering(address(), undefined, signInAgain);
  await released();
  missed = unfinished();
  if (html && !missed) show(html);
}

/** Whether somebody is in the middle of a report, a wager or a card. */
function unfinished() {
  return Boolean(document.getElementById("report") || wager || rank || main().querySelector(".entries :focus"));
}
