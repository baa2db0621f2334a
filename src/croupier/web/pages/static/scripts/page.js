// page.js: what every page does with a script: clauses open where one stands, keys press buttons.
// Without it every link and form works all the same.
// @ts-check

const card = /** @type {HTMLElement | null} */ (document.getElementById("clause-card"));
const MARGIN_PX = 8;

/**
 * Open a clause beside its mark, instead of going to its page.
 * @param {HTMLAnchorElement} mark
 */
async function openClause(mark) {
  if (!card || !card.showPopover) {
    location.href = mark.href;
    return;
  }
  const answer = await fetch(mark.href, { headers: { "Croupier-Part": "card" } });
  if (!answer.ok) {
    location.href = mark.href;
    return;
  }
  card.innerHTML = await answer.text();
  card.showPopover();
  const place = mark.getBoundingClientRect();
  const size = card.getBoundingClientRect();
  const rightmost = innerWidth - size.width - MARGIN_PX;
  const left = Math.min(Math.max(MARGIN_PX, place.left - size.width / 2), rightmost);
  const below = place.bottom + MARGIN_PX;
  const above = Math.max(MARGIN_PX, place.top - size.height - MARGIN_PX);
  card.style.margin = "0";
  card.style.left = `${left}px`;
  card.style.top = `${below + size.height < innerHeight ? below : above}px`;
}

document.addEventListener("click", (event) => {
  const mark = findTarget(event, "a[data-clause]");
  if (!mark || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  openClause(/** @type {HTMLAnchorElement} */ (mark));
});

/**
 * Find the nearest element around an event's target that fits a selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function findTarget(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * Collect the fields of a form as a browser would send them.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [button] that sends it
 */
export function readForm(form, button) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) body.append(name, String(value));
  return body;
}

/**
 * Say something to those who listen to the page.
 * @param {string} words
 */
export function say(words) {
  const region = document.getElementById("said");
  if (!region || !words || region.lastElementChild?.textContent === words) return;
  const line = document.createElement("p");
  line.textContent = words;
  region.append(line);
  while (region.childElementCount > 5) region.firstElementChild?.remove();
}

/**
 * Whether keys belong to a field, and not to the page.
 * @param {EventTarget | null} target
 */
function isField(target) {
  const fields = "input:not([type=radio], [type=checkbox]), textarea, select";
  return target instanceof HTMLElement && target.matches(fields);
}

/**
 * Ask somebody whose session is over to sign in again, without leaving the page.
 * @returns {Promise<boolean>} whether they did
 */
export function signInAgain() {
  const door = /** @type {HTMLDialogElement} */ (document.getElementById("door"));
  const form = /** @type {HTMLFormElement} */ (door.querySelector("form"));
  const problem = /** @type {HTMLElement} */ (door.querySelector(".problem"));
  door.showModal();
  return new Promise((settle) => {
    door.onclose = () => settle(false);
    form.onsubmit = async (event) => {
      if (event.submitter?.getAttribute("formmethod") === "dialog") return;
      event.preventDefault();
      const answer = await fetch("/sign-in", { method: "POST", body: readForm(form) });
      if (answer.ok) {
        settle(true);
        door.onclose = null;
        door.close();
        return;
      }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      problem.textContent = page.querySelector(".problem")?.textContent ?? "That did not work.";
      problem.hidden = false;
    };
  });
}

/** Resolves as soon as nothing on the page is pressed. */
let release = Promise.resolve();
const LONGEST_PRESS_MS = 5_000;

// A button that is replaced between press and release gets no click: the press would be ignored.
document.addEventListener("pointerdown", () => {
  release = new Promise((resolve) => {
    // The click comes after the release, and before a timeout of zero.
    const end = () => setTimeout(resolve);
    document.addEventListener("pointerup", end, { once: true });
    document.addEventListener("pointercancel", end, { once: true });
    setTimeout(resolve, LONGEST_PRESS_MS);
  });
});

/** Hold a new rendering back until what is being pressed is released. */
export function waitForRelease() {
  return release;
}

/** @type {((key: string) => boolean) | null} */
let answerOtherKey = null;

/**
 * Have a page answer keys that no button has.
 * @param {(key: string) => boolean} answer returns whether it did
 */
export function answerKeys(answer) {
  answerOtherKey = answer;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
  if (event.repeat && !event.key.startsWith("Arrow")) return;
  if (document.querySelector("dialog[open]") && event.key !== "Escape") return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "Enter" && findTarget(event, "a, button")) return;
  const button = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (button instanceof HTMLElement) {
    event.preventDefault();
    button.click();
  } else if (answerOtherKey && answerOtherKey(key)) {
    event.preventDefault();
  } else if (key === "?") {
    document.querySelector(".keys")?.scrollIntoView({ block: "nearest" });
  }
});

/**
 * Show a line under the bar of the page: there is one of each kind, and an empty one goes away.
 * @param {string} kind
 * @param {string} words
 */
export function showNotice(kind, words) {
  const line = document.getElementById(kind) ?? document.createElement("p");
  if (!words) {
    line.remove();
    return;
  }
  line.id = kind;
  line.className = "lost";
  line.setAttribute("role", "status");
  line.textContent = words;
  if (!line.isConnected) document.getElementById("notices")?.append(line);
}

// Times on pages are those of the person's own clock. The server asks for its zone once, and keeps it
// like a choice of the person's, which they can change.
if ("askZone" in document.body.dataset) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = new URLSearchParams({ zone });
  fetch("/settings", { method: "POST", body, redirect: "manual" }).catch(() => null);
}

// Reminders of the time come at each multiple of the minutes that the person has set. The server is
// asked once for each page; to ask it again and again would keep a session from ending.
const MINUTE_MS = 60_000;
const SHORTEST_WAIT_MS = 1_000;

async function startReminders() {
  const answer = await fetch("/api/session").catch(() => null);
  if (!answer?.ok) return;
  const who = await answer.json();
  const interval = who["reminder-minutes"];
  if (interval) remind(interval, performance.now() - who.minutes * MINUTE_MS);
}

/**
 * Remind of the time if that is due, and again when it is due next.
 * @param {number} interval in minutes
 * @param {number} start of the session, by the page's clock
 */
function remind(interval, start) {
  const minutes = Math.floor((performance.now() - start) / MINUTE_MS);
  const times = Math.floor(minutes / interval);
  if (times && Number(sessionStorage.getItem("reminded")) !== times) {
    sessionStorage.setItem("reminded", String(times));
    showNotice(
      "reminder",
      `You have been signed in for ${minutes} minute${minutes === 1 ? "" : "s"}. You asked for this reminder.`,
    );
  }
  const wait = start + (times + 1) * interval * MINUTE_MS - performance.now();
  setTimeout(() => remind(interval, start), Math.max(SHORTEST_WAIT_MS, wait));
}

if (document.querySelector("[data-purse]")?.textContent) startReminders();
