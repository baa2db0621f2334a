// table.js: a table that is live. The server renders; this script fetches what changed, puts it in
// place, and lets new cards travel. Every form of the page works without it.
// @ts-check
import { answerKeys, released, say, signInAgain } from "./page.js";
import { follow, lost, rendering } from "./live.js";

const CALLS = { h: "hit", s: "stand", d: "double", p: "split", u: "surrender", b: "bet", f: "fold" };
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** What is under way; one thing comes after the other, and a fault in one does not stop the next. */
let busy = Promise.resolve();
/** @param {() => Promise<void> | void} work */
function queue(work) { busy = busy.then(work).catch((fault) => console.error(fault)); }
let lastSaid = "";
/** How many renderings came, and which of them was put in place last. */
let renderings = 0, placed = 0;

/** Whether the deal was asked for here, and when a round began without that. */
let dealAsked = false, begunUnasked = -Infinity;
const SURPRISE_MS = 800;

/** @returns {HTMLElement} */
function main() { return /** @type {HTMLElement} */ (document.getElementById("main")); }
function address() { return `/tables/${main().dataset.table}`; }

/**
 * Put a new rendering in the place of the old one.
 * @param {string} html
 */
function show(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const next = parsed.getElementById("main");
  if (!next) return;
  if (Number(next.dataset.version) < Number(main().dataset.version) && !next.querySelector(".refused")) return;
  const before = new Set([...document.querySelectorAll("[data-card]")].map(nameOf));
  const focus = remembered();
  const turn = ++renderings;
  const swap = () => {
    // Movement may hold one rendering back while the next is shown already: it then comes too late.
    if (turn < placed) return;
    placed = turn;
    keepPicked(next);
    surprised(next);
    main().replaceWith(next);
    const chips = document.querySelector("[data-purse]");
    if (chips && next.dataset.chips) chips.textContent = next.dataset.chips;
    const where = document.querySelector("[data-purse-is]");
    if (where && next.dataset.chipsAre) where.textContent = next.dataset.chipsAre;
    restore(focus);
    coach();
    tick();
  };
  const fresh = [...next.querySelectorAll("[data-card]")].filter((one) => !before.has(nameOf(one)));
  const words = next.dataset.say || "";
  if (words !== lastSaid) { lastSaid = words; say(words); }
  if (!fresh.length || !document.startViewTransition || still.matches || document.hidden) {
    swap();
    if (still.matches) for (const one of fresh) one.setAttribute("data-new", "");
    return;
  }
  travel(swap, fresh);
}

/**
 * Keep in mind when a round begins that nobody here has asked for.
 * @param {HTMLElement} next
 */
function surprised(next) {
  const before = Boolean(main().querySelector(".betting")), after = Boolean(next.querySelector(".betting"));
  if (before && !after && !dealAsked) begunUnasked = performance.now();
  if (after && !before) dealAsked = false;
}

/** @param {Element} card */
function nameOf(card) { return `${card.getAttribute("data-card")}:${card.getAttribute("data-face")}`; }

/**
 * Let new cards come from the shoe, each when the one before is half way.
 * @param {() => void} swap
 * @param {Element[]} fresh
 */
function travel(swap, fresh) {
  const named = fresh.map((card) => /** @type {SVGElement} */ (card));
  // A tab that nobody looks at draws no frames: there the table changes without movement.
  let done = false;
  const once = () => { if (!done) { done = true; swap(); } };
  const transition = document.startViewTransition(() => {
    for (const card of named) card.style.viewTransitionName = `card-${card.dataset.card}`;
    once();
  });
  setTimeout(() => { if (!done) { transition.skipTransition(); once(); } }, 250);
  const style = getComputedStyle(document.documentElement);
  const time = parseFloat(style.getPropertyValue("--move-card")) || 260;
  transition.ready.then(() => {
    const shoe = document.querySelector(".shoe.right")?.getBoundingClientRect();
    named.forEach((card, at) => {
      const place = card.getBoundingClientRect();
      const from = shoe && shoe.width ? { x: shoe.left - place.left, y: shoe.top - place.top } : { x: innerWidth / 2 - place.left, y: -place.height * 2 };
      document.documentElement.animate(
        { translate: [`${from.x}px ${from.y}px`, "0 0"], opacity: [0.2, 1] },
        { duration: time, delay: at * time / 2, fill: "backwards", easing: "cubic-bezier(0.2, 0.8, 0.2, 1)", pseudoElement: `::view-transition-group(card-${card.dataset.card})` },
      );
    });
  }).catch(() => {});
  transition.finished.finally(() => { for (const card of named) card.style.viewTransitionName = ""; });
}

/** What has the focus, so that a new rendering does not take it away. */
function remembered() {
  const one = document.activeElement;
  if (!(one instanceof HTMLElement) || !main().contains(one)) return null;
  const value = one instanceof HTMLInputElement ? one.value : "";
  return { name: one.getAttribute("name"), key: one.getAttribute("data-key"), value: one.getAttribute("value"), typed: value };
}

/** @param {ReturnType<typeof remembered>} kept */
function restore(kept) {
  if (!kept || !kept.name) return;
  const same = [...main().querySelectorAll(`[name="${CSS.escape(kept.name)}"]`)];
  const found = same.find((one) => one.getAttribute("value") === kept.value) ?? same[0];
  if (!(found instanceof HTMLElement)) return;
  if (found instanceof HTMLInputElement && found.type !== "radio") found.value = kept.typed;
  found.focus({ preventScroll: true });
}

/**
 * The chip that is picked stays picked, and an amount that is being typed stays typed.
 * @param {HTMLElement} next
 */
function keepPicked(next) {
  for (const one of main().querySelectorAll("details[id]")) {
    const same = next.querySelector(`#${one.id}`);
    if (same instanceof HTMLDetailsElement) same.open = /** @type {HTMLDetailsElement} */ (one).open;
  }
  const chip = main().querySelector("input[name=chip]:checked");
  const same = chip && next.querySelector(`input[name=chip][value="${/** @type {HTMLInputElement} */ (chip).value}"]`);
  if (same instanceof HTMLInputElement) same.checked = true;
  const typed = main().querySelector("#laying input[name=amount]");
  const field = next.querySelector("#laying input[name=amount]");
  if (typed instanceof HTMLInputElement && field instanceof HTMLInputElement) field.value = typed.value;
}

async function refresh() {
  const html = await rendering(address(), undefined, signInAgain);
  await released();
  // A refusal stays to be read until the table goes on, or something else is asked for.
  const same = html.includes(`data-version="${main().dataset.version}"`);
  if (html && !(same && main().querySelector(".refused"))) show(html);
}

/**
 * Send a form, and show what the server answers: the table after it, or why it was refused.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} body
 */
async function send(form, body) {
  const html = await rendering(form.action, body, signInAgain);
  if (!html) return;
  show(html);
  const typed = main().querySelector("#laying input[name=amount]");
  if (form.id === "laying" && typed instanceof HTMLInputElement) typed.value = "";
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.hasAttribute("data-live")) return;
  event.preventDefault();
  const button = /** @type {HTMLElement | null} */ (event.submitter);
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) body.append(name, String(value));
  // Two clicks on a spot are two chips; two on an answer are one answer, which its version tells.
  if (form.id === "laying") body.append("click", crypto.randomUUID());
  if (body.get("what") === "deal") dealAsked = true;
  queue(() => send(form, body));
});

// One key deals and doubles. Whom the deal has just overtaken meant to deal, not to double.
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "d" || performance.now() - begunUnasked > SURPRISE_MS) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// A key of a call that is not lawful now is answered with the refusal, not with silence.
answerKeys((key) => {
  if (key === "w") { const mark = document.querySelector(".lines a[data-clause], .asked a[data-clause]"); if (mark instanceof HTMLElement) mark.click(); return Boolean(mark); }
  if (key.startsWith("Arrow")) return spot(key);
  const form = document.getElementById("calling");
  const call = CALLS[/** @type {keyof typeof CALLS} */ (key)];
  if (!call || !(form instanceof HTMLFormElement) || main().querySelector(".betting")) return false;
  /** @type {HTMLInputElement} */ (form.elements.namedItem("call")).value = call;
  form.requestSubmit();
  return true;
});

/**
 * Arrows go from spot to spot, Enter lays there.
 * @param {string} key
 */
function spot(key) {
  const spots = [...document.querySelectorAll("button.lay")];
  if (!spots.length) return false;
  const own = spots.findIndex((one) => one.closest(".own"));
  const at = spots.indexOf(/** @type {Element} */ (document.activeElement));
  const step = key === "ArrowLeft" || key === "ArrowDown" ? 1 : -1;
  const next = at < 0 ? Math.max(own, 0) : (at + step + spots.length) % spots.length;
  /** @type {HTMLElement} */ (spots[next]).focus();
  return true;
}

// Chips are dragged onto a spot as well as clicked.
document.addEventListener("dragstart", (event) => {
  const label = event.target instanceof Element ? event.target.closest(".rack label") : null;
  const input = label?.querySelector("input");
  if (input) { input.checked = true; event.dataTransfer?.setData("text/plain", input.value); }
});
document.addEventListener("dragover", (event) => { if (event.target instanceof Element && event.target.closest("button.lay")) event.preventDefault(); });
document.addEventListener("drop", (event) => {
  const target = event.target instanceof Element ? event.target.closest("button.lay") : null;
  if (target instanceof HTMLElement) { event.preventDefault(); target.click(); }
});

// The clock counts down, and speaks once, at ten seconds.
let ends = 0;
/** @type {number | undefined} */
let timer;
function tick() {
  clearInterval(timer);
  const clock = document.querySelector(".clock");
  if (!(clock instanceof HTMLElement)) return;
  const whole = Number(clock.dataset.of);
  ends = performance.now() + Number(clock.dataset.seconds) * 1000;
  timer = setInterval(() => {
    const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
    const figure = clock.querySelector("b");
    if (figure && figure.textContent !== String(left)) {
      figure.textContent = String(left);
      clock.querySelector(".left")?.setAttribute("stroke-dasharray", `${100 * left / whole} 100`);
      if (left === 10 && document.querySelector(".turn-bar:not(.waiting)")) say("Ten seconds left.");
    }
    if (!left) clearInterval(timer);
  }, 250);
}

/** At a practice table: what each choice is worth, fetched beside the table, and for which version. */
let coached = "", coachedFor = "";
const THINKING = '<p class="soft">The coach works it out.</p>';
async function coach() {
  const place = document.querySelector("[data-coach]");
  if (!(place instanceof HTMLElement)) return;
  const told = place.querySelector("[data-told]");
  const version = String(main().dataset.version);
  if (told) told.innerHTML = coachedFor === version ? coached : THINKING;
  const answer = await fetch(String(place.dataset.coach), { headers: { "Croupier-Part": "main" } }).catch(() => null);
  const words = answer?.ok ? await answer.text() : "";
  const now = document.querySelector("[data-coach] [data-told]");
  if (!words || !now || main().dataset.version !== version) return;
  [coached, coachedFor] = [words, version];
  now.innerHTML = words;
}

let waiting = false;
function wake() {
  if (waiting) return;
  waiting = true;
  queue(() => { waiting = false; return refresh(); });
}

if (main()?.dataset.table && !main().dataset.still) {
  tick();
  coach();
  lastSaid = main().dataset.say || "";
  follow([String(main().dataset.table)], (event) => {
    if (event.kind === "lost") { lost(true); return; }
    if (event.kind === "open") { lost(false); wake(); return; }
    const here = event.table === main().dataset.table && Number(event.version) > Number(main().dataset.version);
    if (event.kind === "table" && !here) return;
    wake();
  });
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
}
