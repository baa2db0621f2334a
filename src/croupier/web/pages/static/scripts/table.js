// table.js: a table that is live. The server renders; this script fetches what changed, puts it in
// place, and lets new cards travel. Every form of the page works without it.
// @ts-check
import { answerKeys, findTarget, readForm, say, signInAgain, waitForRelease } from "./page.js";
import { enqueue, fetchRendering, follow, showConnection } from "./live.js";
import { playSounds } from "./sounds.js";

const CALLS = { h: "hit", s: "stand", d: "double", p: "split", u: "surrender", b: "bet", f: "fold" };
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
let lastWords = "";

/** Runs while a new phase of play settles. */
let settleTimer = 0;
/** The phase for which an answer is on its way. */
let answeredPhase = "";
/** Nobody reacts sooner: what is pressed within this time was meant for the phase before. */
const REACTION_MS = 150;

/** @returns {HTMLElement} */
function getMain() {
  return /** @type {HTMLElement} */ (document.getElementById("main"));
}

function getAddress() {
  return `/tables/${getMain().dataset.table}`;
}

/**
 * Put a new rendering in place of the old one.
 * @param {string} html
 */
function show(html) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  if (!next) return;
  const isOlder = Number(next.dataset.version) < Number(getMain().dataset.version);
  if (isOlder && !next.querySelector(".refused")) return;
  const before = new Set([...document.querySelectorAll("[data-card]")].map(getCardName));
  const newCards = [...next.querySelectorAll("[data-card]")].filter((card) => !before.has(getCardName(card)));
  const words = next.dataset.say || "";
  if (words !== lastWords) {
    lastWords = words;
    say(words);
  }
  playSounds(getMain(), next, newCards.length);
  swap(next);
  if (reducedMotion.matches) { for (const card of newCards) card.setAttribute("data-new", ""); }
  else if (!document.hidden) animate(newCards);
}

/**
 * Put a rendering into the page, with what somebody has opened, picked or typed meanwhile.
 * @param {HTMLElement} next
 */
function swap(next) {
  const focus = captureFocus();
  const popovers = carryChoices(next);
  // What is the same stays: nothing is taken from under a finger for nothing.
  if (getMain().isEqualNode(next)) return;
  notePhase(next);
  getMain().replaceWith(next);
  for (const id of popovers) document.getElementById(id)?.showPopover();
  showChips(next);
  restoreFocus(focus);
  updateCoach();
  startClock();
}

/**
 * Show in the bar what a player has after a rendering.
 * @param {HTMLElement} next
 */
function showChips(next) {
  const chips = document.querySelector("[data-purse]");
  if (chips && next.dataset.chips) chips.textContent = next.dataset.chips;
  const place = document.querySelector("[data-purse-is]");
  if (place && next.dataset.chipsAre) place.textContent = next.dataset.chipsAre;
}

/**
 * Note the time when another phase of play begins. Until somebody could have seen it, the bar takes
 * neither keys nor clicks: they were meant for what was there before.
 * @param {HTMLElement} next
 */
function notePhase(next) {
  if (next.dataset.phase === getMain().dataset.phase) return;
  answeredPhase = "";
  document.documentElement.setAttribute("data-settling", "");
  clearTimeout(settleTimer);
  settleTimer = setTimeout(() => document.documentElement.removeAttribute("data-settling"), REACTION_MS);
}

function isSettling() {
  return document.documentElement.hasAttribute("data-settling");
}

/** @param {Element} card */
function getCardName(card) {
  return `${card.getAttribute("data-card")}:${card.getAttribute("data-face")}`;
}

/** @type {Animation[]} */
let movements = [];
// The shoe is somewhere else then; a card on its way would widen the page.
addEventListener("resize", () => {
  for (const one of movements) one.cancel();
});

/**
 * Let new cards come from the shoe, each when the one before is half way. They are in their places
 * already: nobody waits for the movement.
 * @param {Element[]} cards
 */
function animate(cards) {
  const duration = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--move-card")) || 260;
  const shoe = document.querySelector(".shoe.right")?.getBoundingClientRect();
  // All places are read before anything moves: a read after a write would lay the page out again.
  const starts = cards.map((card) => {
    const place = card.getBoundingClientRect();
    const x = shoe && shoe.width ? shoe.left - place.left : innerWidth / 2 - place.left;
    const y = shoe && shoe.width ? shoe.top - place.top : -place.height * 2;
    return new DOMPoint(x, y).matrixTransform(new DOMMatrix().rotate(-measureTurn(card)));
  });
  movements = cards.map((card, index) => {
    const { x, y } = starts[index];
    return card.animate({ translate: [`${x}px ${y}px`, "0 0"], opacity: [0.2, 1] }, {
      duration,
      delay: index * duration / 2,
      fill: "backwards",
      easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
    });
  });
}

/**
 * Return by how many degrees everything around an element turns it: boxes lean towards the dealer.
 * @param {Element} element
 */
function measureTurn(element) {
  let degrees = 0;
  for (let around = element.parentElement; around && around !== getMain(); around = around.parentElement) {
    degrees += parseFloat(getComputedStyle(around).rotate) || 0;
  }
  return degrees;
}

/** Find what has the focus, so that a new rendering does not take it away. */
function captureFocus() {
  const focus = document.activeElement;
  if (!(focus instanceof HTMLElement) || !getMain().contains(focus)) return null;
  const text = focus instanceof HTMLInputElement ? focus.value : "";
  return { name: focus.getAttribute("name"), value: focus.getAttribute("value"), text };
}

/** @param {ReturnType<typeof captureFocus>} focus */
function restoreFocus(focus) {
  if (!focus || !focus.name) return;
  const fields = [...getMain().querySelectorAll(`[name="${CSS.escape(focus.name)}"]`)];
  const field = fields.find((one) => one.getAttribute("value") === focus.value) ?? fields[0];
  if (!(field instanceof HTMLElement)) return;
  if (field instanceof HTMLInputElement && field.type !== "radio") field.value = focus.text;
  field.focus({ preventScroll: true });
}

/**
 * Keep open what is open, the chip that is picked, and an amount that is being typed.
 * @param {HTMLElement} next
 * @returns {string[]} what is to be opened when the rendering is in place
 */
function carryChoices(next) {
  for (const details of getMain().querySelectorAll("details[id]")) {
    const same = next.querySelector(`#${details.id}`);
    if (same instanceof HTMLDetailsElement) same.open = details.hasAttribute("open");
  }
  const chip = getMain().querySelector("input[name=chip]:checked");
  if (chip instanceof HTMLInputElement) {
    const same = next.querySelector(`input[name=chip][value="${chip.value}"]`);
    if (same instanceof HTMLInputElement) same.checked = true;
  }
  const amount = findAmount(getMain());
  const nextAmount = findAmount(next);
  if (amount && nextAmount) nextAmount.value = amount.value;
  const open = [...getMain().querySelectorAll("[popover]:popover-open")];
  for (const flyout of open) {
    for (const field of flyout.querySelectorAll("input:not([type=hidden])")) {
      const same = next.querySelector(`#${flyout.id} input[name="${field.getAttribute("name")}"]`);
      if (same instanceof HTMLInputElement && field instanceof HTMLInputElement) same.value = field.value;
    }
  }
  return open.map((one) => one.id);
}

/**
 * @param {HTMLElement} main
 * @returns {HTMLInputElement | null} where another amount than the chip's is typed
 */
function findAmount(main) {
  return main.querySelector("input[form=laying][name=amount]");
}

async function refresh() {
  const html = await fetchRendering(getAddress(), undefined, signInAgain);
  await waitForRelease();
  // A refusal stays to be read until the table goes on, or something else is asked for.
  const isSame = html.includes(`data-version="${getMain().dataset.version}"`);
  if (html && !(isSame && getMain().querySelector(".refused"))) show(html);
}

/**
 * Send a form, and show what the server answers: the table after it, or why it was refused.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} body
 * @param {string} words what the button said
 */
async function send(form, body, words) {
  const html = await fetchRendering(form.action, body, signInAgain, () => showPending(words));
  showPending("");
  answeredPhase = "";
  if (!html) return;
  if (form.closest("[popover]") || form.id === "saving") closePopovers();
  show(html);
  const amount = findAmount(getMain());
  if (form.id === "laying" && amount) amount.value = "";
}

function closePopovers() {
  for (const flyout of document.querySelectorAll("[popover]:popover-open")) {
    if (flyout instanceof HTMLElement) flyout.hidePopover();
  }
}

/**
 * Say that something waits for the connection. When that is back it is sent for the phase it was
 * pressed in; the server drops it if that phase is over.
 * @param {string} words
 */
function showPending(words) {
  const place = document.querySelector("[data-pending]");
  if (!(place instanceof HTMLElement)) return;
  place.hidden = !words;
  place.textContent = words ? `${words} waits for the connection. It is dropped if the table moves on.` : "";
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.hasAttribute("data-live")) return;
  event.preventDefault();
  const body = readForm(form, event.submitter);
  // Two clicks on a spot are two chips; two on an answer are one answer.
  if (form.id === "laying") body.append("click", crypto.randomUUID());
  if (form.id === "betting" && body.get("what") === "undo") body.append("click", crypto.randomUUID());
  if (form.hasAttribute("data-once")) {
    const phase = String(body.get("phase"));
    if (phase === answeredPhase) return;
    answeredPhase = phase;
  }
  const words = event.submitter?.lastChild?.textContent?.trim() || "What you pressed";
  enqueue(() => send(form, body, words));
});

// What is pressed before anybody could have seen the new phase belongs to the one before.
for (const kind of ["keydown", "click"]) {
  document.addEventListener(kind, (event) => {
    if (!isSettling()) return;
    const isCall = event instanceof KeyboardEvent
      ? !["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key) && !findTarget(event, "input:not([type=radio])")
      : Boolean(findTarget(event, ".calls button, button.lay"));
    if (!isCall || !event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

// A key of a call that is not lawful now is answered with the refusal, not with silence.
answerKeys((key) => {
  if (key === "w") return openFirstClause();
  if (key.startsWith("Arrow")) return moveToSpot(key);
  const form = document.getElementById("calling");
  const call = CALLS[/** @type {keyof typeof CALLS} */ (key)];
  if (!call || !(form instanceof HTMLFormElement) || getMain().querySelector(".betting")) return false;
  /** @type {HTMLInputElement} */ (form.elements.namedItem("call")).value = call;
  form.requestSubmit();
  return true;
});

/** Open the clause of the first line, or of the question where there is no line. */
function openFirstClause() {
  const mark = document.querySelector(".lines a[data-clause], .question a[data-clause]");
  if (!(mark instanceof HTMLElement)) return false;
  mark.click();
  return true;
}

/**
 * Go from spot to spot with arrows; Enter lays there.
 * @param {string} key
 */
function moveToSpot(key) {
  const spots = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("button.lay")]);
  if (!spots.length) return false;
  const own = spots.findIndex((spot) => spot.closest(".own"));
  const current = spots.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const step = key === "ArrowLeft" || key === "ArrowDown" ? 1 : -1;
  const next = current < 0 ? Math.max(own, 0) : (current + step + spots.length) % spots.length;
  spots[next].focus();
  return true;
}

// Chips are dragged onto a spot as well as clicked.
document.addEventListener("dragstart", (event) => {
  const chip = findTarget(event, ".rack label")?.querySelector("input");
  if (!chip) return;
  chip.checked = true;
  event.dataTransfer?.setData("text/plain", chip.value);
});
document.addEventListener("dragover", (event) => {
  if (findTarget(event, "button.lay")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  const spot = findTarget(event, "button.lay");
  if (!spot) return;
  event.preventDefault();
  spot.click();
});

const LAST_SECONDS = 10;
/** @type {number | undefined} */
let clockTimer;

/** Let the clock count down, and speak once, at ten seconds. */
function startClock() {
  clearInterval(clockTimer);
  const clock = document.querySelector(".clock");
  if (!(clock instanceof HTMLElement)) return;
  const words = document.querySelector("[data-left]");
  const whole = Number(clock.dataset.of);
  const end = performance.now() + Number(clock.dataset.seconds) * 1000;
  clockTimer = setInterval(() => {
    const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    const figure = clock.querySelector("b");
    if (figure && figure.textContent !== String(seconds)) {
      figure.textContent = String(seconds);
      if (words) words.textContent = String(seconds);
      clock.querySelector(".left")?.setAttribute("stroke-dasharray", `${100 * seconds / whole} 100`);
      const isOurTurn = document.querySelector(".turn-bar:not(.waiting)");
      if (seconds === LAST_SECONDS && isOurTurn) say("Ten seconds left.");
    }
    if (!seconds) clearInterval(clockTimer);
  }, 250);
}

/** At a practice table: what each choice is worth, and for which version of the table. */
let advice = "";
let adviceVersion = "";
const THINKING = '<p class="soft">The coach works it out.</p>';

/** Fetch the coach's advice, which comes beside the table and later than it. */
async function updateCoach() {
  const coach = document.querySelector("[data-coach]");
  if (!(coach instanceof HTMLElement)) return;
  const place = coach.querySelector("[data-advice]");
  const version = String(getMain().dataset.version);
  if (place) place.innerHTML = adviceVersion === version ? advice : THINKING;
  const path = String(coach.dataset.coach);
  const answer = await fetch(path, { headers: { "Croupier-Part": "main" } }).catch(() => null);
  const html = answer?.ok ? await answer.text() : "";
  const currentPlace = document.querySelector("[data-coach] [data-advice]");
  if (!html || !currentPlace || getMain().dataset.version !== version) return;
  [advice, adviceVersion] = [html, version];
  currentPlace.innerHTML = html;
}

/** The version that the page waits for; 0 if it waits for none. */
let awaitedVersion = 0;

/**
 * Fetch the table when what is under way is done; one request serves all who ask meanwhile. The
 * answer to a form is often a rendering of that version already: then nothing is fetched.
 * @param {number} version
 */
function requestRefresh(version) {
  const isWaiting = awaitedVersion > 0;
  awaitedVersion = Math.max(awaitedVersion, version);
  if (isWaiting) return;
  enqueue(() => {
    const isThere = awaitedVersion <= Number(getMain().dataset.version);
    awaitedVersion = 0;
    return isThere ? undefined : refresh();
  });
}

/** Whatever the page shows may be old: after a lost connection, or while nobody looked. */
const ANY_VERSION = Infinity;

if (getMain()?.dataset.table && !getMain().dataset.still) {
  startClock();
  updateCoach();
  lastWords = getMain().dataset.say || "";
  follow([String(getMain().dataset.table)], (change) => {
    if (change.kind === "lost") {
      showConnection(true);
      return;
    }
    if (change.kind === "open") showConnection(false);
    const { table, version } = getMain().dataset;
    const isNews = change.table === table && Number(change.version) > Number(version);
    if (change.kind === "table" && !isNews) return;
    requestRefresh(change.kind === "table" ? Number(change.version) : ANY_VERSION);
  });
  addEventListener("online", () => requestRefresh(ANY_VERSION));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) requestRefresh(ANY_VERSION);
  });
}
