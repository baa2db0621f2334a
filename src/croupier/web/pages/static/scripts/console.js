// console.js: a dealer's hands are on the cards; two keys enter one, a few keys a wager.
// Every form of the page works without this script.
// @ts-check
import { answerKeys, findTarget, readForm, say, signInAgain, waitForRelease } from "./page.js";
import { enqueue, fetchRendering, follow, showConnection } from "./live.js";

const RANKS = "a23456789tjqk";
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
/** The first of the two keys for a card; empty before it is typed. */
let rank = "";
/** @type {{box: string, on: string, amount: string} | null} */
let wager = null;
let keyCount = 0;
/** Whether the table changed while somebody was typing, so that it is shown afterwards. */
let isStale = false;
/** @type {Set<string>} Lines of the settlement that are ticked here, of which the server has not answered yet. */
const sentTicks = new Set();

/** @returns {HTMLElement} */
function getMain() {
  return /** @type {HTMLElement} */ (document.getElementById("main"));
}

function getAddress() {
  return `/tables/${getMain().dataset.table}/console`;
}

/** @param {string} html */
function show(html) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  if (!next) return;
  const words = next.dataset.say || "";
  if (words !== getMain().dataset.say) say(words);
  keepFinder(next);
  getMain().replaceWith(next);
  showEntry();
  showLines();
  setZones();
  const field = next.querySelector("#report input:not([type=hidden]), #report select");
  if (field instanceof HTMLElement && !next.querySelector("#report input[name=confirmed]")) field.focus();
}

/**
 * @param {string} path
 * @param {URLSearchParams} [body]
 */
async function send(path, body) {
  const html = await fetchRendering(path, body, signInAgain);
  if (html) show(html);
}

/**
 * Send fields that were typed as keys, for the table as it is shown when their turn comes.
 * @param {string} path
 * @param {Record<string, string>} fields
 */
function post(path, fields) {
  const body = new URLSearchParams(fields);
  body.set("click", crypto.randomUUID());
  enqueue(() => {
    body.set("version", getMain().dataset.version ?? "");
    return send(path, body);
  });
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.hasAttribute("data-live")) return;
  event.preventDefault();
  const body = readForm(form, event.submitter);
  if (form.matches("[data-tick]")) sendTick(form.action, body);
  else enqueue(() => send(form.action, body));
});

/**
 * Tick a line off, or take its tick back. It shows at once, so that the next key ticks the next line.
 * @param {string} path
 * @param {URLSearchParams} body
 */
function sendTick(path, body) {
  const line = String(body.get("line"));
  if (body.get("done") === "yes") sentTicks.add(line);
  showLines();
  enqueue(async () => {
    const html = await fetchRendering(path, body, signInAgain);
    sentTicks.delete(line);
    if (html) showSettlement(html);
    else showLines();
  });
}

/**
 * Show the ticks of a new rendering, and leave alone what else is on the page: what to say aloud, and a report that
 * somebody is writing. If the table has changed too, show all of it.
 * @param {string} html
 */
function showSettlement(html) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  const section = next?.querySelector(".settle");
  const before = getMain().querySelector(".settle");
  const isSame = next?.dataset.version === getMain().dataset.version && !next?.querySelector(".refused");
  if (section && before && isSame) {
    const hasFocus = before.contains(document.activeElement);
    before.replaceWith(section);
    showLines();
    const button = section.querySelector("tr.now button");
    if (hasFocus && button instanceof HTMLElement) button.focus({ preventScroll: true });
  } else if (isTyping()) {
    isStale = true;
  } else {
    show(html);
  }
}

async function refreshSettlement() {
  const html = await fetchRendering(getAddress(), undefined, signInAgain);
  if (html) showSettlement(html);
}

document.addEventListener("click", (event) => {
  const link = findTarget(event, "a[data-live-link]");
  if (link instanceof HTMLAnchorElement) {
    event.preventDefault();
    enqueue(() => send(link.href));
  }
});

/** Send times with the zone of this browser, and say so where it is not the house's. */
function setZones() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const field of document.querySelectorAll("input[data-zone]")) {
    if (!(field instanceof HTMLInputElement) || !zone || field.dataset.zone === zone) continue;
    field.value = zone;
    if (field.nextElementSibling) field.nextElementSibling.textContent = `By your clock, ${zone}.`;
  }
}

/** Show which line of the settlement is next, and how many are left, with those just ticked here. */
function showLines() {
  const lines = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-line]")]);
  const next = lines.find((line) => !isDone(line));
  for (const line of lines) {
    line.className = isDone(line) ? "done" : line === next ? "now" : "";
    const button = line.querySelector("button.tick");
    if (!(button instanceof HTMLElement)) continue;
    button.hidden = isDone(line);
    if (line === next) button.setAttribute("data-key", " ");
    else button.removeAttribute("data-key");
  }
  const count = document.querySelector("[data-left]");
  if (count) count.textContent = `${lines.filter(isDone).length} of ${lines.length} done`;
}

/** @param {HTMLElement} line */
function isDone(line) {
  return line.hasAttribute("data-done") || sentTicks.has(String(line.dataset.line));
}

/** Show the keys of a card or a wager so far. */
function showEntry() {
  const slot = document.querySelector("[data-rank]");
  if (slot) {
    slot.textContent = rank ? (rank === "t" ? "10" : rank.toUpperCase()) : "rank";
    slot.classList.toggle("empty", !rank);
  }
  const form = document.getElementById("wager-entry");
  if (!(form instanceof HTMLFormElement)) return;
  for (const name of /** @type {const} */ (["box", "amount"])) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = wager ? wager[name] : "";
  }
  form.classList.toggle("open", Boolean(wager));
}

/**
 * Take a key as part of a wager.
 * @param {string} key
 * @returns {boolean} whether it is one, as all are until the wager is sent or given up
 */
function takeWagerKey(key) {
  if (!wager) return false;
  if (key === "Escape") {
    wager = null;
  } else if (key === "Enter") {
    post(`${getAddress()}/wager`, wager);
    wager = null;
  } else if (key === "Backspace") {
    wager.amount = wager.amount.slice(0, -1);
  } else if (!wager.box && /^[1-9]$/.test(key)) {
    wager.box = key;
  } else if (wager.box && /^[0-9.]$/.test(key)) {
    wager.amount += key;
  } else if (wager.box && !wager.amount && /^[a-z]$/.test(key)) {
    wager.on += key;
  }
  showEntry();
  return true;
}

/**
 * Take the key that begins a wager.
 * @param {string} key
 */
function beginWager(key) {
  if (key !== "w" || rank) return false;
  wager = { box: "", on: "", amount: "" };
  showEntry();
  return true;
}

/**
 * Take a key as the rank or the suit of a card, where the page asks for one.
 * @param {string} key
 */
function takeCardKey(key) {
  if (!document.getElementById("card-entry") || document.getElementById("report")) return false;
  const suit = SUITS[/** @type {keyof typeof SUITS} */ (key)];
  if (rank && suit) {
    const slot = document.querySelector("[data-suit]");
    if (slot) {
      slot.textContent = suit;
      slot.classList.remove("empty");
    }
    post(`${getAddress()}/card`, { card: rank.toUpperCase() + key.toUpperCase() });
    rank = "";
    return true;
  }
  const name = key === "0" ? "t" : key;
  if (key === "Backspace" || key === "Escape") rank = "";
  else if (key.length === 1 && RANKS.includes(name)) rank = name;
  else return false;
  showEntry();
  return true;
}

/**
 * In the menu of what went wrong, let arrows go up and down, and a figure pick.
 * @param {string} key
 */
function takeMenuKey(key) {
  const focus = document.activeElement;
  if (!(focus instanceof HTMLElement) || !focus.closest(".menu")) return false;
  const entries = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".menu a")]);
  const index = entries.indexOf(focus);
  const entry = document.querySelector(`[data-entry="${CSS.escape(key)}"]`);
  if (key === "ArrowDown") entries.at((index + 1) % entries.length)?.focus();
  else if (key === "ArrowUp") entries.at(index - 1)?.focus();
  else if (key === "Escape") focus.blur();
  else if (entry instanceof HTMLElement && /^[1-9]$/.test(key)) entry.click();
  else return false;
  return true;
}

/** @param {KeyboardEvent} event */
function countKey(event) {
  if (event.key.length !== 1 && event.key !== "Enter") return;
  keyCount += 1;
  const count = document.querySelector("[data-keys]");
  if (count) count.textContent = `${keyCount} keys since the page was opened`;
}

// Suits, calls and wagers share letters; the keys before say which is meant. So this runs before
// the buttons have their turn.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  countKey(event);
  if (event.target instanceof Element && event.target.matches("input, select, textarea")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (takeMenuKey(event.key) || takeWagerKey(key) || beginWager(key) || takeCardKey(key)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);

/**
 * Leave the list of every command open in a new rendering, if it is open now.
 * @param {HTMLElement} next
 */
function keepFinder(next) {
  const every = next.querySelector("[data-every]");
  const open = document.querySelector("[data-every][open]");
  if (open && every instanceof HTMLDetailsElement) every.open = true;
}

/** Open the list of every command, ready to type a part of a name. */
function openFinder() {
  const every = document.querySelector("[data-every]");
  const field = document.querySelector("[data-find]");
  if (!(every instanceof HTMLDetailsElement) || !(field instanceof HTMLInputElement)) return false;
  every.open = true;
  const label = field.closest("label");
  if (label) label.hidden = false;
  field.focus();
  every.scrollIntoView({ block: "nearest" });
  return true;
}

/**
 * Show the commands whose names have all the words that were typed.
 * @param {HTMLInputElement} field
 */
function findCommands(field) {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const section of document.querySelectorAll("[data-every] section")) {
    let found = 0;
    for (const entry of section.querySelectorAll("li")) {
      const name = (entry.textContent ?? "").toLowerCase();
      entry.hidden = !words.every((word) => name.includes(word));
      found += Number(!entry.hidden);
    }
    /** @type {HTMLElement} */ (section).hidden = found === 0;
    count += found;
  }
  const none = document.querySelector("[data-none]");
  if (none instanceof HTMLElement) none.hidden = count > 0;
}

document.addEventListener("input", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.matches("[data-find]")) findCommands(event.target);
});

document.addEventListener("click", (event) => {
  const every = findTarget(event, "[data-every] > summary")?.parentElement;
  if (every instanceof HTMLDetailsElement && !every.open && openFinder()) event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && openFinder()) event.preventDefault();
  if (!(event.target instanceof HTMLInputElement) || !event.target.matches("[data-find]")) return;
  if (event.key === "Enter") {
    const first = document.querySelector("[data-every] section:not([hidden]) li:not([hidden]) a");
    if (first instanceof HTMLElement) first.click();
    event.preventDefault();
  } else if (event.key === "Escape") {
    event.target.value = "";
    findCommands(event.target);
    event.target.blur();
  }
});

answerKeys((key) => {
  if (key === "/") return openFinder();
  if (key !== "!") return false;
  document.querySelector(".wrong a")?.scrollIntoView({ block: "nearest" });
  /** @type {HTMLElement | null} */ (document.querySelector(".wrong .menu a"))?.focus();
  return true;
});

/** Show the table as it is now, unless somebody has begun to type in the meantime. */
async function refresh() {
  const html = await fetchRendering(getAddress(), undefined, signInAgain);
  await waitForRelease();
  isStale = isTyping();
  if (html && !isStale) show(html);
}

/** Whether somebody is in the middle of a report, a wager or a card. */
function isTyping() {
  const field = getMain().querySelector(".entries :focus, [data-find]:focus");
  return Boolean(document.getElementById("report") || wager || rank || field);
}

setZones();
follow([String(getMain().dataset.table)], (change) => {
  if (change.kind === "lost") {
    showConnection(true);
    return;
  }
  if (change.kind === "open") showConnection(false);
  else if (change.table !== getMain().dataset.table) return;
  else if (change.kind === "ticks") return enqueue(refreshSettlement);
  else if (change.kind !== "table") return;
  enqueue(() => {
    if (change.kind === "table" && Number(change.version) <= Number(getMain().dataset.version)) return;
    isStale = isTyping();
    return isStale ? undefined : refresh();
  });
});

// What changed while somebody filled a field in is shown when they leave it.
document.addEventListener("focusout", () =>
  setTimeout(() => {
    if (!isStale || isTyping()) return;
    isStale = false;
    enqueue(refresh);
  }));
